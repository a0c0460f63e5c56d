"""A host that does something of its own, when it should ask a seat."""

from __future__ import annotations

from tests.hostile.cheat import Cheat

from vendue_server.game import Game
from vendue_shared.events import AnyEvent


class Asks(Game):
    """Does something of its own, once, when it should ask a seat."""

    cheat: Cheat

    def _ask(self, now: float) -> None:
        super()._ask(now)
        if self.cheat.is_done:
            return
        event = self.instead(now)
        if event is not None:
            self.cheat.is_done = True
            self._append(event, now)
            self._go_on(now)

    def instead(self, now: float) -> AnyEvent | None:
        """The event of its own; `None`: not now."""
        raise NotImplementedError

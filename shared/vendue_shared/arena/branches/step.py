"""One step of a game, as the search for branches sees it."""

from __future__ import annotations

from typing import NamedTuple

from vendue_shared.events import AnyEvent
from vendue_shared.happened import Happened
from vendue_shared.position import Position


class Step(NamedTuple):
    """An event with what was before it and what followed."""

    before: Position
    """The position before the event; nobody changes it any more."""
    event: AnyEvent
    facts: tuple[Happened, ...]
    """What playing the event brought about, in order."""

    @property
    def is_taken_over(self) -> bool:
        """Whether another seat than the one who offered sells the lot."""
        return self.before.opener != self.before.auctioneer

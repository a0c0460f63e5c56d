"""A player in front of a terminal in memory, at a desk of a host at home."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import trio

from vendue_client.art.depth import Depth
from vendue_client.desk import Leaving
from vendue_client.screen.full_screen import run_screen
from vendue_client.screen.screen_settings import ScreenSettings
from vendue_protocol.client_messages import Play

from .at_home import GameAtHome
from .conftest import FakeDesk
from .terminal_at_home import LEAVES_FULL_SCREEN, Terminal

SETTINGS: Final = ScreenSettings(name="Ada", depth=Depth.MONO)
CTRL_C: Final = "\x03"
ESCAPE: Final = "\x1b"
ENTER: Final = "\r"
RIGHT: Final = "\x1b[C"
UP: Final = "\x1b[A"


class Sitting:
    """A player at a fake desk, with the terminal in front of it."""

    def __init__(self, game: GameAtHome, terminal: Terminal) -> None:
        self.game, self.terminal = game, terminal
        self.desk = FakeDesk(game, plays_on=False)
        self.leaving: Leaving | None = None
        self._left = trio.Event()

    async def run(self) -> None:
        self.leaving = await run_screen(self.desk, SETTINGS)
        self._left.set()

    async def left(self) -> Leaving | None:
        """Wait until the player has left; why."""
        with trio.fail_after(5):
            await self._left.wait()
        return self.leaving

    def moves(self) -> list[object]:
        return [m.move for m in self.desk.sent if isinstance(m, Play)]


@asynccontextmanager
async def sitting(
    game: GameAtHome, *, may_end_host: bool = False
) -> AsyncIterator[Sitting]:
    """Run a screen at 80x24; whatever the test leaves open is closed after it."""
    with Terminal(80, 24).in_use() as terminal:
        sat = Sitting(game, terminal)
        sat.desk.may_end_host = may_end_host
        async with trio.open_nursery() as nursery:
            nursery.start_soon(sat.run)
            await terminal.shows("connected")
            yield sat
            nursery.cancel_scope.cancel()
    assert LEAVES_FULL_SCREEN in terminal.raw

"""Vendue's sides of the C rows: its real screen, drawing into nothing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from statistics import median

from prompt_toolkit.application import create_app_session
from tests.client.at_home import GameAtHome

from bench.bare_screen import KEYS, REDRAWS
from bench.screen_timing import redraw_ms, running, terminal
from bench.sides import Effort, NotMeasuredError, Sampler
from bench.vendue_evening import keys_to_screen_ms
from bench.vendue_log import long_log
from vendue_client.art.depth import Depth
from vendue_client.participant import Participant
from vendue_client.screen.full_screen import _Screen
from vendue_client.screen.screen_settings import Confirm, ScreenSettings
from vendue_protocol.codec import HOST_MESSAGES, decode
from vendue_protocol.frames import FrameReader
from vendue_protocol.keys import SigningKey
from vendue_protocol.limits import DEFAULT
from vendue_protocol.message import Message

SETTINGS = ScreenSettings(name="Bench", depth=Depth.TRUE, confirm=Confirm.NEVER)

FIRST_ROUND = 2
"""By then there are sales and a log to draw, and events enough are to come."""

JOINS = 3
"""Of a sample, which is their median."""


class StillDesk:
    """A desk at which nothing comes or goes by itself.

    Args:
        participant: Told whatever happens by who made it.
    """

    is_lost = False
    ended_by = 0
    may_end_host = False
    shown_address = "127.0.0.1:17092"
    is_insecure = False

    def __init__(self, participant: Participant) -> None:
        self.participant = participant

    def send(self, message: Message) -> None:
        """Nobody hears it."""

    def try_now(self) -> None:
        """There is no line."""

    async def wait_changed(self) -> None:
        """Nobody waits here."""


@contextmanager
def redraw(effort: Effort) -> Iterator[Sampler]:
    """Milliseconds to draw the table again after one more event, p50.

    Each sample has a game of its own, from the second round on.
    """
    lucks = count(1)

    async def timed() -> float:
        game = GameAtHome(luck=next(lucks)).begin()
        game.until(lambda game: game.host.position.round == FIRST_ROUND)

        def move() -> None:
            if not game.step():
                raise NotMeasuredError(f"a game too short for {REDRAWS} events")

        with terminal() as (keys, output), create_app_session(keys, output):
            application = _Screen(StillDesk(game.participant), SETTINGS).application
            async with running(application):
                return redraw_ms(application, move, effort.of(REDRAWS))

    yield lambda: asyncio.run(timed())


@contextmanager
def key_to_screen(effort: Effort) -> Iterator[Sampler]:
    """Milliseconds from the key that raises a bid to the screen that shows it, p50."""
    yield lambda: keys_to_screen_ms(SETTINGS, effort.of(KEYS))


@contextmanager
def joining(effort: Effort) -> Iterator[Sampler]:
    """Milliseconds from a spectator's first frame to the table as it now is."""
    frames = long_log()

    def sample() -> float:
        return median(asyncio.run(_joined_ms(frames)) for _ in range(effort.of(JOINS)))

    yield sample


async def _joined_ms(frames: bytes) -> float:
    with terminal() as (keys, output), create_app_session(keys, output):
        start = time.process_time()
        participant = Participant(
            SigningKey(bytes(range(32))),
            randomness=bytes,
            now=time.monotonic,
            note=lambda _note: None,
        )
        _feed(participant.receive, frames)
        screen = _Screen(StillDesk(participant), SETTINGS)
        async with running(screen.application):
            return (time.process_time() - start) * 1e3


def _feed(receive: Callable[[Message], list[Message]], frames: bytes) -> None:
    """Read frames as the client's line does."""
    reader = FrameReader(DEFAULT.frame_bytes)
    reader.feed(frames)
    while (body := reader.next_body()) is not None:
        receive(decode(body, HOST_MESSAGES))

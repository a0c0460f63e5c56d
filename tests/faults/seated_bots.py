"""Our own bots at lines, as many as a table has chairs, and what they ended with."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import trio
from tests.games.players import BotAtLine
from tests.server.served import ServedHost

from vendue_protocol.client_messages import Finish
from vendue_protocol.limits import Limits
from vendue_server.game import Game
from vendue_shared.events import Ended, Ending

QUICK: Final = Limits(messages_per_s=1e6, burst_messages=10**6, bytes_per_s=1e9)
"""Bots without pauses speak faster than any person."""

POLL_S: Final = 0.02
"""How often a test looks where the clock is the real one."""

A_DAY_S: Final = 24 * 3600.0
"""On a clock that jumps; else the test's own limit holds."""


async def play_to_the_end(bots: Iterable[BotAtLine]) -> None:
    """Let bots play one game."""
    async with trio.open_nursery() as nursery:
        for bot in bots:
            nursery.start_soon(bot.run)


async def play_until(
    served: ServedHost, bots: Sequence[BotAtLine], s: int, poll_s: float = 0.0
) -> None:
    """Let bots play until an event; then the owner, the first bot, ends the game."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(bots[0].run)
        await bots[0].has_sat.wait()
        for bot in bots[1:]:
            nursery.start_soon(bot.run)
        await until_event(served, s, poll_s)
        assert bots[0].line is not None
        bots[0].line.send(Finish())


async def until_event(served: ServedHost, s: int, poll_s: float = 0.0) -> None:
    """Wait until the game at the standing table has this event.

    Args:
        served: The host.
        s: The event.
        poll_s: How often to look; 0 on a clock that jumps, which it then does not.
    """
    table = served.table
    await until(
        lambda: table.course.game is not None and served.game.follower.s >= s, poll_s
    )


async def until(claim: Callable[[], bool], poll_s: float = POLL_S) -> None:
    """Wait until something is true.

    Args:
        claim: It.
        poll_s: How often to look; 0 on a clock that jumps, which it then does not.
    """
    for _ in itertools.count():
        if claim():
            return
        await trio.sleep(poll_s)


def heads_of(bots: Iterable[BotAtLine]) -> set[tuple[int, bytes]]:
    """What the bots' own followers ended with; one where all agree."""
    followers = [bot.participant.follower for bot in bots]
    return {(follower.s, follower.head) for follower in followers}


def end_of(game: Game) -> tuple[int, bytes]:
    """What the host ended with."""
    return game.follower.s, game.follower.head


def why_ended(game: Game) -> Ending:
    last = game.log.steps[-1].event
    assert isinstance(last, Ended)
    return last.reason

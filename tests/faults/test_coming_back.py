"""Clients whose line is cut come back by themselves, and nothing is lost or doubled."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

import pytest
import trio
import trio.testing
from tests.faults.proxy import Proxy
from tests.faults.seated_bots import (
    A_DAY_S,
    QUICK,
    end_of,
    heads_of,
    until,
    why_ended,
)
from tests.games.players import BotAtLine, closing, connected
from tests.server.served import ServedHost, serving

from vendue_client import wire
from vendue_protocol.client_messages import Finish, Sit
from vendue_protocol.host_messages import Logged
from vendue_protocol.message import Message
from vendue_shared.events import Ending, Player, Plays

POLL_S: Final = 0.02
EVENTS = 60
"""Enough for sealed bids, deals, holds, and all kinds of messages."""


@asynccontextmanager
async def behind(proxy: Proxy) -> AsyncIterator[Proxy]:
    """A proxy that listens as long as the block lasts."""
    async with trio.open_nursery() as nursery:
        await nursery.start(proxy.run)
        try:
            yield proxy
        finally:
            nursery.cancel_scope.cancel()


class CutAt:
    """Cuts a bot's line after so many messages from the game's first event on."""

    def __init__(self, after: int, bot: BotAtLine, proxy: Proxy) -> None:
        self._bot, self._proxy, self._after = bot, proxy, after
        self._heard = 0

    def __call__(self, message: Message) -> None:
        self._bot._tap(message)
        self._heard += bool(self._heard) or isinstance(message, Logged)
        if self._heard == self._after:
            self._proxy.newest.reset()


async def play_cut(
    served: ServedHost,
    until_s: int,
    cut: Callable[[BotAtLine, Proxy], CutAt],
) -> list[BotAtLine]:
    """Play until an event, the second bot's line being cut; the first one ends it."""
    async with behind(Proxy(served.port)) as proxy:
        bots = [BotAtLine(served.port, 0), BotAtLine(proxy.port, 1)]
        bots += [BotAtLine(served.port, 2)]
        bots[1].tap = cut(bots[1], proxy)
        async with trio.open_nursery() as nursery:
            for bot in bots:
                nursery.start_soon(bot.run)
                await bot.has_sat.wait()
            await until(lambda: has_event(served, until_s), POLL_S)
            await until(lambda: not bots[1].participant.back.is_behind, POLL_S)
            assert bots[0].line is not None
            bots[0].line.send(Finish())
    return bots


def has_event(served: ServedHost, s: int) -> bool:
    """Whether the game now on, or one before, has this event."""
    game = served.table.course.game
    return bool(served.kept) or (game is not None and game.follower.s >= s)


def check_equal(served: ServedHost, bots: list[BotAtLine]) -> None:
    """Everybody has the host's log, nobody found anything, and no seat changed."""
    game = served.kept[0]
    assert heads_of(bots) == {end_of(game)}
    assert [bot.participant.alarms for bot in bots] == [[]] * len(bots)
    assert why_ended(game) in {Ending.OWNER, Ending.FINISHED}
    events = [step.event for step in game.log.steps]
    assert not [e for e in events if isinstance(e, Plays) and e.by is Player.BOT]


@pytest.mark.parametrize("after", [1, 2, 9, 23, 41, 60, 90])
@pytest.mark.usefixtures("fast_clock")
async def test_a_client_cut_after_any_message_plays_on(
    quick_host: ServedHost, after: int
) -> None:
    with trio.fail_after(A_DAY_S):
        bots = await play_cut(quick_host, EVENTS, partial(CutAt, after))

    check_equal(quick_host, bots)


@pytest.mark.soak
@pytest.mark.usefixtures("fast_clock")
async def test_a_client_cut_after_every_message_of_a_game_plays_on() -> None:
    for after in range(1, 300, 3):
        async with serving(QUICK) as served:
            with trio.fail_after(A_DAY_S):
                bots = await play_cut(served, 150, partial(CutAt, after))
            check_equal(served, bots)


@pytest.mark.usefixtures("fast_clock")
async def test_a_machine_that_slept_connects_anew_at_once(
    quick_host: ServedHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept = [0.0]
    monkeypatch.setattr(wire, "slept_s", lambda: slept[0])
    line = await connected(quick_host.port, 0)
    async with closing(line), trio.open_nursery() as nursery:
        nursery.start_soon(line.run)
        line.send(Sit(table=1, name="Ada", key=line.participant.key.public))
        await until(lambda: line.participant.lobby is not None, POLL_S)
        before = line._wire

        slept[0] = 60.0
        since = trio.current_time()
        await until(lambda: line._wire is not before, POLL_S)
        await until(lambda: not line.participant.back.is_behind, POLL_S)

        assert trio.current_time() - since < 2 * wire.LOOK_S
        assert not line.is_lost
        nursery.cancel_scope.cancel()

"""Cables that are pulled and air that loses packets, between two real kernels' ends.

The times are real, as a kernel's are: hence the seconds. What a limit says of time is
shortened here, and the cable stays out for longer than that or for less; the soak
pulls it for as long as the page says, with the limits as they are.
"""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from msgspec.structs import replace
from tests.faults.bad_air import Air, Counts, joined_by_air, needs_tun
from tests.faults.namespaces import (
    SocketsInside,
    TwoNamespaces,
    joined_by_cable,
    needs_namespaces,
)
from tests.faults.seated_bots import (
    POLL_S,
    QUICK,
    end_of,
    heads_of,
    play_to_the_end,
    play_until,
    until,
    until_event,
)
from tests.games.players import BotAtLine
from tests.server.served import ServedHost, serving

from vendue_protocol.limits import DEFAULT, Limits
from vendue_protocol.message import Ping, Pong
from vendue_shared.events import Plays
from vendue_shared.terms import Clocks

pytestmark = needs_namespaces

SHORT = replace(QUICK, ping_s=0.2, dead_s=1.0)
"""A line is dead after a second."""


@asynccontextmanager
async def served_over(
    pair: TwoNamespaces, limits: Limits = QUICK, patience_s: float = 60.0
) -> AsyncIterator[ServedHost]:
    """A host in its namespace; whatever connects is in the client's."""
    before = trio.socket.set_custom_socket_factory(SocketsInside(pair.client))
    try:
        async with serving(
            limits, patience_s=patience_s, listening=pair.listening()
        ) as served:
            yield served
    finally:
        trio.socket.set_custom_socket_factory(before)


def bots_of(served: ServedHost, *, come_back: bool = True) -> list[BotAtLine]:
    port, host = served.port, served.address
    return [BotAtLine(port, n, host=host, comes_back=come_back) for n in range(3)]


def taken_over(served: ServedHost) -> list[int]:
    """The seats that a bot of the host took, in the game that ended."""
    events = [step.event for step in served.kept[0].log.steps]
    return [event.seat for event in events if isinstance(event, Plays)]


# The cable.


async def test_cable_that_is_back_in_time_costs_nothing() -> None:
    with joined_by_cable() as pair:
        async with served_over(pair) as served:
            bots = bots_of(served)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(play_until, served, bots, 60, POLL_S)
                await until_event(served, 20, POLL_S)
                await pulled(pair, 0.6)

        assert taken_over(served) == []
        assert heads_of(bots) == {end_of(served.kept[0])}


async def pulled(pair: TwoNamespaces, seconds: float) -> None:
    """Pull the client's cable for so long."""
    pair.client.pull()
    await trio.sleep(seconds)
    pair.client.plug_in()


async def test_who_stays_away_is_dead_by_ping_and_the_others_see_it() -> None:
    with joined_by_cable() as pair:
        async with served_over(pair, SHORT) as served:
            peers = [await served.stranger() for _ in range(2)]
            for peer in peers:
                await peer.watch()
            since = trio.current_time()
            pair.client.pull()
            await until(lambda: not len(served.table.members))

            assert SHORT.dead_s <= trio.current_time() - since <= SHORT.dead_s + 2.0


async def test_game_whose_players_are_all_cut_off_is_not_played_without_them() -> None:
    with joined_by_cable() as pair:
        async with served_over(pair, SHORT) as served:
            served.table.lobby.clocks = Clocks(grace=1, offer=1, open=1, once=1)
            bots = bots_of(served, come_back=False)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(play_to_the_end, bots)
                await until_event(served, 10, POLL_S)
                await pulled(pair, 2.5)
                s = served.game.follower.s
                await trio.sleep(1.5)
                nursery.cancel_scope.cancel()

            assert served.game.follower.s == s


@pytest.mark.soak
@pytest.mark.parametrize("seconds", [5, 60, 600])
async def test_cable_pulled_for_as_long_as_the_page_says(seconds: int) -> None:
    with joined_by_cable() as pair:
        async with served_over(pair, DEFAULT, patience_s=1200.0) as served:
            peers = [await served.stranger() for _ in range(3)]
            for peer in peers:
                await peer.watch()
            is_dead = seconds > DEFAULT.dead_s

            await pulled(pair, seconds)
            await trio.sleep(2.0)  # what was lost meanwhile is sent again

            assert (len(served.table.members) == 0) is is_dead
            back = await served.stranger()
            await back.says(Ping())
            assert isinstance(await back.until(Pong), Pong)


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("tc") is None, reason="needs tc")
@pytest.mark.parametrize(("rate", "is_borne"), [("1mbit", True), ("8kbit", False)])
async def test_slow_link_is_played_over_or_given_up(rate: str, is_borne: bool) -> None:
    with joined_by_cable() as pair:
        pair.host.slow_down(rate)
        patient = replace(QUICK, dead_s=1000.0)
        async with served_over(pair, patient, patience_s=300.0) as served:
            peer = await served.stranger()
            await peer.watch()
            (watcher,) = served.table.members
            async with trio.open_nursery() as nursery:
                nursery.start_soon(peer.rest)
                for _ in range(60):
                    for _ in range(20):  # 12 KB a second
                        lobby = served.table.lobby.shown(1, "Slow", 1)
                        served.table.members.tell(lobby)
                    queued_bytes = watcher.connection._outbox.queued_bytes
                    assert queued_bytes <= QUICK.queue_bytes
                    await trio.sleep(0.5)
                nursery.cancel_scope.cancel()

            assert bool(len(served.table.members)) is is_borne


# The air.


WEATHERS = {
    "1 % lost": Air(loss=0.01),
    "5 % lost": Air(loss=0.05, delay_s=0.001),
    "doubled and out of order": Air(doubled=0.1, delay_s=0.002, jitter_s=0.002),
}


@needs_tun
@pytest.mark.parametrize("weather", WEATHERS)
async def test_game_through_bad_air_is_the_same_for_all(
    weather: str, seed: int
) -> None:
    played, counts = await play_through(WEATHERS[weather], seed, until=40)

    assert played.kept[0].follower.s > 40
    assert counts.lost or counts.doubled


@needs_tun
@pytest.mark.soak
@pytest.mark.parametrize(
    "air",
    [
        Air(loss=0.05, doubled=0.02, delay_s=0.02, jitter_s=0.01),
        Air(loss=0.20, doubled=0.05, delay_s=0.02, jitter_s=0.02),
        Air(delay_s=0.2, jitter_s=0.1),
    ],
    ids=["5 %", "20 %", "200 ms"],
)
async def test_whole_game_through_the_worst_air(air: Air, seed: int) -> None:
    played, counts = await play_through(air, seed, until=None)

    print(f"{played.kept[0].follower.s} events, {counts}")
    assert taken_over(played) == []


async def play_through(
    air: Air, seed: int, until: int | None
) -> tuple[ServedHost, Counts]:
    """Play through the air, and look that all have the same log.

    It is good while all sit down: who cannot connect tries again by hand.
    """
    with joined_by_air(Air(), seed) as (pair, forwarder):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(forwarder.run)
            async with served_over(pair, patience_s=1200.0) as served:
                bots = bots_of(served)
                async with trio.open_nursery() as playing:
                    if until is None:
                        playing.start_soon(play_to_the_end, bots)
                    else:
                        playing.start_soon(play_until, served, bots, until, POLL_S)
                    for bot in bots:
                        await bot.has_sat.wait()
                    forwarder.air = air
            nursery.cancel_scope.cancel()
    assert heads_of(bots) == {end_of(served.kept[0])}
    return served, forwarder.counts

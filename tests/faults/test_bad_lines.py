"""Lines that are slow, cut, gathered, or taken to pieces, through a proxy."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import structlog
import trio
import trio.testing
from tests.faults.proxy import UNTREATED, Proxy, Treatment
from tests.faults.seated_bots import (
    A_DAY_S,
    QUICK,
    end_of,
    heads_of,
    play_to_the_end,
    play_until,
    until_event,
    why_ended,
)
from tests.games.players import BotAtLine
from tests.server.game_by_hand import KEYS, NAMES
from tests.server.served import Peer, ServedHost, serving

from vendue_protocol.client_messages import Finish, Leave, Ready, Say, Sit
from vendue_protocol.codec import encode, encode_hello
from vendue_protocol.errors import Farewell
from vendue_protocol.hello import hello
from vendue_protocol.host_messages import Lobby, Logged, Presence, Said
from vendue_protocol.message import Bye, Message, Ping
from vendue_shared.events import Ending, Plays
from vendue_shared.phases.double import Doubling
from vendue_shared.phases.fixed_price import Asking, Pricing
from vendue_shared.phases.once_around import OnceAround
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.phase import Phase
from vendue_shared.phases.sealed_bids import Revealing, Sealing
from vendue_shared.phases.turn import Offering
from vendue_shared.terms import Clocks

Diagnostics = list[structlog.types.EventDict]

EVENTS = 25
"""As many as have every kind of message a few times."""


@asynccontextmanager
async def behind_a_proxy(
    served: ServedHost, treatment: Treatment = UNTREATED
) -> AsyncIterator[Proxy]:
    """A proxy before a host, as long as the block lasts."""
    proxy = Proxy(served.port, treatment)
    async with trio.open_nursery() as nursery:
        await nursery.start(proxy.run)
        try:
            yield proxy
        finally:
            nursery.cancel_scope.cancel()


# A whole game over a line of its own kind.


@pytest.mark.parametrize(
    "treatment",
    [
        Treatment(piece_bytes=1),
        Treatment(gathers_s=0.005),
        Treatment(delay_s=0.005),
        Treatment(bytes_per_s=125_000.0),
    ],
    ids=["byte by byte", "gathered", "late", "1 Mbit/s"],
)
async def test_game_over_such_a_line_is_the_same_for_all(treatment: Treatment) -> None:
    # The clock is the real one, as the system's is that sends: hence the time.
    async with serving(QUICK) as served:
        async with behind_a_proxy(served, treatment) as proxy:
            bots = [BotAtLine(proxy.port, 0)]
            bots += [BotAtLine(served.port, person) for person in (1, 2)]
            await play_until(served, bots, EVENTS)

        assert served.kept[0].follower.s > EVENTS
        assert heads_of(bots) == {end_of(served.kept[0])}


# Cut at each byte.


SAID = (
    Sit(table=1, name=NAMES[0], key=KEYS[0].public),
    Say(text="one"),
    Say(text="two"),
    Leave(),
)
"""What a client says in a lobby, after its hello."""


def heard_after(whole_frames: int) -> list[str]:
    """What others have heard of it by then."""
    return ["sat", "one", "two", "left"][:whole_frames]


def words_of(message: Message) -> str:
    """A message in a word, to compare with `heard_after`."""
    if isinstance(message, Said):
        return message.text
    assert isinstance(message, Lobby)
    return "sat" if message.chairs[0].here else "left"


async def test_line_cut_at_any_byte_does_what_was_whole_and_no_more(
    quick_host: ServedHost,
) -> None:
    # Some 200 connections.
    watcher = await quick_host.stranger()
    await watcher.watch()
    await watcher.until(Lobby)
    greeting = encode_hello(hello("test"))
    frames = [encode(message) for message in SAID]
    script = b"".join(frames)
    ends = [sum(map(len, frames[: i + 1])) for i in range(len(frames))]

    for cut in range(len(script)):
        peer = await quick_host.connect()
        await peer.send(greeting + script[:cut])
        await peer.line.send_eof()
        await peer.body()
        await peer.rest()
        expected = heard_after(sum(end <= cut for end in ends))
        if expected and expected[-1] != "left":
            expected.append("left")  # the chair is kept, for who comes back
        heard = [words_of(await heard_by(watcher)) for _ in expected]

        assert heard == expected
        chairs = quick_host.table.lobby.chairs
        assert not any(chair.is_here for chair in chairs)
        chairs.free(0)


async def heard_by(watcher: Peer) -> Message:
    """The next that a watcher hears of the lobby."""
    while not isinstance(message := await watcher.next(), Lobby | Said):
        assert message is not None
        await watcher.says(Ping())
    return message


@pytest.mark.parametrize("cut", [0, 3, 40, 60, 100])
async def test_line_that_a_proxy_cuts_leaves_no_ghost(
    served: ServedHost, cut: int
) -> None:
    script = encode_hello(hello("test")) + b"".join(map(encode, SAID[:3]))
    async with behind_a_proxy(served, Treatment(cut_at=cut)) as proxy:
        peer = Peer(await trio.open_tcp_stream("127.0.0.1", proxy.port))
        await peer.send(script)
        while await peer.body() is not None:
            pass
        await peer.close()
        while served.host.is_busy:
            await trio.testing.wait_all_tasks_blocked()

    assert served.table.lobby.chairs.taken == []


# Reset and half-closed in each phase.


async def until_phase(served: ServedHost, phase: type[Phase], seat: int) -> None:
    """Wait until a game is in a phase, and this seat is asked in it."""
    while True:
        game = served.table.course.game
        position = game and game.follower.position
        if position and isinstance(position.phase, phase) and seat in position.awaited:
            return
        await trio.lowlevel.checkpoint()


@pytest.mark.parametrize(
    "phase",
    [Offering, Doubling, OpenAuction, OnceAround, Sealing, Revealing, Pricing, Asking],
)
async def test_reset_in_any_phase_costs_the_table_that_player_alone(
    fast_clock: trio.testing.MockClock, diagnostics: Diagnostics, phase: type[Phase]
) -> None:
    # A game over sockets, hence the time.
    del fast_clock  # the clock of this run
    async with serving(QUICK, patience_s=A_DAY_S) as served:
        served.table.lobby.clocks = Clocks(grace=2)
        async with behind_a_proxy(served) as proxy:
            bots = [BotAtLine(proxy.port, 0, comes_back=False)]
            bots += [BotAtLine(served.port, person) for person in (1, 2)]

            async def reset_then() -> None:
                while not bots[0].has_sat.is_set():
                    await trio.lowlevel.checkpoint()
                seat = bots[0].participant
                await until_event(served, 1)
                while seat.playing_seat is None:
                    await trio.lowlevel.checkpoint()
                await until_phase(served, phase, seat.playing_seat)
                proxy.newest.reset()

            async with trio.open_nursery() as nursery:
                nursery.start_soon(play_to_the_end, bots)
                nursery.start_soon(reset_then)

        game = served.kept[0]
        seat = bots[0].participant.playing_seat
        taken_over = [s.event for s in game.log.steps if isinstance(s.event, Plays)]
        assert [event.seat for event in taken_over] == [seat]
        assert why_ended(game) is Ending.FINISHED
        assert heads_of(bots[1:]) == {end_of(game)}
        assert [d for d in diagnostics if d["log_level"] == "error"] == []


async def test_half_closed_line_of_a_player_is_that_player_gone(
    served: ServedHost,
) -> None:
    peers = await served.three_players()

    await peers[1].line.send_eof()
    told = await peers[1].rest()

    assert told[-1] == Bye(why=Farewell.BYE)
    assert [m.here for m in (await presences(peers[0]))][-1] == (True, False, True)


async def presences(peer: Peer) -> list[Presence]:
    """All that a peer hears of who is there until somebody is not."""
    found = [await peer.until(Presence)]
    while all(found[-1].here):
        found.append(await peer.until(Presence))
    return found


async def test_half_closed_line_that_does_not_read_is_closed_within_a_second(
    fast_clock: trio.testing.MockClock,
) -> None:
    del fast_clock  # the clock of this run
    async with serving(QUICK, patience_s=A_DAY_S) as served:
        deaf, busy = await served.stranger(small=True), await served.stranger()
        await deaf.watch()
        await busy.sit(0)
        for _ in range(100):
            await busy.says(Ready(revision=0, ready=True))
            await busy.until(Lobby)

        await deaf.line.send_eof()
        await trio.sleep(1.2)

        assert served.table.members.watchers == 0


# Stalls.


async def test_stalled_line_loses_nothing_that_comes_within_its_time(
    fast_clock: trio.testing.MockClock,
) -> None:
    # A game over sockets, hence the time.
    del fast_clock  # the clock of this run
    async with serving(QUICK, patience_s=A_DAY_S) as served:
        async with behind_a_proxy(served) as proxy:
            bots = [BotAtLine(proxy.port, 0)]
            bots += [BotAtLine(served.port, person) for person in (1, 2)]

            async def stall_twice() -> None:
                for s in (20, 60):
                    await until_event(served, s)
                    proxy.newest.stall()
                    await trio.sleep(20.0)
                    proxy.newest.go_on()

            async with trio.open_nursery() as nursery:
                nursery.start_soon(play_to_the_end, bots)
                nursery.start_soon(stall_twice)

        game = served.kept[0]
        assert [s for s in game.log.steps if isinstance(s.event, Plays)] == []
        assert heads_of(bots) == {end_of(game)}


async def test_line_that_is_stalled_for_thirty_seconds_is_gone(
    fast_clock: trio.testing.MockClock,
) -> None:
    del fast_clock  # the clock of this run
    async with serving(patience_s=A_DAY_S) as served:
        peers = await served.three_players()
        async with behind_a_proxy(served) as proxy:
            peer = Peer(await trio.open_tcp_stream("127.0.0.1", proxy.port))
            await peer.greet()
            await peer.watch()
            proxy.newest.stall()
            since = trio.current_time()

            while served.table.members.watchers:
                await answered(peers)
                await trio.sleep(1.0)

            assert 30.0 <= trio.current_time() - since <= 33.0
            await peer.close()


async def answered(peers: list[Peer]) -> None:
    """Keep lines alive that nobody plays at."""
    for peer in peers:
        await peer.says(Ping())


async def test_owner_ends_a_game_while_another_line_is_stalled(
    fast_clock: trio.testing.MockClock,
) -> None:
    del fast_clock  # the clock of this run
    async with serving(patience_s=A_DAY_S) as served:
        peers = await served.three_players()
        async with behind_a_proxy(served) as proxy:
            stalled = Peer(await trio.open_tcp_stream("127.0.0.1", proxy.port))
            await stalled.greet()
            await stalled.watch()
            proxy.newest.stall()

            await peers[0].says(Finish())

            assert (await peers[1].until(Logged)).s == 2
            await stalled.close()

"""Whole games over loopback sockets, from the first hello to the last farewell."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import trio
import trio.testing
from tests.games.players import BotAtLine, ForeignClient, Spectator
from tests.server.host_process import started
from tests.server.served import ServedHost, serving

from vendue_protocol.client_messages import Arrange
from vendue_protocol.limits import Limits
from vendue_server.game import Game
from vendue_server.record_files import record_of
from vendue_server.refusal import LOST_RACES
from vendue_shared.events import Ended, Ending, Plays
from vendue_shared.happened import BidsShown, Void
from vendue_shared.options import PRESETS, Options, Preset
from vendue_shared.records.referee import check_record
from vendue_shared.seats import Seat
from vendue_shared.terms import Clocks

QUICK = Limits(messages_per_s=1e6, burst_messages=10**6, bytes_per_s=1e9)
"""Bots without pauses speak faster than any person."""

PATIENCE_S = 20.0
A_DAY_S = 24 * 3600.0
"""On a clock that jumps."""


@pytest.fixture
def fast_clock() -> trio.testing.MockClock:
    """Time that jumps on when all wait; sockets have 5 ms to be noticed before."""
    return trio.testing.MockClock(autojump_threshold=0.005)


@pytest.fixture
async def quick_host() -> AsyncIterator[ServedHost]:
    """A host whose standing table has three chairs."""
    async with serving(QUICK) as served:
        yield served


async def all_play(served: ServedHost, persons: int) -> list[BotAtLine]:
    """Play one game among bots at lines, to its end."""
    bots = [BotAtLine(served.port, person) for person in range(persons)]
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            for bot in bots:
                nursery.start_soon(bot.run)
    return bots


def why_ended(game: Game) -> Ending:
    last = game.log.steps[-1].event
    assert isinstance(last, Ended)
    return last.reason


@pytest.mark.parametrize("chairs", [3, 4, 5])
async def test_everybody_ends_with_the_head_of_the_host(
    quick_host: ServedHost, chairs: int
) -> None:
    quick_host.table.lobby.chairs.resize(chairs)
    spectator = Spectator(quick_host.port)
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(spectator.run)
            await spectator.is_there.wait()
            bots = await all_play(quick_host, chairs)

    end = (quick_host.kept[0].follower.s, quick_host.kept[0].follower.head)
    followers = [spectator.participant.follower]
    followers += [bot.participant.follower for bot in bots]
    assert [(f.s, f.head) for f in followers] == [end] * (chairs + 1)


async def test_everybody_ends_with_the_hand_that_the_host_has(
    quick_host: ServedHost,
) -> None:
    bots = await all_play(quick_host, 3)

    game = quick_host.kept[0]
    seats = [bot.participant.playing_seat for bot in bots]
    hands = [game.hands.of(Seat(seat or 0)) for seat in seats]
    assert [bot.participant.hand for bot in bots] == hands


async def test_nobody_finds_anything_wrong_with_the_host(
    quick_host: ServedHost,
) -> None:
    bots = await all_play(quick_host, 3)

    assert [bot.participant.alarm for bot in bots] == [None] * 3


async def test_every_person_holds_every_hold_point_to_the_end(
    quick_host: ServedHost,
) -> None:
    bots = [BotAtLine(quick_host.port, person, stays=True) for person in range(3)]
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            for bot in bots:
                nursery.start_soon(bot.run)
            while not quick_host.kept:
                await trio.lowlevel.checkpoint()
            follower = quick_host.kept[0].follower
            while len(follower.holds) < 4 * len(follower.hold_points):
                await trio.lowlevel.checkpoint()
            nursery.cancel_scope.cancel()

    signed = {
        (point.s, who) for point in follower.hold_points for who in (0, 1, 2, 255)
    }
    assert set(follower.holds) == signed


async def test_record_of_a_game_over_the_wire_keeps_the_rules(
    quick_host: ServedHost,
) -> None:
    await all_play(quick_host, 3)

    game = quick_host.kept[0]
    checked = check_record(record_of(game).encode())
    assert checked.purses == tuple(game.follower.position.purses)


@pytest.mark.parametrize(
    ("options", "chairs"),
    [(Options(mystery_hand=True), 3), (PRESETS[Preset.ITALIAN], 5)],
    ids=["mystery hand", "italian, five"],
)
async def test_game_is_played_by_what_the_owner_set(
    quick_host: ServedHost, options: Options, chairs: int
) -> None:
    bots = [BotAtLine(quick_host.port, person) for person in range(chairs)]
    wish = Arrange(options=options, clocks=Clocks(), first=1, chairs=chairs)
    quick_host.table.lobby.chairs.resize(5)
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(bots[0].run)
            await bots[0].has_sat.wait()
            assert bots[0].line is not None
            bots[0].line.send(wish)
            for bot in bots[1:]:
                nursery.start_soon(bot.run)

    terms = quick_host.kept[0].begun.terms
    assert (terms.options, terms.first, len(terms.chairs)) == (options, 1, chairs)


async def test_three_games_are_played_in_a_row(quick_host: ServedHost) -> None:
    bots = [BotAtLine(quick_host.port, person, stays=True) for person in range(3)]
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            for bot in bots:
                nursery.start_soon(bot.run)
            while min(bot.overs for bot in bots) < 3:
                await trio.lowlevel.checkpoint()
            nursery.cancel_scope.cancel()

    games = quick_host.kept[:3]
    assert [why_ended(game) for game in games] == [Ending.FINISHED] * 3
    assert len({game.follower.game for game in games}) == 3


async def test_game_goes_on_with_a_bot_for_who_was_lost(
    fast_clock: trio.testing.MockClock,
) -> None:
    del fast_clock  # the clock of this run
    async with serving(QUICK, patience_s=A_DAY_S) as served:
        served.table.lobby.clocks = Clocks(grace=2)
        bots = [BotAtLine(served.port, person) for person in range(3)]
        with trio.fail_after(A_DAY_S):
            async with trio.open_nursery() as nursery:
                lost = trio.CancelScope()
                nursery.start_soon(within, lost, bots[0])
                for bot in bots[1:]:
                    nursery.start_soon(bot.run)
                while not served.table.is_playing or served.table.course.game is None:
                    await trio.lowlevel.checkpoint()
                while served.game.follower.s < 40:
                    await trio.lowlevel.checkpoint()
                lost.cancel()

        game = served.kept[0]
        events = [step.event for step in game.log.steps]
        seat = bots[0].participant.playing_seat
        assert [e.seat for e in events if isinstance(e, Plays)] == [seat]
        assert why_ended(game) is Ending.FINISHED
        assert {bot.participant.follower.head for bot in bots[1:]} == {
            game.follower.head
        }


async def within(scope: trio.CancelScope, bot: BotAtLine) -> None:
    """Run a bot until it ends or its scope is cancelled; then its line is cut."""
    with scope:
        await bot.run()


async def test_spectator_who_comes_in_the_middle_ends_with_the_same_head(
    quick_host: ServedHost,
) -> None:
    spectator = Spectator(quick_host.port)
    bots = [BotAtLine(quick_host.port, person) for person in range(3)]
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            for bot in bots:
                nursery.start_soon(bot.run)
            while quick_host.table.course.game is None:
                await trio.lowlevel.checkpoint()
            nursery.start_soon(spectator.run)

    assert spectator.participant.follower.head == quick_host.kept[0].follower.head


async def test_program_that_knows_no_rules_plays_to_the_end(
    fast_clock: trio.testing.MockClock,
) -> None:
    del fast_clock  # the clock of this run
    async with serving(QUICK, patience_s=A_DAY_S) as served:
        served.table.lobby.clocks = Clocks(seal=1)
        peers = await served.three_players()
        game = served.game
        foreign = [ForeignClient(peer, seat) for seat, peer in enumerate(peers)]
        with trio.fail_after(A_DAY_S):
            async with trio.open_nursery() as nursery:
                for client in foreign:
                    nursery.start_soon(client.play)

        assert why_ended(game) is Ending.FINISHED
        assert check_record(record_of(game).encode()).is_finished
        refused = {code for client in foreign for code in client.refusals}
        assert refused <= LOST_RACES


async def test_host_process_leaves_the_record_of_a_game(tmp_path: Path) -> None:
    records = tmp_path / "records"
    flags = ("--pace", "0", "--messages-per-s", "2000", "--seats", "3")
    with started(tmp_path / "data", *flags, "--records", str(records)) as host:
        bots = [BotAtLine(host.port, person) for person in range(3)]
        with trio.fail_after(PATIENCE_S):
            async with trio.open_nursery() as nursery:
                for bot in bots:
                    nursery.start_soon(bot.run)
        code = host.end()

    files = sorted(path.name for path in records.iterdir())
    game = bots[0].participant.follower.game.hex()
    assert (code, files) == (0, [f"{game}.jsonl"])
    assert check_record((records / files[0]).read_bytes()).is_finished


async def test_person_who_seals_last_among_bots_reveals_in_time(
    fast_clock: trio.testing.MockClock,
) -> None:
    del fast_clock  # the clock of this run
    async with serving(QUICK, patience_s=A_DAY_S) as served:
        for chair in (1, 2):
            served.table.lobby.seat_bot(chair, "standard")
        bot = BotAtLine(served.port, 0)
        await bot.run()

        facts = [fact for step in served.kept[0].log.steps for fact in step.facts]
        shown = [fact.bids for fact in facts if isinstance(fact, BidsShown)]
        assert [bids for bids in shown if Void.WITHHELD in bids] == []

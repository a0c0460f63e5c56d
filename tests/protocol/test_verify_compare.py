"""Comparing the logs that several people kept of one game."""

from __future__ import annotations

from msgspec.structs import replace

from vendue_protocol.chain import HOST, sign_hold
from vendue_protocol.comparing import compare
from vendue_protocol.game_file import GameFile
from vendue_protocol.host_messages import Held
from vendue_protocol.proved_game import ProvedGame
from vendue_protocol.verify.history import heads_of
from vendue_protocol.verifying import verify_file
from vendue_shared.events import Ending, Hammer, Offered
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.seats import Seat

from .kept_games import (
    begin,
    ended_early,
    event_of,
    file_of,
    finished,
    offer_default,
    until,
    with_event,
)


def test_the_logs_of_one_game_are_the_same() -> None:
    game = finished(1)

    found = compare([file_of(game, reader) for reader in game.readers])

    assert found.is_same
    assert found.lengths == (game.host.s,) * 5


def test_a_log_that_ends_earlier_does_not_differ() -> None:
    game = begin(1)
    early = file_of(game)
    offer_default(game)

    found = compare([early, file_of(game, 1)])

    assert found.is_same
    assert found.lengths == (1, 2)


def test_logs_of_different_games_are_not_compared() -> None:
    found = compare([file_of(finished(1)), file_of(ended_early(2))])

    assert not found.is_one_game
    assert not found.is_same


def test_the_first_event_that_differs_is_named_with_its_bytes() -> None:
    file = file_of(finished(1))
    offered = event_of(file, 2)
    assert isinstance(offered, Offered)
    other = with_event(file, 2, replace(offered, auto=not offered.auto))

    found = compare([file, other])

    assert found.differs_at == 2
    assert found.found == (file.events[1].e, other.events[1].e)
    assert not found.is_same


def two_histories() -> tuple[GameFile, GameFile]:
    """What a host shows to two players, with a signature on each."""
    mine, theirs = until(1, OpenAuction), until(1, OpenAuction)
    theirs.play(Hammer())
    for game in (mine, theirs):
        game.end(Ending.HOST)
    return file_of(mine, 0), file_of(theirs, 1)


def test_two_histories_differ_though_each_is_sound() -> None:
    one, other = two_histories()

    found = compare([one, other])

    assert all(list(verify_file(file)) for file in (one, other))
    assert found.differs_at is not None
    assert found.two_holds == ()


def with_false_hold(game: ProvedGame, file: GameFile, who: int) -> GameFile:
    """The log with a head of another history signed at its last event."""
    agreed = game._agreed
    key = agreed.host_key if who == HOST else agreed.own[Seat(who)].key
    begun = agreed.begun
    head = heads_of(begun, [logged.e for logged in file.events])[-1]
    hold = sign_hold(key, begun.terms.game, who, len(file.events), head)
    return replace(file, holds=(*file.holds, Held(s=file.end.s, who=who, hold=hold)))


def test_two_holds_of_the_host_on_one_event_are_proof_of_cheating() -> None:
    game = begin(1)
    game.end(Ending.HOST)
    honest = file_of(game)
    other = with_event(honest, 2, replace(event_of(honest, 2), reason=Ending.OWNER))
    false = with_false_hold(game, other, HOST)

    found = compare([honest, false])

    (two,) = found.two_holds
    assert (two.who, two.s, two.key) == (HOST, 2, game.host.terms.host_key)
    assert set(two.heads) == {honest.end.h, other.end.h}


def test_two_holds_of_a_seat_name_the_seat() -> None:
    game = begin(1)
    game.end(Ending.HOST)
    honest = file_of(game)
    other = with_event(honest, 2, replace(event_of(honest, 2), reason=Ending.OWNER))
    false = with_false_hold(game, other, 1)

    found = compare([honest, false])

    assert [two.who for two in found.two_holds] == [1]


def test_a_hold_that_fits_nothing_is_no_proof_against_anybody() -> None:
    game = begin(1)
    game.end(Ending.HOST)
    honest = file_of(game)
    other = with_event(honest, 2, replace(event_of(honest, 2), reason=Ending.OWNER))
    noise = replace(other, holds=(*other.holds, Held(s=2, who=255, hold=bytes(64))))

    assert compare([honest, noise]).two_holds == ()


def test_a_log_without_a_first_event_can_be_compared() -> None:
    file = file_of(finished(1))
    empty = replace(file, events=())

    assert compare([file, empty]).is_same

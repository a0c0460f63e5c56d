"""Who is told what about what is asked, as frames."""

from __future__ import annotations

from tests.server.game_by_hand import GameByHand

from vendue_protocol.codec import encode
from vendue_server.asking import frames_of
from vendue_shared.paintings import Kind
from vendue_shared.seats import Seat


def test_each_seat_that_is_asked_is_told_its_own_purse(
    three_persons: GameByHand,
) -> None:
    three_persons.offer(0, Kind.OPEN)
    game = three_persons.game

    frames = frames_of(game.due(None, 0.0), game.follower.position.purses)

    asked = [None, Seat(0), Seat(1), Seat(2)]
    assert frames == {seat: encode(game.due(seat, 0.0)) for seat in asked}


def test_who_is_not_asked_is_told_what_a_spectator_is(
    three_persons: GameByHand,
) -> None:
    game = three_persons.game

    frames = frames_of(game.due(None, 0.0), game.follower.position.purses)

    assert list(frames) == [None, Seat(0)]

"""What a game does when lines are lost, and who waits for whom."""

from __future__ import annotations

from math import inf

import pytest
from tests.server.game_by_hand import GameByHand, terms_for

from vendue_server.patience import DESERTED_S
from vendue_shared.events import (
    Ended,
    Ending,
    Hammer,
    Locked,
    Offered,
    Opened,
    Player,
    Plays,
)
from vendue_shared.paintings import Kind
from vendue_shared.seats import Seat
from vendue_shared.terms import Clocks


def went(game: GameByHand, *seats: int) -> None:
    for seat in seats:
        game.game.person_went(Seat(seat), game.now, has_left=False)


def left(game: GameByHand, *seats: int) -> None:
    for seat in seats:
        game.game.person_went(Seat(seat), game.now, has_left=True)


def came(game: GameByHand, seat: int) -> None:
    game.game.person_came(Seat(seat), game.now)


def taken_over(game: GameByHand) -> list[int]:
    """The seats that bots took over, in order."""
    return [e.seat for e in game.events if isinstance(e, Plays) and e.by is Player.BOT]


def test_clock_stands_while_the_seat_asked_is_away(three_persons: GameByHand) -> None:
    three_persons.wait(10.0)

    went(three_persons, 0)

    assert (three_persons.stands, three_persons.left_s) == (True, 50.0)


def test_due_says_that_the_clock_stands(three_persons: GameByHand) -> None:
    went(three_persons, 0)

    assert three_persons.game.due(None, three_persons.now).held_up


def test_clock_runs_while_only_others_are_away(three_persons: GameByHand) -> None:
    went(three_persons, 1, 2)

    assert not three_persons.stands


def test_clock_goes_on_when_the_seat_asked_is_back(three_persons: GameByHand) -> None:
    three_persons.wait(10.0)
    went(three_persons, 0)
    three_persons.wait(100.0)

    came(three_persons, 0)

    assert (three_persons.stands, three_persons.left_s) == (False, 50.0)


def test_open_auction_does_not_wait_for_who_is_away(
    three_persons: GameByHand,
) -> None:
    three_persons.offer(0, Kind.OPEN)
    went(three_persons, 1)

    three_persons.wait(20.0)

    assert three_persons.last == Hammer()


def test_sealing_waits_for_who_is_away(three_persons: GameByHand) -> None:
    three_persons.offer(0, Kind.SEALED)
    went(three_persons, 1)

    three_persons.wait(60.0)

    assert not any(isinstance(e, Locked) for e in three_persons.events)


def test_bot_takes_over_when_grace_is_spent(three_persons: GameByHand) -> None:
    went(three_persons, 0)

    three_persons.wait(120.0)

    assert taken_over(three_persons) == [0]


def test_bot_does_not_take_over_a_moment_earlier(three_persons: GameByHand) -> None:
    went(three_persons, 0)

    three_persons.wait(119.9)

    assert taken_over(three_persons) == []


def test_bot_that_took_over_goes_on_playing(three_persons: GameByHand) -> None:
    went(three_persons, 0)

    three_persons.wait(121.0)

    assert any(isinstance(e, Offered) for e in three_persons.events)


def test_who_leaves_is_replaced_at_once(three_persons: GameByHand) -> None:
    left(three_persons, 0)

    three_persons.wait(0.0)

    assert taken_over(three_persons) == [0]


def test_who_comes_back_may_take_the_seat_back(three_persons: GameByHand) -> None:
    went(three_persons, 1)
    three_persons.wait(120.0)
    came(three_persons, 1)

    three_persons.game.hand_over(Seat(1), Player.PERSON, three_persons.now)

    assert not three_persons.position.bots[1]


def test_bids_of_who_left_stay_binding(three_persons: GameByHand) -> None:
    three_persons.offer(0, Kind.OPEN)
    three_persons.bid(1, 9)
    left(three_persons, 1)

    three_persons.wait(0.0)

    assert getattr(three_persons.position.phase, "leader", None) == 1


def test_nobody_is_taken_over_while_nobody_at_all_is_there(
    three_persons: GameByHand,
) -> None:
    went(three_persons, 0, 1, 2)

    three_persons.wait(3600.0)

    assert taken_over(three_persons) == []


def test_nobody_is_taken_over_while_only_bots_are_there(
    person_and_bots: GameByHand,
) -> None:
    went(person_and_bots, 0)

    person_and_bots.wait(3600.0)

    assert taken_over(person_and_bots) == []


def test_even_an_open_auction_stands_while_nobody_at_all_is_there(
    three_persons: GameByHand,
) -> None:
    three_persons.offer(0, Kind.OPEN)
    went(three_persons, 0, 1, 2)

    three_persons.wait(3600.0)

    assert isinstance(three_persons.last, Offered)


def test_game_goes_on_when_the_first_person_is_back(three_persons: GameByHand) -> None:
    went(three_persons, 0, 1, 2)
    three_persons.wait(3600.0)

    came(three_persons, 1)
    three_persons.wait(120.0)

    assert taken_over(three_persons) == [0, 2]


def test_deserted_game_is_given_up_after_a_day(three_persons: GameByHand) -> None:
    went(three_persons, 0, 1, 2)

    three_persons.wait(DESERTED_S)

    assert isinstance(three_persons.last, Ended)
    assert three_persons.last.reason is Ending.ABANDONED


def test_game_that_somebody_came_back_to_is_not_given_up(
    three_persons: GameByHand,
) -> None:
    went(three_persons, 0, 1, 2)
    three_persons.wait(DESERTED_S - 1.0)

    came(three_persons, 0)

    assert three_persons.game.deadline() > three_persons.now + 1.0


def test_bots_finish_a_game_that_all_persons_left(three_persons: GameByHand) -> None:
    left(three_persons, 0, 1, 2)

    three_persons.wait(3600.0)

    assert isinstance(three_persons.last, Ended)
    assert three_persons.last.reason is Ending.FINISHED


def test_sealed_seat_is_not_taken_over_before_the_bids_are_opened(
    three_persons: GameByHand,
) -> None:
    three_persons.offer(0, Kind.SEALED)
    three_persons.seal(1, 10)
    left(three_persons, 1)

    three_persons.wait(0.0)

    assert taken_over(three_persons) == []


def test_spent_grace_of_a_sealed_seat_keeps_no_host_busy(
    three_persons: GameByHand,
) -> None:
    three_persons.offer(0, Kind.SEALED)
    three_persons.seal(1, 10)
    left(three_persons, 1)

    assert three_persons.game.deadline() == three_persons.now + 45.0


def test_reveal_waits_for_who_is_away(three_persons: GameByHand) -> None:
    three_persons.offer(0, Kind.SEALED)
    three_persons.seal_all((10, 20, 30))
    went(three_persons, 1)
    three_persons.reveal(0)
    three_persons.reveal(2)

    three_persons.wait(60.0)

    assert not any(isinstance(e, Opened) for e in three_persons.events)


def test_reveal_waits_for_grace_and_clock_and_no_longer(
    three_persons: GameByHand,
) -> None:
    three_persons.offer(0, Kind.SEALED)
    three_persons.seal_all((10, 20, 30))
    went(three_persons, 1)
    three_persons.reveal(0)
    three_persons.reveal(2)

    three_persons.wait(120.0 + 10.0)

    opened = [e for e in three_persons.events if isinstance(e, Opened)]
    assert [o is None for o in opened[0].openings] == [False, True, False]


def test_seat_that_withheld_is_taken_over_once_the_bids_are_opened(
    three_persons: GameByHand,
) -> None:
    three_persons.offer(0, Kind.SEALED)
    three_persons.seal_all((10, 20, 30))
    went(three_persons, 1)
    three_persons.reveal(0)
    three_persons.reveal(2)

    three_persons.wait(120.0 + 10.0)

    assert taken_over(three_persons) == [1]


def test_two_spent_purses_in_a_reveal_keep_no_host_busy(
    three_persons: GameByHand,
) -> None:
    three_persons.offer(0, Kind.SEALED)
    three_persons.seal_all((10, 20, 30))
    went(three_persons, 1)
    three_persons.wait(60.0)
    went(three_persons, 2)

    three_persons.wait(61.0)

    assert three_persons.game.deadline() == 60.0 + 120.0


def test_game_of_who_sealed_and_left_does_not_stand_for_ever(
    person_and_bots: GameByHand,
) -> None:
    person_and_bots.offer(0, Kind.SEALED)
    person_and_bots.seal(0, 10)
    left(person_and_bots, 0)

    person_and_bots.wait(3600.0)

    assert isinstance(person_and_bots.last, Ended)


def test_finished_game_waits_for_nobody(three_persons: GameByHand) -> None:
    three_persons.game.end(Ending.OWNER, 0.0)
    went(three_persons, 0, 1, 2)

    assert three_persons.game.deadline() == inf


@pytest.mark.parametrize("grace", [1, 3600])
def test_grace_is_as_long_as_the_terms_say(grace: int) -> None:
    game = GameByHand(terms_for(3, clocks=Clocks(grace=grace)), seed=16)
    went(game, 0)

    assert game.game.deadline() == float(grace)

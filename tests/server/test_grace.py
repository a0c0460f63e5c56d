from __future__ import annotations

from math import inf

import pytest

from vendue_server.grace import Grace
from vendue_shared.seats import Seat

A, B, BOT = Seat(0), Seat(1), Seat(2)


@pytest.fixture
def grace() -> Grace:
    """Two persons and a bot, 120 seconds each."""
    return Grace((True, True, False), 120.0, 0.0)


def test_a_seat_that_is_there_spends_nothing(grace: Grace) -> None:
    assert grace.empties_at(A) == inf


def test_a_lost_line_spends_the_purse(grace: Grace) -> None:
    grace.went(A, 10.0)

    assert grace.left_s(A, 50.0) == 80.0


def test_an_empty_purse_is_empty_and_not_less(grace: Grace) -> None:
    grace.went(A, 0.0)

    assert grace.left_s(A, 1000.0) == 0.0


def test_purse_of_who_came_back_is_not_full_again(grace: Grace) -> None:
    grace.went(A, 0.0)
    grace.came(A, 50.0)

    grace.went(A, 60.0)

    assert grace.empties_at(A) == 130.0


def test_new_round_fills_every_purse(grace: Grace) -> None:
    grace.went(A, 0.0)

    grace.refill(100.0)

    assert grace.left_s(A, 100.0) == 120.0


def test_refilled_purse_of_who_is_away_goes_on_being_spent(grace: Grace) -> None:
    grace.went(A, 0.0)

    grace.refill(100.0)

    assert grace.empties_at(A) == 220.0


def test_losing_a_line_twice_is_losing_it_once(grace: Grace) -> None:
    grace.went(A, 0.0)

    grace.went(A, 100.0)

    assert grace.left_s(A, 100.0) == 20.0


def test_purses_stand_still_when_the_last_person_goes_though_bots_stay(
    grace: Grace,
) -> None:
    grace.went(A, 0.0)
    grace.went(B, 10.0)

    assert (grace.left_s(A, 9999.0), grace.left_s(B, 9999.0)) == (110.0, 120.0)


def test_purse_that_stands_still_empties_never(grace: Grace) -> None:
    grace.went(A, 0.0)
    grace.went(B, 10.0)

    assert grace.empties_at(A) == inf


def test_all_purses_run_again_when_the_first_person_is_back(grace: Grace) -> None:
    grace.went(A, 0.0)
    grace.went(B, 10.0)

    grace.came(B, 1000.0)

    assert grace.empties_at(A) == 1110.0


def test_who_left_for_good_is_not_waited_for(grace: Grace) -> None:
    grace.give_up(A, 10.0)

    assert grace.empties_at(A) <= 10.0


def test_who_left_last_stops_the_purses_of_who_is_only_away(grace: Grace) -> None:
    grace.went(A, 0.0)

    grace.give_up(B, 10.0)

    assert grace.left_s(A, 9999.0) == 110.0


def test_game_is_deserted_from_when_the_last_person_goes(grace: Grace) -> None:
    grace.went(A, 0.0)
    grace.went(B, 10.0)

    assert grace.deserted_since == 10.0


def test_game_is_deserted_no_more_when_somebody_is_back(grace: Grace) -> None:
    grace.went(A, 0.0)
    grace.went(B, 10.0)

    grace.came(A, 20.0)

    assert grace.deserted_since == inf


def test_bot_counts_for_nobody_who_is_there(grace: Grace) -> None:
    assert not grace.anybody_here([BOT])

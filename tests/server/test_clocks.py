from __future__ import annotations

import msgspec
import pytest

from vendue_server.clocks import DEFAULTS, DecisionClock, seconds_for
from vendue_shared.choices import Decision
from vendue_shared.terms import Clocks


@pytest.fixture
def clock() -> DecisionClock:
    return DecisionClock(Clocks())


@pytest.mark.parametrize("decision", [d for d in Decision if d is not Decision.NONE])
def test_each_decision_takes_the_time_of_its_own_clock(decision: Decision) -> None:
    clocks = Clocks(**dict.fromkeys(Clocks.__struct_fields__, 7))
    own = msgspec.structs.replace(clocks, **{decision.value: 99})

    assert seconds_for(decision, own) == 99.0


def test_every_decision_has_a_default_to_be_told() -> None:
    assert set(DEFAULTS) == set(Decision)


def test_default_of_an_offer_does_not_name_a_painting() -> None:
    assert DEFAULTS[Decision.OFFER] == "drawn"


def test_time_is_never_less_than_nothing(clock: DecisionClock) -> None:
    clock.start(Decision.BUY, 0.0)

    assert clock.left_s(1000.0) == 0.0


def test_standing_clock_keeps_what_is_left(clock: DecisionClock) -> None:
    clock.start(Decision.BUY, 0.0)

    clock.hold(10.0)

    assert clock.left_s(500.0) == 20.0


def test_standing_clock_has_no_deadline(clock: DecisionClock) -> None:
    clock.start(Decision.BUY, 0.0)

    clock.hold(10.0)

    assert clock.deadline is None


def test_clock_goes_on_from_what_was_left(clock: DecisionClock) -> None:
    clock.start(Decision.BUY, 0.0)
    clock.hold(10.0)

    clock.release(100.0)

    assert clock.deadline == 120.0


def test_holding_twice_is_holding_once(clock: DecisionClock) -> None:
    clock.start(Decision.BUY, 0.0)
    clock.hold(10.0)

    clock.hold(25.0)

    assert clock.left_s(25.0) == 20.0


def test_releasing_a_running_clock_changes_nothing(clock: DecisionClock) -> None:
    clock.start(Decision.BUY, 0.0)

    clock.release(10.0)

    assert clock.deadline == 30.0


def test_late_raise_lifts_the_clock(clock: DecisionClock) -> None:
    clock.start(Decision.OPEN, 0.0)

    clock.lift(19.0)

    assert clock.left_s(19.0) == 8.0


def test_early_raise_does_not_shorten_the_clock(clock: DecisionClock) -> None:
    clock.start(Decision.OPEN, 0.0)

    clock.lift(1.0)

    assert clock.deadline == 20.0


def test_raises_lift_the_clock_no_further_than_its_cap(clock: DecisionClock) -> None:
    clock.start(Decision.OPEN, 0.0)

    clock.lift(118.0)

    assert clock.deadline == 120.0


def test_open_auction_never_starts_above_its_cap() -> None:
    clock = DecisionClock(Clocks(open=50, cap=30))

    clock.start(Decision.OPEN, 0.0)

    assert clock.deadline == 30.0


def test_cap_counts_only_time_in_which_the_clock_ran(clock: DecisionClock) -> None:
    clock.start(Decision.OPEN, 0.0)
    clock.hold(10.0)
    clock.release(1010.0)

    clock.lift(1115.0)

    assert clock.deadline == 1120.0


def test_lifting_a_standing_clock_leaves_it_standing(clock: DecisionClock) -> None:
    clock.start(Decision.OPEN, 0.0)
    clock.hold(19.0)

    clock.lift(19.0)

    assert clock.deadline is None


def test_a_standing_clock_is_lifted_for_when_it_goes_on(clock: DecisionClock) -> None:
    clock.start(Decision.OPEN, 0.0)
    clock.hold(19.0)

    clock.lift(19.0)

    assert clock.left_s(19.0) == 8.0

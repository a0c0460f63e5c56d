"""The rule by which players are taken to offer."""

from __future__ import annotations

import pytest

from vendue_shared.bots.likings import (
    COUNTS_ON,
    NEVER,
    PLANS,
    THINKS,
    TRADES,
    Taste,
    Way,
    face_of,
    stacks_of,
)
from vendue_shared.bots.value import Scale, code_of
from vendue_shared.options import Options
from vendue_shared.paintings import Kind

SCALE = Scale((30, 20, 10, 0, 0), Options())

EVERY_WAY = pytest.mark.parametrize("way", [TRADES, THINKS, PLANS])


def taste(way: Way, *, is_last: bool = False) -> Taste:
    return Taste(way, SCALE, is_last=is_last)


def test_a_trader_goes_by_looks_and_who_thinks_by_what_lots_bring() -> None:
    shown = code_of((1, 0, 0, 2, 0))
    then = code_of((2, 0, 0, 2, 0))

    assert taste(TRADES).prospect(shown).worths[0] == SCALE.plain(then)[0] == 60
    assert taste(THINKS).prospect(shown).worths[0] == SCALE.fitted(then)[0]


def test_the_next_painting_may_change_what_all_artists_are_worth() -> None:
    changes = taste(TRADES).prospect(code_of((1, 0, 0, 1, 0))).changes[3]

    # With a second one shown, the fourth artist of the board takes the first place.
    assert changes == (-10, 0, 0, 10, 0)


@EVERY_WAY
def test_a_fifth_brings_what_the_end_of_the_round_does(way: Way) -> None:
    shown = code_of((4, 1, 0, 2, 0))
    prospect = taste(way).prospect(shown)
    final = SCALE.final(code_of((5, 1, 0, 2, 0)))
    now = SCALE.plain(shown) if way.looks else SCALE.fitted(shown)

    assert prospect.worths[0] == 0
    assert prospect.changes[0] == tuple(
        then - old for then, old in zip(final, now, strict=True)
    )
    assert (prospect.costs[0] >= NEVER) is (way is TRADES)
    assert prospect.costs[1] < NEVER


@EVERY_WAY
def test_no_pair_would_be_sold_of_whom_three_are_shown(way: Way) -> None:
    pairs = taste(way).prospect(code_of((2, 3, 4, 0, 1))).pairs

    assert pairs == (True, False, False, True, True)


@EVERY_WAY
def test_in_the_last_round_nothing_is_kept(way: Way) -> None:
    assert taste(way, is_last=True).prospect(0).costs == (0,) * 5
    assert taste(way, is_last=True).kept((90, 80, 70, 60, 50)) == (0,) * 5


def test_what_is_kept_is_worth_more_where_the_artist_has_chips() -> None:
    kept = taste(THINKS).kept((30, 20, 10, 0, 0))

    assert kept == pytest.approx((47.6, 40.6, 33.6, 26.6, 26.6))


def test_the_best_liked_of_an_artist_is_last_and_a_lone_double_first() -> None:
    hand = [
        (0, face_of(2, Kind.DOUBLE)),
        (0, face_of(2, Kind.OPEN)),
        (0, face_of(2, Kind.SEALED)),
        (0, face_of(4, Kind.ONCE)),
    ]

    stacks = stacks_of(hand, COUNTS_ON, 0.0)

    assert [kind for _, kind in stacks[2]] == [Kind.DOUBLE, Kind.SEALED, Kind.OPEN]
    assert stacks[4] == [(0.85, Kind.ONCE)]
    assert stacks[0] == stacks[1] == stacks[3] == []


def test_who_strays_counts_on_more_by_chance() -> None:
    dice = 0, 2**31, 2**32 - 1
    hand = [(die, face_of(0, Kind.OPEN)) for die in dice]

    parts = [part for part, _ in stacks_of(hand, COUNTS_ON, 0.2)[0]]

    assert parts == pytest.approx([1.0, 1.1, 1.2])

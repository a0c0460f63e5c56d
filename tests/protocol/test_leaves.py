"""Places, blinds, leaves, lists and their root."""

from __future__ import annotations

import pytest

from vendue_protocol.leaves import (
    arranged,
    blind_of,
    leaf_of,
    list_places,
    lists_fit,
    root_of,
)
from vendue_shared.paintings import PAINTINGS, Painting
from vendue_shared.shares import places_of

GAME = bytes(16)

TABLES = [(3, False), (3, True), (4, False), (5, False)]
IDS = ["3 seats", "3 seats and the mystery hand", "4 seats", "5 seats"]
tables = pytest.mark.parametrize(("seats", "mystery_hand"), TABLES, ids=IDS)

LEAVES = tuple(
    leaf_of(GAME, painting, blind_of(GAME, painting, bytes(32)))
    for painting in PAINTINGS
)


@tables
def test_every_place_is_in_one_list(seats: int, *, mystery_hand: bool) -> None:
    lists = list_places(seats, mystery_hand=mystery_hand)

    assert sorted(place for places in lists for place in places) == list(range(70))


def test_hands_take_their_whole_share_in_turn_from_the_top() -> None:
    rounds = [
        [places_of(hand, number, 3, mystery_hand=True) for hand in range(4)]
        for number in (1, 2, 3, 4)
    ]

    assert rounds[0] == [range(9), range(9, 18), range(18, 27), range(27, 36)]
    assert rounds[1] == [range(36, 40), range(40, 44), range(44, 48), range(48, 52)]
    assert rounds[2][3] == range(64, 68)
    assert not any(rounds[3])


@pytest.mark.parametrize("hand", [-1, 3])
def test_there_is_no_hand_beyond_the_seats(hand: int) -> None:
    with pytest.raises(ValueError, match="no hand"):
        places_of(hand, 1, 3, mystery_hand=False)


@pytest.mark.parametrize("number", [0, 5])
def test_there_is_no_fifth_round(number: int) -> None:
    with pytest.raises(ValueError, match="no round"):
        places_of(0, number, 3, mystery_hand=False)


@tables
def test_lists_as_arranged_fit(seats: int, *, mystery_hand: bool) -> None:
    lists = arranged(LEAVES, seats, mystery_hand=mystery_hand)

    assert lists_fit(lists, seats, mystery_hand=mystery_hand)


@tables
def test_the_lists_hide_the_order_within_a_hand(
    seats: int, *, mystery_hand: bool
) -> None:
    swapped = list(LEAVES)
    swapped[0], swapped[1] = swapped[1], swapped[0]

    assert arranged(swapped, seats, mystery_hand=mystery_hand) == arranged(
        LEAVES, seats, mystery_hand=mystery_hand
    )


def test_the_lists_hide_in_which_round_a_painting_is_dealt() -> None:
    first, later = (
        places_of(1, 1, 4, mystery_hand=False)[0],
        places_of(1, 3, 4, mystery_hand=False)[0],
    )
    swapped = list(LEAVES)
    swapped[first], swapped[later] = swapped[later], swapped[first]

    assert arranged(swapped, 4, mystery_hand=False) == arranged(
        LEAVES, 4, mystery_hand=False
    )


def test_the_mystery_hand_keeps_the_order_of_the_pile() -> None:
    lists = arranged(LEAVES, 3, mystery_hand=True)
    places = list_places(3, mystery_hand=True)[3]

    assert lists[3] == tuple(LEAVES[place] for place in places)
    assert list(lists[3]) != sorted(lists[3])


def test_lists_that_are_not_sorted_do_not_fit() -> None:
    lists = list(arranged(LEAVES, 4, mystery_hand=False))
    lists[2] = lists[2][::-1]

    assert not lists_fit(lists, 4, mystery_hand=False)


def test_lists_with_a_leaf_twice_do_not_fit() -> None:
    lists = list(arranged(LEAVES, 3, mystery_hand=True))
    lists[3] = (lists[3][1], *lists[3][1:])

    assert not lists_fit(lists, 3, mystery_hand=True)


def test_lists_of_another_table_do_not_fit() -> None:
    lists = arranged(LEAVES, 4, mystery_hand=False)

    assert not lists_fit(lists, 3, mystery_hand=False)
    assert not lists_fit(lists, 5, mystery_hand=False)
    assert not lists_fit(lists[:-1], 4, mystery_hand=False)
    assert not lists_fit((), 4, mystery_hand=False)


def test_the_root_tells_where_a_list_ends() -> None:
    one, two = LEAVES[:2]

    roots = {
        root_of(GAME, [(one,), (two,)]),
        root_of(GAME, [(one, two), ()]),
        root_of(GAME, [(), (one, two)]),
        root_of(GAME, [(one,), (two,), ()]),
        root_of(GAME, [(two,), (one,)]),
        root_of(b"\x01" + GAME[1:], [(one,), (two,)]),
    }

    assert len(roots) == 6


def test_each_part_of_a_leaf_changes_it() -> None:
    blind = blind_of(GAME, 0, bytes(32))
    other_game = b"\x01" + GAME[1:]

    leaves = {
        leaf_of(GAME, Painting(0), blind),
        leaf_of(GAME, Painting(1), blind),
        leaf_of(other_game, Painting(0), blind),
        leaf_of(GAME, Painting(0), blind_of(GAME, 1, bytes(32))),
        leaf_of(GAME, Painting(0), blind_of(GAME, 0, b"\x01" + bytes(31))),
        leaf_of(GAME, Painting(0), blind_of(other_game, 0, bytes(32))),
    }

    assert len(leaves) == 6


@pytest.mark.parametrize("size", [0, 31, 33])
def test_leaves_are_made_of_whole_hashes(size: int) -> None:
    with pytest.raises(ValueError, match="a slot"):
        blind_of(GAME, 0, bytes(size))
    with pytest.raises(ValueError, match="a blind"):
        leaf_of(GAME, Painting(0), bytes(size))
    with pytest.raises(ValueError, match="a leaf"):
        root_of(GAME, [(bytes(size),), ()])


def test_a_root_needs_a_list() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        root_of(GAME, [])

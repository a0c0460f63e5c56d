"""Leaves: what everybody knows of a painting before it is played.

Each place in the deck has a secret slot. A blind hides the place, a leaf hides the
painting; the list of a hand's leaves is sorted, so that it tells no order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vendue_shared.paintings import PAINTINGS, Painting
from vendue_shared.shares import ROUNDS, places_of

from .tags import GAME_SIZE, sha256, sized, unsigned, versioned

_BLIND: Final = versioned("blind")
_LEAF: Final = versioned("leaf")
_ROOT: Final = versioned("root")


def blind_of(game: bytes, place: int, slot: bytes) -> bytes:
    """Hide a place of the deck, 32 bytes; published when its painting is played.

    Args:
        game: The game's id.
        place: The index in the deck, 0 (the top) to 69.
        slot: That place's 32 secret bytes.

    Raises:
        ValueError: Something is of the wrong size.

    Source:
        docs/FAIRPLAY.md, "The deal".
    """
    where = sized("a game id", game, GAME_SIZE) + unsigned(place, 1)
    return sha256(_BLIND + where + sized("a slot", slot))


def leaf_of(game: bytes, painting: Painting, blind: bytes) -> bytes:
    """Hide a painting, 32 bytes; published for all seventy as the game begins.

    Args:
        game: The game's id.
        painting: 0 to 69.
        blind: What `blind_of` gives for its place.

    Raises:
        ValueError: Something is of the wrong size.

    Source:
        docs/FAIRPLAY.md, "The deal".
    """
    what = sized("a game id", game, GAME_SIZE) + unsigned(painting, 1)
    return sha256(_LEAF + what + sized("a blind", blind))


def hands_of(seats: int, *, mystery_hand: bool) -> int:
    """Count the hands that are dealt: one a seat, and the mystery hand."""
    return seats + mystery_hand


def list_places(seats: int, *, mystery_hand: bool) -> tuple[tuple[int, ...], ...]:
    """Tell which places each published list covers, in the order of dealing.

    Returns:
        One tuple a hand, then one of the places never dealt, perhaps empty.

    Raises:
        ValueError: There is no such game.

    Source:
        docs/FAIRPLAY.md, "The deal".
    """
    hands = tuple(
        tuple(
            place
            for number in range(1, ROUNDS + 1)
            for place in places_of(hand, number, seats, mystery_hand=mystery_hand)
        )
        for hand in range(hands_of(seats, mystery_hand=mystery_hand))
    )
    dealt = sum(map(len, hands))
    return (*hands, tuple(range(dealt, len(PAINTINGS))))


def arranged(
    leaves: Sequence[bytes], seats: int, *, mystery_hand: bool
) -> tuple[tuple[bytes, ...], ...]:
    """Arrange the leaves of the deck as they are published.

    Args:
        leaves: All seventy, by place.
        seats: 3 to 5.
        mystery_hand: Whether the fourth hand is the mystery hand.

    Returns:
        Each hand's leaves, ascending; the mystery hand's as they lie in the pile;
        then those never dealt, ascending.

    Raises:
        ValueError: There is no such game.

    Source:
        docs/FAIRPLAY.md, "The deal".
    """
    lists = []
    for number, places in enumerate(list_places(seats, mystery_hand=mystery_hand)):
        found = [leaves[place] for place in places]
        is_pile = mystery_hand and number == seats
        lists.append(tuple(found if is_pile else sorted(found)))
    return tuple(lists)


def lists_fit(
    lists: Sequence[Sequence[bytes]], seats: int, *, mystery_hand: bool
) -> bool:
    """Tell whether published lists have the form that `arranged` gives.

    Args:
        lists: As a peer sent them, each leaf 32 bytes.
        seats: 3 to 5.
        mystery_hand: Whether the fourth hand is the mystery hand.

    Returns:
        False if a list is missing, too long or short, not ascending where it must
        be, or if a leaf stands twice.

    Raises:
        ValueError: There is no such game.

    Source:
        docs/FAIRPLAY.md, "The deal".
    """
    places = list_places(seats, mystery_hand=mystery_hand)
    if [len(found) for found in lists] != [len(wanted) for wanted in places]:
        return False
    if len({leaf for found in lists for leaf in found}) != len(PAINTINGS):
        return False
    return all(
        list(found) == sorted(found)
        for number, found in enumerate(lists)
        if not (mystery_hand and number == seats)
    )


def root_of(game: bytes, lists: Sequence[Sequence[bytes]]) -> bytes:
    """Hash all lists to the 32 bytes that the log begins with.

    Args:
        game: The game's id.
        lists: One a hand, then the leaves never dealt, even if there are none.

    Raises:
        ValueError: Something is of the wrong size.

    Source:
        docs/FAIRPLAY.md, "The deal".
    """
    parts = [_ROOT, sized("a game id", game, GAME_SIZE), unsigned(len(lists) - 1, 1)]
    for leaves in lists:
        parts.append(unsigned(len(leaves), 1))
        parts.extend(sized("a leaf", leaf) for leaf in leaves)
    return sha256(b"".join(parts))

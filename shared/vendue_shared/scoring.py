"""The end of a round: ranking, values, what the bank pays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .money import Money
from .options import UnrankedValue
from .paintings import ARTIST_OF, ARTISTS, Artist, Painting

CHIPS: Final = (Money(30), Money(20), Money(10))
"""What the first, second and third artist of a round gain in value."""


def rank_artists(shown: Sequence[int]) -> tuple[Artist, ...]:
    """Order the artists of a round from most to least shown.

    Args:
        shown: Paintings that count this round, by artist in board order, each 0
            to 5.

    Returns:
        At most three artists, best first. A tie goes to the earlier in board
        order. An artist with no painting is never ranked.

    Source:
        docs/RULES.md, ruling 27.

    Example:
        >>> [artist.code for artist in rank_artists([2, 2, 5, 2, 2])]
        ['V', 'L', 'S']
        >>> [artist.code for artist in rank_artists([0, 0, 0, 0, 5])]
        ['K']
    """
    order = sorted(ARTISTS, key=lambda artist: -shown[artist])
    return tuple(artist for artist in order[: len(CHIPS)] if shown[artist])


def chips_of(ranking: Sequence[Artist]) -> tuple[Money, ...]:
    """The chips a round lays on each artist, in board order; 0 for the unranked."""
    chips = [Money(0)] * len(ARTISTS)
    for artist, chip in zip(ranking, CHIPS, strict=False):
        chips[artist] = chip
    return tuple(chips)


def values_of(
    ranking: Sequence[Artist], sums: Sequence[Money], unranked: UnrankedValue
) -> tuple[Money, ...]:
    """What the bank pays for one painting of each artist, in board order.

    Args:
        ranking: The round's artists, best first.
        sums: All chips of each artist, this round's included.
        unranked: What the artists outside the ranking bring.

    Source:
        docs/RULES.md, rulings 28 and 29.
    """
    keeps = unranked is UnrankedValue.ACCUMULATED
    return tuple(
        sums[artist] if keeps or artist in ranking else Money(0) for artist in ARTISTS
    )


def worth(wall: Sequence[Painting], values: Sequence[Money]) -> Money:
    """What the bank pays for all paintings of one wall."""
    return Money(sum(values[ARTIST_OF[painting]] for painting in wall))

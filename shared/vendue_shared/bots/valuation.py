"""What a painting looks to be worth now, and what a wall then is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vendue_shared.options import UnrankedValue
from vendue_shared.paintings import ARTIST_OF, ARTISTS, Artist, Painting
from vendue_shared.position import Position
from vendue_shared.scoring import CHIPS
from vendue_shared.seats import Seat
from vendue_shared.tabletop import FIFTH

OUTSIDE: Final = 5
"""What an artist outside the three is good for: it may still be ranked."""


def rank_of(artist: Artist, shown: Sequence[int]) -> int:
    """The place of an artist among the five, 0 the most shown; ties by the board."""
    mine = shown[artist]
    ahead = sum(count > mine for count in shown)
    return ahead + sum(count == mine for count in shown[:artist])


def reference(position: Position, shown: Sequence[int]) -> tuple[int, ...]:
    """What one painting of each artist looks to be worth.

    Args:
        position: Gives the earlier chips and the options.
        shown: Paintings shown this round, by artist in board order: those of
            the position, or those of a round thought on.

    Returns:
        Thousands, by artist in board order: the earlier chips and the chip of
        the present rank. Outside the three it is 5, with the earlier chips
        where they are paid even so.

    Source:
        docs/RULES.md, rulings 27 to 29 and "Options".
    """
    sums = position.sums()
    keeps = position.options.unranked_value is UnrankedValue.ACCUMULATED
    values = []
    for artist in ARTISTS:
        rank = rank_of(artist, shown)
        if rank < len(CHIPS):
            values.append(sums[artist] + CHIPS[rank])
        else:
            values.append(OUTSIDE + (sums[artist] if keeps else 0))
    return tuple(values)


def shown_with(position: Position, *paintings: Painting) -> list[int]:
    """The counts of this round if these were turned up as well."""
    shown = position.shown[:]
    for painting in paintings:
        shown[ARTIST_OF[painting]] += 1
    return shown


def standing(position: Position, seat: Seat, values: Sequence[int]) -> float:
    """How far a seat's wall is ahead of the mean of the others' walls, in k."""
    walls = [sum(values[ARTIST_OF[p]] for p in wall) for wall in position.walls]
    mine = walls[seat]
    return mine - (sum(walls) - mine) / (position.seats - 1)


def ends_round(position: Position, *paintings: Painting) -> bool:
    """Whether playing these, of one artist, ends the round with nothing sold.

    Source:
        docs/RULES.md, rulings 23 to 25 and 31.
    """
    artist = ARTIST_OF[paintings[0]]
    is_fifth = position.shown[artist] + len(paintings) >= FIFTH
    return is_fifth or sum(position.hand_sizes) <= len(paintings)

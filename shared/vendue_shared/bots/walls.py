"""Walls in numbers: who has how many paintings of each artist."""

from __future__ import annotations

from collections.abc import Sequence

from vendue_shared.paintings import ARTIST_OF, ARTISTS
from vendue_shared.position import Position


def owned_by(position: Position) -> list[list[int]]:
    """How many paintings of each artist hang on each wall, by seat."""
    owned = [[0] * len(ARTISTS) for _ in position.walls]
    for counts, wall in zip(owned, position.walls, strict=True):
        for painting in wall:
            counts[ARTIST_OF[painting]] += 1
    return owned


def ahead_of(owned: Sequence[Sequence[int]], seat: int) -> list[float]:
    """How many more of each artist a seat has than the mean of the others."""
    ahead = []
    for counts in zip(*owned, strict=True):
        mine = counts[seat]
        ahead.append(mine - (sum(counts) - mine) / (len(counts) - 1))
    return ahead

"""What one painting of each artist is worth, by what was shown in a round.

Three measures: what the bank would pay now, what it looks like, and what it
brings on average as rounds go on. The counts of a round are one whole number, so
that whoever thinks thousands of rounds on finds each worth at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Final, TypeVar

from vendue_shared.options import Options, UnrankedValue
from vendue_shared.paintings import ARTISTS
from vendue_shared.position import Position
from vendue_shared.scoring import CHIPS, chips_of, rank_artists
from vendue_shared.tabletop import FIFTH

from .fitted import COUNTED
from .fitted_uncounted import UNCOUNTED
from .stages import stages_of
from .valuation import OUTSIDE, rank_of

_T = TypeVar("_T")

BITS: Final = 3
"""A count of 0 to 5, and up to 7 in a round that a pair has ended, is three bits."""

ONE: Final = tuple(1 << BITS * artist for artist in ARTISTS)
"""What a painting shown of each artist adds to the code of the counts."""

MASK: Final = (1 << BITS) - 1


def code_of(shown: Sequence[int]) -> int:
    """The counts of a round, in board order, as one number.

    Example:
        >>> counts_of(code_of((1, 0, 4, 0, 2)))
        (1, 0, 4, 0, 2)
    """
    return sum(count << BITS * artist for artist, count in enumerate(shown))


@cache
def counts_of(code: int) -> tuple[int, ...]:
    """The counts, in board order, that a number stands for."""
    return tuple(code >> BITS * artist & MASK for artist in ARTISTS)


@cache
def _chips(code: int) -> tuple[int, ...]:
    """The chips if the round ended with these counts; -1 for the unranked."""
    ranking = rank_artists(counts_of(code))
    chips = chips_of(ranking)
    return tuple(int(chips[a]) if a in ranking else -1 for a in ARTISTS)


@cache
def slots_of(code: int) -> tuple[int, ...]:
    """Where each artist stands in a list made by `slotted`."""
    counts = counts_of(code)
    return tuple(
        (artist * len(ARTISTS) + rank_of(artist, counts)) << BITS | counts[artist]
        for artist in ARTISTS
    )


def slotted(tell: Callable[[int, int, int], _T]) -> list[_T]:
    """What is told of every artist, its present rank 0 to 4 and its count 0 to 7.

    Most of what rollouts ask is a question of these alone: answered beforehand, it
    is looked up at `slots_of` the counts.
    """
    return [
        tell(artist, rank, count)
        for artist in ARTISTS
        for rank in range(len(ARTISTS))
        for count in range(MASK + 1)
    ]


class Scale:
    """The worth of paintings in one round.

    Args:
        sums: The chips of the earlier rounds, in board order.
        options: Of the game.
    """

    __slots__ = (
        "_final", "_fitted", "_fitted_at", "_plain", "_plain_at", "keeps", "options",
        "sums",
    )  # fmt: skip

    def __init__(self, sums: Sequence[int], options: Options) -> None:
        self.sums = tuple(sums)
        self.options = options
        self.keeps = options.unranked_value is UnrankedValue.ACCUMULATED
        """Whether an unranked artist is still worth its earlier chips."""
        self._final: dict[int, tuple[int, ...]] = {}
        self._plain: dict[int, tuple[int, ...]] = {}
        self._fitted: dict[int, tuple[float, ...]] = {}
        self._plain_at = slotted(lambda artist, rank, _: self.plain_of(artist, rank))
        stages = stages_of(self.sums)
        table = COUNTED if options.count_unsold else UNCOUNTED

        def fitted_of(artist: int, rank: int, count: int) -> float:
            stage, count = stages[artist], min(count, FIFTH)
            ranked = 1.0 if self.keeps else table.ranked[stage][rank][count]
            return table.chip[stage][rank][count] + self.sums[artist] * ranked

        self._fitted_at = slotted(fitted_of)

    def plain_of(self, artist: int, rank: int) -> int:
        """What an artist of this present rank, 0 to 4, looks to be worth."""
        earlier = self.sums[artist]
        if rank < len(CHIPS):
            return earlier + CHIPS[rank]
        return OUTSIDE + earlier * self.keeps

    def final(self, code: int) -> tuple[int, ...]:
        """What the bank pays if the round ends with these counts, in board order."""
        found = self._final.get(code)
        if found is None:
            pairs = zip(_chips(code), self.sums, strict=True)
            found = tuple(
                earlier + chip if chip >= 0 else earlier * self.keeps
                for chip, earlier in pairs
            )
            self._final[code] = found
        return found

    def sums_after(self, code: int) -> tuple[int, ...]:
        """All chips of each artist if the round ends with these counts."""
        pairs = zip(_chips(code), self.sums, strict=True)
        return tuple(earlier + max(0, chip) for chip, earlier in pairs)

    def plain(self, code: int) -> tuple[int, ...]:
        """What it looks to be worth by the present ranking."""
        found = self._plain.get(code)
        if found is None:
            told = map(self._plain_at.__getitem__, slots_of(code))
            found = self._plain[code] = tuple(told)
        return found

    def fitted(self, code: int) -> tuple[float, ...]:
        """What it brings on average from these counts on."""
        found = self._fitted.get(code)
        if found is None:
            told = map(self._fitted_at.__getitem__, slots_of(code))
            found = self._fitted[code] = tuple(told)
        return found


def scale_of(position: Position) -> Scale:
    """The scale of the present round; one for all who ask about the same chips."""
    return _scale(tuple(position.sums()), position.options)


@lru_cache(maxsize=16)
def _scale(sums: tuple[int, ...], options: Options) -> Scale:
    return Scale(sums, options)

"""The others as who bids or asks sees them: what each may go up to."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

NEVER: Final = 1e-9
"""A chance below this is none: it is what rounding left."""


PIECES: Final = 5
"""Of an amount, where it stands for all that are next to it."""


class Rival:
    """How far another seat may go.

    Args:
        seat: Which.
        amounts: What may be its ceiling, in thousands, never falling.
        odds: The chance of each.
        yields: Whether it leaves a lot sooner to an auctioneer who bids (see `felt`).
    """

    __slots__ = ("_before", "_reckons", "_takes", "amounts", "seat", "yields")

    def __init__(
        self,
        seat: int,
        amounts: Sequence[int],
        odds: Iterable[float],
        *,
        yields: bool = False,
    ) -> None:
        self.seat, self.amounts, self.yields = seat, amounts, yields
        self._before = _summed(odds)
        self._reckons, self._takes = 0.0, self._before

    def reckon(self, reckons: float, odds: Iterable[float]) -> None:
        """Tell how it takes a fixed price.

        Args:
            reckons: The chance that it reckons with what a lot saves it that is left
                to its auctioneer.
            odds: The chances of the amounts if it does.
        """
        self._reckons, self._takes = reckons, _summed(odds)

    def up_to(self, amount: float) -> float:
        """The chance that it goes no higher than this."""
        return self._before[bisect_right(self.amounts, amount)]

    def under(self, amount: float) -> float:
        """The chance that it does not go so high."""
        return self._before[bisect_left(self.amounts, amount)]

    def takes_under(self, amount: float) -> float:
        """The same of a fixed price, as it is felt by who reckons."""
        return self._takes[bisect_left(self.amounts, amount)]

    def refuses(self, price: int, hard: float) -> float:
        """The chance that it does not take a fixed price.

        Args:
            price: In thousands.
            hard: What that is felt like by who reckons.
        """
        bare = self.under(price)
        return bare + self._reckons * (self.takes_under(hard) - bare)

    def stops(self, amount: int, reached: int) -> float:
        """The chance that it goes no higher, if it has gone to another amount."""
        left = 1 - self.under(reached)
        if left < NEVER:
            return 1.0
        return min(1.0, 1 - (1 - self.up_to(amount)) / left)


def _summed(odds: Iterable[float]) -> list[float]:
    """The chance of everything before each of the odds, and of all."""
    before = [0.0]
    for chance in odds:
        before.append(before[-1] + chance)
    return before


def spread(
    amounts: Sequence[int], odds: Sequence[float]
) -> tuple[list[int], list[float]]:
    """Take each amount for several, up to half of the way to its neighbours.

    Between two amounts of a grid somebody may stop as well: an auctioneer who looks
    at the grid alone bids up to just below an amount, and keeps the lot.

    Example:
        >>> spread((10, 20), (0.4, 0.6))[0]
        [10, 11, 12, 13, 14, 15, 16, 17, 18, 19]
    """
    ends = [amounts[0], *(sum(pair) / 2 for pair in pairwise(amounts)), amounts[-1]]
    more, chances = [], []
    for (low, high), chance in zip(pairwise(ends), odds, strict=True):
        step = (high - low) / PIECES
        more += [int(low + step * (piece + 0.5)) for piece in range(PIECES)]
        chances += [chance / PIECES] * PIECES
    return more, chances

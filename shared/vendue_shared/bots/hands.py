"""What its offers tell of a trader's hand: it has nothing that would gain more."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import Final

from vendue_shared.seats import MOST_SEATS

from .likings import COUNTS_ON, DOUBLE, FACE, FACES, Taste

PASSED_OVER: Final = 0.05
"""How much less likely a hand has what would have gained more than its offer."""

SAME: Final = 0.01
"""Gains that differ by less, in thousands, are the same."""


class Hands:
    """How likely each hand has what, against chance, if its player is a trader."""

    __slots__ = ("_odds",)

    def __init__(self) -> None:
        self._odds = [[1.0] * FACES for _ in range(MOST_SEATS)]

    def odds(self, seat: int) -> Sequence[float]:
        """By face, from above 0 to 1."""
        return self._odds[seat]

    def dealt(self, sizes: Sequence[int], share: int) -> None:
        """Take in that hands grew: of what is new nothing is known.

        Args:
            sizes: Of the hands, with what they were dealt.
            share: What each was dealt.
        """
        for seat, size in enumerate(sizes):
            if size:
                old = 1 - share / size
                self._odds[seat] = [1 - old + old * odd for odd in self._odds[seat]]

    def offered(
        self, seat: int, face: int, taste: Taste, code: int, ahead: Sequence[float]
    ) -> None:
        """Take in an offer.

        Args:
            seat: Whose.
            face: Of the painting.
            taste: A trader's, in the present round.
            code: The counts before the offer.
            ahead: How many more of each artist the seat has than the mean of others.
        """
        least, most = _gains(taste, code, ahead)
        odds, gain = self._odds[seat], most[face]
        for other, better in enumerate(least):
            if better > gain + SAME:
                odds[other] *= PASSED_OVER


def _gains(
    taste: Taste, code: int, ahead: Sequence[float]
) -> tuple[list[float], list[float]]:
    """What an offer gains at least, and at most, by face: a double may be a pair."""
    prospect = taste.prospect(code)
    rises = [
        sum(map(mul, ahead, change)) - cost
        for change, cost in zip(prospect.changes, prospect.costs, strict=True)
    ]
    least, most = [], []
    for artist, kind in FACE:
        worth, rise = prospect.worths[artist], rises[artist]
        alone = COUNTS_ON[kind] * worth + rise
        least.append(alone)
        is_pair = kind == DOUBLE and prospect.pairs[artist]
        pair = 2 * (max(COUNTS_ON) * worth + rise)
        most.append(max(alone, pair) if is_pair else alone)
    return least, most

"""What its offers tell of a player's hand.

Who trades by what lies on the table offers what brings most now, and ends no round
while it has anything else. So its hand has nothing that would have brought more.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from operator import mul
from typing import Final

from vendue_shared.paintings import ARTISTS, Kind
from vendue_shared.seats import MOST_SEATS
from vendue_shared.tabletop import FIFTH

from .standard import Manner
from .value import BITS, MASK, ONE, Scale

KINDS: Final = len(Kind)

FACES: Final = KINDS * len(ARTISTS)
"""A painting is, by its artist and its kind, one of so many."""

PARTS: Final = tuple(part / 100 for part in Manner().counts_on)
"""What part of its worth a trader counts on for a lot, by kind."""

PASSED_OVER: Final = 0.05
"""How much less likely a hand has what would have brought more than its offer."""

SAME: Final = 0.01
"""Gains that differ by less, in thousands, are the same."""


def face_of(artist: int, kind: int) -> int:
    """The number of an artist and a kind, 0 to FACES - 1."""
    return artist * KINDS + kind


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
        self, seat: int, face: int, scale: Scale, code: int, ahead: Sequence[float]
    ) -> None:
        """Take in an offer.

        Args:
            seat: Whose.
            face: Of the painting.
            scale: Of the round.
            code: The counts before the offer.
            ahead: How many more of each artist the seat has than the mean of others.
        """
        least, most = _gains(scale, code, ahead)
        odds, gain = self._odds[seat], most[face]
        for other, better in enumerate(least):
            if better > gain + SAME:
                odds[other] *= PASSED_OVER


def _gains(
    scale: Scale, code: int, ahead: Sequence[float]
) -> tuple[list[float], list[float]]:
    """What an offer brings at least, and at most, by face: a double may be a pair.

    What would end the round brings nothing, since it is a trader's last resort.
    """
    now = sum(map(mul, ahead, scale.plain(code)))
    least, most = [-inf] * FACES, [-inf] * FACES
    for artist, one in enumerate(ONE):
        left = FIFTH - 1 - (code >> BITS * artist & MASK)
        first, double = face_of(artist, 0), face_of(artist, Kind.DOUBLE)
        if left:
            then = scale.plain(code + one)
            rise = sum(map(mul, ahead, then)) - now
            gains = [part * then[artist] + rise for part in PARTS]
            least[first : first + KINDS] = most[first : first + KINDS] = gains
        if left > 1:
            then = scale.plain(code + 2 * one)
            pair = 2 * then[artist] + sum(map(mul, ahead, then)) - now
            most[double] = max(most[double], pair)
    return least, most

"""What it is worth to offer each painting of a hand, one lot ahead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from vendue_shared.paintings import (
    ARTIST_OF,
    KIND_OF,
    Kind,
    Painting,
    is_double,
)
from vendue_shared.shares import ROUNDS
from vendue_shared.tabletop import FIFTH

from .answers import seconds
from .likings import HELD, KEPT, KEPT_MORE, LONE
from .memory import WORDS, Memory
from .sales import sale
from .value import ONE, code_of
from .view import View
from .walls import ahead_of, owned_by

LEFT_FREE: Final = 0.3
"""What a double is worth to whom it may fall free, of its value."""

LEFT_TO_OTHERS: Final = 0.5
"""What another gains, of one painting's value, where a seat adds no second."""


class Offering(NamedTuple):
    """A painting to offer, alone or with an own second."""

    painting: Painting
    second: Painting | None
    gain: float
    """In thousands, as the own money less the mean of the others'."""


class Market:
    """A table as the seat sees it that is to offer, or to add."""

    __slots__ = (
        "_ahead", "_code", "_left", "_memory", "_now", "_position", "_scale", "_view",
    )  # fmt: skip

    def __init__(self, view: View, memory: Memory) -> None:
        position = view.position
        self._view, self._position, self._memory = view, position, memory
        self._scale = memory.scale(position)
        self._code = code_of(position.shown)
        self._left = sum(position.hand_sizes)
        self._ahead = ahead_of(owned_by(position), view.seat)
        for painting in view.hand:
            self._ahead[ARTIST_OF[painting]] += HELD
        self._now = _product(self._ahead, self._scale.fitted(self._code))

    def offerings(self) -> list[Offering]:
        """Every painting of the hand and every pair, the best first.

        Paintings that only their numbers tell apart are named once.
        """
        found: dict[tuple[int, int, int], Offering] = {}
        for painting in self._view.hand:
            artist, kind = ARTIST_OF[painting], KIND_OF[painting]
            gain = self._gain_alone(painting)
            found[artist, kind, -1] = Offering(painting, None, gain)
            if not is_double(painting) or self._position.shown[artist] + 1 == FIFTH:
                continue
            for second in seconds(self._view.hand, painting):
                pair = Offering(painting, second, self.gain_of_pair(second, 2))
                found[artist, kind, KIND_OF[second]] = pair
        return sorted(found.values(), key=lambda offering: -offering.gain)

    def gain_of_pair(self, second: Painting, more: int, share: float = 1.0) -> float:
        """The gain of a pair.

        Args:
            second: Its second painting.
            more: How many of the two are still to be played, 1 or 2.
            share: What part of the price this seat is paid.
        """
        artist = ARTIST_OF[second]
        cost = self._cost(artist, more)
        if self._position.shown[artist] + more >= FIFTH or self._left <= more:
            return self._gain_of_end(artist, more) - cost
        code = self._code + more * ONE[artist]
        sold = self._gain_of_sale(KIND_OF[second], artist, 2, code, share)
        return sold + self._rise(code) - cost

    def gain_of_declining(self) -> float:
        """What it is worth to leave the double on the table as it is."""
        artist = ARTIST_OF[self._position.lot[0]]
        value = self._scale.fitted(self._code)[artist]
        if self._view.seat == self._position.opener:
            return LEFT_FREE * value
        return -LEFT_TO_OTHERS * value / (self._position.seats - 1)

    def _gain_alone(self, painting: Painting) -> float:
        artist, kind = ARTIST_OF[painting], KIND_OF[painting]
        cost = self._cost(artist, 1)
        if self._position.shown[artist] + 1 == FIFTH or self._left == 1:
            return self._gain_of_end(artist, 1) - cost
        code = self._code + ONE[artist]
        if kind is Kind.DOUBLE:
            sold = LONE * self._scale.fitted(code)[artist]
        else:
            sold = self._gain_of_sale(kind, artist, 1, code, 1.0)
        return sold + self._rise(code) - cost

    def _cost(self, artist: int, count: int) -> float:
        """What paintings would bring later that are played now."""
        if self._position.round == ROUNDS:
            return 0.0
        return count * KEPT * (self._scale.sums[artist] + KEPT_MORE)

    def _rise(self, code: int) -> float:
        """How much better wall and hand stand with these counts than now."""
        return _product(self._ahead, self._scale.fitted(code)) - self._now

    def _gain_of_end(self, artist: int, more: int) -> float:
        """The same where these paintings end the round, unsold."""
        code = self._code
        if self._scale.options.count_unsold:
            code += more * ONE[artist]
        elif self._position.lot:
            code -= ONE[artist]  # The double on the table is unsold, too.
        return _product(self._ahead, self._scale.final(code)) - self._now

    def _gain_of_sale(
        self, kind: int, artist: int, size: int, code: int, share: float
    ) -> float:
        n, me = self._position.seats, self._view.seat
        value = size * self._scale.fitted(code)[artist]
        worths = (size * self._scale.plain(code)[artist], value)
        word = WORDS[kind]
        ceilings = []
        for seat, purse in enumerate(self._position.purses):
            player = self._memory.players[seat]
            ceilings.append(min(purse, player.mean(word) * worths[player.measure]))
        keeps = min(self._view.purse, value * n / (n + share * (n - 1)))
        buyer, price = sale(kind, me, keeps, ceilings)
        if buyer == me:
            return value - price - (1 - share) * price / (n - 1)
        return (share * price * n - value) / (n - 1)


def _product(counts: Sequence[float], values: Sequence[float]) -> float:
    return sum(count * value for count, value in zip(counts, values, strict=True))

"""The plain trader: prices by the present ranking, and never pays more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from vendue_shared.money import Money
from vendue_shared.options import DoubleProceeds
from vendue_shared.paintings import (
    ARTIST_OF,
    ARTISTS,
    KIND_OF,
    PAINTINGS,
    Kind,
    Painting,
    is_double,
)

from .answers import seconds
from .valuation import ends_round, reference, shown_with, standing
from .view import View

LEAST_GAIN: Final = 10
"""What a painting must bring, in k, to be spent as the second of a double."""


class Manner(msgspec.Struct, frozen=True, kw_only=True):
    """What part of a lot's worth a trader pays or asks, in percent."""

    open: int = 100
    once: int = 85
    """Less than all, since there is no second word to wait with."""
    sealed: int = 75
    asks: int = 80
    """The fixed price named."""
    buys: int = 100
    """A fixed price below this is taken."""
    lone: int = 30
    """What is counted on for a double offered alone: others may add to it."""

    @property
    def counts_on(self) -> tuple[int, ...]:
        """What it counts on for a lot of its own, by kind."""
        return self.open, self.once, self.sealed, self.asks, self.lone


class Trader:
    """A mind that reckons from what lies on the table.

    Args:
        manner: How much of the worth it pays and asks.
    """

    __slots__ = ("manner",)

    def __init__(self, manner: Manner) -> None:
        self.manner = manner

    # Offering.

    def offer(self, view: View) -> Painting:
        """What brings most; what would end the round unsold only if all would."""
        safe = [p for p in view.hand if not ends_round(view.position, p)]
        gains = {p: self._gain_of_offer(view, p) for p in safe or view.hand}
        most = max(gains.values())
        return view.drawn([p for p, gain in gains.items() if gain == most])

    def second(self, view: View, fitting: tuple[Painting, ...]) -> Painting | None:
        """What makes the pair bring most, if that is worth a painting."""
        position = view.position
        safe = [p for p in fitting if not ends_round(position, p)]
        if not safe:
            return None
        halves = (
            view.seat != position.opener
            and position.options.double_proceeds is DoubleProceeds.SPLIT
        )
        gains = {p: self._gain(view, KIND_OF[p], p, pair=True) for p in safe}
        most = max(gains.values())
        if most / (1 + halves) < LEAST_GAIN:
            return None
        return view.drawn([p for p, gain in gains.items() if gain == most])

    def _gain_of_offer(self, view: View, painting: Painting) -> float:
        if ends_round(view.position, painting):
            return self._advance(view, painting)
        if not is_double(painting):
            return self._gain(view, KIND_OF[painting], painting, pair=False)
        pairs = [
            self._gain(view, KIND_OF[second], painting, second, pair=True)
            for second in seconds(view.hand, painting)
            if not ends_round(view.position, painting, second)
        ]
        alone = self._gain(view, Kind.DOUBLE, painting, pair=False)
        return max([alone, *pairs])

    def _gain(self, view: View, kind: Kind, *more: Painting, pair: bool) -> float:
        """What a lot brings if these are turned up: its price and a better wall."""
        values = reference(view.position, shown_with(view.position, *more))
        worth = values[ARTIST_OF[more[0]]] * (1 + pair)
        return worth * self.manner.counts_on[kind] / 100 + self._advance(view, *more)

    def _advance(self, view: View, *more: Painting) -> float:
        return advance(view, shown_with(view.position, *more))

    # Buying.

    def worth(self, view: View) -> int:
        """What the lot on sale is worth to it, in k."""
        return worth_of_lot(view)

    def bid(self, view: View, high: Money) -> Money | None:
        """Up to the worth: in steps while open, at once where there is one word."""
        is_open = KIND_OF[view.position.lot[-1]] is Kind.OPEN
        part = self.manner.open if is_open else self.manner.once
        limit = self._bid_limit(view, part)
        if limit <= high:
            return None
        if is_open:
            step = (limit - high) // 6
            return Money(high + 1 + (view.chance(step + 1) if step else 0))
        return Money(high + 1) if view.is_auctioneer else limit

    def seal(self, view: View) -> Money:
        """Part of the worth."""
        return self._bid_limit(view, self.manner.sealed)

    def price(self, view: View) -> Money:
        """Part of the worth, and no more than it could pay itself."""
        asked = self.worth(view) * self.manner.asks // 100
        return Money(min(view.purse, asked))

    def buys(self, view: View, price: Money) -> bool:
        """Whether the price is below the worth."""
        return price * 100 < self.worth(view) * self.manner.buys

    def _bid_limit(self, view: View, percent: int) -> Money:
        """The most it bids: part of the worth; of its own lot no more than pays.

        With n seats an auctioneer is as well off selling at n/(2n - 1) of the
        worth as keeping the lot for that price.
        """
        worth, seats = self.worth(view), view.position.seats
        limit = worth * percent // 100
        if view.is_auctioneer:
            limit = min(limit, worth * seats // (2 * seats - 1))
        return Money(min(view.purse, limit))

    # The mystery hand.

    def flips(self, view: View) -> bool:
        """Whether a painting nobody knows would do its own wall good, on average."""
        unseen = [0] * len(ARTISTS)
        for painting in PAINTINGS:
            if not view.position.played >> painting & 1 and painting not in view.hand:
                unseen[ARTIST_OF[painting]] += 1
        gain = 0.0
        for artist in ARTISTS:
            shown = view.position.shown[:]
            shown[artist] += 1
            gain += unseen[artist] * advance(view, shown)
        return gain > 0


def worth_of_lot(view: View) -> int:
    """What the lot on sale looks to be worth, in k; it counts as shown already."""
    position = view.position
    values = reference(position, position.shown)
    return len(position.lot) * values[ARTIST_OF[position.lot[0]]]


def advance(view: View, shown: Sequence[int]) -> float:
    """How much better the own wall would stand against the others', in k."""
    position = view.position
    now = standing(position, view.seat, reference(position, position.shown))
    return standing(position, view.seat, reference(position, shown)) - now

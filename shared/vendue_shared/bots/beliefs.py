"""What is believed of a player: up to what part of a lot's worth it goes.

A player's ceiling is a part of what the lot is worth by one of two measures: as
it looks, or as it turns out on average; and it may go there roughly or exactly. All
are kept, and what foretold the bids best rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from math import exp, inf, log
from typing import Final, NamedTuple

GRID: Final = (
    0.0, 0.3, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95, 1.0, 1.05, 1.15, 1.25, 1.4, 1.6, 1.9,
)  # fmt: skip
"""The parts of the worth that are thought possible, closest where most players are."""


class Word(IntEnum):
    """The ways of bidding; a player has a ceiling for each."""

    ALOUD = 0
    """Raising in an open auction, or taking a fixed price."""
    ONCE = 1
    """The one word in once around."""
    SEALED = 2
    """A sealed bid."""
    KEEPS = 3
    """Bidding for the own lot, whatever its kind."""
    TAKES = 4
    """Taking a fixed price as who reckons feels it (see `prices.felt`)."""


USUAL: Final = (0.95, 0.85, 0.72, 0.55, 0.95)
"""Where a player's ceiling lies before anything is known of it, by word."""

SPREAD: Final = 0.2
"""How far from there it may well lie."""

RARE: Final = 0.01
"""What every part of the grid has in any case, so that nothing is ruled out."""


class Way(NamedTuple):
    """A way in which a player may come to its ceilings."""

    measure: int
    """What it goes by: 0 as the lot looks, 1 as it turns out."""
    near: float
    """How exactly a bid tells the ceiling: within this part of the worth..."""
    least: float
    """...or so many thousands, if that is more."""
    frank: bool
    """Whether one word is all that the player would pay, and not less."""


WAYS: Final = (
    Way(measure=0, near=0.12, least=3.0, frank=False),
    Way(measure=1, near=0.12, least=3.0, frank=False),
    Way(measure=0, near=0.03, least=1.0, frank=True),
)
"""The third is that of a trader: it reckons with what lies on the table, always the
same, and says it."""

TRADER: Final = 2

BY_LIKELIHOOD: Final = (1, 0, 2)
"""The ways; of two with the same evidence the first of these rules."""

NARROW: Final = 2.5
"""A guess that comes true tells more the less of what might have been it leaves. A way
that is near a ceiling within so much leaves so many times as much."""

DOUBT: Final = 0.02
"""What a part of the grid keeps that a bid speaks against: some are not meant."""

HEEDLESS: Final = 0.05
"""How often an answer to a fixed price is none that the ceiling would give."""

FADES: Final = 0.95
"""How much of the evidence for a way is left after another bid."""


def _bell(middle: float) -> tuple[float, ...]:
    weights = [exp(-(((part - middle) / SPREAD) ** 2) / 2) + RARE for part in GRID]
    total = sum(weights)
    return tuple(weight / total for weight in weights)


PRIORS: Final = tuple(_bell(middle) for middle in USUAL)
"""The chances of the grid before the first bid, by word."""


class Beliefs:
    """What is believed of one player; it grows with every bid heard."""

    __slots__ = ("_evidence", "_means", "_odds", "_reckoning", "_way")

    def __init__(self) -> None:
        self._odds: list[list[Sequence[float]]] = [list(PRIORS) for _ in WAYS]
        self._means = [[_mean(prior) for prior in PRIORS] for _ in WAYS]
        self._evidence = [0.0 for _ in WAYS]
        self._way = BY_LIKELIHOOD[0]
        self._reckoning = 0.0

    @property
    def measure(self) -> int:
        """The measure it seems to go by: 0 as it looks, 1 as it turns out."""
        return WAYS[self._way].measure

    @property
    def trades(self) -> bool:
        """Whether it seems to reckon with nothing but what lies on the table."""
        return self._way == TRADER

    @property
    def reckons(self) -> float:
        """The chance that it reckons with what a lot left to its auctioneer saves it.

        It takes no fixed price then, the last to be asked, that it just took
        where somebody else may take it (see `prices.felt`).
        """
        return 1 / (1 + exp(-self._reckoning))

    def odds(self, word: Word) -> Sequence[float]:
        """How likely each part of the grid is the ceiling, by the likeliest way."""
        return self._odds[self._way][word]

    def mean(self, word: Word) -> float:
        """The part of the worth that it goes up to on average."""
        return self._means[self._way][word]

    def answered(self, bare: float, felt: float) -> None:
        """Take in the answer to a fixed price, which tells whether it reckons.

        Args:
            bare: The chance of this answer if it does not.
            felt: And if it does.
        """
        self._reckoning += log((felt + HEEDLESS) / (bare + HEEDLESS))

    def learn(
        self,
        word: Word,
        worths: Sequence[float],
        low: float,
        high: float,
        *,
        frank: float = inf,
    ) -> None:
        """Take in a bid that tells between what amounts the ceiling lay.

        Args:
            word: How it was bid.
            worths: The lot's worth by each measure, in thousands.
            low: It goes at least so high, in thousands.
            high: And no higher; infinity where nobody knows.
            frank: And no higher, if a single word was all that it would pay.
        """
        for at, way in enumerate(WAYS):
            worth, odds = worths[way.measure], self._odds[at]
            near = max(way.least, way.near * worth)
            most = min(high, frank) if way.frank else high
            weights = _weighed(odds[word], worth, low, most, near)
            total = sum(weights)
            odds[word] = [weight / total for weight in weights]
            self._means[at][word] = _mean(odds[word])
            span = min(high, frank) - low + 1
            told = log(total if span == inf else total * span / (span + NARROW * near))
            self._evidence[at] = told + FADES * self._evidence[at]
        self._way = max(BY_LIKELIHOOD, key=lambda at: self._evidence[at])


def _mean(odds: Sequence[float]) -> float:
    return sum(part * chance for part, chance in zip(GRID, odds, strict=True))


def _weighed(
    odds: Sequence[float], worth: float, low: float, high: float, near: float
) -> list[float]:
    weights = []
    for part, chance in zip(GRID, odds, strict=True):
        ceiling = part * worth
        miss = max(low - ceiling, ceiling - high, 0.0) / near
        weights.append(chance * (exp(-miss * miss / 2) + DOUBT))
    return weights

"""What is believed of a player: up to what part of a lot's worth it goes.

A player's ceiling is a part of what the lot is worth by one of two measures: as
it looks, or as it turns out on average. Both are kept, and the one that foretold
the bids better rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from math import exp, log
from typing import Final

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

NEAR: Final = 0.12
"""How exactly a bid tells the ceiling: within this part of the worth..."""

NEAR_LEAST: Final = 3.0
"""...or so many thousands, if that is more."""

DOUBT: Final = 0.02
"""What a part of the grid keeps that a bid speaks against: some are not meant."""

HEEDLESS: Final = 0.05
"""How often an answer to a fixed price is none that the ceiling would give."""

FADES: Final = 0.95
"""How much of the evidence for a measure is left after another bid."""


def _bell(middle: float) -> tuple[float, ...]:
    weights = [exp(-(((part - middle) / SPREAD) ** 2) / 2) + RARE for part in GRID]
    total = sum(weights)
    return tuple(weight / total for weight in weights)


PRIORS: Final = tuple(_bell(middle) for middle in USUAL)
"""The chances of the grid before the first bid, by word."""


class Beliefs:
    """What is believed of one player; it grows with every bid heard."""

    __slots__ = ("_evidence", "_means", "_odds", "_reckoning")

    def __init__(self) -> None:
        self._odds: list[list[Sequence[float]]] = [list(PRIORS), list(PRIORS)]
        self._means = [[_mean(prior) for prior in PRIORS] for _ in self._odds]
        self._evidence = [0.0, 0.0]
        self._reckoning = 0.0

    @property
    def measure(self) -> int:
        """The measure it seems to go by: 0 as it looks, 1 as it turns out."""
        return int(self._evidence[1] >= self._evidence[0])

    @property
    def reckons(self) -> float:
        """The chance that it reckons with what a lot left to its auctioneer saves it.

        It takes no fixed price then, the last to be asked, that it just took
        where somebody else may take it (see `prices.felt`).
        """
        return 1 / (1 + exp(-self._reckoning))

    def odds(self, word: Word) -> Sequence[float]:
        """How likely each part of the grid is the ceiling, by the likelier measure."""
        return self._odds[self.measure][word]

    def mean(self, word: Word) -> float:
        """The part of the worth that it goes up to on average."""
        return self._means[self.measure][word]

    def answered(self, bare: float, felt: float) -> None:
        """Take in the answer to a fixed price, which tells whether it reckons.

        Args:
            bare: The chance of this answer if it does not.
            felt: And if it does.
        """
        self._reckoning += log((felt + HEEDLESS) / (bare + HEEDLESS))

    def learn(
        self, word: Word, worths: Sequence[float], low: float, high: float
    ) -> None:
        """Take in a bid that tells between what amounts the ceiling lay.

        Args:
            word: How it was bid.
            worths: The lot's worth by each measure, in thousands.
            low: It goes at least so high, in thousands.
            high: And no higher; infinity where nobody knows.
        """
        for measure, worth in enumerate(worths):
            odds = self._odds[measure]
            weights = _weighed(odds[word], worth, low, high)
            total = sum(weights)
            odds[word] = [weight / total for weight in weights]
            self._means[measure][word] = _mean(odds[word])
            old = FADES * self._evidence[measure]
            self._evidence[measure] = old + log(total)


def _mean(odds: Sequence[float]) -> float:
    return sum(part * chance for part, chance in zip(GRID, odds, strict=True))


def _weighed(
    odds: Sequence[float], worth: float, low: float, high: float
) -> list[float]:
    near = max(NEAR_LEAST, NEAR * worth)
    weights = []
    for part, chance in zip(GRID, odds, strict=True):
        ceiling = part * worth
        miss = max(low - ceiling, ceiling - high, 0.0) / near
        weights.append(chance * (exp(-miss * miss / 2) + DOUBT))
    return weights

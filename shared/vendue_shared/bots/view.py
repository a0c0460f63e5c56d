"""What one player sees at a decision: the only thing that a bot thinks from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from vendue_shared.money import Money
from vendue_shared.paintings import Painting
from vendue_shared.position import Position
from vendue_shared.seats import Seat

Chance: TypeAlias = Callable[[int], int]
"""Chance, handed in: given m, at least 1, a whole number from 0 to m - 1."""

_T = TypeVar("_T")


class View(NamedTuple):
    """One seat's view: nothing in it that its player could not know.

    Purses are in the position because every price is public: who writes the
    sales down can count everybody's money, whatever the screens show.
    """

    position: Position
    """Public; a bot reads it and never plays on it."""
    seat: Seat
    """The seat asked."""
    hand: tuple[Painting, ...]
    """Its own hand, in order of painting numbers."""
    chance: Chance

    @property
    def purse(self) -> Money:
        """The seat's own money."""
        return self.position.purses[self.seat]

    @property
    def is_auctioneer(self) -> bool:
        """Whether the seat sells the present lot."""
        return self.seat == self.position.auctioneer

    def drawn(self, among: Sequence[_T]) -> _T:
        """One of these, which must not be empty, drawn by chance."""
        return among[self.chance(len(among))]

    def happens(self, percent: int) -> bool:
        """Whether something of that chance, 0 to 100, comes true this time."""
        return self.chance(100) < percent

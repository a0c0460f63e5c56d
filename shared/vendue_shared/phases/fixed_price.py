"""Fixed price: the auctioneer names it, the first who wants the lot takes it."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, ClassVar

from vendue_shared.choices import PASS, AnyChoice, CanBuy, CanPrice, Decision
from vendue_shared.events import Bought, Event, Passed, Priced
from vendue_shared.money import Money
from vendue_shared.paintings import Painting
from vendue_shared.refusals import IllegalMove, Reason
from vendue_shared.seats import Seat, left_of

from .phase import Phase, check_amount, check_turn, refuse_phase

if TYPE_CHECKING:
    from vendue_shared.happened import Happened
    from vendue_shared.position import Position


class Pricing(Phase, frozen=True):
    """The auctioneer is to name a price.

    Source:
        docs/RULES.md, ruling 16.
    """

    decision: ClassVar[Decision] = Decision.PRICE

    def awaited(self, position: Position) -> tuple[Seat, ...]:
        """The auctioneer."""
        return (position.auctioneer,)

    def legal(
        self, position: Position, seat: Seat, hand: Collection[Painting]
    ) -> tuple[AnyChoice, ...]:
        """Any price the auctioneer can pay himself."""
        del hand
        if seat != position.auctioneer:
            return ()
        return (CanPrice(position.purses[seat]),)

    def check(self, position: Position, event: Event) -> None:
        """Only the auctioneer, only what he can pay himself, 0 included."""
        if type(event) is not Priced:
            refuse_phase(self, event)
        check_turn(position.auctioneer, event.seat)
        check_amount(event.amount, position.purses[event.seat], 0)

    def play(self, position: Position, event: Event, facts: list[Happened]) -> None:
        """Ask the auctioneer's left first."""
        del facts
        if type(event) is Priced:
            left = left_of(position.auctioneer, position.seats)
            position.phase = Asking(Money(event.amount), left)


class Asking(Phase, frozen=True):
    """One seat after the other is asked whether it takes the lot."""

    price: Money
    asked: Seat

    decision: ClassVar[Decision] = Decision.BUY

    def awaited(self, position: Position) -> tuple[Seat, ...]:
        """The one asked."""
        del position
        return (self.asked,)

    def legal(
        self, position: Position, seat: Seat, hand: Collection[Painting]
    ) -> tuple[AnyChoice, ...]:
        """Buy, where the purse allows it, or pass."""
        del hand
        if seat != self.asked:
            return ()
        if position.purses[seat] < self.price:
            return (PASS,)
        return (CanBuy(self.price), PASS)

    def check(self, position: Position, event: Event) -> None:
        """In turn; only who can pay may buy."""
        if type(event) is not Bought and type(event) is not Passed:
            refuse_phase(self, event)
        check_turn(self.asked, event.seat)
        if type(event) is Bought and position.purses[event.seat] < self.price:
            raise IllegalMove(
                Reason.OVER_PURSE, f"{self.price} of {position.purses[event.seat]}"
            )

    def play(self, position: Position, event: Event, facts: list[Happened]) -> None:
        """Sell to who takes it; when all others pass, to the auctioneer."""
        if type(event) is Bought:
            position.sell(self.asked, self.price, facts)
            return
        asked = left_of(self.asked, position.seats)
        if asked == position.auctioneer:
            position.sell(asked, self.price, facts)
        else:
            position.phase = Asking(self.price, asked)

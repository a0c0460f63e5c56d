"""A turn begins with an offer, and may end with a mystery painting."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, ClassVar

from vendue_shared.choices import DECLINE, FLIP, AnyChoice, CanOffer, Decision
from vendue_shared.events import Declined, Event, Flipped, Offered
from vendue_shared.paintings import Painting
from vendue_shared.seats import Seat

from .phase import Phase, check_turn, refuse_phase

if TYPE_CHECKING:
    from vendue_shared.happened import Happened
    from vendue_shared.position import Position


class Offering(Phase, frozen=True):
    """The auctioneer must offer a painting.

    Source:
        docs/RULES.md, rulings 1 to 4.
    """

    decision: ClassVar[Decision] = Decision.OFFER

    def awaited(self, position: Position) -> tuple[Seat, ...]:
        """The auctioneer."""
        return (position.auctioneer,)

    def legal(
        self, position: Position, seat: Seat, hand: Collection[Painting]
    ) -> tuple[AnyChoice, ...]:
        """Any painting of the hand."""
        if seat != position.auctioneer:
            return ()
        return (CanOffer(tuple(hand)),)

    def check(self, position: Position, event: Event) -> None:
        """The auctioneer, a painting nobody has played."""
        if type(event) is not Offered:
            refuse_phase(self, event)
        check_turn(position.auctioneer, event.seat)
        position.check_unplayed(event.painting)

    def play(self, position: Position, event: Event, facts: list[Happened]) -> None:
        """Put it up for sale."""
        if type(event) is Offered:
            position.auction += 1
            position.opener = position.auctioneer
            position.show(Painting(event.painting), facts)


class Flipping(Phase, frozen=True):
    """A seat may turn up the oldest painting of the mystery hand, once.

    Source:
        docs/RULES.md, "Mystery hand".
    """

    asked: Seat

    decision: ClassVar[Decision] = Decision.FLIP

    def awaited(self, position: Position) -> tuple[Seat, ...]:
        """The one who may."""
        del position
        return (self.asked,)

    def legal(
        self, position: Position, seat: Seat, hand: Collection[Painting]
    ) -> tuple[AnyChoice, ...]:
        """To flip or to decline."""
        del position, hand
        return (FLIP, DECLINE) if seat == self.asked else ()

    def check(self, position: Position, event: Event) -> None:
        """In turn; a painting nobody has played."""
        if type(event) is not Flipped and type(event) is not Declined:
            refuse_phase(self, event)
        check_turn(self.asked, event.seat)
        if type(event) is Flipped:
            position.check_unplayed(event.painting)

    def play(self, position: Position, event: Event, facts: list[Happened]) -> None:
        """What is turned up counts at once; then the next turn."""
        if type(event) is Flipped:
            position.flip(Painting(event.painting), facts)
        else:
            position.next_turn(facts)

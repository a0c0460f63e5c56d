"""Once around: one word each, the auctioneer last."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, ClassVar

from vendue_shared.choices import PASS, AnyChoice, CanBid, Decision
from vendue_shared.events import Called, Event, Passed
from vendue_shared.money import Money
from vendue_shared.paintings import Painting
from vendue_shared.seats import Seat, left_of

from .open_auction import NOBODY
from .phase import Phase, check_raise, check_turn, refuse_phase

if TYPE_CHECKING:
    from vendue_shared.happened import Happened
    from vendue_shared.position import Position


class OnceAround(Phase, frozen=True):
    """Who speaks now, and what was bid so far.

    Source:
        docs/RULES.md, ruling 12.
    """

    speaker: Seat
    high: Money = Money(0)
    """The highest bid; 0 before the first."""
    leader: Seat = NOBODY

    decision: ClassVar[Decision] = Decision.ONCE

    def awaited(self, position: Position) -> tuple[Seat, ...]:
        """The one who speaks."""
        del position
        return (self.speaker,)

    def legal(
        self, position: Position, seat: Seat, hand: Collection[Painting]
    ) -> tuple[AnyChoice, ...]:
        """A raise where the purse allows one, or a pass."""
        del hand
        if seat != self.speaker:
            return ()
        purse = position.purses[seat]
        if purse > self.high:
            return (CanBid(Money(self.high + 1), purse), PASS)
        return (PASS,)

    def check(self, position: Position, event: Event) -> None:
        """One word in turn; a bid must be higher."""
        if type(event) is Called:
            check_turn(self.speaker, event.seat)
            check_raise(event.amount, position.purses[event.seat], self.high)
        elif type(event) is Passed:
            check_turn(self.speaker, event.seat)
        else:
            refuse_phase(self, event)

    def play(self, position: Position, event: Event, facts: list[Happened]) -> None:
        """Go on to the left; after the auctioneer's word it is sold."""
        high, leader = self.high, self.leader
        if type(event) is Called:
            high, leader = Money(event.amount), self.speaker
        if self.speaker != position.auctioneer:
            speaker = left_of(self.speaker, position.seats)
            position.phase = OnceAround(speaker, high, leader)
            return
        buyer = position.auctioneer if leader == NOBODY else leader
        position.sell(buyer, high, facts)

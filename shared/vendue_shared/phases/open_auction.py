"""The open auction: anybody raises at any time, until nobody does."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, ClassVar, Never

from vendue_shared.choices import PASS, AnyChoice, CanBid, Decision
from vendue_shared.events import Called, Event, Hammer, Passed
from vendue_shared.money import Money
from vendue_shared.paintings import Painting
from vendue_shared.refusals import IllegalMove, Reason
from vendue_shared.seats import SEATS_IN, Seat, seat_said

from .phase import Phase, check_raise, refuse_phase

if TYPE_CHECKING:
    from vendue_shared.happened import Happened
    from vendue_shared.position import Position

NOBODY = Seat(-1)
"""No bid yet."""


class OpenAuction(Phase, frozen=True):
    """Who leads, at what price, and who has passed since.

    Source:
        docs/RULES.md, rulings 7 to 11.
    """

    high: Money = Money(0)
    """The highest bid; 0 before the first."""
    leader: Seat = NOBODY
    passed: int = 0
    """The seats that passed since the last raise, bit i for seat i."""

    decision: ClassVar[Decision] = Decision.OPEN

    def awaited(self, position: Position) -> tuple[Seat, ...]:
        """All who neither lead nor have passed."""
        silent = self.passed if self.leader < 0 else self.passed | 1 << self.leader
        return SEATS_IN[(1 << position.seats) - 1 & ~silent]

    def legal(
        self, position: Position, seat: Seat, hand: Collection[Painting]
    ) -> tuple[AnyChoice, ...]:
        """A raise where the purse allows one, and a pass unless given already."""
        del hand
        if seat == self.leader:
            return ()
        purse = position.purses[seat]
        can_pass = () if self.passed >> seat & 1 else (PASS,)
        if purse > self.high:
            return (CanBid(Money(self.high + 1), purse), *can_pass)
        return can_pass

    def check(self, position: Position, event: Event) -> None:
        """Rulings 6 to 8."""
        if type(event) is Called:
            if event.seat == self.leader:
                self._refuse_leader()
            check_raise(event.amount, position.purses[event.seat], self.high)
        elif type(event) is Passed:
            if event.seat == self.leader:
                self._refuse_leader()
            if self.passed >> event.seat & 1:
                raise IllegalMove(Reason.PASSED, seat_said(event.seat))
        elif type(event) is not Hammer:
            refuse_phase(self, event)

    def _refuse_leader(self) -> Never:
        raise IllegalMove(Reason.LEADING, f"{seat_said(self.leader)} at {self.high}")

    def play(self, position: Position, event: Event, facts: list[Happened]) -> None:
        """A raise clears all passes; the last pass or the hammer sells."""
        if type(event) is Called:
            position.phase = OpenAuction(Money(event.amount), Seat(event.seat))
            return
        passed = self.passed
        if type(event) is Passed:
            passed |= 1 << event.seat
            everybody = (1 << position.seats) - 1
            leading = 0 if self.leader == NOBODY else 1 << self.leader
            if passed | leading != everybody:
                position.phase = OpenAuction(self.high, self.leader, passed)
                return
        buyer = position.auctioneer if self.leader == NOBODY else self.leader
        position.sell(buyer, self.high, facts)

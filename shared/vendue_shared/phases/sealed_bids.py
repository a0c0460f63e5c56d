"""The sealed auction: everybody seals a bid, then all are opened at once."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, ClassVar

from vendue_shared.choices import REVEAL, AnyChoice, CanSeal, Decision
from vendue_shared.events import Event, Locked, Opened, Opening, Revealed, Sealed
from vendue_shared.happened import AllSealed, BidsShown, Void
from vendue_shared.money import Money
from vendue_shared.paintings import Painting
from vendue_shared.refusals import IllegalMove, Reason
from vendue_shared.seats import SEATS_IN, Seat, clockwise_from, seat_said

from .phase import LARGEST_AMOUNT, Phase, check_amount, refuse_phase

if TYPE_CHECKING:
    from vendue_shared.happened import Happened
    from vendue_shared.position import Position

ZEROS = bytes(32)


class SealedPhase(Phase, frozen=True):
    """What both halves of a sealed auction know.

    Source:
        docs/RULES.md, rulings 13 to 15.
    """

    commitments: tuple[bytes | None, ...]
    """One a seat; `None`: has not sealed."""

    def changes_hands(self, seat: int) -> bool:
        """A seat that sealed stays in the same hands until the bids are opened."""
        return self.commitments[seat] is None


class Sealing(SealedPhase, frozen=True):
    """Who has sealed so far."""

    decision: ClassVar[Decision] = Decision.SEAL

    def awaited(self, position: Position) -> tuple[Seat, ...]:
        """All who have not sealed."""
        del position
        return tuple(Seat(i) for i, c in enumerate(self.commitments) if c is None)

    def legal(
        self, position: Position, seat: Seat, hand: Collection[Painting]
    ) -> tuple[AnyChoice, ...]:
        """Any amount from 0 to the own purse, once."""
        del hand
        if self.commitments[seat] is not None:
            return ()
        return (CanSeal(position.purses[seat]),)

    def check(self, position: Position, event: Event) -> None:
        """One commitment a seat; the lock names exactly who has none."""
        if type(event) is Sealed:
            if self.commitments[event.seat] is not None:
                raise IllegalMove(Reason.COMMITTED, seat_said(event.seat))
            if len(event.commitment) != len(ZEROS) or event.commitment == ZEROS:
                raise IllegalMove(Reason.COMMITMENT, event.commitment.hex())
        elif type(event) is Locked:
            if event.absent != self.awaited(position):
                raise IllegalMove(
                    Reason.PHASE,
                    f"absent {event.absent}, not sealed {self.awaited(position)}",
                )
        else:
            refuse_phase(self, event)

    def play(self, position: Position, event: Event, facts: list[Happened]) -> None:
        """The last seal, or the host at the deadline, locks the bids."""
        commitments = self.commitments
        if type(event) is Sealed:
            commitments = (
                *commitments[: event.seat],
                event.commitment,
                *commitments[event.seat + 1 :],
            )
            if None in commitments:
                position.phase = Sealing(commitments)
                return
        absent = tuple(Seat(i) for i, c in enumerate(commitments) if c is None)
        facts.append(AllSealed(absent))
        if len(absent) == position.seats:
            facts.append(BidsShown((Void.ABSENT,) * position.seats))
            position.sell(position.auctioneer, Money(0), facts)
        else:
            sealed = (1 << position.seats) - 1 - sum(1 << seat for seat in absent)
            position.phase = Revealing(commitments, sealed, 0)


class Revealing(SealedPhase, frozen=True):
    """Who has handed in what opens the bid; no amount is known yet."""

    sealed: int
    """The seats that have sealed, bit i for seat i."""
    revealed: int
    """The seats that have revealed, bit i for seat i."""

    decision: ClassVar[Decision] = Decision.REVEAL

    def awaited(self, position: Position) -> tuple[Seat, ...]:
        """All who sealed and have not revealed."""
        del position
        return SEATS_IN[self.sealed & ~self.revealed]

    def legal(
        self, position: Position, seat: Seat, hand: Collection[Painting]
    ) -> tuple[AnyChoice, ...]:
        """To reveal, once."""
        del position, hand
        return (REVEAL,) if (self.sealed & ~self.revealed) >> seat & 1 else ()

    def check(self, position: Position, event: Event) -> None:
        """One reveal a sealed seat; the openings are exactly of who revealed."""
        if type(event) is Revealed:
            if not (self.sealed & ~self.revealed) >> event.seat & 1:
                raise IllegalMove(
                    Reason.PHASE, f"{seat_said(event.seat)} has no bid to open"
                )
        elif type(event) is Opened:
            for opening in event.openings:
                if opening is not None:
                    check_amount(opening.bid, LARGEST_AMOUNT, 0)
            shown = sum(1 << i for i, o in enumerate(event.openings) if o is not None)
            if len(event.openings) != position.seats or shown != self.revealed:
                raise IllegalMove(
                    Reason.PHASE, f"opened {shown:b}, revealed {self.revealed:b}"
                )
        else:
            refuse_phase(self, event)

    def play(self, position: Position, event: Event, facts: list[Happened]) -> None:
        """When opened, the highest bid buys; ties go clockwise from the auctioneer."""
        if type(event) is Revealed:
            revealed = self.revealed | 1 << event.seat
            position.phase = Revealing(self.commitments, self.sealed, revealed)
        elif type(event) is Opened:
            bids = tuple(
                self._bid(position, Seat(i), opening)
                for i, opening in enumerate(event.openings)
            )
            facts.append(BidsShown(bids))
            counted = [Money(0) if isinstance(bid, Void) else bid for bid in bids]
            price = max(counted)
            buyer = next(
                seat
                for seat in clockwise_from(position.auctioneer, position.seats)
                if counted[seat] == price
            )
            position.sell(buyer, price, facts)

    def _bid(
        self, position: Position, seat: Seat, opening: Opening | None
    ) -> Money | Void:
        if self.commitments[seat] is None:
            return Void.ABSENT
        if opening is None:
            return Void.WITHHELD
        if opening.bid > position.purses[seat]:
            return Void.ILLEGAL
        return Money(opening.bid)

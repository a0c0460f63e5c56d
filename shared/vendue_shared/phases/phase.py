"""What every phase of a game answers: who is asked, for what, what is legal."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, ClassVar, Never

import msgspec

from vendue_shared.choices import AnyChoice, Decision
from vendue_shared.events import Event
from vendue_shared.money import Money
from vendue_shared.paintings import Painting
from vendue_shared.refusals import IllegalMove, Reason
from vendue_shared.seats import Seat, seat_said

if TYPE_CHECKING:
    from vendue_shared.happened import Happened
    from vendue_shared.position import Position

LARGEST_AMOUNT = Money(2**32 - 1)
"""An amount is four bytes where it is committed to."""


class Phase(msgspec.Struct, frozen=True):
    """A frozen value that holds just what its phase knows.

    `check` refuses what the public rules forbid and changes nothing; `play` may
    take for granted that `check` has passed.
    """

    decision: ClassVar[Decision] = Decision.NONE
    """What the awaited seats are asked for."""

    def awaited(self, position: Position) -> tuple[Seat, ...]:
        """The seats that may move now, in seat order; empty when nobody may."""
        del position
        return ()

    def legal(
        self, position: Position, seat: Seat, hand: Collection[Painting]
    ) -> tuple[AnyChoice, ...]:
        """What an awaited seat may do, given its own hand."""
        del position, seat, hand
        return ()

    def check(self, position: Position, event: Event) -> None:
        """Refuse an event that cannot come now.

        Raises:
            IllegalMove: With the reason; nothing has changed.
        """
        del position
        refuse_phase(self, event)

    def play(self, position: Position, event: Event, facts: list[Happened]) -> None:
        """Change the position by an event that `check` let pass."""
        del position, facts
        refuse_phase(self, event)

    def changes_hands(self, seat: int) -> bool:
        """Whether a seat may go from person to bot, or back, in this phase."""
        del seat
        return True


def refuse_phase(phase: Phase, event: Event) -> Never:
    """Say that an event has no place in a phase."""
    raise IllegalMove(
        Reason.PHASE, f"{type(event).__name__} during {type(phase).__name__}"
    )


def check_turn(asked: Seat, seat: int) -> None:
    """Refuse a seat that is not the one asked."""
    if seat != asked:
        raise IllegalMove(
            Reason.TURN, f"{seat_said(seat)}, asked is {seat_said(asked)}"
        )


def check_amount(amount: int, purse: Money, least: int) -> None:
    """Refuse what is no whole amount of at least `least`, or more than the purse."""
    if type(amount) is not int or not least <= amount <= LARGEST_AMOUNT:
        raise IllegalMove(Reason.AMOUNT, f"{amount!r}, least is {least}")
    if amount > purse:
        raise IllegalMove(Reason.OVER_PURSE, f"{amount} of {purse}")


def check_raise(amount: int, purse: Money, high: Money) -> None:
    """Refuse a bid that is no amount, not paid for, or not above the highest."""
    check_amount(amount, purse, 1)
    if amount <= high:
        raise IllegalMove(Reason.TOO_LOW, f"{amount}, highest is {high}")

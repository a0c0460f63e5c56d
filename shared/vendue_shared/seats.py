"""Seats: counted from 0, clockwise; "left" is the next one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Final, NewType

Seat = NewType("Seat", int)
"""A place at the table, 0 to 4, clockwise."""

FEWEST_SEATS: Final = 3
MOST_SEATS: Final = 5

SEATS_IN: Final = tuple(
    tuple(Seat(i) for i in range(MOST_SEATS) if bits >> i & 1)
    for bits in range(1 << MOST_SEATS)
)
"""The seats of each set written as bits, bit i for seat i; in seat order."""


def is_seat(number: object, seats: int) -> bool:
    """Tell whether this is a seat of a table of `seats`, and a whole number."""
    return type(number) is int and 0 <= number < seats


def seat_said(seat: int) -> str:
    """A seat as people are told of it, who count from 1.

    Args:
        seat: 0 and up; a client may hear of one that no table has.

    Example:
        >>> seat_said(0)
        'seat 1'
    """
    return f"seat {seat + 1}"


def left_of(seat: Seat, seats: int) -> Seat:
    """The next seat clockwise at a table of `seats` (3 to 5)."""
    return Seat((seat + 1) % seats)


def clockwise_from(seat: Seat, seats: int) -> Iterator[Seat]:
    """All seats once, clockwise, beginning with `seat` itself."""
    for step in range(seats):
        yield Seat((seat + step) % seats)


def after(seat: Seat, last: Seat, seats: int) -> Iterator[Seat]:
    """The seats that speak after one, clockwise, before the last; none of the two.

    Args:
        seat: After this.
        last: Before this.
        seats: At the table, 3 to 5.

    Example:
        >>> list(after(Seat(3), Seat(2), 5))
        [4, 0, 1]
    """
    return takewhile(
        lambda one: one != last, clockwise_from(left_of(seat, seats), seats)
    )

"""What the referee of a record says to a person: which line, why not, what is due."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from vendue_shared.choices import Decision
from vendue_shared.events import (
    Added,
    Bought,
    Called,
    Declined,
    Flipped,
    Hammer,
    Offered,
    Passed,
    Priced,
    Sealed,
)
from vendue_shared.happened import GameWon
from vendue_shared.paintings import ARTIST_OF
from vendue_shared.phases.once_around import OnceAround
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.position import Position
from vendue_shared.refusals import Reason
from vendue_shared.seats import Seat

from .writing import BidOpened, BidVoid, EventLine, Line, RoundLine

_NAMES: Final[dict[type[object], str]] = {
    Offered: "offer",
    Added: "add",
    Declined: "decline",
    Called: "bid",
    Passed: "pass",
    Sealed: "seal",
    BidOpened: "open",
    BidVoid: "void",
    Priced: "price",
    Bought: "buy",
    Flipped: "flip",
}

_DUE: Final[dict[Decision, str]] = {
    Decision.OFFER: "{seats} is to offer a painting",
    Decision.ADD: "{seats} is to add a second painting or to decline",
    Decision.OPEN: "an open auction waits for {seats} or the hammer",
    Decision.ONCE: "{seats} is to bid or to pass, once around",
    Decision.SEAL: "sealed bids are due from {seats}",
    Decision.REVEAL: "sealed bids are to be opened of {seats}",
    Decision.PRICE: "{seats} is to name a price",
    Decision.BUY: "{seats} is to buy or to pass",
    Decision.FLIP: "{seats} is to flip or to decline",
    Decision.NONE: "the game is over",
}


def line_named(line: Line) -> str:
    """Name a line, such as "the move bid of seat 2"."""
    if isinstance(line, RoundLine):
        return f"the line of round {line.round}"
    if isinstance(line, GameWon):
        return "the result"
    if isinstance(line, Hammer):
        return "the hammer"
    return f"the move {_NAMES[type(line)]} of seat {line.seat}"


def due_now(position: Position) -> str:
    """Tell what has to come next, such as "seat 1 is to offer a painting"."""
    return _DUE[position.phase.decision].format(seats=_seats(position.awaited))


def why_not(position: Position, line: EventLine, reason: Reason) -> str:  # noqa: C901 - one line a reason
    """Tell why a move cannot stand here.

    Args:
        position: As it was before the move.
        line: The move.
        reason: What the rules object to.
    """
    match reason:
        case Reason.TOO_LOW:
            why = f"the highest bid is {_highest(position)} already"
        case Reason.OVER_PURSE:
            why = f"it has only {_purse(position, line)}"
        case Reason.AMOUNT:
            why = "a bid is at least 1"
        case Reason.NOT_HELD:
            why = "the painting is not in its hand"
        case Reason.PLAYED:
            why = "the painting has been played before"
        case Reason.ARTIST:
            artist = ARTIST_OF[position.lot[0]].name.capitalize()
            why = f"the double is by {artist}"
        case Reason.SECOND_DOUBLE:
            why = "the second painting is a double, too"
        case Reason.LEADING:
            why = "it has the highest bid"
        case Reason.PASSED:
            why = "it has passed since the last raise"
        case Reason.COMMITTED:
            why = "it has sealed already"
        case _:
            why = due_now(position)
    return f"{line_named(line)} cannot stand here: {why}"


def _seats(seats: Iterable[Seat]) -> str:
    """Name the seats, such as "seats 0, 2" or "seat 1"."""
    numbers = [str(seat) for seat in seats]
    return f"seat{'s' * (len(numbers) > 1)} {', '.join(numbers)}"


def _highest(position: Position) -> int:
    phase = position.phase
    return phase.high if isinstance(phase, OpenAuction | OnceAround) else 0


def _purse(position: Position, line: EventLine) -> int:
    return 0 if isinstance(line, Hammer) else position.purses[line.seat]

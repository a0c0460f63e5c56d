"""From a move to the event it becomes, or to a refusal."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import assert_never

from vendue_shared.phases.open_auction import OpenAuction

from .choices import AnyChoice
from .events import (
    Added,
    Bought,
    Called,
    Declined,
    Flipped,
    Offered,
    Passed,
    Priced,
    Revealed,
    Sealed,
)
from .moves import (
    Add,
    AnyMove,
    Bid,
    Buy,
    Decline,
    Flip,
    Offer,
    Pass,
    Price,
    Reveal,
    Seal,
)
from .paintings import Painting
from .position import Position
from .refusals import IllegalMove, Reason
from .seats import Seat

Decided = (
    Offered | Added | Declined | Called | Passed | Sealed | Revealed | Priced
    | Bought | Flipped
)  # fmt: skip
"""The events that a seat's move can become."""


def legal_moves(
    position: Position, seat: Seat, hand: Collection[Painting]
) -> tuple[AnyChoice, ...]:
    """What a seat may do now: the same answer for host, client and bot.

    Args:
        position: The public position.
        seat: Who asks.
        hand: The paintings of that seat, in any order.

    Returns:
        Nothing where the seat is not asked; amounts as ranges, both ends legal.
    """
    return position.phase.legal(position, seat, hand)


def decide(
    position: Position,
    seat: Seat,
    hand: Mapping[Painting, bytes],
    move: AnyMove,
    *,
    auto: bool = False,
) -> Decided:
    """Turn a seat's move into the event that everybody will see.

    Args:
        position: Stays as it is.
        seat: Whose move it is, 0 to n-1; who says so must have been proved.
        hand: What the move draws on, each painting with its blind: the seat's
            hand; for `Flip` the mystery hand, oldest first.
        move: What the seat asks for.
        auto: Whether the host's clock moves for the seat.

    Raises:
        IllegalMove: With the reason; the seat may try again.
    """
    due = position.auction + 1 if type(move) is Offer else position.auction
    if move.auction != due:
        raise IllegalMove(Reason.STALE, f"auction {move.auction}, now is {due}")
    event = _event(seat, hand, move, auto=auto)
    if type(move) is Pass:
        _check_price(position, move)
    position.check(event)
    if (type(event) is Offered or type(event) is Added) and event.painting not in hand:
        raise IllegalMove(Reason.NOT_HELD, f"painting {event.painting}")
    return event


def _check_price(position: Position, move: Pass) -> None:
    phase = position.phase
    if type(phase) is OpenAuction and move.on != phase.high:
        raise IllegalMove(Reason.STALE, f"passes on {move.on}, highest is {phase.high}")


def _event(  # noqa: C901 - one line a move, closed by assert_never
    seat: Seat, hand: Mapping[Painting, bytes], move: AnyMove, *, auto: bool
) -> Decided:
    match move:
        case Bid(amount=amount):
            return Called(seat=seat, amount=amount, auto=auto)
        case Pass():
            return Passed(seat=seat, auto=auto)
        case Offer(painting=painting):
            blind = hand.get(Painting(painting), b"")
            return Offered(seat=seat, painting=painting, blind=blind, auto=auto)
        case Seal(commitment=commitment):
            return Sealed(seat=seat, commitment=commitment, auto=auto)
        case Reveal():
            return Revealed(seat=seat, auto=auto)
        case Buy():
            return Bought(seat=seat, auto=auto)
        case Price(amount=amount):
            return Priced(seat=seat, amount=amount, auto=auto)
        case Decline():
            return Declined(seat=seat, auto=auto)
        case Add(painting=painting):
            blind = hand.get(Painting(painting), b"")
            return Added(seat=seat, painting=painting, blind=blind, auto=auto)
        case Flip():
            painting, blind = next(iter(hand.items()), (Painting(-1), b""))
            return Flipped(seat=seat, painting=painting, blind=blind, auto=auto)
        case _:
            assert_never(move)

"""What Vendue's players do in the bench: moves drawn as `bench.bare_play` says."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vendue_shared.bots.answers import SealedBid
from vendue_shared.choices import (
    AnyChoice,
    CanAdd,
    CanBid,
    CanBuy,
    CanDecline,
    CanOffer,
    CanPrice,
    CanSeal,
)
from vendue_shared.money import Money
from vendue_shared.moves import Add, AnyMove, Bid, Buy, Decline, Offer, Pass, Price
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.position import Position

Draw = Callable[[], float]
"""A float from 0 to below 1."""


def drawn_move(
    position: Position, choices: Sequence[AnyChoice], draw: Draw
) -> AnyMove | SealedBid:
    """Draw a move.

    Args:
        position: The game.
        choices: What `legal_moves` answered for a seat that is asked.
        draw: Chance.

    Returns:
        The move; of a sealed bid the amount, which whoever plays the seat seals.
    """
    auction, first = position.auction, choices[0]
    if isinstance(first, CanBid):
        if draw() < 0.5:
            return Bid(auction=auction, amount=_among(draw, first.low, first.high))
        return _pass(position)
    if isinstance(first, CanSeal):
        return SealedBid(Money(_among(draw, 0, first.high)))
    if isinstance(first, CanOffer):
        painting = first.paintings[_among(draw, 0, len(first.paintings) - 1)]
        return Offer(auction=auction + 1, painting=painting)
    return _rarer(position, first, draw)


def _rarer(position: Position, first: AnyChoice, draw: Draw) -> AnyMove:
    auction = position.auction
    match first:
        case CanDecline():
            return Decline(auction=auction)
        case CanAdd(paintings=paintings):
            which = _among(draw, -1, len(paintings) - 1)
            if which < 0:
                return Decline(auction=auction)
            return Add(auction=auction, painting=paintings[which])
        case CanPrice(high=high):
            return Price(auction=auction, amount=_among(draw, 0, high))
        case CanBuy() if draw() < 0.5:
            return Buy(auction=auction)
        case _:
            return _pass(position)


def _pass(position: Position) -> Pass:
    """A pass; in an open auction it says on what."""
    phase = position.phase
    on = phase.high if isinstance(phase, OpenAuction) else 0
    return Pass(auction=position.auction, on=on)


def _among(draw: Draw, low: int, high: int) -> int:
    return low + int(draw() * (high - low + 1))

"""Moves that the rules refuse, for the arena to try on purpose."""

from __future__ import annotations

from collections.abc import Mapping

from vendue_shared.bots.view import Chance
from vendue_shared.choices import Decision
from vendue_shared.moves import Add, AnyMove, Bid, Buy, Offer, Pass, Price, Seal
from vendue_shared.paintings import ARTIST_OF, PAINTINGS, Painting, is_double
from vendue_shared.phases.fixed_price import Asking
from vendue_shared.phases.once_around import OnceAround
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.sealed_bids import ZEROS, Sealing
from vendue_shared.position import Position
from vendue_shared.seats import Seat


def blunder(
    position: Position, seat: Seat, hand: Mapping[Painting, bytes], chance: Chance
) -> AnyMove | None:
    """Draw a move that this seat may not make now; `None` if none comes to mind.

    Args:
        position: Any position of a game that is not over.
        seat: Awaited or not.
        hand: Its own hand.
        chance: Draws one of those that fit.
    """
    wrong = _wrong_moves(position, seat, hand)
    return wrong[chance(len(wrong))] if wrong else None


def _wrong_moves(
    position: Position, seat: Seat, hand: Mapping[Painting, bytes]
) -> list[AnyMove]:
    phase, auction = position.phase, position.auction
    purse = position.purses[seat]
    if phase.decision is Decision.OFFER:
        not_held = next(p for p in reversed(PAINTINGS) if p not in hand)
        offer = Offer(auction=auction + 1, painting=not_held)
        asked = seat == position.auctioneer
        return [offer, Pass(auction=auction)] if asked else [offer]
    if phase.decision is Decision.ADD:
        return _wrong_seconds(position, hand)
    if isinstance(phase, OpenAuction | OnceAround):
        wrong: list[AnyMove] = [
            Bid(auction=auction, amount=phase.high),
            Bid(auction=auction, amount=purse + 1),
        ]
        if isinstance(phase, OnceAround):
            return [*wrong, Pass(auction=auction)] if seat != phase.speaker else wrong
        has_passed = phase.passed >> seat & 1 or seat == phase.leader
        return [*wrong, Pass(auction=auction, on=phase.high + 1 - has_passed)]
    if isinstance(phase, Sealing):
        sealed = phase.commitments[seat] is not None
        return [Seal(auction=auction, commitment=b"\2" * 32 if sealed else ZEROS)]
    if phase.decision is Decision.PRICE:
        return [Price(auction=auction, amount=purse + 1)]
    if isinstance(phase, Asking) and (seat != phase.asked or purse < phase.price):
        return [Buy(auction=auction)]
    return []


def _wrong_seconds(position: Position, hand: Mapping[Painting, bytes]) -> list[AnyMove]:
    artist = ARTIST_OF[position.lot[0]]
    return [
        Add(auction=position.auction, painting=painting)
        for painting in hand
        if ARTIST_OF[painting] is not artist or is_double(painting)
    ]

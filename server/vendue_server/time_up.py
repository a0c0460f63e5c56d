"""What happens when the time for a decision is up."""

from __future__ import annotations

from vendue_shared.choices import Decision
from vendue_shared.decide import decide
from vendue_shared.events import AnyEvent, Hammer, Locked
from vendue_shared.moves import AnyMove, Decline, Offer, Pass, Price
from vendue_shared.position import Position
from vendue_shared.seats import Seat

from .hands import Hands


def default_event(position: Position, hands: Hands) -> AnyEvent | None:
    """The event that the host's clock makes of what is asked now.

    Returns:
        `None` while bids are revealed: then what came is opened.

    Source:
        docs/RULES.md, "Clocks".
    """
    match position.phase.decision:
        case Decision.OPEN:
            return Hammer()
        case Decision.SEAL:
            return Locked(absent=position.awaited)
        case Decision.REVEAL:
            return None
        case _:
            seat = position.awaited[0]
            move = _default_move(position, hands, seat)
            cards = hands.for_move(seat, move)
            return decide(position, seat, cards, move, auto=True)


def _default_move(position: Position, hands: Hands, seat: Seat) -> AnyMove:
    auction = position.auction
    match position.phase.decision:
        case Decision.OFFER:
            painting = hands.default_offer(seat, auction + 1)
            return Offer(auction=auction + 1, painting=painting)
        case Decision.ADD | Decision.FLIP:
            return Decline(auction=auction)
        case Decision.PRICE:
            return Price(auction=auction, amount=0)
        case _:
            return Pass(auction=auction)

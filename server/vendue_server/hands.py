"""The hands of a game at the host: what nobody else may see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from vendue_protocol.deal import Deal
from vendue_protocol.host_messages import DealtCard
from vendue_shared.events import Added, AnyEvent, Flipped, Offered
from vendue_shared.moves import Add, AnyMove, Flip, Offer
from vendue_shared.paintings import Painting
from vendue_shared.seats import Seat

_NAMES: Final = (Offer, Add)
_SHOWN: Final = (Offered, Added)


class Hands:
    """Each seat's paintings, and the mystery hand; the deal knows their blinds.

    Args:
        deal: The whole deal.
    """

    __slots__ = ("_deal", "_hands", "_mystery")

    def __init__(self, deal: Deal) -> None:
        self._deal = deal
        self._hands: list[list[Painting]] = [[] for _ in deal.terms.chairs]
        self._mystery: list[Painting] = []
        """Oldest first."""

    def __repr__(self) -> str:
        return "Hands(...)"

    def of(self, seat: Seat) -> tuple[Painting, ...]:
        """A seat's paintings, by number."""
        return tuple(sorted(self._hands[seat]))

    def for_move(self, seat: Seat, move: AnyMove) -> Mapping[Painting, bytes]:
        """What a move shows, with its blind; empty if the seat has no such painting."""
        if isinstance(move, Flip):
            shown = self._mystery[:1]
        elif isinstance(move, _NAMES) and move.painting in self._hands[seat]:
            shown = [Painting(move.painting)]
        else:
            return {}
        return {painting: self._deal.blind(painting) for painting in shown}

    def take_share(self, round_number: int) -> list[tuple[DealtCard, ...]]:
        """Deal a round.

        Returns:
            What each seat is to be told, in seat order; for its owner alone.
        """
        self._mystery.extend(self._deal.mystery_share(round_number))
        told = []
        for seat, hand in enumerate(self._hands):
            dealt = self._deal.dealt(Seat(seat), round_number)
            hand.extend(card.painting for card in dealt)
            told.append(
                tuple(
                    DealtCard(place=c.place, painting=c.painting, slot=c.slot)
                    for c in dealt
                )
            )
        return told

    def follow(self, event: AnyEvent) -> None:
        """Take out of the hands what an event has played."""
        if isinstance(event, Flipped):
            del self._mystery[0]
        elif isinstance(event, _SHOWN):
            self._hands[event.seat].remove(Painting(event.painting))

    def default_offer(self, seat: Seat, auction: int) -> Painting:
        """What is offered for an auctioneer whose time is up: drawn, not chosen."""
        return self._deal.default_offer(auction, self._hands[seat])

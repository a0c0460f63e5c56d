"""The hands of a game at the host: what nobody else may see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from vendue_protocol.deal import Deal
from vendue_protocol.messages import DealtCard
from vendue_shared.events import Added, AnyEvent, Flipped, Offered
from vendue_shared.moves import AnyMove, Flip
from vendue_shared.paintings import Painting
from vendue_shared.seats import Seat

_SHOWS: Final = (Offered, Added, Flipped)


class Hands:
    """Each seat's paintings with their blinds, and the mystery hand.

    Args:
        deal: The whole deal.
    """

    __slots__ = ("_deal", "_hands", "_mystery")

    def __init__(self, deal: Deal) -> None:
        self._deal = deal
        self._hands: list[dict[Painting, bytes]] = [{} for _ in deal.terms.chairs]
        self._mystery: dict[Painting, bytes] = {}

    def __repr__(self) -> str:
        return "Hands(...)"

    def of(self, seat: Seat) -> tuple[Painting, ...]:
        """A seat's paintings, by number."""
        return tuple(sorted(self._hands[seat]))

    def for_move(self, seat: Seat, move: AnyMove) -> Mapping[Painting, bytes]:
        """What a move draws on, with blinds; the mystery hand oldest first."""
        return self._mystery if isinstance(move, Flip) else self._hands[seat]

    def take_share(self, round_number: int) -> list[tuple[DealtCard, ...]]:
        """Deal a round.

        Returns:
            What each seat is to be told, in seat order; for its owner alone.
        """
        for painting in self._deal.mystery_share(round_number):
            self._mystery[painting] = self._deal.blind(painting)
        told = []
        for seat, hand in enumerate(self._hands):
            dealt = self._deal.dealt(Seat(seat), round_number)
            hand.update((c.painting, self._deal.blind(c.painting)) for c in dealt)
            told.append(
                tuple(
                    DealtCard(place=c.place, painting=c.painting, slot=c.slot)
                    for c in dealt
                )
            )
        return told

    def follow(self, event: AnyEvent) -> None:
        """Take out of the hands what an event has played."""
        if isinstance(event, _SHOWS):
            painting = Painting(event.painting)
            self._hands[event.seat].pop(painting, None)
            self._mystery.pop(painting, None)

    def default_offer(self, seat: Seat, auction: int) -> Painting:
        """What is offered for an auctioneer whose time is up: drawn, not chosen."""
        return self._deal.default_offer(auction, self._hands[seat])

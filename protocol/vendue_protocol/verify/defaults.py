"""Step 11: what the host's clock did for a seat is what was laid down before."""

from __future__ import annotations

from collections import Counter

from vendue_protocol.deal import Deal
from vendue_shared.events import (
    Added,
    AnyEvent,
    Declined,
    Hammer,
    Moved,
    Offered,
    Passed,
    Priced,
)
from vendue_shared.happened import RoundBegan
from vendue_shared.paintings import Painting
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.seats import Seat

from .history import History, Played
from .reports import DefaultsProved, NotSound, VerifyStep


def check_defaults(history: History, deal: Deal | None) -> DefaultsProved:
    """Step 11: every `auto` move is the published default.

    Args:
        history: A legal one.
        deal: What the seed gives; without it nobody can tell which painting an
            absent auctioneer offers.

    Raises:
        NotSound: The host chose for a seat.

    Source:
        docs/RULES.md, "Clocks".
    """
    hands = _Hands(history.position.seats, deal)
    auto: Counter[int] = Counter()
    unproved = 0
    for one in history.played:
        event = one.event
        if is_auto(event) and isinstance(event, Moved):
            auto[event.seat] += 1
            _check_default(one, hands)
            unproved += isinstance(event, Offered) and deal is None
        hands.follow(one)
    return DefaultsProved(
        auto=tuple(auto[seat] for seat in range(history.position.seats)),
        hammers=sum(isinstance(one.event, Hammer) for one in history.played),
        unproved_offers=unproved,
    )


def is_auto(event: AnyEvent) -> bool:
    """Whether the host's clock made this move for its seat."""
    return getattr(event, "auto", False) is True


class _Hands:
    """What each seat holds, as far as the seed tells."""

    def __init__(self, seats: int, deal: Deal | None) -> None:
        self.deal = deal
        self.hands: list[set[Painting]] = [set() for _ in range(seats)]

    def follow(self, played: Played) -> None:
        """Take out what is played, put in what is dealt."""
        event = played.event
        if isinstance(event, Offered | Added):
            self.hands[event.seat].discard(Painting(event.painting))
        for fact in played.facts:
            if isinstance(fact, RoundBegan) and self.deal is not None:
                for seat, hand in enumerate(self.hands):
                    dealt = self.deal.dealt(Seat(seat), fact.number)
                    hand.update(card.painting for card in dealt)

    def default_offer(self, seat: int, auction: int) -> Painting | None:
        """What is offered for an absent auctioneer; `None`: only the seed tells."""
        if self.deal is None:
            return None
        return self.deal.default_offer(auction, self.hands[seat])


def _check_default(played: Played, hands: _Hands) -> None:
    event = played.event
    match event:
        case Offered(seat=seat, painting=painting, auto=True):
            right = hands.default_offer(seat, played.auction)
            if right not in {None, painting}:
                raise _failed(played, f"painting {right}", f"painting {painting}")
        case Priced(amount=amount, auto=True):
            if amount:
                raise _failed(played, "the price 0", f"the price {amount}")
        case Declined():
            return
        case Passed() if not isinstance(played.before, OpenAuction):
            return
        case _:
            expected = "a move that the clock can make"
            raise _failed(played, expected, f"`{type(event).__struct_config__.tag}`")


def _failed(played: Played, expected: str, found: str) -> NotSound:
    why = f"{expected}, the default at this moment"
    return NotSound(VerifyStep.DEFAULTS, played.s, why, found)

"""The mind of levels expert and master: values, beliefs, prices, foresight."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from vendue_shared.money import Money
from vendue_shared.paintings import ARTIST_OF, PAINTINGS, Painting
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.seats import Seat, after, clockwise_from
from vendue_shared.tabletop import FIFTH

from .foresight import Depth, best_offer, best_second, value_of_lot
from .lots import Lot, share_of
from .memory import Memory
from .offers import Market
from .prices import (
    fixed_price,
    last_word,
    once_bid,
    pushes,
    raise_to,
    refused,
    sealed_bid,
)
from .rivals import Rival
from .value import ONE, code_of
from .view import View
from .walls import ahead_of, owned_by


class Thinker:
    """A mind that knows what lots are worth, and learns what others pay.

    Args:
        memory: What is known of the others; whoever runs the bot fills it.
        depth: How far it thinks ahead.
    """

    __slots__ = ("_depth", "_lot", "_lot_seen", "_memory")

    def __init__(self, memory: Memory, depth: Depth) -> None:
        self._memory, self._depth = memory, depth
        self._lot: Lot | None = None
        self._lot_seen: object = None

    # Offering.

    def offer(self, view: View) -> Painting:
        """What gains most: at once, or by the end of the round."""
        offerings = Market(view, self._memory).offerings()
        if self._depth.heats:
            return best_offer(view, self._memory, self._depth, offerings)
        return offerings[0].painting

    def second(self, view: View, fitting: tuple[Painting, ...]) -> Painting | None:
        """What makes the better pair, if that is better than none."""
        if self._depth.heats:
            return best_second(view, self._memory, self._depth, fitting)
        market, position = Market(view, self._memory), view.position
        share = 1.0
        if view.seat != position.opener:
            share = self._share_of_adder(view)
        gains = {p: market.gain_of_pair(p, 1, share) for p in fitting}
        best = max(gains, key=lambda painting: gains[painting])
        return best if gains[best] > market.gain_of_declining() else None

    def _share_of_adder(self, view: View) -> float:
        then = view.position.copy()
        then.auctioneer = view.seat
        return share_of(then, view.seat)

    # Buying and selling.

    def _lot_of(self, view: View) -> Lot:
        """The lot on sale; thought about once."""
        position = view.position
        seen = (
            position.auction, position.lot, position.opener, position.auctioneer,
            tuple(position.shown), tuple(position.purses), view.seat, view.hand,
        )  # fmt: skip
        if self._lot is None or self._lot_seen != seen:
            value = value_of_lot(view, self._memory, self._depth)
            self._lot, self._lot_seen = Lot(view, self._memory, value), seen
        return self._lot

    def bid(self, view: View, high: Money) -> Money | None:
        """The least raise that does; in once around what wins at the best price."""
        phase, lot = view.position.phase, self._lot_of(view)
        if isinstance(phase, OpenAuction):
            bid = self._raise(view, phase, lot)
        elif view.is_auctioneer:
            bid = last_word(lot.deal, high, view.purse)
        else:
            later = lot.among(_after(view))
            later.append(lot.rivals[view.position.auctioneer])
            bid = once_bid(lot.deal, high, view.purse, later)
        return None if bid is None else Money(bid)

    def _raise(self, view: View, phase: OpenAuction, lot: Lot) -> int | None:
        high, leader = phase.high, phase.leader
        rivals = [
            rival
            for seat, rival in lot.rivals.items()
            if seat == leader or not phase.passed >> seat & 1
        ]
        if view.is_auctioneer:
            return high + 1 if pushes(lot.deal, high, rivals, leader) else None
        kept = 0.0
        if leader == view.position.auctioneer:
            kept = prod(r.up_to(high) for r in rivals if r.seat != leader)
        limit = min(view.purse, lot.deal.limit(kept))
        return raise_to(lot.deal, high, limit, rivals, leader)

    def seal(self, view: View) -> Money:
        """What wins at the best price, or sells at one."""
        lot, position = self._lot_of(view), view.position
        order = tuple(clockwise_from(position.auctioneer, position.seats))
        beaten = order[order.index(view.seat) + 1 :]
        return Money(sealed_bid(lot.deal, view.purse, _all(lot), beaten))

    def price(self, view: View) -> Money:
        """What somebody else still pays."""
        lot = self._lot_of(view)
        return Money(fixed_price(lot.deal, view.purse, lot.among(_after(view))))

    def buys(self, view: View, price: Money) -> bool:
        """Whether it is better than leaving the lot to those after it."""
        lot = self._lot_of(view)
        kept = refused(price, lot.among(_after(view)), view.position.seats)
        return price < lot.deal.limit(kept)

    # The mystery hand.

    def flips(self, view: View) -> bool:
        """Whether a painting nobody knows would do its own wall good, on average."""
        position = view.position
        scale, code = self._memory.scale(position), code_of(position.shown)
        ahead = ahead_of(owned_by(position), view.seat)
        now, gain = scale.fitted(code), 0.0
        for painting in PAINTINGS:
            if position.played >> painting & 1 or painting in view.hand:
                continue
            artist = ARTIST_OF[painting]
            ends = position.shown[artist] + 1 == FIFTH
            then = code + ONE[artist]
            values = scale.final(then) if ends else scale.fitted(then)
            triples = zip(ahead, values, now, strict=True)
            gain += sum(more * (value - old) for more, value, old in triples)
        return gain > 0


def _all(lot: Lot) -> list[Rival]:
    return list(lot.rivals.values())


def _after(view: View) -> Iterator[Seat]:
    """Who is asked after this seat, in order, without the auctioneer."""
    return after(view.seat, view.position.auctioneer, view.position.seats)

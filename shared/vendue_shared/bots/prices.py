"""What to bid and what to ask, from a lot's value and what the others would pay.

A gain is counted as the own money less the mean of the others'. So who neither
buys nor sells does not mind the price; a buyer goes up to the value; and the
auctioneer of a lot of value V among n seats is as well off selling it at
V n / (2n - 1) as keeping it for that price.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from math import prod
from typing import Final

from .rivals import Rival

SURE: Final = 0.98
"""An open auction is carried at once to where somebody goes on with this chance..."""

SURE_PART: Final = 0.6
"""...but no further than this part of the lot's value."""


class Deal:
    """A lot as a gain or a loss of one seat.

    Args:
        value: Of the whole lot, in thousands.
        seats: At the table.
        share: What part of the price the seat is paid if another buys, 0 to 1.
    """

    __slots__ = ("seats", "share", "value")

    def __init__(self, value: float, seats: int, share: float) -> None:
        self.value, self.seats, self.share = value, seats, share

    def bought(self, price: float) -> float:
        """The gain where the seat buys; the others are paid what it is not."""
        return self.value - price - (1 - self.share) * price / (self.seats - 1)

    def sold(self, price: float) -> float:
        """The gain where another buys that is paid nothing."""
        return (self.share * price * self.seats - self.value) / (self.seats - 1)

    def limit(self, kept: float = 0.0) -> float:
        """The price up to which buying is better than leaving it.

        Args:
            kept: The chance that, left, it is kept by its auctioneer for the price,
                who then pays the bank and not a player.
        """
        n = self.seats
        return self.value * n / (n + self.share * (n - 1) + (1 - self.share) * kept)


def raise_to(
    deal: Deal, high: int, limit: float, rivals: Sequence[Rival], leader: int
) -> int | None:
    """The next bid of a seat that would buy; `None`: it goes no further.

    Args:
        deal: The lot.
        high: The highest bid so far.
        limit: The most that it pays.
        rivals: The leader and those who have not passed.
        leader: The seat that leads; -1 if none does.
    """
    bid = high + 1
    if bid > limit:
        return None
    surely = min(limit, SURE_PART * deal.value)
    while bid + 1 <= surely and _goes_on(bid + 1, high, rivals, leader) >= SURE:
        bid += 1
    return bid


def _goes_on(amount: int, high: int, rivals: Sequence[Rival], leader: int) -> float:
    """The chance that somebody bids more than an amount."""
    return 1 - prod(r.stops(amount, high * (r.seat == leader)) for r in rivals)


def pushes(deal: Deal, high: int, rivals: Sequence[Rival], leader: int) -> bool:
    """Whether an auctioneer raises a bid on the own lot: to keep it, or for more."""
    if leader < 0:
        return False
    now, stuck = deal.sold(high), deal.bought(high + 1)
    if stuck >= now:
        return True
    room = _goes_over(high + 1, high, rivals, leader, deal.seats)
    return room * (deal.sold(high + 2) - now) > (1 - room) * (now - stuck)


def _goes_over(
    bid: int, high: int, rivals: Sequence[Rival], leader: int, seats: int
) -> float:
    """The chance that somebody goes on if the auctioneer bids so much.

    Who would leave the lot to the auctioneer, who then pays the bank, stops sooner.
    """
    reached = [high * (rival.seat == leader) for rival in rivals]
    stops = [
        rival.stops(bid, most) for rival, most in zip(rivals, reached, strict=True)
    ]
    nobody = 1.0
    for at, rival in enumerate(rivals):
        stop = stops[at]
        if rival.yields:
            kept = prod(stops[:at]) * prod(stops[at + 1 :])
            stop = rival.stops(int(felt(bid, seats, kept)), reached[at])
        nobody *= stop
    return 1 - nobody


def once_bid(deal: Deal, high: int, purse: int, later: Sequence[Rival]) -> int | None:
    """The one word of a seat that others follow; `None`: pass.

    Args:
        deal: The lot.
        high: The highest bid so far.
        purse: Its own money.
        later: Who speaks after it.
    """
    limit = min(purse, int(deal.limit()))
    if limit <= high:
        return None
    bids = {high + 1}
    for rival in later:
        bids.update(amount for amount in rival.amounts if high < amount <= limit)

    def gain(bid: int) -> float:
        wins = prod(rival.up_to(bid) for rival in later)
        return wins * (deal.bought(bid) - deal.sold(bid))

    best = max(sorted(bids), key=gain)
    return best if gain(best) > 0 else None


def last_word(deal: Deal, high: int, purse: int) -> int | None:
    """The word of the auctioneer, whom nobody follows; without a bid it is free."""
    if not 0 < high < purse:
        return None
    return high + 1 if deal.bought(high + 1) > deal.sold(high) else None


def sealed_bid(
    deal: Deal, purse: int, rivals: Sequence[Rival], beaten: Collection[int]
) -> int:
    """The sealed bid.

    Args:
        deal: The lot.
        purse: The own money.
        rivals: All others.
        beaten: The seats that lose a tie against this one.
    """
    limit = min(purse, int(deal.value))
    bids = {0}
    for rival in rivals:
        more = rival.seat not in beaten
        bids.update(a + more for a in rival.amounts if a + more <= limit)
    prices, sales = _sales(deal, rivals)

    def gain(bid: int) -> float:
        wins = prod(r.up_to(bid) if r.seat in beaten else r.under(bid) for r in rivals)
        if not deal.share:
            return wins * deal.bought(bid) + (1 - wins) * deal.sold(0)
        return wins * deal.bought(bid) + sum(sales[bisect_right(prices, bid) :])

    return max(sorted(bids), key=gain)


def _sales(deal: Deal, rivals: Sequence[Rival]) -> tuple[list[int], list[float]]:
    """What the rivals' highest bid may be, and each one's chance times its gain."""
    if not deal.share:
        return [], []
    prices = sorted({amount for rival in rivals for amount in rival.amounts})
    sales = []
    for price in prices:
        chance = prod(r.up_to(price) for r in rivals)
        chance -= prod(r.under(price) for r in rivals)
        sales.append(chance * deal.sold(price))
    return prices, sales


def felt(price: float, seats: int, kept: float) -> float:
    """What a fixed price is felt like by a seat that it is asked of.

    To leave the lot is worth something if its auctioneer then keeps it, who pays the
    bank and not a player.

    Args:
        price: In thousands.
        seats: At the table.
        kept: The chance that nobody else takes it.

    Returns:
        In thousands: the seat takes the lot if it is worth more to it than this.
    """
    return price * (seats + kept) / seats


def refused(price: int, rivals: Sequence[Rival], seats: int) -> float:
    """The chance that nobody takes a fixed price.

    Args:
        price: In thousands.
        rivals: Who is still asked, in this order.
        seats: At the table.
    """
    kept = 1.0
    for rival in reversed(rivals):
        kept *= rival.refuses(price, felt(price, seats, kept))
    return kept


def fixed_price(deal: Deal, purse: int, rivals: Sequence[Rival]) -> int:
    """The fixed price to name.

    Args:
        deal: The lot.
        purse: The own money, the most that may be named.
        rivals: All others, in the order in which they are asked.
    """
    prices, n = {0}, deal.seats
    for rival in rivals:
        for amount in rival.amounts:
            # What the first who is asked just takes, the last, and one in between.
            asked = amount, 2 * n * amount // (2 * n + 1), n * amount // (n + 1)
            prices.update(min(price, purse) for price in asked)

    def gain(price: int) -> float:
        keeps = refused(price, rivals, n)
        return keeps * deal.bought(price) + (1 - keeps) * deal.sold(price)

    return max(sorted(prices), key=gain)

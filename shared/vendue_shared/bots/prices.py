"""What to bid and what to ask, from a lot's value and what the others would pay.

A gain is counted as the own money less the mean of the others'. So who neither
buys nor sells does not mind the price; a buyer goes up to the value; and the
auctioneer of a lot of value V among n seats is as well off selling it at
V n / (2n - 1) as keeping it for that price.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from math import prod
from typing import Final

SURE: Final = 0.98
"""An open auction is carried at once to where somebody goes on with this chance..."""

SURE_PART: Final = 0.6
"""...but no further than this part of the lot's value."""

NEVER: Final = 1e-9
"""A chance below this is none: it is what rounding left."""


PIECES: Final = 5
"""Of an amount, where it stands for all that are next to it."""


class Rival:
    """How far another seat may go.

    Args:
        seat: Which.
        amounts: What may be its ceiling, in thousands, never falling.
        odds: The chance of each.
        yields: Whether it leaves a lot sooner to an auctioneer who bids (see `felt`).
    """

    __slots__ = ("_before", "_reckons", "_takes", "amounts", "seat", "yields")

    def __init__(
        self,
        seat: int,
        amounts: Sequence[int],
        odds: Iterable[float],
        *,
        yields: bool = False,
    ) -> None:
        self.seat, self.amounts, self.yields = seat, amounts, yields
        self._before = _summed(odds)
        self._reckons, self._takes = 0.0, self._before

    def reckon(self, reckons: float, odds: Iterable[float]) -> None:
        """Tell how it takes a fixed price.

        Args:
            reckons: The chance that it reckons with what a lot saves it that is left
                to its auctioneer.
            odds: The chances of the amounts if it does.
        """
        self._reckons, self._takes = reckons, _summed(odds)

    def up_to(self, amount: float) -> float:
        """The chance that it goes no higher than this."""
        return self._before[bisect_right(self.amounts, amount)]

    def under(self, amount: float) -> float:
        """The chance that it does not go so high."""
        return self._before[bisect_left(self.amounts, amount)]

    def takes_under(self, amount: float) -> float:
        """The same of a fixed price, as it is felt by who reckons."""
        return self._takes[bisect_left(self.amounts, amount)]

    def refuses(self, price: int, hard: float) -> float:
        """The chance that it does not take a fixed price.

        Args:
            price: In thousands.
            hard: What that is felt like by who reckons.
        """
        bare = self.under(price)
        return bare + self._reckons * (self.takes_under(hard) - bare)

    def stops(self, amount: int, reached: int) -> float:
        """The chance that it goes no higher, if it has gone to another amount."""
        left = 1 - self.under(reached)
        if left < NEVER:
            return 1.0
        return min(1.0, 1 - (1 - self.up_to(amount)) / left)


def _summed(odds: Iterable[float]) -> list[float]:
    """The chance of everything before each of the odds, and of all."""
    before = [0.0]
    for chance in odds:
        before.append(before[-1] + chance)
    return before


def spread(
    amounts: Sequence[int], odds: Sequence[float]
) -> tuple[list[int], list[float]]:
    """Take each amount for several, up to half of the way to its neighbours.

    Between two amounts of a grid somebody may stop as well: an auctioneer who looks
    at the grid alone bids up to just below an amount, and keeps the lot.

    Example:
        >>> spread((10, 20), (0.4, 0.6))[0]
        [10, 11, 12, 13, 14, 15, 16, 17, 18, 19]
    """
    ends = [amounts[0], *(sum(pair) / 2 for pair in pairwise(amounts)), amounts[-1]]
    more, chances = [], []
    for (low, high), chance in zip(pairwise(ends), odds, strict=True):
        step = (high - low) / PIECES
        more += [int(low + step * (piece + 0.5)) for piece in range(PIECES)]
        chances += [chance / PIECES] * PIECES
    return more, chances


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

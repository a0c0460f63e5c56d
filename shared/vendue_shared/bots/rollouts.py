"""Rollouts: a round thought on for a while, in one of the worlds that may be.

Everybody offers what they like best by a simple rule and some chance; lots are
sold at once by what each seat is believed to pay. Where the round has ended, the
rules tell what it comes to, and the fitted table where it has not.
"""

from __future__ import annotations

from math import exp, inf, log
from operator import mul
from typing import Final

from vendue_shared.tabletop import FIFTH

from .likings import DOUBLE
from .sales import sale
from .value import BITS, MASK, ONE
from .worlds import Outset, World

OVER: Final = -1
"""No seat: the round is over."""

NONE: Final = -1
"""No kind: there is nothing to add."""


class Rollout:
    """The next turns of one round; every method plays a part of it.

    Methods that end a turn return the seat that sold last, or `OVER`.
    """

    __slots__ = (
        "_all_owned", "_hands", "_outset", "_pile", "_sizes", "_zeal", "code",
        "is_over", "left", "money", "owned",
    )  # fmt: skip

    def __init__(self, outset: Outset, world: World) -> None:
        self._outset = outset
        self.code = outset.code
        """The counts of the round."""
        self.owned = [counts[:] for counts in outset.owned]
        """Paintings on the walls, by seat and artist."""
        self._all_owned = outset.all_owned[:]
        self.money = outset.money[:]
        """By seat, in thousands."""
        # A stack is never changed, but replaced: so rows are copied, not stacks.
        self._hands = [stacks[:] for stacks in world.hands]
        self._sizes = outset.sizes[:]
        self.left = outset.left
        """Paintings in all hands."""
        self.is_over = False
        """Whether the round has ended."""
        self._pile = world.pile[:]
        self._zeal = world.zeal

    @property
    def played(self) -> int:
        """How many paintings were played so far."""
        return self._outset.left - self.left

    # What the seat that thinks decides.

    def offer(self, seat: int, artist: int, kind: int, second: int | None) -> int:
        """Offer a painting alone, or with an own second of this kind."""
        self._take(seat, artist, kind)
        return self._show(seat, artist, kind, second)

    def _show(self, seat: int, artist: int, kind: int, second: int | None) -> int:
        """The same for a painting that is out of the hand."""
        self.code += ONE[artist]
        if self.code >> BITS * artist & MASK == FIFTH or not self.left:
            return self._end(artist, 1)
        if kind != DOUBLE:
            return self._sell(kind, seat, seat, artist, 1)
        if second is None:
            return self.ask(seat, (seat + 1) % self._outset.seats, artist)
        return self.add(seat, seat, artist, second)

    def add(self, opener: int, adder: int, artist: int, kind: int) -> int:
        """Add a second painting of this kind to a double."""
        self._take(adder, artist, kind)
        self.code += ONE[artist]
        if self.code >> BITS * artist & MASK == FIFTH or not self.left:
            return self._end(artist, 2)
        return self._sell(kind, opener, adder, artist, 2)

    def ask(self, opener: int, seat: int, artist: int) -> int:
        """Ask this seat and those after it for a second; without one it is free."""
        seats = self._outset.seats
        while seat != opener:
            kind = self._fitting(seat, artist)
            if kind != NONE:
                return self.add(opener, seat, artist, kind)
            seat = (seat + 1) % seats
        self._hang(opener, artist, 1)
        return self._flip(opener)

    def play_on(self, last: int, turns: int) -> None:
        """Play so many turns on, or to the end of the round.

        Args:
            last: The seat that sold last, or `OVER`.
            turns: At most; at least 0.
        """
        seats, sizes = self._outset.seats, self._sizes
        while turns and last != OVER and self.left:
            turns -= 1
            seat = last + 1 if last + 1 < seats else 0
            while not sizes[seat]:
                seat = seat + 1 if seat + 1 < seats else 0
            artist, at = self._chosen(seat)
            kind, second = self._taken(seat, artist, at), None
            if kind == DOUBLE:
                fitting = self._fitting(seat, artist, 2)
                second = None if fitting == NONE else fitting
            last = self._show(seat, artist, kind, second)
        self.is_over = last == OVER or not self.left

    # How everybody plays.

    def _chosen(self, seat: int) -> tuple[int, int]:
        """What a seat offers: the artist, and the place in its stack."""
        outset, stacks = self._outset, self._hands[seat]
        taste = outset.tastes[seat]
        worths, changes, costs, pairs = taste.prospect(self.code)
        seats, held = outset.seats, taste.way.held
        ahead = [
            (seats * mine - everybody) / (seats - 1) + held * len(stack)
            for mine, everybody, stack in zip(
                self.owned[seat], self._all_owned, stacks, strict=True
            )
        ]
        chosen, most, place = -1, -inf, -1
        for artist, stack in enumerate(stacks):
            if stack:
                part, kind = stack[-1]
                rise = sum(map(mul, ahead, changes[artist]))
                gain, at = part * worths[artist] + rise - costs[artist], -1
                if gain > 0 and pairs[artist] and stack[0][1] == DOUBLE != kind:
                    gain, at = 2 * gain, 0  # A second gains as much again.
                if gain > most:
                    chosen, most, place = artist, gain, at
        return chosen, place

    def _fitting(self, seat: int, artist: int, more: int = 1) -> int:
        """The kind of the best liked second of a hand; nobody adds a fifth.

        Args:
            seat: Whose hand.
            artist: The double's.
            more: How many of the two are not counted yet.
        """
        if (self.code >> BITS * artist & MASK) + more < FIFTH:
            for _, kind in reversed(self._hands[seat][artist]):
                if kind != DOUBLE:
                    return kind
        return NONE

    def _take(self, seat: int, artist: int, kind: int) -> None:
        """Take the best liked painting of this kind out of a hand."""
        stack = self._hands[seat][artist]
        at = max(at for at, (_, found) in enumerate(stack) if found == kind)
        self._taken(seat, artist, at)

    def _taken(self, seat: int, artist: int, at: int) -> int:
        """Take the painting at this place of a stack; its kind."""
        stacks = self._hands[seat]
        stack = stacks[artist]
        stacks[artist] = stack[:-1] if at == -1 else stack[:at] + stack[at + 1 :]
        self._sizes[seat] -= 1
        self.left -= 1
        return stack[at][1]

    # What follows by the rules.

    def _end(self, artist: int, count: int) -> int:
        if not self._outset.count_unsold:
            self.code -= count * ONE[artist]
        return OVER

    def _sell(
        self, kind: int, opener: int, auctioneer: int, artist: int, size: int
    ) -> int:
        outset, money = self._outset, self.money
        looks = size * outset.scale.plain(self.code)[artist]
        brings = size * outset.scale.fitted(self.code)[artist]
        ceilings = [
            purse if purse < (most := zeal * ceiling) else most
            for purse, zeal, ceiling in zip(
                money, self._zeal, outset.ceilings(kind, looks, brings), strict=True
            )
        ]
        a, b = outset.keeps[auctioneer]
        keeps = min(money[auctioneer], a * looks + b * brings)
        buyer, price = sale(kind, auctioneer, keeps, ceilings)
        money[buyer] -= price
        half = price / 2 if outset.splits and opener != auctioneer else 0.0
        if buyer != auctioneer:
            money[auctioneer] += price - half
        if buyer != opener:
            money[opener] += half
        self._hang(buyer, artist, size)
        return self._flip(auctioneer) if self._pile else auctioneer

    def _hang(self, seat: int, artist: int, size: int) -> None:
        self.owned[seat][artist] += size
        self._all_owned[artist] += size

    def _flip(self, auctioneer: int) -> int:
        """Where there is a mystery hand, about half of the time it is flipped."""
        if self._pile and self.left & 1:
            artist = self._pile.pop()
            self.code += ONE[artist]
            if self.code >> BITS * artist & MASK == FIFTH:
                return OVER
        return auctioneer

    def values(self) -> tuple[float, ...]:
        """What one painting of each artist brings, in thousands, in board order."""
        scale = self._outset.scale
        return scale.final(self.code) if self.is_over else scale.fitted(self.code)

    def score(self) -> float:
        """How far the seat that thinks is ahead of the others, in thousands.

        Money and walls count, and what all keep in their hands: a round that ends
        early leaves everybody more. Of the others those count more that have more.
        """
        outset, values = self._outset, self.values()
        money = [
            purse + sum(map(mul, counts, values))
            for purse, counts in zip(self.money, self.owned, strict=True)
        ]
        if not outset.is_last_round:
            kept = outset.tastes[outset.me].kept(outset.scale.sums_after(self.code))
            money = [
                purse + sum(map(mul, map(len, stacks), kept))
                for purse, stacks in zip(money, self._hands, strict=True)
            ]
        mine, most, lead = money.pop(outset.me), max(money), outset.lead
        strength = 0.0
        for rival in money:
            strength += exp((rival - most) / lead)
        return float(mine - most - lead * log(strength / len(money)))

"""Rollouts: a round thought on to its end, in one of the worlds that may be.

Everybody offers what they like best by a simple rule and some chance; lots are
sold at once by what each seat is believed to pay; the end is scored by the rules.
"""

from __future__ import annotations

from typing import Final

from vendue_shared.paintings import ARTISTS, Kind
from vendue_shared.tabletop import FIFTH

from .beliefs import Word
from .memory import WORDS
from .sales import sale
from .value import BITS, MASK, ONE
from .worlds import Outset, World

DOUBLE: Final = int(Kind.DOUBLE)

OVER: Final = -1
"""No seat: the round is over."""

NONE: Final = -1
"""No kind: there is nothing to add."""

LIKES_WORTH: Final = 0.25
LIKES_OWN: Final = 5.0
LIKES_MANY: Final = 3.0
LIKES_SHOWN: Final = 5.0
"""What makes a painting liked as an offer: what its artist looks to be worth, each
one on the own wall, in the hand, and shown."""

ENDS_AHEAD: Final = 15.0
"""How much more a fifth is liked for each painting that the own wall is ahead."""

KEPT: Final = 0.7
KEPT_MORE: Final = 28
"""What a painting is worth that is left in the hand, but in the last round: this part
of its artist's chips by then, and so many thousands."""


class Rollout:
    """The rest of one round; every method plays a part of it.

    Methods that end a turn return the seat that sold last, or `OVER`.
    """

    __slots__ = (
        "_hands", "_outset", "_pile", "_shy", "_sizes", "code", "left", "money",
        "owned",
    )  # fmt: skip

    def __init__(self, outset: Outset, world: World) -> None:
        self._outset = outset
        self.code = outset.code
        """The counts of the round."""
        self.owned = [counts[:] for counts in outset.owned]
        """Paintings on the walls, by seat and artist."""
        self.money = outset.money[:]
        """By seat, in thousands."""
        self._hands = [[stack[:] for stack in stacks] for stacks in world.hands]
        self._sizes = outset.sizes[:]
        self.left = sum(self._sizes)
        """Paintings in all hands."""
        self._pile = world.pile[:]
        self._shy = world.shy

    # What the seat that thinks decides.

    def offer(self, seat: int, artist: int, kind: int, second: int | None) -> int:
        """Offer a painting alone, or with an own second of this kind."""
        self._take(seat, artist, kind)
        return self._show(seat, artist, kind, second)

    def _show(self, seat: int, artist: int, kind: int, second: int | None) -> int:
        """The same for a painting that is out of the hand."""
        self.code += ONE[artist]
        if self._is_over(artist):
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
        if self._is_over(artist):
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
        self.owned[opener][artist] += 1
        return self._flip(opener)

    def play_on(self, last: int) -> None:
        """Play on to the end of the round, after this seat has sold."""
        seats, sizes = self._outset.seats, self._sizes
        while last != OVER and self.left:
            seat = last + 1 if last + 1 < seats else 0
            while not sizes[seat]:
                seat = seat + 1 if seat + 1 < seats else 0
            artist = self._chosen(seat)
            _, kind = self._hands[seat][artist].pop()
            sizes[seat] -= 1
            self.left -= 1
            second = None
            if kind == DOUBLE:
                fitting = self._fitting(seat, artist, 2)
                second = None if fitting == NONE else fitting
            last = self._show(seat, artist, kind, second)

    # How everybody plays.

    def _chosen(self, seat: int) -> int:
        """The artist whose best liked painting a seat offers."""
        owned, hands, code = self.owned[seat], self._hands[seat], self.code
        liked = self._outset.scale.liked.get(code) or self._liked(code)
        most, chosen = -1e9, 0
        for artist in range(len(ARTISTS)):
            stack = hands[artist]
            if stack:
                liking = (
                    liked[artist]
                    + LIKES_OWN * owned[artist]
                    + LIKES_MANY * len(stack)
                    + stack[-1][0]
                )
                if code >> BITS * artist & MASK == FIFTH - 1:
                    liking += ENDS_AHEAD * self._ahead(seat, artist) - self._shy[seat]
                if liking > most:
                    most, chosen = liking, artist
        return chosen

    def _liked(self, code: int) -> tuple[float, ...]:
        """How much each artist is liked with these counts; reckoned once."""
        scale = self._outset.scale
        plain = scale.plain(code)
        found = scale.liked[code] = tuple(
            LIKES_WORTH * plain[artist] + LIKES_SHOWN * (code >> BITS * artist & MASK)
            for artist in range(len(ARTISTS))
        )
        return found

    def _ahead(self, seat: int, artist: int) -> float:
        """How many more of an artist a seat has than the mean of the others."""
        mine = self.owned[seat][artist]
        others = sum(counts[artist] for counts in self.owned) - mine
        return mine - others / (self._outset.seats - 1)

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
        stack = self._hands[seat][artist]
        for at in range(len(stack) - 1, -1, -1):
            if stack[at][1] == kind:
                del stack[at]
                break
        self._sizes[seat] -= 1
        self.left -= 1

    # What follows by the rules.

    def _is_over(self, artist: int) -> bool:
        return self.code >> BITS * artist & MASK == FIFTH or not self.left

    def _end(self, artist: int, count: int) -> int:
        if not self._outset.count_unsold:
            self.code -= count * ONE[artist]
        return OVER

    def _sell(
        self, kind: int, opener: int, auctioneer: int, artist: int, size: int
    ) -> int:
        outset, money, word = self._outset, self.money, WORDS[kind]
        scale, code, measures = outset.scale, self.code, outset.measures
        worths = (size * scale.plain(code)[artist], size * scale.fitted(code)[artist])
        ceilings = [
            purse if purse < (most := part * worths[measure]) else most
            for purse, part, measure in zip(
                money, outset.parts[word], measures, strict=True
            )
        ]
        kept = outset.parts[Word.KEEPS][auctioneer] * worths[measures[auctioneer]]
        ceilings[auctioneer] = min(money[auctioneer], kept)
        buyer, price = sale(kind, auctioneer, ceilings)
        self._pay(opener, auctioneer, buyer, int(price))
        self.owned[buyer][artist] += size
        return self._flip(auctioneer) if self._pile else auctioneer

    def _pay(self, opener: int, auctioneer: int, buyer: int, price: int) -> None:
        money = self.money
        money[buyer] -= price
        half = price // 2 if self._outset.splits and opener != auctioneer else 0
        if opener != buyer:
            money[opener] += half
        if auctioneer != buyer:
            money[auctioneer] += price - half

    def _flip(self, auctioneer: int) -> int:
        """Where there is a mystery hand, about half of the time it is flipped."""
        if self._pile and self.left & 1:
            artist = self._pile.pop()
            self.code += ONE[artist]
            if self.code >> BITS * artist & MASK == FIFTH:
                return OVER
        return auctioneer

    def score(self) -> float:
        """The own money at the end less the mean of the others', with what is kept.

        What the others keep counts as well: a round that ends early leaves
        everybody more.
        """
        outset = self._outset
        values, me = outset.scale.final(self.code), outset.me
        money = [
            float(purse) + sum(map(int.__mul__, counts, values))
            for purse, counts in zip(self.money, self.owned, strict=True)
        ]
        if not outset.is_last_round:
            sums = outset.scale.sums_after(self.code)
            kept = [KEPT * (chips + KEPT_MORE) for chips in sums]
            for seat, stacks in enumerate(self._hands):
                pairs = zip(stacks, kept, strict=True)
                money[seat] += sum(len(stack) * each for stack, each in pairs)
        mine = money[me]
        return mine - (sum(money) - mine) / (outset.seats - 1)

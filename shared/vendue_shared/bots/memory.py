"""What a bot remembers of a game: what every bid told of its bidder.

It reads public events only, in order, so that a bot that takes a seat over in
the middle of a game knows as much as one that has sat there from the beginning.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Final

from vendue_shared.events import AnyEvent, Bought, Called, Offered, Passed, Priced
from vendue_shared.happened import (
    AuctionBegan,
    BidsShown,
    Happened,
    LotSold,
    RoundBegan,
    Void,
)
from vendue_shared.options import DoubleProceeds
from vendue_shared.paintings import ARTIST_OF, KIND_OF, Kind
from vendue_shared.position import Position
from vendue_shared.seats import MOST_SEATS, Seat, after

from .beliefs import GRID, Beliefs, Word
from .hands import Hands
from .likings import LONE, TRADES, face_of, taste_of
from .prices import felt, refused
from .rivals import Rival
from .sales import sale
from .value import Scale, code_of, scale_of
from .walls import ahead_of, owned_by

WORDS: Final = (Word.ALOUD, Word.ONCE, Word.SEALED, Word.ALOUD)
"""How those bid who do not sell, by kind of auction."""

WHOLE: Final = 100.0
"""The worth of a lot by which gains are told in parts, in thousands."""

EVEN: Final = 0.5
"""The chance that a player reckons, before anything is known of it. Who rather does
tells by its answers to fixed prices nothing of how far it goes aloud."""


class Bids:
    """The lot on sale, as far as it tells of its bidders."""

    __slots__ = ("auctioneer", "heard", "high", "kind", "partner", "purses", "worths")

    def __init__(self, fact: AuctionBegan, position: Position, scale: Scale) -> None:
        self.kind, self.auctioneer = fact.kind, fact.auctioneer
        shares = position.options.double_proceeds is DoubleProceeds.SPLIT
        is_partner = shares and position.opener != fact.auctioneer
        self.partner = position.opener if is_partner else None
        """Who is paid half of it, and so bids for another reason than its worth."""
        artist, size = ARTIST_OF[fact.lot[0]], len(fact.lot)
        code = code_of(position.shown)
        self.worths = (
            float(size * scale.plain(code)[artist]),
            size * scale.fitted(code)[artist],
        )
        self.purses = tuple(position.purses)
        self.heard = [0] * position.seats
        """The last bid of each seat."""
        self.high = 0


class Memory:
    """Follows the log of one game, and keeps what it told of each seat.

    Args:
        reckons: Whether it thinks of others that they may reckon with who is asked
            a fixed price after them.
        hands: Whether it takes in what offers tell of hands, which nobody needs that
            plays no rounds on.
    """

    __slots__ = (
        "_bids", "_scale", "_shown", "_watches_hands", "hands", "players", "reckons",
    )  # fmt: skip

    def __init__(self, *, reckons: bool = False, hands: bool = True) -> None:
        self.reckons = reckons
        self.players = tuple(Beliefs() for _ in range(MOST_SEATS))
        """By seat."""
        self.hands = Hands()
        self._watches_hands = hands
        self._bids: Bids | None = None
        self._scale: Scale | None = None
        self._shown: tuple[int, ...] = ()

    def scale(self, position: Position) -> Scale:
        """The scale of the position's round; the same one for the whole round."""
        scale = self._scale
        if (
            scale is None
            or scale.options != position.options
            or scale.sums != position.sums()
        ):
            scale = self._scale = scale_of(position)
        return scale

    def saw(
        self, event: AnyEvent, facts: tuple[Happened, ...], position: Position
    ) -> None:
        """Take in an event, what followed from it, and the position after it."""
        if isinstance(event, Offered):
            self._watch_offer(event, position)
        elif self._bids is not None:
            self._hear(self._bids, event)
        self._shown = tuple(position.shown)
        for fact in facts:
            if isinstance(fact, RoundBegan):
                self.hands.dealt(position.hand_sizes, fact.share)
            elif isinstance(fact, AuctionBegan):
                self._bids = Bids(fact, position, self.scale(position))
            elif self._bids is not None and isinstance(fact, BidsShown):
                self._open(self._bids, fact)
            elif self._bids is not None and isinstance(fact, LotSold):
                self._close(self._bids, fact)
                self._bids = None

    def _watch_offer(self, event: Offered, position: Position) -> None:
        """An offer tells what its hand has not, if it does not end the round."""
        seat, artist = event.seat, ARTIST_OF[event.painting]
        goes_on = position.shown[artist] == self._shown[artist] + 1
        if event.auto or not goes_on or not self._watches_hands:
            return
        taste = taste_of(TRADES, self.scale(position), is_last=False)
        code, ahead = code_of(self._shown), ahead_of(owned_by(position), seat)
        face = face_of(artist, KIND_OF[event.painting])
        self.hands.offered(seat, face, taste, code, ahead)

    def counts_on(self, seat: int, seats: int) -> tuple[float, ...]:
        """What part of its worth who thinks counts on for a lot of its own, by kind.

        Args:
            seat: The auctioneer.
            seats: At the table.
        """
        players, gains = self.players[:seats], []
        keeps = WHOLE * players[seat].mean(Word.KEEPS)
        for kind, word in enumerate(WORDS):
            ceilings = [WHOLE * player.mean(word) for player in players]
            buyer, price = sale(kind, seat, keeps, ceilings)
            sold = (price * seats - WHOLE) / (seats - 1)
            gains.append((WHOLE - price if buyer == seat else sold) / WHOLE)
        return *gains, LONE

    def _hear(self, bids: Bids, event: AnyEvent) -> None:
        if isinstance(event, Called):
            bids.heard[event.seat] = bids.high = event.amount
            if bids.kind is Kind.ONCE:
                self._learn(bids, event.seat, event.amount, inf, is_word=True)
        elif isinstance(event, Priced):
            bids.high = event.amount
        elif isinstance(event, Bought):
            self._answered(bids, Seat(event.seat), takes=True)
        elif isinstance(event, Passed) and not event.auto:
            if bids.kind is Kind.FIXED:
                self._answered(bids, Seat(event.seat), takes=False)
            elif bids.kind is not Kind.OPEN:
                self._learn(bids, event.seat, 0, bids.high)

    def _answered(self, bids: Bids, seat: Seat, *, takes: bool) -> None:
        """Take in the answer to a fixed price."""
        price, player = bids.high, self.players[seat]
        if self.reckons and bids.purses[seat] >= price and seat != bids.partner:
            hard, rival = self._felt(bids, seat), self._asked(bids, seat)
            refuses = rival.under(price), rival.takes_under(hard)
            player.answered(*(1 - chance if takes else chance for chance in refuses))
            span = (hard, inf) if takes else (0.0, hard)
            player.learn(Word.TAKES, bids.worths, *span)
        if player.reckons <= EVEN:
            self._learn(bids, seat, *((price, inf) if takes else (0, price)))

    def _felt(self, bids: Bids, seat: Seat) -> float:
        """What the fixed price is felt like by a seat that reckons."""
        seats = len(bids.purses)
        later = [
            self._asked(bids, rival)
            for rival in after(seat, bids.auctioneer, seats)
            if bids.purses[rival] >= bids.high
        ]
        return felt(bids.high, seats, refused(bids.high, later, seats))

    def _asked(self, bids: Bids, seat: Seat) -> Rival:
        worth = bids.worths[self.players[seat].measure]
        return self.rival(seat, [int(part * worth) for part in GRID], bids.kind)

    def rival(self, seat: Seat, amounts: Sequence[int], kind: Kind) -> Rival:
        """Tell how far a seat may go for a lot that it does not sell.

        Args:
            seat: Which.
            amounts: What each part of the grid comes to, in thousands.
            kind: How the lot is auctioned.
        """
        player = self.players[seat]
        rival = Rival(seat, amounts, player.odds(WORDS[kind]))
        if self.reckons and kind is Kind.FIXED:
            rival.reckon(player.reckons, player.odds(Word.TAKES))
        return rival

    def _open(self, bids: Bids, fact: BidsShown) -> None:
        for seat, bid in enumerate(fact.bids):
            if not isinstance(bid, Void):
                self._learn(bids, seat, bid, bid)

    def _close(self, bids: Bids, fact: LotSold) -> None:
        """In an open auction all stopped somewhere between their bid and the price."""
        if bids.kind is Kind.OPEN:
            for seat, heard in enumerate(bids.heard):
                if seat == fact.buyer:
                    self._learn(bids, seat, fact.price, inf)
                else:
                    self._learn(bids, seat, heard, fact.price)

    def _learn(
        self, bids: Bids, seat: int, low: float, high: float, *, is_word: bool = False
    ) -> None:
        """Take in a bid.

        Args:
            bids: The lot.
            seat: Whose bid.
            low: The ceiling is at least this.
            high: And no higher.
            is_word: Whether it was the only one that the seat had.
        """
        if seat == bids.partner:
            return
        word = Word.KEEPS if seat == bids.auctioneer else WORDS[bids.kind]
        purse = bids.purses[seat]
        # The last word is just above the others, whatever the lot is worth.
        is_frank = is_word and word is not Word.KEEPS and low < purse
        if purse <= high:
            high = inf  # Its purse stopped it, or may have.
        self.players[Seat(seat)].learn(
            word, bids.worths, low, high, frank=low if is_frank else inf
        )

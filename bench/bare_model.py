"""The game as bare as plain Python can play it: classic rules, 3 to 5 players.

Ints and lists, one move at a time: between two moves it knows who may act and what
each may do. Nothing is checked, told or remembered.

A move is one action of one player: an offer, a second or its refusal, a bid, a
pass, a sealed bid, a price, a purchase. That a sealed bid is later opened is none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

OPEN, ONCE_AROUND, SEALED, FIXED_PRICE, DOUBLE, OFFER, BUY, OVER = range(8)
"""Kinds of paintings, and what is awaited: the kind of the auction (of a double,
its second; of a fixed price, the price) or one of the last three."""

PAINTINGS = (
    (3, 3, 2, 2, 2),
    (3, 2, 3, 3, 2),
    (3, 3, 3, 3, 2),
    (3, 3, 3, 3, 3),
    (4, 3, 3, 3, 3),
)
"""How many of each artist (in board order) and kind there are: 70."""

DECK = tuple(
    artist * 5 + kind
    for artist, kinds in enumerate(PAINTINGS)
    for kind, count in enumerate(kinds)
    for _ in range(count)
)
"""A painting is five times its artist and its kind."""

SHARES = {3: (10, 6, 6, 0), 4: (9, 4, 4, 0), 5: (8, 3, 3, 0)}
"""Paintings dealt to each seat in each round, by players."""

RANKED = (30, 20, 10)
PURSE = 100

CLOCKWISE = {
    players: tuple(
        tuple((first + step) % players for step in range(players)) for first in range(5)
    )
    for players in SHARES
}
"""All seats from each seat on."""


class BareGame:
    """A game between two moves.

    Args:
        players: 3 to 5.
        draw: A float from 0 to below 1; the deck and the first auctioneer.
    """

    __slots__ = (
        "artist",
        "auctioneer",
        "awaited",
        "board",
        "count",
        "deck",
        "hands",
        "leader",
        "left",
        "owned",
        "players",
        "price",
        "purses",
        "round",
        "shown",
        "turn",
        "waiting",
    )

    def __init__(self, players: int, draw: Callable[[], float]) -> None:
        self.players = players
        self.deck = sorted(DECK, key=lambda _: draw())
        self.purses = [PURSE] * players
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.board = [0] * 5
        self.left = 0
        self.turn = int(draw() * players)
        self.round = -1
        self.waiting: list[int] = []
        """Who is to act: each of them in open and sealed auctions, else the first."""
        self.awaited = OFFER
        self.auctioneer = self.leader = self.price = self.artist = self.count = 0
        self._deal()

    def legal(self, seat: int) -> Sequence[int]:
        """What a seat may do: paintings, amounts, or 1 to buy.

        To pass is 0 and always legal in open and once around, so it is not among
        them; not to buy is 0 and not to add is -1, and both are.
        """
        awaited = self.awaited
        if awaited < SEALED:
            return range(self.price + 1, self.purses[seat] + 1)
        if awaited == OFFER:
            return self.hands[seat]
        if awaited == DOUBLE:
            double = self.artist * 5 + DOUBLE
            return [-1, *[c for c in self.hands[seat] if double - 5 < c < double]]
        if awaited == BUY:
            return (0, 1) if self.purses[seat] >= self.price else (0,)
        return range(self.purses[seat] + 1)

    def play(self, seat: int, value: int) -> None:
        """Let a seat that may act do what `legal` allows."""
        PLAY[self.awaited](self, seat, value)

    def _offer(self, seat: int, card: int) -> None:
        self.hands[seat].remove(card)
        self.artist, kind = divmod(card, 5)
        self.count = 1
        if self._show(seat):
            return
        if kind == DOUBLE:
            self.awaited = DOUBLE
            seats = CLOCKWISE[self.players][seat]
            self.waiting = [asked for asked in seats if self.hands[asked]]
        else:
            self._begin(kind)

    def _add(self, seat: int, card: int) -> None:
        if card >= 0:
            self.hands[seat].remove(card)
            self.count = 2
            if not self._show(seat):
                self._begin(card % 5)
            return
        del self.waiting[0]
        if not self.waiting:
            self.leader, self.price = self.auctioneer, 0
            self._sell()

    def _show(self, seat: int) -> bool:
        """Show a seat's painting; the fifth of its artist or the last ends the round.

        Who shows it is the auctioneer from now on.
        """
        self.auctioneer = seat
        self.turn = (seat + 1) % self.players
        self.shown[self.artist] += 1
        self.left -= 1
        if self.shown[self.artist] < 5 and self.left:
            return False
        self._pay_out()
        self._deal()
        return True

    def _begin(self, kind: int) -> None:
        self.awaited = kind
        self.leader = self.auctioneer
        self.price = 0
        if kind == ONCE_AROUND:
            self.waiting = list(CLOCKWISE[self.players][self.turn])
        elif kind == FIXED_PRICE:
            self.waiting = [self.auctioneer]
        else:
            self.waiting = list(CLOCKWISE[self.players][self.auctioneer])

    def _call(self, seat: int, bid: int) -> None:
        if bid:
            self.leader, self.price = seat, bid
            self.waiting = list(CLOCKWISE[self.players][seat][1:])
        else:
            self.waiting.remove(seat)
            if not self.waiting:
                self._sell()

    def _word(self, seat: int, bid: int) -> None:
        if bid:
            self.leader, self.price = seat, bid
        del self.waiting[0]
        if not self.waiting:
            self._sell()

    def _seal(self, seat: int, bid: int) -> None:
        """Keep the best so far: it is all that a later opening depends on."""
        if bid > self.price or (bid == self.price and self._is_before(seat)):
            self.leader, self.price = seat, bid
        self.waiting.remove(seat)
        if not self.waiting:
            self._sell()

    def _is_before(self, seat: int) -> bool:
        first, players = self.auctioneer, self.players
        return (seat - first) % players < (self.leader - first) % players

    def _name(self, seat: int, price: int) -> None:
        self.price = price
        self.awaited = BUY
        self.waiting = list(CLOCKWISE[self.players][seat][1:])

    def _buy(self, seat: int, buys: int) -> None:
        if buys:
            self.leader = seat
            self._sell()
            return
        del self.waiting[0]
        if not self.waiting:
            self._sell()

    def _sell(self) -> None:
        buyer, price, auctioneer = self.leader, self.price, self.auctioneer
        self.owned[buyer][self.artist] += self.count
        self.purses[buyer] -= price
        if buyer != auctioneer:
            self.purses[auctioneer] += price
        self._next_offer()

    def _next_offer(self) -> None:
        seat = self.turn
        while not self.hands[seat]:
            seat = (seat + 1) % self.players
        self.awaited = OFFER
        self.waiting = [seat]

    def _deal(self) -> None:
        """Begin the next round, or end the game."""
        self.round += 1
        if self.round == 4:
            self.awaited = OVER
            self.waiting = []
            return
        share = SHARES[self.players][self.round]
        for hand in self.hands:
            hand.extend(self.deck[:share])
            del self.deck[:share]
        self.left += share * self.players
        self.shown = [0] * 5
        self.owned = [[0] * 5 for _ in range(self.players)]
        self._next_offer()

    def _pay_out(self) -> None:
        """Rank the artists, add to the board, buy every bought painting."""
        shown, board, purses = self.shown, self.board, self.purses
        artists = sorted(range(5), key=lambda artist: (-shown[artist], artist))
        for artist, value in zip(artists, RANKED, strict=False):
            if not shown[artist]:
                break
            board[artist] += value
            for seat, owned in enumerate(self.owned):
                purses[seat] += owned[artist] * board[artist]


PLAY = (
    BareGame._call,
    BareGame._word,
    BareGame._seal,
    BareGame._name,
    BareGame._add,
    BareGame._offer,
    BareGame._buy,
)
"""What plays a move, by what is awaited."""

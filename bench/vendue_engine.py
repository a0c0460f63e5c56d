"""Vendue's sides of the E rows: its rules, played as the host plays them."""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from bench.bare_play import PLAYERS
from bench.sides import Effort, Sampler, Side
from vendue_shared.choices import (
    AnyChoice,
    CanAdd,
    CanBid,
    CanBuy,
    CanDecline,
    CanOffer,
    CanPrice,
    CanSeal,
    Decision,
)
from vendue_shared.decide import decide, legal_moves
from vendue_shared.events import Added, AnyEvent, Begun, Offered, Opened, Opening
from vendue_shared.happened import RoundBegan
from vendue_shared.moves import (
    Add,
    AnyMove,
    Bid,
    Buy,
    Decline,
    Offer,
    Pass,
    Price,
    Reveal,
    Seal,
)
from vendue_shared.open_auction import OpenAuction
from vendue_shared.options import Options
from vendue_shared.paintings import PAINTINGS, Painting
from vendue_shared.position import Position
from vendue_shared.seats import Seat
from vendue_shared.terms import Chair, Clocks, Terms

FILLER = b"\1" * 32
"""Stands where a real game has proofs."""

GAMES = 60
"""A sample: some tenths of a second."""

SPAN = 25
"""Moves between two positions that are copied: ten a game."""

COPIES = 10_000


class RandomGame:
    """A game whose moves are drawn as `bench.bare_play` says, after `legal_moves`.

    A sealed bid is one move; that it is revealed and opened costs time, too, but
    counts as none.

    Args:
        draw: A float from 0 to below 1.
    """

    def __init__(self, draw: Callable[[], float]) -> None:
        self.moves = 0
        self.position = Position()
        self._draw = draw
        self._deck = iter(sorted(PAINTINGS, key=lambda _: draw()))
        self._hands: list[dict[Painting, bytes]] = [{} for _ in range(PLAYERS)]
        self._bids = [0] * PLAYERS
        self._play(_begun(Seat(int(draw() * PLAYERS))))

    def step(self) -> bool:
        """Make one move; False if the game is over."""
        position = self.position
        if position.is_over:
            return False
        awaited = position.awaited
        seat = awaited[int(self._draw() * len(awaited))]
        hand = self._hands[seat]
        move = self._drawn(seat, legal_moves(position, seat, hand))
        event = decide(position, seat, hand, move)
        if isinstance(event, Offered | Added):
            del hand[Painting(event.painting)]
        self._play(event)
        self.moves += 1
        if position.phase.decision is Decision.REVEAL:
            self._open_bids()
        return True

    def _play(self, event: AnyEvent) -> None:
        for fact in self.position.play(event):
            if isinstance(fact, RoundBegan):
                for hand in self._hands:
                    for _ in range(fact.share):
                        hand[next(self._deck)] = FILLER

    def _open_bids(self) -> None:
        openings = []
        auction = self.position.auction
        for seat, bid in enumerate(self._bids):
            reveal = Reveal(auction=auction, bid=bid, nonce=FILLER, hold=b"")
            self._play(decide(self.position, Seat(seat), self._hands[seat], reveal))
            openings.append(Opening(bid=bid, nonce=FILLER, hold=b""))
        self._play(Opened(openings=tuple(openings)))

    def _drawn(self, seat: Seat, choices: Sequence[AnyChoice]) -> AnyMove:
        auction, first = self.position.auction, choices[0]
        if isinstance(first, CanBid):
            if self._draw() < 0.5:
                return Bid(auction=auction, amount=self._among(first.low, first.high))
            return self._pass()
        if isinstance(first, CanSeal):
            self._bids[seat] = self._among(0, first.high)
            return Seal(auction=auction, commitment=FILLER)
        if isinstance(first, CanOffer):
            painting = first.paintings[self._among(0, len(first.paintings) - 1)]
            return Offer(auction=auction + 1, painting=painting)
        return self._rarer(first)

    def _rarer(self, first: AnyChoice) -> AnyMove:
        auction = self.position.auction
        match first:
            case CanDecline():
                return Decline(auction=auction)
            case CanAdd(paintings=paintings):
                which = self._among(-1, len(paintings) - 1)
                if which < 0:
                    return Decline(auction=auction)
                return Add(auction=auction, painting=paintings[which])
            case CanPrice(high=high):
                return Price(auction=auction, amount=self._among(0, high))
            case CanBuy() if self._draw() < 0.5:
                return Buy(auction=auction)
            case _:
                return self._pass()

    def _pass(self) -> Pass:
        """A pass; in an open auction it says on what."""
        phase = self.position.phase
        on = phase.high if isinstance(phase, OpenAuction) else 0
        return Pass(auction=self.position.auction, on=on)

    def _among(self, low: int, high: int) -> int:
        return low + int(self._draw() * (high - low + 1))


@contextmanager
def random_play(effort: Effort) -> Iterator[Sampler]:
    """Moves a second of the process's own time, games of four."""
    draw = random.Random(1).random
    games = effort.of(GAMES)

    def sample() -> float:
        moves = 0
        start = time.process_time()
        for _ in range(games):
            game = RandomGame(draw)
            while game.step():
                pass
            moves += game.moves
        return moves / (time.process_time() - start)

    yield sample


def copied(twin: Callable[[Position], Position]) -> Side:
    """Microseconds to copy a position, the mean of those of one game."""

    @contextmanager
    def side(effort: Effort) -> Iterator[Sampler]:
        positions = _positions()
        times = effort.of(COPIES // len(positions))

        def sample() -> float:
            start = time.process_time()
            for _ in range(times):
                for position in positions:
                    twin(position)
            taken = time.process_time() - start
            return taken / (times * len(positions)) * 1e6

        yield sample

    return side


copies = copied(Position.copy)
deep_copies = copied(copy.deepcopy)


def _positions() -> list[Position]:
    game = RandomGame(random.Random(1).random)
    positions = [game.position.copy()]
    while game.step():
        if game.moves % SPAN == 0:
            positions.append(game.position.copy())
    return positions


def _begun(first: Seat) -> Begun:
    proofs = (FILLER,) * PLAYERS
    chairs = tuple(
        Chair(name=f"seat {i}", bot=True, key=FILLER) for i in range(PLAYERS)
    )
    terms = Terms(
        game=bytes(16),
        options=Options(),
        prev=bytes(32),
        host_key=FILLER,
        clocks=Clocks(),
        first=None,
        chairs=chairs,
    )
    return Begun(terms=terms, hs=FILLER, ks=proofs, es=proofs, lists=(), first=first)

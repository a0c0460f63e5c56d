"""Vendue's sides of the E rows: its rules, played as the host plays them."""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bench.bare_play import PLAYERS
from bench.drawn_moves import drawn_move
from bench.sides import Effort, Sampler, Side
from vendue_shared.bots.answers import SealedBid
from vendue_shared.choices import Decision
from vendue_shared.decide import decide, legal_moves
from vendue_shared.events import Added, AnyEvent, Begun, Offered, Opened, Opening
from vendue_shared.happened import RoundBegan
from vendue_shared.moves import Reveal, Seal
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


PLAYED = (Offered, Added)
"""The events that take a painting out of a hand."""


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
        awaited = position.awaited
        if not awaited:
            return False
        seat = awaited[int(self._draw() * len(awaited))]
        hand = self._hands[seat]
        drawn = drawn_move(position, legal_moves(position, seat, hand), self._draw)
        move = self._sealed(seat, drawn) if isinstance(drawn, SealedBid) else drawn
        event = decide(position, seat, hand, move)
        if isinstance(event, PLAYED):
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

    def _sealed(self, seat: Seat, bid: SealedBid) -> Seal:
        self._bids[seat] = bid.amount
        return Seal(auction=self.position.auction, commitment=FILLER)


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

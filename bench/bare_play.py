"""Reference of E2: random play of the bare model.

Moves are drawn as any engine measured beside it should draw them:

- a painting is offered evenly from the hand; a second for a double is drawn evenly
  from "none" and the paintings that fit;
- in an open auction, and of sealed bids, each seat that may act is as likely as the
  other to be next;
- a call is a pass or a bid, evenly, where the purse allows a bid; likewise a
  purchase at a fixed price;
- an amount is drawn evenly from all that are legal.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bench.bare_model import OPEN, OVER, SEALED, BareGame
from bench.sides import Effort, Sampler

PLAYERS = 4
GAMES = 300
"""A sample: about a fifth of a second."""


def play_game(game: BareGame, draw: Callable[[], float]) -> int:
    """Play a game to its end by moves drawn as the module says.

    Returns:
        The number of moves.
    """
    moves = 0
    while game.awaited != OVER:
        awaited, waiting = game.awaited, game.waiting
        seat = waiting[0]
        if awaited in (OPEN, SEALED):
            seat = waiting[int(draw() * len(waiting))]
        legal = game.legal(seat)
        if awaited < SEALED and (not legal or draw() < 0.5):
            game.play(seat, 0)
        else:
            game.play(seat, legal[int(draw() * len(legal))])
        moves += 1
    return moves


@contextmanager
def random_play(effort: Effort) -> Iterator[Sampler]:
    """Moves a second of the process's own time, games of four."""
    draw = random.Random(1).random
    games = effort.of(GAMES)

    def sample() -> float:
        moves = 0
        start = time.process_time()
        for _ in range(games):
            moves += play_game(BareGame(PLAYERS, draw), draw)
        return moves / (time.process_time() - start)

    yield sample

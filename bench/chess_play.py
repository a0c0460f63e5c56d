"""Reference of E1: random play of python-chess, the field's usual rules engine."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager

import chess

from bench.sides import Effort, Sampler

MOVES = 8_000
"""A quarter of a second."""


def play(chance: random.Random, moves: int) -> None:
    """Play legal moves drawn evenly, game after game.

    A game ends without a legal move or after 75 moves of each side without a
    capture or a pawn's move; rarer ends are left out, which favours chess.
    """
    board = chess.Board()
    for _ in range(moves):
        legal = list(board.legal_moves)
        if not legal or board.halfmove_clock >= 150:
            board.reset()
            legal = list(board.legal_moves)
        board.push(legal[int(chance.random() * len(legal))])


@contextmanager
def random_play(effort: Effort) -> Iterator[Sampler]:
    """Moves a second of the process's own time."""
    chance = random.Random(1)
    moves = effort.of(MOVES)

    def sample() -> float:
        start = time.process_time()
        play(chance, moves)
        return moves / (time.process_time() - start)

    yield sample

"""What fair play costs: Vendue's sides of the F rows, and the budgets beside them."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager

from bench.sides import Effort, Sampler, Side
from vendue_protocol.agreement import terms_digest
from vendue_protocol.chain import is_hold, next_head
from vendue_protocol.client_messages import Agree, Share
from vendue_protocol.codec import decode_event
from vendue_protocol.entropy import NO_ENTROPY, entropy_commitment
from vendue_protocol.game_file import GameFile, read_game_file
from vendue_protocol.keys import SigningKey
from vendue_protocol.leaves import leaf_of
from vendue_protocol.log_frames import HOST_READER
from vendue_protocol.proved_game import ProvedGame, bids_of
from vendue_protocol.proved_setup import Seating, agree
from vendue_protocol.verifying import read_whole, verify_file
from vendue_server.setup import Setup
from vendue_shared.arena.one_game import play_game
from vendue_shared.bots.levels import Level
from vendue_shared.events import Added, Begun, Ending, Flipped, Offered, Opened, Plays
from vendue_shared.options import Options
from vendue_shared.paintings import Painting
from vendue_shared.seats import Seat
from vendue_shared.terms import Chair, Clocks, Terms

SET_UPS = 20
READINGS = 5

PLAYED = (Offered, Added, Flipped)
"""The events that show a painting."""


def budget(figure: float) -> Side:
    """A figure that is not to be passed, as the reference of a row."""

    @contextmanager
    def side(effort: Effort) -> Iterator[Sampler]:
        del effort
        yield lambda: figure

    return side


set_up_budget = budget(20.0)
"""Milliseconds."""

verify_budget = budget(1000.0)
"""Milliseconds."""


@contextmanager
def set_up(effort: Effort) -> Iterator[Sampler]:
    """Milliseconds of the host for the common deal of five persons."""
    keys = [SigningKey(bytes((seat + 1,)) * 32) for seat in range(5)]
    chairs = tuple(
        Chair(name=f"P{seat}", bot=False, key=key.public)
        for seat, key in enumerate(keys)
    )
    terms = Terms(
        game=bytes(16),
        options=Options(),
        prev=bytes(32),
        host_key=keys[0].public,
        clocks=Clocks(),
        first=None,
        chairs=chairs,
    )
    times = effort.of(SET_UPS)

    def sample() -> float:
        start = time.process_time()
        for _ in range(times):
            setup = Setup(terms, b"\1" * 32, 1, 0.0)
            game, hs = terms.game, setup.hs
            for seat in map(Seat, range(5)):
                k = entropy_commitment(game, seat, hs, NO_ENTROPY)
                setup.agree(seat, Agree(game=game, k=k), 0.0)
            for seat in map(Seat, range(5)):
                setup.share(seat, Share(game=game, e=NO_ENTROPY))
            setup.new_game({})
        return (time.process_time() - start) / times * 1000

    terms_digest(terms)
    yield sample


@contextmanager
def proofs(effort: Effort) -> Iterator[Sampler]:
    """Microseconds a move: heads, leaves, and every signature of persons."""
    file = read_game_file(_played_by(4).file_of(HOST_READER))
    times = effort.of(READINGS)

    def sample() -> float:
        start = time.process_time()
        moves = 0
        for _ in range(times):
            moves += _prove(file)
        return (time.process_time() - start) / moves * 1e6

    yield sample


@contextmanager
def verifying(effort: Effort) -> Iterator[Sampler]:
    """Milliseconds to read and verify the log of a game of five."""
    data = _played_by(5).file_of(0)
    times = effort.of(READINGS)

    def sample() -> float:
        start = time.process_time()
        for _ in range(times):
            for _report in verify_file(read_whole(data)):
                pass
        return (time.process_time() - start) / times * 1000

    yield sample


def _prove(file: GameFile) -> int:
    """Do what only proofs need of a whole log; tell how many moves it had."""
    events = [decode_event(logged.e) for logged in file.events]
    begun = events[0]
    if not isinstance(begun, Begun):
        raise TypeError("a log that does not begin")
    game, chairs = begun.terms.game, begun.terms.chairs
    heads = [bytes(32)]
    for logged in file.events:
        heads.append(next_head(heads[-1], logged.s, logged.e))
    for event in events:
        if isinstance(event, PLAYED):
            leaf_of(game, Painting(event.painting), event.blind)
    for held in file.holds:
        if held.who < len(chairs):
            is_hold(
                held.hold, chairs[held.who].key,
                game=game, who=held.who, s=held.s, head=heads[held.s],
            )  # fmt: skip
    return sum(not isinstance(event, Begun | Opened | Plays) for event in events)


def _played_by(seats: int) -> ProvedGame:
    source = random.Random(1)
    names = tuple(f"P{seat}" for seat in range(seats))
    seating = Seating(options=Options(), names=names, given_up=0)
    proved = ProvedGame(agree(seating, source.randbytes))
    levels = [Level.STANDARD] * seats
    deal = proved.deal
    game = play_game(
        levels, Options(), deal.deck, deal.first, source.randrange, clock=False
    )
    events = [event for event, _facts in game.steps]
    bids = bids_of(events)
    for index, event in enumerate(events):
        proved.take(event, bids.get(index, 0))
    proved.end(Ending.FINISHED)
    return proved

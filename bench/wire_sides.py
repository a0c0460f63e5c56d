"""The sides of the rows about a host, for any peer."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from statistics import median

from bench.drive import Stopwatch, at_once
from bench.host_process import HostProcess, running_host
from bench.peer import MEMBERS, Peer, Table
from bench.sides import Effort, Sampler, Side

MANY = 500
"""Tables of the rows with 2,000 connections."""

MOVES = 10_000
"""Moves of a sample in turn: about a quarter of a second of the ceiling's CPU."""

LATENCY_MOVES = 4_000
AT_ONCE_S = 2.0

SETTLE_S = 0.2
"""A host may finish its start after it said that it listens."""


def cpu_in_turn(peer: Peer, tables: int) -> Side:
    """Microseconds of the host's CPU a move, its tables moving one after the other."""

    @contextmanager
    def side(effort: Effort) -> Iterator[Sampler]:
        with running_host(peer.command()) as host, seated(peer, host, tables) as seats:
            moves = max(effort.of(MOVES), tables)

            def sample() -> float:
                watch = Stopwatch(host)
                watch.in_turn(seats, moves)
                return watch.cpu_s / moves * 1e6

            yield sample

    return side


def latency(peer: Peer) -> Side:
    """Microseconds from a move to its last member, p50, at a host with one table."""

    @contextmanager
    def side(effort: Effort) -> Iterator[Sampler]:
        with running_host(peer.command()) as host, seated(peer, host, 1) as seats:

            def sample() -> float:
                watch = Stopwatch(host)
                watch.in_turn(seats, effort.of(LATENCY_MOVES))
                return median(watch.latencies_s) * 1e6

            yield sample

    return side


def throughput(peer: Peer, tables: int) -> Side:
    """Moves a second of all tables together, each playing as fast as it can."""

    @contextmanager
    def side(effort: Effort) -> Iterator[Sampler]:
        with running_host(peer.command()) as host, seated(peer, host, tables) as seats:

            def sample() -> float:
                return at_once(seats, AT_ONCE_S * effort.share)

            yield sample

    return side


def memory_a_connection(peer: Peer, tables: int) -> Side:
    """KiB that a host grows by for each connection of a game in play."""

    @contextmanager
    def side(effort: Effort) -> Iterator[Sampler]:
        del effort  # fewer connections would be another row

        def sample() -> float:
            with running_host(peer.command()) as host:
                time.sleep(SETTLE_S)
                idle = host.resident_bytes()
                with seated(peer, host, tables) as seats:
                    Stopwatch(host).in_turn(seats, 2 * tables)
                    grown = host.resident_bytes() - idle
            return grown / (tables * MEMBERS) / 1024

        yield sample

    return side


def idle_memory(peer: Peer) -> Side:
    """MiB of a host that nobody has connected to."""

    @contextmanager
    def side(effort: Effort) -> Iterator[Sampler]:
        del effort

        def sample() -> float:
            with running_host(peer.command()) as host:
                time.sleep(SETTLE_S)
                return host.resident_bytes() / 2**20

        yield sample

    return side


@contextmanager
def seated(peer: Peer, host: HostProcess, tables: int) -> Iterator[Sequence[Table]]:
    """Full tables in the middle of a game; their connections close on leaving."""
    with ExitStack() as stack:
        seats = []
        for number in range(tables):
            seats.append(peer.sit(host.port, number))
            for sock in seats[-1].sockets:
                stack.enter_context(sock)
        yield seats

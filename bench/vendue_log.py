"""What a spectator is sent who comes to a long game late."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from bench.drive import Stopwatch
from bench.host_process import HostProcess, running_host
from bench.sides import NotMeasuredError
from bench.vendue_peer import VenduePeer
from bench.vendue_person import Person
from bench.vendue_table import VendueTable
from vendue_protocol.client_messages import Watch
from vendue_protocol.codec import encode
from vendue_protocol.frames import frame

EVENTS = 1_000

PATIENCE = 60
"""The higher, the more a drawn number is near 0: bids are raised, but by little."""

MOST_MOVES = 20_000
"""Several games; one of them gets long enough."""


def long_log() -> bytes:
    """The frames a host sends who is watched from event `EVENTS` on, in order.

    Raises:
        NotMeasuredError: No game got that long.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        running_host(VenduePeer(Path(folder)).command()) as host,
    ):
        return _watched(host)


def _watched(host: HostProcess) -> bytes:
    chance = random.Random(1)
    table = VendueTable(host.port, 0, lambda: chance.random() ** PATIENCE)
    watcher = Person(host.port)
    try:
        watch = Stopwatch(host)
        for _ in range(MOST_MOVES):
            watch.in_turn([table], 1)
            if table.s >= EVENTS:
                return _frames_of(watcher, table)
    finally:
        for sock in (*table.sockets, watcher.socket):
            sock.close()
    raise NotMeasuredError(f"no game of {EVENTS} events in {MOST_MOVES} moves")


def _frames_of(watcher: Person, table: VendueTable) -> bytes:
    watcher.greet()
    watcher.socket.sendall(encode(Watch(table=table.number)))
    while watcher.inbox.s < table.s:
        watcher.receive()
    return b"".join(frame(body) for body in watcher.inbox.bodies)

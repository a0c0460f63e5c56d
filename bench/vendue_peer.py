"""Vendue's host as a peer of the driver, and its sides of the W rows.

Its limits are raised so that 500 tables fit; everything else is as it comes.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar
from weakref import WeakSet

from bench.peer import Peer, Table
from bench.sides import Effort, Sampler, Side
from bench.vendue_table import VendueTable
from bench.wire_sides import (
    MANY,
    cpu_in_turn,
    idle_memory,
    latency,
    memory_a_connection,
    throughput,
)

FLAGS = {
    "--bind": "127.0.0.1",
    "--port": "0",
    "--pace": "0",
    "--tables": "1000",
    "--connections": "4000",
    "--messages-per-s": "100000",
    "--fsync": os.environ.get("VENDUE_FSYNC", "normal"),
}
"""With `full`, the rows measure how fast the disk syncs."""

KEEP_S = 5.0
"""How often waiting tables answer pings while others sit down: the host asks after
10 seconds of silence and gives up after 30."""


class VenduePeer:
    """The host as players start it, without a screen.

    Args:
        folder: Where each host that is started has a directory of its own, or it
            would go on with the games of the one before.
        encrypts: Whether who sits at it speaks TLS.
    """

    _tables: ClassVar[WeakSet[VendueTable]] = WeakSet()
    """Of all peers: who sits down keeps the others' lines up."""

    def __init__(self, folder: Path, *, encrypts: bool = False) -> None:
        self._folder, self._encrypts = folder, encrypts
        self._draw = random.Random(1).random
        self._kept_at = time.monotonic()

    def command(self) -> Sequence[str]:
        """The module, run by this Python."""
        flags = [word for pair in FLAGS.items() for word in pair]
        data = ["--data", tempfile.mkdtemp(dir=self._folder)]
        return [sys.executable, "-m", "vendue_server", *flags, *data]

    def sit(self, port: int, number: int) -> Table:
        """Open a table and begin a game at it."""
        table = VendueTable(port, number, self._draw, encrypts=self._encrypts)
        self._tables.add(table)
        if time.monotonic() - self._kept_at > KEEP_S:
            for other in self._tables:
                if other.is_connected:
                    other.keep()
            self._kept_at = time.monotonic()
        return table


def _with_folder(side_of: Callable[[Peer], Side], *, encrypts: bool = False) -> Side:
    """A side whose host has a data directory of its own while it is measured."""

    @contextmanager
    def side(effort: Effort) -> Iterator[Sampler]:
        with (
            tempfile.TemporaryDirectory() as folder,
            side_of(VenduePeer(Path(folder), encrypts=encrypts))(effort) as sample,
        ):
            yield sample

    return side


cpu_10_tables = _with_folder(lambda peer: cpu_in_turn(peer, 10))
cpu_10_tables_tls = _with_folder(lambda peer: cpu_in_turn(peer, 10), encrypts=True)
cpu_500_tables = _with_folder(lambda peer: cpu_in_turn(peer, MANY))
throughput_500_tables = _with_folder(lambda peer: throughput(peer, MANY))
latency_one_table = _with_folder(latency)
memory_500_tables = _with_folder(lambda peer: memory_a_connection(peer, MANY))
memory_idle = _with_folder(idle_memory)

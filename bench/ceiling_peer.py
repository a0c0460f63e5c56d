"""The ceiling as a peer of the driver, and its sides of the rows."""

from __future__ import annotations

import socket
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench.ceiling_channel import client_context
from bench.certificate import write_certificate
from bench.drive import received
from bench.peer import MEMBERS, Table, connect
from bench.sides import Effort, Sampler
from bench.wire_sides import (
    MANY,
    cpu_in_turn,
    idle_memory,
    latency,
    memory_a_connection,
    throughput,
)

MOVE_BYTES = 96
"""About what an event of the game takes on the wire."""

MOVE = MOVE_BYTES.to_bytes(4, "big") + bytes(MOVE_BYTES)


class CeilingTable:
    """Four members who send the same frame round.

    Args:
        sockets: Connected and seated.
    """

    def __init__(self, sockets: Sequence[socket.socket]) -> None:
        self.sockets = sockets
        self._next = 0
        self._lacking = [0] * MEMBERS

    def move(self) -> tuple[int, bytes]:
        """The next member's frame; there is always one."""
        mover = self._next
        self._next = (mover + 1) % MEMBERS
        self._lacking = [len(MOVE)] * MEMBERS
        return mover, MOVE

    def take(self, member: int, data: bytes) -> bool:
        """Count bytes."""
        self._lacking[member] -= len(data)
        return self._lacking[member] <= 0

    def renew(self) -> None:
        """Nothing: it is never over."""


class CeilingPeer:
    """The ceiling, plain or over TLS.

    Args:
        certificate: For TLS: a PEM file with certificate and key.
    """

    def __init__(self, certificate: Path | None = None) -> None:
        self._certificate = certificate

    def command(self) -> Sequence[str]:
        """The module, run by this Python."""
        tls = ["--tls", str(self._certificate)] if self._certificate else []
        return [sys.executable, "-m", "bench.ceiling", *tls]

    def sit(self, port: int, number: int) -> Table:
        """Say the table's number and wait to hear it."""
        seat = (4).to_bytes(4, "big") + number.to_bytes(4, "big")
        sockets = []
        for _ in range(MEMBERS):
            sock = connect(port)
            if self._certificate:
                sock = client_context().wrap_socket(sock)
            sock.sendall(seat)
            sockets.append(sock)
            self._hear(sockets, seat)
        return CeilingTable(sockets)

    def _hear(self, sockets: Sequence[socket.socket], seat: bytes) -> None:
        for sock in sockets:
            heard = b""
            while len(heard) < len(seat):
                heard += received(sock)


@contextmanager
def cpu_10_tables_tls(effort: Effort) -> Iterator[Sampler]:
    """As `cpu_10_tables`, over TLS with a certificate of its own."""
    with tempfile.TemporaryDirectory() as folder:
        certificate = Path(folder) / "ceiling.pem"
        write_certificate(certificate)
        with cpu_in_turn(CeilingPeer(certificate), 10)(effort) as sample:
            yield sample


_PEER = CeilingPeer()

cpu_10_tables = cpu_in_turn(_PEER, 10)
throughput_500_tables = throughput(_PEER, MANY)
latency_one_table = latency(_PEER)
memory_500_tables = memory_a_connection(_PEER, MANY)
memory_idle = idle_memory(_PEER)

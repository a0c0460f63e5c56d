"""What the driver must know of a host to measure it: how to start, sit and move."""

from __future__ import annotations

import socket
import struct
from collections.abc import Sequence
from typing import Protocol

MEMBERS = 4
"""Connections at a table."""

PATIENCE_S = 10
"""A host that is silent for longer has failed."""


class Table(Protocol):
    """Four people at one table of a host, driven from one thread."""

    @property
    def sockets(self) -> Sequence[socket.socket]:
        """Four blocking sockets, in the order of the seats, as `connect` makes them."""

    def move(self) -> tuple[int, bytes] | None:
        """Make the next move of the game.

        Not timed: here all that `take` was given is decoded and followed.

        Returns:
            Who sends it (0 to 3) and its bytes; None when the game is over.
        """

    def take(self, member: int, data: bytes) -> bool:
        """Keep what a member received since the last move.

        Timed: it should only find the ends of frames.

        Returns:
            Whether the member has the outcome of the move, and all it is yet to be
            told before the next can be made.
        """

    def renew(self) -> None:
        """Begin another game with the same four, up to its first move. Not timed."""


class Peer(Protocol):
    """One kind of host."""

    def command(self) -> Sequence[str]:
        """What starts it; its first line is a JSON object that has `port`."""

    def sit(self, port: int, number: int) -> Table:
        """Connect four people, seat them at a table of their own, begin a game.

        Args:
            port: Where the host listens, on 127.0.0.1.
            number: Of the table, from 0.
        """


def connect(port: int) -> socket.socket:
    """A blocking loopback socket that gives up after `PATIENCE_S`.

    The kernel keeps the limit: a timeout of Python's would cost a system call each
    time something is received.
    """
    sock = socket.create_connection(("127.0.0.1", port), PATIENCE_S)
    sock.settimeout(None)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    limit = struct.pack("ll", PATIENCE_S, 0)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, limit)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)
    return sock

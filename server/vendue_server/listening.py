"""Listening at an address, and what to choose instead where that cannot be."""

from __future__ import annotations

import errno
import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

BACKLOG: Final = 128
LAST_PORT: Final = 65535
NEIGHBOURS: Final = 20
"""How many ports after a taken one are tried before another is advised."""


class BadAddress(Exception):
    """Nothing can be listened at there; the message says what to choose instead."""


def listen(address: str, port: int) -> socket.socket:
    """A listening socket, made before anything is promised.

    Args:
        address: Of this machine.
        port: 0: the system chooses.

    Returns:
        It does not block; whoever is handed it closes it.

    Raises:
        BadAddress: With what to do instead.
    """
    try:
        return _listening(address, port)
    except OSError as error:
        why = advice(error, address, port)
        raise BadAddress(f"{address}, port {port}: {why}") from None


def _listening(address: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.settimeout(0)
        sock.bind((address, port))
        sock.listen(BACKLOG)
    except OSError:
        sock.close()
        raise
    return sock


def advice(error: OSError, address: str, port: int) -> str:
    """Why an address cannot be listened at, and what to choose instead."""
    if isinstance(error, socket.gaierror):
        return "that is no address of a machine; --bind 0.0.0.0 takes all it has"
    match error.errno:
        case errno.EADDRINUSE:
            other = _free_port(address, port)
            return f"the port is taken; try --port {other}, or 0 for a free one"
        case errno.EACCES:
            return "not allowed to listen there; choose a port above 1023"
        case errno.EADDRNOTAVAIL:
            return "this machine has no such address; --bind 0.0.0.0 takes all it has"
        case _:
            return error.strerror or "this address cannot be used"


def _free_port(address: str, port: int) -> int:
    """A port near a taken one that is free now; 0, if none is."""
    for other in _near(port):
        with suppress(OSError):
            _listening(address, other).close()
            return other
    return 0


def _near(port: int) -> Iterator[int]:
    yield from range(port + 1, min(port + NEIGHBOURS, LAST_PORT) + 1)
    yield port - 1

"""The door: takes connections from a listening socket, whatever the system says."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import trio

from .diagnostics import log

UNSENT_BYTES: Final = 16 * 1024
"""What the system keeps for a peer that does not read, where it can be told so."""

NO_ROOM_S: Final = 0.1
"""How long nobody is let in after the system could not: it has no room, mostly."""


async def let_in(
    listening: socket.socket, welcome: Callable[[socket.socket, str], None]
) -> None:
    """Accept connections; never returns.

    Args:
        listening: Does not block; whoever opened it closes it.
        welcome: Called with each connection, which does not block, and its address.
    """
    while True:
        await trio.lowlevel.wait_readable(listening)
        try:
            sock, address = listening.accept()
        except BlockingIOError:
            continue
        except OSError as error:
            log.warning("nobody let in", error=str(error))
            await trio.sleep(NO_ROOM_S)
            continue
        _prepare(sock)
        welcome(sock, str(address[0]))


def _prepare(sock: socket.socket) -> None:
    sock.settimeout(0)
    with suppress(OSError):  # the peer may be gone already
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_NOTSENT_LOWAT"):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT_BYTES)

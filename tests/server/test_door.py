"""Letting connections in, whatever the system says."""

from __future__ import annotations

import errno
import socket
from typing import Any

import pytest
import structlog
import trio
import trio.testing

from vendue_server.door import NO_ROOM_S, let_in


class FullSystem(socket.socket):
    """A listening socket that has no file left for the first who comes."""

    is_full = True

    def accept(self) -> tuple[socket.socket, Any]:
        if self.is_full:
            self.is_full = False
            raise OSError(errno.EMFILE, "Too many open files")
        return super().accept()


async def test_who_comes_while_no_file_is_left_is_let_in_later(
    fast_clock: trio.testing.MockClock, diagnostics: list[structlog.types.EventDict]
) -> None:
    del fast_clock  # the clock of this run
    since = trio.current_time()
    come: list[socket.socket] = []
    with FullSystem() as listening, socket.socket() as peer, trio.CancelScope() as all_:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        listening.settimeout(0)
        peer.connect(listening.getsockname())

        def welcome(sock: socket.socket, address: str) -> None:
            assert address == "127.0.0.1"
            come.append(sock)
            all_.cancel()

        await let_in(listening, welcome)

    assert [sock.getblocking() for sock in come] == [False]
    assert trio.current_time() - since == pytest.approx(NO_ROOM_S, abs=0.05)
    assert [one["event"] for one in diagnostics] == ["nobody let in"]
    come[0].close()

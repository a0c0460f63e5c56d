"""A proxy between client and host: what passes it is treated as a bad line would.

It knows bytes and no frames. Delays, pieces and cuts are chosen before a connection
comes; stalls, resets and half-closes are done to a connection that is there.
"""

from __future__ import annotations

import socket
import struct
from contextlib import suppress
from math import inf
from typing import Final

import msgspec
import trio

READ_BYTES: Final = 2**16
WAITING: Final = 64
"""Pieces that may be under way in one direction; then no more is read."""
RESET: Final = struct.pack("ii", 1, 0)
"""SO_LINGER with no time: the end of the socket is a RST."""


class Treatment(msgspec.Struct, frozen=True, kw_only=True):
    """What happens to all that passes, in both directions alike."""

    delay_s: float = 0.0
    """How long each piece is under way; pieces follow each other closely."""
    piece_bytes: int = READ_BYTES
    """The largest piece that is passed on at once."""
    gathers_s: float = 0.0
    """How long what comes is collected, to leave as one piece."""
    bytes_per_s: float = inf
    """How fast a direction is."""
    cut_at: int | None = None
    """So many bytes of the client pass, then both sides are closed."""


UNTREATED: Final = Treatment()


class ProxiedLine:
    """One connection of a client, and the proxy's own to the host."""

    def __init__(
        self, client: trio.SocketStream, host: trio.SocketStream, treatment: Treatment
    ) -> None:
        self._client, self._host, self._treatment = client, host, treatment
        self._flows = trio.Event()
        self._flows.set()
        self.scope = trio.CancelScope()
        self.passed = {"up": bytearray(), "down": bytearray()}
        """All bytes that passed, by direction: up is to the host."""

    async def run(self) -> None:
        """Pass on until both sides have ended, or the line is cut."""
        async with self._client, self._host:
            with self.scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._pass, "up", self._client, self._host)
                    nursery.start_soon(self._pass, "down", self._host, self._client)

    # What can be done to it.

    def stall(self) -> None:
        """Pass nothing on, and read nothing, until `go_on`."""
        self._flows = trio.Event()

    def go_on(self) -> None:
        """End a stall; nothing was lost."""
        self._flows.set()

    def cut(self) -> None:
        """Close both sides in order."""
        self.scope.cancel()

    def reset(self) -> None:
        """End both sides with a RST; nothing happens where the line has ended."""
        with suppress(OSError):
            for side in (self._client, self._host):
                side.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        self.scope.cancel()

    # The two directions.

    async def _pass(
        self, way: str, source: trio.SocketStream, sink: trio.SocketStream
    ) -> None:
        send, receive = trio.open_memory_channel[tuple[float, bytes]](WAITING)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._collect, way, source, send)
                async with receive:
                    async for due, piece in receive:
                        await trio.sleep_until(due)
                        await self._put(sink, piece)
                await sink.send_eof()
        except* (OSError, trio.BrokenResourceError, trio.ClosedResourceError):
            self.scope.cancel()

    async def _collect(
        self,
        way: str,
        source: trio.SocketStream,
        send: trio.MemorySendChannel[tuple[float, bytes]],
    ) -> None:
        treatment, passed = self._treatment, self.passed[way]
        async with send:
            while data := await source.receive_some(READ_BYTES):
                if treatment.gathers_s:
                    await trio.sleep(treatment.gathers_s)
                    data += _waiting_in(source)
                await self._flows.wait()
                if way == "up" and treatment.cut_at is not None:
                    data = data[: treatment.cut_at - len(passed)]
                passed += data
                await send.send((trio.current_time() + treatment.delay_s, data))
                if way == "up" and len(passed) == treatment.cut_at:
                    return

    async def _put(self, sink: trio.SocketStream, data: bytes) -> None:
        treatment = self._treatment
        for start in range(0, len(data), treatment.piece_bytes):
            piece = data[start : start + treatment.piece_bytes]
            if treatment.bytes_per_s < inf:
                await trio.sleep(len(piece) / treatment.bytes_per_s)
            await self._flows.wait()
            await sink.send_all(piece)


class Proxy:
    """Listens, and passes each connection on to the host.

    Args:
        host_port: Where the host listens, on loopback; may be changed meanwhile.
        treatment: Of the connections to come; may be changed meanwhile.
    """

    def __init__(self, host_port: int, treatment: Treatment = UNTREATED) -> None:
        self.host_port, self.treatment = host_port, treatment
        self.port = 0
        """Where it listens itself."""
        self.lines: list[ProxiedLine] = []
        """Every connection so far, oldest first."""

    async def run(
        self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Serve until cancelled; started when `port` is known."""
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        self.port = listener.socket.getsockname()[1]
        task_status.started()
        async with listener:
            await trio.serve_listeners(self._serve, [listener])

    @property
    def newest(self) -> ProxiedLine:
        return self.lines[-1]

    async def _serve(self, client: trio.SocketStream) -> None:
        try:
            host = await trio.open_tcp_stream("127.0.0.1", self.host_port)
        except OSError:  # no host at the moment: the client sees its line close
            await trio.aclose_forcefully(client)
            return
        line = ProxiedLine(client, host, self.treatment)
        self.lines.append(line)
        await line.run()


def _waiting_in(source: trio.SocketStream) -> bytes:
    """What has come to a stream meanwhile; never waits."""
    with suppress(BlockingIOError):
        data: bytes = source.socket._sock.recv(READ_BYTES)  # type: ignore[attr-defined]  # trio's own socket has no way not to wait
        return data
    return b""

"""The ceiling: a trio host that knows no game, only whom to send a frame to.

`python -m bench.ceiling [--port N] [--tls FILE]` listens on 127.0.0.1 and prints one
JSON line. The first frame of a connection is the number of its table; every frame,
that one too, goes to all members of the table: at once where the socket takes it,
else by the member's writer. Nothing that a game needs is done, so no host in trio
that plays one can be much cheaper.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import json
import os
import socket
import ssl
from pathlib import Path

import trio

from bench.ceiling_channel import Channel, Plain, Secure, server_context

MAX_FRAME_BYTES = 65_536

MAX_UNSENT_BYTES = 65_536
"""A member that lets more pile up is dropped."""

READ_BYTES = 4_096
"""Many moves; a longer frame takes several reads."""

LIFE_S = 3_600
"""A ceiling that was forgotten ends by itself."""

HEADER_BYTES = 4


class Member:
    """A connection; closed by its reader.

    Args:
        stream: Just accepted.
        channel: Plain or secure.
    """

    __slots__ = ("_file", "_fullness", "_stream", "_unsent", "channel", "table")

    def __init__(self, stream: trio.SocketStream, channel: Channel) -> None:
        self.channel = channel
        self.table: list[Member] = []
        self._stream = stream
        self._file = stream.socket.fileno()
        self._unsent = b""
        self._fullness = trio.Event()

    async def receive(self) -> bytes:
        """What the socket has, empty at its end: one system call, not two."""
        await trio.lowlevel.wait_readable(self._file)
        return os.read(self._file, READ_BYTES)

    def send(self, data: bytes) -> None:
        """Send what the socket takes now, leave the rest to the writer."""
        sent = 0
        if not self._unsent:
            with contextlib.suppress(OSError):
                sent = os.write(self._file, data)
            if sent == len(data):
                return
        if len(self._unsent) > MAX_UNSENT_BYTES:
            with contextlib.suppress(OSError):
                self._stream.socket.shutdown(socket.SHUT_RDWR)
            return
        self._unsent += data[sent:]
        self._fullness.set()

    async def write(self) -> None:
        """Send what the socket did not take, until the connection is closed."""
        with contextlib.suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            while True:
                await self._fullness.wait()
                self._fullness = trio.Event()
                unsent = self._unsent
                await self._stream.send_all(unsent)
                self._unsent = self._unsent[len(unsent) :]
                if self._unsent:
                    self._fullness.set()

    async def close(self) -> None:
        """Leave the table and end the writer."""
        if self in self.table:
            self.table.remove(self)
        await self._stream.aclose()
        self._unsent = b" "  # the writer fails on it, and so ends
        self._fullness.set()


class Relay:
    """All tables.

    Args:
        tls: The server's context, None for plain TCP.
    """

    def __init__(self, tls: ssl.SSLContext | None) -> None:
        self._tls = tls
        self._tables: dict[bytes, list[Member]] = {}

    async def run(self, port: int) -> None:
        """Say where it listens, then serve for `LIFE_S` at most."""
        listeners = await trio.open_tcp_listeners(port, host="127.0.0.1")
        place: tuple[str, int] = listeners[0].socket.getsockname()
        print(json.dumps({"port": place[1]}), flush=True)
        with trio.move_on_after(LIFE_S):
            async with trio.open_nursery() as nursery:
                while True:
                    stream = await listeners[0].accept()
                    channel = Plain() if self._tls is None else Secure(self._tls)
                    member = Member(stream, channel)
                    nursery.start_soon(member.write)
                    nursery.start_soon(self._serve, member)

    async def _serve(self, member: Member) -> None:
        try:
            with contextlib.suppress(OSError):
                await self._relay(member)
        finally:
            await member.close()

    async def _relay(self, member: Member) -> None:
        received = b""
        while data := await member.receive():
            said, answer = member.channel.opened(data)
            if answer:
                member.send(answer)
            received += said
            while frame := first_frame(received):
                received = received[len(frame) :]
                if not member.table:
                    member.table = self._tables.setdefault(frame, [])
                    member.table.append(member)
                for other in member.table:
                    other.send(other.channel.sealed(frame))


def first_frame(data: bytes) -> bytes:
    """The first frame with its header, empty while it is not complete.

    Raises:
        OSError: It is too long.
    """
    if len(data) < HEADER_BYTES:
        return b""
    length = HEADER_BYTES + int.from_bytes(data[:HEADER_BYTES], "big")
    if length > MAX_FRAME_BYTES:
        raise OSError(f"a frame of {length} bytes")
    return data[:length] if len(data) >= length else b""


def main() -> None:
    """Listen and relay."""
    parser = argparse.ArgumentParser(prog="python -m bench.ceiling")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--tls", type=Path, metavar="FILE", help="certificate and key")
    arguments = parser.parse_args()
    tls = None if arguments.tls is None else server_context(arguments.tls)
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)
    trio.run(Relay(tls).run, arguments.port)


if __name__ == "__main__":
    main()

"""One connection: bytes in, frames out, and when to give up on it.

A connection is written to at once if the socket takes it; what the socket does not
take, the connection's writer sends as it drains. So a peer that does not read
stalls nobody, and costs the host at most one chunk and its bounded queue.
"""

from __future__ import annotations

import errno
import socket
from collections import deque
from collections.abc import Callable
from typing import Final

import trio

from vendue_protocol.codec import encode
from vendue_protocol.errors import Farewell
from vendue_protocol.limits import Limits
from vendue_protocol.messages import Bye, Message

CHUNK_BYTES: Final = 16 * 1024
"""How much is put into one buffer at a time."""

Source = Callable[[int], bytes]
"""Gives up to about so many bytes that follow in the log; empty when caught up."""


def nothing(room: int) -> bytes:
    """The source of a connection that follows no log."""
    del room
    return b""


class Connection:
    """The sending half of a peer's line, and what is known of the peer.

    Args:
        stream: The accepted stream; whoever accepted it closes it.
        limits: What the peer may cost.

    `send` and `flush` never wait. `write_forever` is the writer's task.
    """

    __slots__ = (
        "_queue", "_queued_bytes", "_rest", "_socket", "_wake", "farewell",
        "frame_began", "heard", "is_closing", "limits", "peer", "queue_limit",
        "source", "stream",
    )  # fmt: skip

    def __init__(self, stream: trio.SocketStream, limits: Limits) -> None:
        self.stream = stream
        self.limits = limits
        self.peer = str(stream.socket.getpeername()[0])
        """The peer's address, for limits and diagnostics."""
        self.source: Source = nothing
        """Where the log's frames come from, at a table."""
        self.queue_limit = limits.stranger_queue_bytes
        self.heard = trio.current_time()
        """When the peer last said anything."""
        self.frame_began: float | None = None
        """When the frame that is not whole yet began; `None`: between frames."""
        self.is_closing = False
        self.farewell: Farewell | None = None
        self._queue: deque[bytes] = deque()
        self._queued_bytes = 0
        self._rest = b""
        self._wake = trio.Event()
        # A second Python object on the same descriptor, to send without waiting;
        # it is detached, never closed, when the stream is.
        self._socket = socket.socket(fileno=stream.socket.fileno())

    def detach(self) -> None:
        """Let go of the descriptor; call before the stream is closed."""
        if self._socket.fileno() != -1:
            self._socket.detach()

    def detach_from_table(self) -> None:
        """Follow no log any more, with the limits of a stranger again."""
        self.source = nothing
        self.queue_limit = self.limits.stranger_queue_bytes

    # What is to be sent.

    def send(self, message: Message) -> None:
        """Queue a message that stands beside the log, and send what can be sent."""
        self.queue(encode(message))
        self.flush()

    def queue(self, frame: bytes) -> None:
        """Queue a frame; a peer that lets the queue grow past its limit is slow."""
        if self.is_closing:
            return
        self._queue.append(frame)
        self._queued_bytes += len(frame)
        if self._queued_bytes > self.queue_limit:
            self.close(Farewell.SLOW)

    def flush(self) -> None:
        """Send at once what the socket takes; wake the writer for the rest."""
        if self._rest or self.is_closing:
            return
        while chunk := self._next_chunk():
            sent = self._try(chunk)
            if sent < len(chunk):
                self._rest = chunk[sent:]
                self._wake.set()
                return

    def close(self, why: Farewell) -> None:
        """End the connection: say why if the socket takes it, then no more."""
        if self.is_closing:
            return
        self.is_closing, self.farewell = True, why
        if not self._rest:
            self._try(b"".join([*self._queue, encode(Bye(why=why))]))
        self._queue.clear()
        self._rest = b""
        self._wake.set()

    async def write_forever(self) -> None:
        """Send what the socket did not take at once; ends when closing.

        Raises:
            trio.BrokenResourceError: The line is gone.
        """
        while not self.is_closing:
            await self._wake.wait()
            self._wake = trio.Event()
            while self._rest and not self.is_closing:
                with trio.move_on_after(self.limits.write_s) as patience:
                    await self.stream.send_all(self._rest)
                if patience.cancelled_caught:
                    self._rest = b"?"
                    self.close(Farewell.SLOW)
                    return
                self._rest = self._next_chunk()

    def _next_chunk(self) -> bytes:
        parts = [log] if (log := self.source(CHUNK_BYTES)) else []
        size = len(log)
        while self._queue and size < CHUNK_BYTES:
            part = self._queue.popleft()
            self._queued_bytes -= len(part)
            size += len(part)
            parts.append(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def _try(self, chunk: bytes) -> int:
        """How many bytes the socket took; a broken line takes all, into nothing."""
        try:
            return self._socket.send(chunk)
        except BlockingIOError:
            return 0
        except OSError as error:
            if error.errno in {errno.EBADF, errno.EPIPE, errno.ECONNRESET}:
                self.is_closing = True
                self._wake.set()
            return len(chunk)

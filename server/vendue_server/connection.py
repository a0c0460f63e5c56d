"""One connection: bytes in, frames out, and when to give up on it.

A connection is written to at once if the socket takes it; what the socket does not
take, the connection's writer sends as it drains. So a peer that does not read
stalls nobody, and costs the host at most one chunk and its bounded queue.
"""

from __future__ import annotations

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

FAREWELL_S: Final = 1.0
"""How long the last words may take to leave."""

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
        "_last", "_queue", "_queued_bytes", "_rest", "_sending", "_socket",
        "_source", "_wake", "farewell", "frame_began", "heard", "is_closing",
        "limits", "peer", "pinged", "queue_limit", "stream",
    )  # fmt: skip

    def __init__(self, stream: trio.SocketStream, limits: Limits) -> None:
        self.stream = stream
        self.limits = limits
        self.peer = str(stream.socket.getpeername()[0])
        """The peer's address, for limits and diagnostics."""
        self.queue_limit = limits.stranger_queue_bytes
        self.heard = trio.current_time()
        """When the peer last said anything; later than now while it is read later."""
        self.pinged = 0.0
        """When the peer was last asked whether it is there."""
        self.frame_began: float | None = None
        """When the frame that is not whole yet began; `None`: between frames."""
        self.is_closing = False
        self.farewell: Farewell | None = None
        self._source: Source = nothing
        self._queue: deque[bytes | Source] = deque()
        self._queued_bytes = 0
        self._rest = self._last = b""
        self._sending = trio.CancelScope()
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
        self._source = nothing
        kept = [part for part in self._queue if isinstance(part, bytes)]
        self._queue = deque(kept)
        self.queue_limit = self.limits.stranger_queue_bytes

    def turn_to(self, source: Source) -> None:
        """Follow another log, once all before it is sent: the old log, the queue."""
        if not self.is_closing:
            self._queue.append(source)

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
        """End the connection: what is queued and why are sent if they go quickly."""
        if self.is_closing:
            return
        self.is_closing, self.farewell = True, why
        queued = [part for part in self._queue if isinstance(part, bytes)]
        self._queue.clear()
        last = b"".join([*queued, encode(Bye(why=why))])
        if why is Farewell.SLOW and self._rest:
            self._hurry(0.0)
        elif self._rest:
            self._last = last
            self._hurry(FAREWELL_S)
        else:
            self._rest = last[self._try(last) :]
        self._wake.set()

    def hang_up(self) -> None:
        """End the connection without another word: the peer could not read it."""
        self.is_closing = True
        self._rest = self._last = b""
        self._wake.set()

    async def write_forever(self) -> None:
        """Send what the socket did not take at once; ends once closed.

        Raises:
            trio.BrokenResourceError: The line is gone.
        """
        while not self.is_closing:
            await self._wake.wait()
            self._wake = trio.Event()
            while self._rest:
                with trio.move_on_after(self._patience_s()) as self._sending:
                    await self.stream.send_all(self._rest)
                if self._sending.cancelled_caught:
                    self.close(Farewell.SLOW)
                    return
                self._rest = self._more()

    def _patience_s(self) -> float:
        return FAREWELL_S if self.is_closing else self.limits.write_s

    def _more(self) -> bytes:
        """What the writer sends next; at the end, the last words."""
        last, self._last = self._last, b""
        return last if self.is_closing else self._next_chunk()

    def _hurry(self, seconds: float) -> None:
        """Let what is being sent now take no longer than this."""
        latest = trio.current_time() + seconds
        self._sending.deadline = min(self._sending.deadline, latest)

    def _next_chunk(self) -> bytes:
        parts = [log] if (log := self._source(CHUNK_BYTES)) else []
        size = len(log)
        while self._queue and size < CHUNK_BYTES:
            part = self._queue.popleft()
            if isinstance(part, bytes):
                self._queued_bytes -= len(part)
            else:
                self._source = part
                part = part(CHUNK_BYTES - size)
            size += len(part)
            parts.append(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def _try(self, chunk: bytes) -> int:
        """How many bytes the socket took; a broken line takes none, and ends."""
        try:
            return self._socket.send(chunk)
        except BlockingIOError:
            return 0
        except OSError:
            self.hang_up()
            return 0

"""What a connection is to be sent: the log that it follows, and a queue beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

CHUNK_BYTES: Final = 16 * 1024
"""How much is put into one buffer at a time."""

Source = Callable[[int], bytes]
"""Gives up to about so many bytes that follow in the log; empty when caught up."""


def nothing(room: int) -> bytes:
    """The source of a connection that follows no log."""
    del room
    return b""


class Outbox:
    """Frames in the order in which they are to leave.

    What is queued leaves after what the log has by then, and before what the log
    has next. Whoever queues looks how much waits; nothing is bounded here.
    """

    __slots__ = ("_queue", "_source", "queued_bytes")

    def __init__(self) -> None:
        self._source: Source = nothing
        self._queue: list[bytes | Source] = []
        self.queued_bytes = 0
        """How much waits beside the log."""

    def queue(self, frame: bytes) -> None:
        """Add a frame that stands beside the log."""
        self._queue.append(frame)
        self.queued_bytes += len(frame)

    def turn_to(self, source: Source) -> None:
        """Follow another log, once all before it is taken: the old log, the queue."""
        self._queue.append(source)

    def follow_nothing(self) -> None:
        """Follow no log any more; what is queued stays."""
        self._source = nothing
        self._queue = [part for part in self._queue if isinstance(part, bytes)]

    def take(self) -> bytes:
        """What comes next, about `CHUNK_BYTES`; empty if there is nothing."""
        if not self._queue:
            return self._source(CHUNK_BYTES)
        parts = [self._source(CHUNK_BYTES)]
        size, taken = len(parts[0]), 0
        while size < CHUNK_BYTES and taken < len(self._queue):
            part = self._queue[taken]
            taken += 1
            if isinstance(part, bytes):
                self.queued_bytes -= len(part)
            else:
                self._source = part
                part = part(CHUNK_BYTES - size)
            size += len(part)
            parts.append(part)
        del self._queue[:taken]
        return b"".join(parts)

    def take_queue(self) -> bytes:
        """All that is queued, and nothing of any log: the connection ends."""
        queued = b"".join(part for part in self._queue if isinstance(part, bytes))
        self._queue.clear()
        self.queued_bytes = 0
        return queued

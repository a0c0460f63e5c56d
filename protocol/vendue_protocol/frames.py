"""Frames: a length of four bytes, big-endian, then that many bytes."""

from __future__ import annotations

from typing import Final

from .errors import Code, LocalProtocolError, RemoteProtocolError

HEAD_BYTES: Final = 4
LONGEST: Final = 2**32 - 1


def frame(body: bytes) -> bytes:
    """Put the length before a body of at least one byte.

    Raises:
        LocalProtocolError: An empty or impossible body.

    Example:
        >>> frame(b"abc").hex(" ")
        '00 00 00 03 61 62 63'
    """
    if not 0 < len(body) <= LONGEST:
        raise LocalProtocolError(f"a frame of {len(body)} bytes")
    return len(body).to_bytes(HEAD_BYTES, "big") + body


class FrameReader:
    """Cut a stream of bytes, in whatever pieces it comes, into bodies.

    Args:
        limit_bytes: The longest body taken; may be changed between two frames.

    Holds at most one limit's worth of bytes and the last piece fed.
    """

    __slots__ = ("_at", "_buffer", "limit_bytes")

    def __init__(self, limit_bytes: int) -> None:
        self.limit_bytes = limit_bytes
        self._buffer = b""
        self._at = 0
        """Where in the buffer the next frame begins."""

    @property
    def is_inside(self) -> bool:
        """Whether a frame has begun and is not whole yet."""
        return self._at < len(self._buffer)

    def feed(self, data: bytes) -> None:
        """Take the next piece of the stream."""
        self._buffer = self._buffer[self._at :] + data
        self._at = 0

    def next_body(self) -> bytes | None:
        """The next whole body, or `None` until more is fed.

        Raises:
            RemoteProtocolError: A length of 0 or above the limit; told before the
                body arrives.
        """
        buffer, start = self._buffer, self._at + HEAD_BYTES
        if len(buffer) < start:
            return None
        length = int.from_bytes(buffer[self._at : start], "big")
        if not 0 < length <= self.limit_bytes:
            raise RemoteProtocolError(
                Code.FRAME, f"frame of {length} bytes, at most {self.limit_bytes}"
            )
        end = start + length
        if len(buffer) < end:
            return None
        body = buffer[start:end]
        if len(buffer) == end:
            self._buffer, self._at = b"", 0
        else:
            self._at = end
        return body

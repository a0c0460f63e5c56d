"""Frames: a length of four bytes, big-endian, then that many bytes.

A filler has 1 in the first of the four, where a length has 0; it says nothing, and
makes what is sent at a time a round number of bytes, so that its length tells
nothing either.
"""

from __future__ import annotations

from typing import Final

from .errors import Code, LocalProtocolError, RemoteProtocolError

HEAD_BYTES: Final = 4
LONGEST: Final = 2**24 - 1
"""A length's first byte is 0."""

ROUND_BYTES: Final = 256
"""What is sent at a time over TLS is filled up to a multiple of this: every message
of a client but a long line of chat is one, and mostly what a move brings about."""

_FILLER: Final = 0x010000
"""The first three bytes of a filler; the fourth tells how many zeros follow."""


def _filler(lacking: int) -> bytes:
    """A filler of so many bytes in all; where that is no filler, one round more."""
    if not lacking:
        return b""
    zeros = (lacking - HEAD_BYTES) % ROUND_BYTES
    return (_FILLER << 8 | zeros).to_bytes(HEAD_BYTES, "big") + bytes(zeros)


_FILLERS: Final = tuple(_filler(lacking) for lacking in range(ROUND_BYTES))


def filled(data: bytes) -> bytes:
    """Whole frames, filled up to a multiple of `ROUND_BYTES`.

    Source:
        docs/PROTOCOL.md, "Fillers".

    Example:
        >>> len(filled(frame(b"abc"))), len(filled(frame(bytes(252))))
        (256, 256)
    """
    return data + _FILLERS[-len(data) % ROUND_BYTES]


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

    Fillers are passed over.

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

    def feed(self, data: bytes | bytearray) -> None:
        """Take the next piece of the stream."""
        self._buffer = self._buffer[self._at :] + data
        self._at = 0

    def next_body(self) -> bytes | None:
        """The next whole body, or `None` until more is fed.

        Raises:
            RemoteProtocolError: A length of 0 or above the limit; told before the
                body arrives.
        """
        while True:
            buffer, start = self._buffer, self._at + HEAD_BYTES
            if len(buffer) < start:
                return None
            length = int.from_bytes(buffer[self._at : start], "big")
            is_filler = length >> 8 == _FILLER
            if is_filler:
                length &= 0xFF
            elif not 0 < length <= self.limit_bytes:
                raise RemoteProtocolError(
                    Code.FRAME, f"frame of {length} bytes, at most {self.limit_bytes}"
                )
            end = start + length
            if len(buffer) < end:
                return None
            if len(buffer) == end:
                self._buffer, self._at = b"", 0
            else:
                self._at = end
            if not is_filler:
                return buffer[start:end]

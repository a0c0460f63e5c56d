"""The log of one game as a file, `GAME.vendue`: the bytes to write while it goes on.

Source:
    docs/LOGS.md.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from .codec import encode
from .errors import LocalProtocolError
from .frames import HEAD_BYTES
from .host_messages import Logged
from .log_frames import (
    LARGEST_FILE,
    LONGEST_FRAME,
    MOST_FRAMES,
    GaveUp,
    How,
    Kept,
    LogEnd,
    LogHeader,
)
from .message import Message
from .tags import HASH_SIZE


class FileFull(Exception):
    """No more fits into the file of a game; the game itself goes on."""


class GameFileWriter:
    """Makes the bytes of a file, piece by piece.

    Whatever is put waits until it is written: see `patch`. Trailer and checksum
    are part of each patch, so that the file is a whole log at every moment.

    Args:
        header: The file's first frame.
        given_up: The set-ups that were given up before this game, oldest first.
    """

    __slots__ = (
        "_end", "_frames", "_hash", "_is_full", "_size", "_waiting", "_written",
    )  # fmt: skip

    def __init__(self, header: LogHeader, given_up: Sequence[GaveUp] = ()) -> None:
        self._hash = hashlib.sha256()
        self._size = self._frames = self._written = 0
        self._is_full = False
        self._waiting: list[bytes] = []
        self._end = LogEnd(s=0, h=bytes(HASH_SIZE), how=How.OPEN)
        for message in (header, *given_up):
            self._put(message)

    def event(self, logged: Logged, head: bytes, how: How = How.OPEN) -> None:
        """Put the next event.

        Args:
            logged: The event, as it travelled.
            head: The head after it, 32 bytes.
            how: How the log ends, if this ends it.

        Raises:
            FileFull: It would be more than a reader takes.
        """
        self._put(logged)
        self._end = LogEnd(s=logged.s, h=head, how=how)

    def put(self, kept: Kept) -> None:
        """Put something else that the host sent, as it came.

        Raises:
            FileFull: It would be more than a reader takes.
        """
        self._put(kept)

    def patch(self) -> tuple[int, bytes]:
        """What to write, and at which byte; the file ends after it.

        It stays the same, and grows, until `wrote` is called.
        """
        trailer = encode(self._end)
        whole = self._hash.copy()
        whole.update(trailer)
        parts = (*self._waiting, trailer, whole.digest())
        return self._written, b"".join(parts)

    def wrote(self) -> None:
        """The last patch is on the disk; the next one begins at its trailer."""
        self._written = self._size
        self._waiting.clear()

    def _put(self, message: Message) -> None:
        data = encode(message)
        if len(data) > HEAD_BYTES + LONGEST_FRAME:
            raise LocalProtocolError(f"a frame of {len(data)} bytes in a log")
        # A trailer is always to have room.
        room = LARGEST_FILE - LONGEST_FRAME - self._size
        if self._is_full or len(data) > room or self._frames + 1 >= MOST_FRAMES:
            self._is_full = True  # no gap: what is shorter comes too late, too
            raise FileFull(f"{self._size} bytes in {self._frames} frames")
        self._size += len(data)
        self._frames += 1
        self._hash.update(data)
        self._waiting.append(data)

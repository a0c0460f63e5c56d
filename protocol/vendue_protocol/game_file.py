"""The log of one game as a file, `GAME.vendue`: reading it, whatever it is.

A sequence of frames as on the wire, a trailer, and a checksum.

Source:
    docs/LOGS.md.
"""

from __future__ import annotations

from typing import Final

import msgspec

from .codec import decode, encode
from .errors import RemoteProtocolError
from .frames import HEAD_BYTES
from .hello import VERSIONS
from .host_messages import Dealt, Held, Logged
from .log_frames import (
    FORMAT,
    LARGEST_FILE,
    LOG_FRAMES,
    LONGEST_FRAME,
    MOST_FRAMES,
    GaveUp,
    LogEnd,
    LogHeader,
)
from .message import Message
from .tags import HASH_SIZE, sha256

_START: Final = b"\xa1t\xaavendue-log\xa7version"
# What every version begins with, after the frame's length and the map's size.
_START_AT: Final = HEAD_BYTES + 1
_VERSION_AT: Final = _START_AT + len(_START)


class BadFile(Exception):
    """The bytes are no whole log of a game.

    Args:
        offset: The byte at which reading ended.
        reason: What is wrong there, for a person.
    """

    def __init__(self, offset: int, reason: str) -> None:
        super().__init__(f"byte {offset}: {reason}")
        self.offset = offset
        self.reason = reason


class WrongChecksum(BadFile):
    """The file is whole in form, but its bytes are not those that were written.

    Args:
        offset: Where the checksum stands.
        expected: What the bytes before it give, 32 bytes.
        found: What stands there, 32 bytes.
    """

    def __init__(self, offset: int, expected: bytes, found: bytes) -> None:
        reason = f"the checksum is {found.hex()}, the bytes give {expected.hex()}"
        super().__init__(offset, reason)
        self.expected = expected
        self.found = found


class GameFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file as it was read: whole, but nothing in it is proved."""

    header: LogHeader
    given_up: tuple[GaveUp, ...]
    events: tuple[Logged, ...]
    """In the order of the file."""
    holds: tuple[Held, ...]
    """In the order of the file, openings' holds not among them."""
    dealt: tuple[Dealt, ...]
    """What only this reader was told; secret while the game goes on."""
    end: LogEnd
    size: int
    """Bytes of the whole file."""
    frames: int
    """How many frames it has."""


def read_game_file(data: bytes) -> GameFile:
    """Read a whole file.

    Args:
        data: All of it; of a file that is larger, `LARGEST_FILE` + 1 bytes do.

    Raises:
        BadFile: It is empty, cut, too large, no log, of a newer version, damaged,
            or something follows its end.

    Source:
        docs/LOGS.md.
    """
    _check_start(data)
    reading = _Reading(data)
    while reading.end is None:
        reading.take_frame()
    return reading.finish(reading.end)


def _check_start(data: bytes) -> None:
    if not data:
        raise BadFile(0, "the file is empty")
    if len(data) > LARGEST_FILE:
        reason = f"the file is too large: a log has at most {LARGEST_FILE} bytes"
        raise BadFile(LARGEST_FILE, reason)
    start = data[_START_AT:_VERSION_AT]
    if not _START.startswith(start):
        raise BadFile(0, "this is not the log of a game of Vendue")
    if len(data) <= _VERSION_AT:
        raise _cut(data, "inside its header")
    version = data[_VERSION_AT]
    if version > FORMAT:
        raise BadFile(
            _VERSION_AT,
            f"the log has version {version}, this program reads {FORMAT}: "
            "it was written by a newer Vendue",
        )


def _cut(data: bytes, where: str) -> BadFile:
    return BadFile(len(data), f"the file is cut: it ends at byte {len(data)}, {where}")


class _Reading:
    """How far a file has been read."""

    def __init__(self, data: bytes) -> None:
        self.data, self.place, self.frames = data, 0, 0
        self.header: LogHeader | None = None
        self.end: LogEnd | None = None
        self.given_up: list[GaveUp] = []
        self.events: list[Logged] = []
        self.holds: list[Held] = []
        self.dealt: list[Dealt] = []

    def take_frame(self) -> None:
        """Read the next frame and put it where it belongs."""
        if self.frames == MOST_FRAMES:
            raise BadFile(self.place, f"more than {MOST_FRAMES} frames")
        begins = self.place
        message = self._decoded(self._body())
        self.frames += 1
        if self.header is None:
            if not isinstance(message, LogHeader):
                raise BadFile(begins, "the first frame is not the header")
            if message.protocol not in VERSIONS:
                known = f"{VERSIONS.start} to {VERSIONS.stop - 1}"
                reason = f"a game of protocol {message.protocol}; this program knows"
                raise BadFile(begins, f"{reason} {known}")
            self.header = message
            return
        self._sort_in(message, begins)

    def finish(self, end: LogEnd) -> GameFile:
        """Check what ends the file."""
        after = self.place + HASH_SIZE
        if len(self.data) < after:
            raise _cut(self.data, "inside its checksum")
        if len(self.data) > after:
            extra = len(self.data) - after
            raise BadFile(
                after, f"{extra} bytes follow the checksum, the last of a log"
            )
        expected, found = sha256(self.data[: self.place]), self.data[self.place :]
        if found != expected:
            raise WrongChecksum(self.place, expected, found)
        if self.header is None:
            raise BadFile(0, "there is no header")
        return GameFile(
            header=self.header,
            given_up=tuple(self.given_up),
            events=tuple(self.events),
            holds=tuple(self.holds),
            dealt=tuple(self.dealt),
            end=end,
            size=len(self.data),
            frames=self.frames,
        )

    def _body(self) -> bytes:
        data, begins = self.data, self.place
        if begins == len(data):
            raise _cut(data, f"before its trailer, after {self._so_far()}")
        length = int.from_bytes(data[begins : begins + HEAD_BYTES], "big")
        starts = begins + HEAD_BYTES
        if len(data) >= starts and not 0 < length <= LONGEST_FRAME:
            reason = f"a frame of {length} bytes, where 1 to {LONGEST_FRAME} are legal"
            raise BadFile(begins, reason)
        if len(data) < starts or len(data) < starts + length:
            where = f"inside the frame that begins at byte {begins}"
            raise _cut(data, f"{where}, after {self._so_far()}")
        self.place = starts + length
        return data[starts : self.place]

    def _decoded(self, body: bytes) -> Message:
        begins = self.place - len(body) - HEAD_BYTES
        try:
            message = decode(body, LOG_FRAMES)
        except RemoteProtocolError as error:
            raise BadFile(begins, f"a frame that is none: {error.detail}") from None
        if encode(message)[HEAD_BYTES:] != body:
            raise BadFile(begins, "a frame that is not in its canonical form")
        return message

    def _sort_in(self, message: Message, begins: int) -> None:
        match message:
            case Logged():
                self.events.append(message)
            case Held():
                self.holds.append(message)
            case Dealt():
                self.dealt.append(message)
            case GaveUp() if not (self.events or self.holds or self.dealt):
                self.given_up.append(message)
            case LogEnd():
                self.end = message
            case _:
                reason = f"a {type(message).__name__} where none may be"
                raise BadFile(begins, reason)

    def _so_far(self) -> str:
        return f"event {self.events[-1].s}" if self.events else "no event at all"

"""What one sitting must remember through a crash, note by note; pure.

A sitting file is one note a line: a checksum, and the note as JSON. Lines are only
ever added, so a crash can cut the last one and harm no other.
"""

from __future__ import annotations

import zlib
from typing import Annotated, Final

import msgspec

from vendue_protocol.errors import LocalProtocolError
from vendue_protocol.message import ChairNumber
from vendue_shared.moves import AnyMove, Hash
from vendue_shared.terms import GameId, Terms

VERSION: Final = 1
_CHECKSUM_BYTES: Final = 8


class Note(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True,
           tag_field="note"):  # fmt: skip
    """What every note has."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}(...)"


class Opened(Note, frozen=True, kw_only=True, tag="sitting"):
    """The first note: whose sitting this is, and where."""

    version: Annotated[int, msgspec.Meta(ge=1)] = VERSION
    secret: Hash
    """The private half of the sitting's key."""
    address: str
    """The host's, with its code, as a player would type it."""
    is_own_host: bool
    """Whether this player started the host."""


class SatDown(Note, frozen=True, tag="sat"):
    """Asks for a chair; what was at another table before is over."""

    host_key: Hash
    table: int
    name: str


class Placed(Note, frozen=True, tag="placed"):
    """Has the chair."""

    chair: ChairNumber


class Agreed(Note, frozen=True, tag="agreed"):
    """The own part of a set-up, before the host learns anything of it."""

    terms: Terms
    hs: Hash
    attempt: int
    seat: ChairNumber
    entropy: Hash
    secret: Hash


class Shared(Note, frozen=True, tag="share"):
    """What the share is given in answer to, before it leaves."""

    game: GameId
    ks: tuple[Hash, ...]


class Sending(Note, frozen=True, tag="move"):
    """A move, before it leaves."""

    game: GameId
    s: int
    """The last event that was held."""
    n: int
    """The move's number."""
    move: AnyMove


class NotDone(Note, frozen=True, tag="refused"):
    """The host refuses the newest move that was sent: it becomes no event."""


class Revealing(Note, frozen=True, tag="reveal"):
    """Under which head a bid is revealed, before it leaves."""

    game: GameId
    auction: int
    head: Hash


class Over(Note, frozen=True, tag="over"):
    """A game was seen to its end."""

    game: GameId


class Left(Note, frozen=True, tag="left"):
    """The chair is given up."""


AnyNote = (
    Opened | SatDown | Placed | Agreed | Shared | Sending | NotDone | Revealing
    | Over | Left
)  # fmt: skip

FIRST_ON_DISK: Final = (Opened, SatDown, Agreed, Shared, Revealing)
"""What must outlive a power cut before anything is sent; a move that is lost with
the power is shown as made before the player came back."""

_decoder = msgspec.json.Decoder(AnyNote)


class BadSitting(Exception):
    """A sitting file that cannot be used; the message says why, for a person."""


def line_of(note: AnyNote) -> bytes:
    """A note as the line that keeps it.

    Raises:
        LocalProtocolError: A value that cannot be written.
    """
    try:
        said = msgspec.json.encode(note)
    except UnicodeEncodeError as error:
        raise LocalProtocolError(f"a {type(note).__name__}: {error}") from None
    return _checksum(said) + b" " + said + b"\n"


def read_notes(data: bytes) -> tuple[list[AnyNote], int]:
    """All notes of a file, the first of them `Opened`.

    Args:
        data: The whole file.

    Returns:
        The notes, and how many bytes they take: what follows was cut by a crash.

    Raises:
        BadSitting: It is empty, damaged, or of a newer version.
    """
    notes: list[AnyNote] = []
    place = 0
    for line in data.splitlines(keepends=True):
        note = _note_of(line)
        if note is None:
            break
        notes.append(note)
        place += len(line)
    if b"\n" in data[place:]:
        raise BadSitting(f"it is damaged at line {len(notes) + 1}")
    if not notes or not isinstance(notes[0], Opened):
        raise BadSitting("it does not say whose sitting it is")
    if notes[0].version > VERSION:
        raise BadSitting("it was written by a newer Vendue")
    return notes, place


def _note_of(line: bytes) -> AnyNote | None:
    """The note that a line keeps; `None`: it is cut or damaged."""
    checksum, _, said = line.rstrip(b"\n").partition(b" ")
    if not line.endswith(b"\n") or checksum != _checksum(said):
        return None
    try:
        note: AnyNote = _decoder.decode(said)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    return note


def _checksum(said: bytes) -> bytes:
    return f"{zlib.crc32(said):0{_CHECKSUM_BYTES}x}".encode()

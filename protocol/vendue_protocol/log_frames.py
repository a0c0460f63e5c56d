"""The frames that the log of a game is made of, as a file, `GAME.vendue`.

What the host sent (`event`, `held`, `dealt`) lies there just as it came; here are
the others, and what a reader takes.

Source:
    docs/LOGS.md describes all of them byte for byte.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Final

import msgspec

from vendue_shared.events import Ending
from vendue_shared.moves import Hash
from vendue_shared.terms import GameId, Terms

from .hello import VERSIONS
from .host_messages import Dealt, Held, Logged
from .message import U32, U64, ChairNumber, Message
from .version import VERSION

FORMAT: Final = 1
"""The version of the format."""

LARGEST_FILE: Final = 4 * 1024 * 1024
"""Bytes; a game of five takes some 60 KiB, this is sixty times that."""

LONGEST_FRAME: Final = 16 * 1024
"""Bytes of a map; `begun`, the longest event, packs to about 6 KiB."""

MOST_FRAMES: Final = 50_000
"""A game takes some 700; only an open auction that goes on and on takes more."""

HOST_READER: Final = 255
"""The reader of the host's own file, who was dealt nothing."""

SPECTATOR: Final = 254
"""The reader of a spectator's file."""


class How(StrEnum):
    """How the log of a file ends: as its `ended` says, or without one."""

    FINISHED = Ending.FINISHED.value
    OWNER = Ending.OWNER.value
    ABANDONED = Ending.ABANDONED.value
    HOST = Ending.HOST.value
    OPEN = "open"
    """The reader left, or the game went on, before any `ended` came."""


class LogHeader(Message, frozen=True, kw_only=True, tag="vendue-log"):
    """The first frame; its first two keys are the same in all versions."""

    version: Annotated[int, msgspec.Meta(ge=1, le=127)] = FORMAT
    game: GameId
    reader: Annotated[int, msgspec.Meta(ge=0, le=255)]
    """Whose file it is: a seat, 254 a spectator, 255 the host."""
    protocol: U32 = VERSIONS[-1]
    """The version of the protocol that the log was made with."""
    program: Annotated[str, msgspec.Meta(max_length=32)] = VERSION
    """The version of the program that wrote it, for people."""


class GaveUp(Message, frozen=True, tag="given-up"):
    """A set-up that was given up before this game."""

    attempt: U32
    """1, and one more each time."""
    terms: Terms
    hs: Hash
    """The host's commitment to its seed."""
    ks: Annotated[tuple[Hash, ...], msgspec.Meta(max_length=5)]
    """Everybody's commitment; empty where not all had committed."""
    missing: Annotated[tuple[ChairNumber, ...], msgspec.Meta(max_length=5)]
    """The chairs that did not answer."""
    seed: Annotated[bytes, msgspec.Meta(max_length=32)]
    """The host's seed as it published it; empty where it did not."""


class LogEnd(Message, frozen=True, tag="end"):
    """The trailer: where the log stands, and how it ended."""

    s: U64
    """The number of its last event."""
    h: Hash
    """The head after it."""
    how: How


Kept = Logged | Held | Dealt
"""What lies between header and trailer, just as the host sent it."""

LOG_FRAMES: Final[Mapping[str, type[Message]]] = {
    "vendue-log": LogHeader,
    "given-up": GaveUp,
    "event": Logged,
    "held": Held,
    "dealt": Dealt,
    "end": LogEnd,
}
"""All of them, by tag."""

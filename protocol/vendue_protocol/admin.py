"""What who runs a host says to it over its own socket: a line of JSON each way."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final

import msgspec

from .message import CodeName, Line

SOCKET_NAME: Final = "admin.sock"
"""The socket in the host's data directory, for its owner alone."""
MOST_BYTES: Final = 4096
"""The longest request: a reason of 200 characters, escaped, and a name."""

Typed = Annotated[str, msgspec.Meta(max_length=64)]


class Errand(StrEnum):
    """What the host is to do."""

    STATUS = "status"
    TABLES = "tables"
    PAUSE = "pause"
    RESUME = "resume"
    BOT = "bot"
    KICK = "kick"
    END = "end"
    SAY = "say"
    STOP = "stop"
    BACKUP = "backup"


class AdminRequest(msgspec.Struct, frozen=True, kw_only=True,
                   forbid_unknown_fields=True):  # fmt: skip
    """One errand."""

    do: Errand
    table: int | None = None
    """`None`: the only one; of what is said, all."""
    seat: Typed = ""
    """A seat or a chair counted from 1, or a name."""
    text: Line = ""
    """The reason, or what is said."""
    path: Annotated[str, msgspec.Meta(max_length=1024)] = ""
    """Of a folder that is to be made, from the root."""


class HostState(msgspec.Struct, frozen=True, kw_only=True):
    """The host as a whole."""

    version: str
    code: str
    """The join code."""
    up_s: int
    """For how many seconds it has served."""
    connections: int
    tables: int
    games: int
    """Tables at which a game is on."""


class SeatState(msgspec.Struct, frozen=True, kw_only=True):
    """A chair, or a seat of a game."""

    seat: int
    """Counted from 1, as it is typed."""
    name: str
    """Empty: free."""
    person: bool
    """Whether a person sits there."""
    bot: bool
    """Whether a bot plays it now."""
    here: bool
    """Whether the person's line is up; bots are always here."""


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """A table."""

    table: int
    name: str
    playing: bool
    """Whether a set-up or a game is on."""
    paused: bool
    broken: bool
    """Whether a bug has stopped it."""
    events: int
    """How many the log of its game has; 0: none is on."""
    watchers: int
    seats: tuple[SeatState, ...]


class AdminAnswer(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What came of it."""

    error: CodeName = ""
    """A refusal's code; empty: it is done."""
    why: str = ""
    """What the system said, where it was the system."""
    status: HostState | None = None
    tables: tuple[TableState, ...] = ()

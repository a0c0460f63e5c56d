"""What can go wrong on the wire: our fault, the peer's fault, or a refusal."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """Every refusal that is not one of the rules' (`vendue_shared.refusals.Reason`).

    Source:
        docs/PROTOCOL.md, "Refusals".
    """

    FRAME = "E_FRAME"
    """Not a frame, or not msgpack; the connection ends."""
    SCHEMA = "E_SCHEMA"
    """A message with a wrong type, a missing or an unknown field."""
    VERSION = "E_VERSION"
    """The two sides speak no common version; the connection ends."""
    AUTH = "E_AUTH"
    """The connection may not say this: no seat, not the owner, or a bad proof."""
    NUMBER = "E_NUMBER"
    """Not the next number of a move, or an old number with other content."""
    OPENING = "E_BAD_OPENING"
    """Bid and nonce do not open the commitment."""
    HOLD = "E_BAD_HOLD"
    """A signature that does not fit this history."""
    STALE = "E_STALE"
    """Agreed to something that has changed since."""
    TABLE = "E_NO_TABLE"
    """There is no such table."""
    CHAIR = "E_NO_CHAIR"
    """No such chair, or it is taken."""
    NAME = "E_NAME"
    """The name cannot be used, or somebody has it already."""
    PLAYING = "E_PLAYING"
    """Not while a game is on."""
    LOBBY = "E_NOT_PLAYING"
    """Only while a game is on."""
    PAUSED = "E_PAUSED"
    """Not while the table is paused."""
    OFTEN = "E_TOO_OFTEN"
    """Tried too often in a minute."""
    OPTIONS = "E_OPTIONS"
    """The options do not fit together."""
    FULL = "E_FULL"
    """A limit of the host is reached."""
    CHAT = "E_CHAT"
    """Too many lines in a short time, or nothing to say."""
    BROKEN = "E_TABLE_BROKEN"
    """A bug of the host has stopped this table; the others go on."""
    PASSWORD = "E_PASSWORD"  # noqa: S105 - a code
    """The table has a password, and this is not it."""
    TRIES = "E_TRIES"
    """Too many wrong or new passwords came from this address; wait a minute."""
    STORAGE = "E_HOST_STORAGE"
    """The host cannot write; nothing was done."""


class Farewell(StrEnum):
    """Why a side ends a connection, told before it does."""

    BYE = "bye"
    """The peer said it is leaving."""
    FRAME = "frame"
    """The peer sent what is no frame or no message."""
    SLOW = "slow"
    """The peer did not read, or did not finish a frame, in time."""
    SILENT = "silent"
    """The peer did not answer a ping."""
    REFUSALS = "refusals"
    """Too many refusals in a minute."""
    CHATTER = "chatter"
    """Far too many lines of chat."""
    REPLACED = "replaced"
    """The same seat came back on another connection."""
    STOPPING = "stopping"
    """The host is ending."""
    CLOSED = "closed"
    """The table is closed."""
    FULL = "full"
    """The host has no place for another connection."""
    PLAIN = "plain"
    """The host takes encrypted connections only."""
    BUG = "bug"
    """The side that ends it is at fault; its diagnostics say more."""


class LocalProtocolError(Exception):
    """We were about to say something wrong: a bug on this side."""


class RemoteProtocolError(Exception):
    """The peer said something wrong: drop the peer, keep the table.

    Args:
        code: What to answer.
        detail: What was wrong, with the values, for diagnostics; never a secret.
    """

    def __init__(self, code: Code, detail: str) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail

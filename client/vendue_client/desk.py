"""Where a player sits: what a screen, a plain reader or a bot needs of a connection."""

from __future__ import annotations

from enum import Enum
from typing import Protocol

from vendue_protocol.message import Message

from .participant import Participant


class Leaving(Enum):
    """Why a player's side ended, for the words and the exit code after it."""

    QUIT = "quit"
    """The player left; whatever is running goes on."""
    END_FOR_ALL = "end"
    """The owner left and wants the host to stop."""
    FINISHED = "finished"
    """The game was shown to its end, and nothing more was wanted."""
    LOST = "lost"
    """The connection ended; the participant's farewell may say why."""


class Desk(Protocol):
    """A participant at a live connection."""

    participant: Participant
    is_lost: bool
    """Whether the connection has ended for good; while it is tried again, the
    participant is `away`."""
    may_end_host: bool
    """Whether this player started the host, and is asked about it when leaving."""
    shown_address: str
    """The host's address as the player would type it, with its code."""

    is_insecure: bool
    """Whether the line is not encrypted, since the player wanted it so."""

    ended_by: int
    """The signal that ended the player's side, set by whoever plays; Ctrl-C counts
    as SIGINT; 0: none."""

    def send(self, message: Message) -> None:
        """Send a message to the host; nothing happens while the line is lost."""

    def try_now(self) -> None:
        """Try a lost line again at once; nothing happens while it is up."""

    async def wait_changed(self) -> None:
        """Return when the participant changed since the last return, or was lost.

        Several messages that came together are one change.
        """

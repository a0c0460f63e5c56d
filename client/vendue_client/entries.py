"""The entries of a client's history: events, chat, and what is neither."""

from __future__ import annotations

import msgspec

from vendue_protocol.follower import Step
from vendue_shared.seats import Seat


class Notice(msgspec.Struct, frozen=True):
    """Something to tell the player that is no event."""

    code: str
    """A refusal's code, `given-up`, `bye` or `alarm`."""
    detail: str = ""
    """Which message was refused, why the host left, what failed."""


class Chat(msgspec.Struct, frozen=True):
    """A line somebody said."""

    name: str
    seat: Seat | None
    """`None`: a spectator."""
    text: str


Entry = Step | Chat | Notice
"""One thing in the client's history, oldest first."""

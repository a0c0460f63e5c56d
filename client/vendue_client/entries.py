"""The entries of a client's history: events, chat, and what is neither."""

from __future__ import annotations

import msgspec

from vendue_protocol.follower import Step
from vendue_protocol.interventions import AfterGrace, Authority, Intervention
from vendue_shared.seats import Seat


class Notice(msgspec.Struct, frozen=True):
    """Something to tell the player that is no event."""

    code: str
    """A refusal's code, `given-up`, `bye`, `alarm`, `unproven`, `made-before` or
    `missed-end`."""
    detail: str = ""
    """Which message was refused, why the host left, what failed."""


class Chat(msgspec.Struct, frozen=True):
    """A line somebody said."""

    name: str
    """Empty: a spectator."""
    seat: Seat | None
    """`None`: a spectator, or said in the lobby."""
    text: str


class Announcement(msgspec.Struct, frozen=True):
    """Somebody intervened in the table, with the names of that moment."""

    what: Intervention
    by: Authority
    owner: str
    """The owner's name, where it was the owner."""
    is_own: bool
    """Whether the player did it."""
    whom: str
    """Whom it is about; empty: all."""
    is_about_me: bool
    reason: str
    waits: bool
    """Whether it is done only once the sealed bids are opened."""
    in_game: bool
    """Whether a game was on."""


class Attendance(msgspec.Struct, frozen=True):
    """Another player's line is lost, or there again."""

    name: str
    is_here: bool
    grace_s: int
    """For how long the table waits in this round."""
    after: AfterGrace
    """What becomes of the seat then."""
    is_bot: bool
    """Whether a bot plays it now."""


Entry = Step | Chat | Notice | Announcement | Attendance
"""One thing in the client's history, oldest first."""

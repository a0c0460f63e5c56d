"""What is done to a table from outside its game: the words for it."""

from __future__ import annotations

from enum import StrEnum


class AfterGrace(StrEnum):
    """What becomes of a seat whose grace is used up.

    Source:
        docs/RULES.md, "When a line is lost".
    """

    BOT = "bot"
    """A bot plays it until its player takes it back."""
    WAIT = "wait"
    """The clock for what it is asked stands until it is back, or the owner decides."""
    PAUSE = "pause"
    """The whole table stands still until somebody resumes."""


class Intervention(StrEnum):
    """What was done."""

    PAUSE = "pause"
    """All clocks stand, and no move is taken."""
    RESUME = "resume"
    """All goes on."""
    TAKE_OVER = "takeover"
    """A bot plays a person's seat until the person takes it back."""
    KICK = "kick"
    """A person has lost the chair or the seat, and may not return to it."""
    FINISH = "finish"
    """The game ends early."""


class Authority(StrEnum):
    """Who did it."""

    OWNER = "owner"
    """The owner of the table."""
    HOST = "host"
    """Who runs the host."""
    GRACE = "grace"
    """The host by itself: the grace of a seat is used up."""
    HISTORY = "history"
    """The host by itself: it has lost a part of the game that its players have."""

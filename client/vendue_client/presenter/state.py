"""What the screen itself knows, besides what the participant knows."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import msgspec

from vendue_client.art.depth import Depth
from vendue_protocol.host_messages import Refused

from .cells import DRAWN, TYPED, Glyphs


class Size(NamedTuple):
    """A terminal, in cells."""

    columns: int
    rows: int


class Overlay(Enum):
    """What lies over the table until Esc takes it away."""

    NONE = "none"
    HELP = "help"
    HINT = "hint"
    LOG = "log"
    RULES = "rules"
    WHO = "who"
    CODE = "code"


class ScreenState(msgspec.Struct, frozen=True, kw_only=True):
    """One moment of the screen; changed by keys alone."""

    typed: str = ""
    """What stands in the line."""
    chosen: int | None = None
    """The place in the hand that the arrows point at, from 0."""
    overlay: Overlay = Overlay.NONE
    scroll: int = 0
    """Rows that the overlay is scrolled: from the end in the log, else from the top."""
    topic: str = ""
    """Of the rules, the topic shown, of a code, its number; empty: neither."""
    question: str = ""
    """What must be answered first, a confirmation or how to leave."""
    answers: str = ""
    """The keys that answer it."""
    message: str = ""
    """What was wrong with the line that was typed, or what a command said."""
    dismissed: Refused | None = None
    """The refusal that the player has typed on after; it is not shown any longer."""
    is_alarm_seen: bool = False
    """Whether the player has put away an alarm that ended the game."""
    is_lost: bool = False
    """Whether the connection has ended."""
    is_insecure: bool = False
    """Whether the line is not encrypted, since the player wanted it so."""
    is_muted: bool = False
    address: str = ""
    """The host's address, as the player would type it."""
    depth: Depth = Depth.MONO
    """How many colours paintings are drawn with."""
    is_ascii: bool = False
    """Whether frames are ASCII, for terminals that draw some signs two cells wide."""

    shows_pictures: bool = True
    """Whether the terminal can show them at all."""

    @property
    def picture_depth(self) -> Depth:
        """The colours of pictures; half blocks may be two cells wide, braille not."""
        return Depth.MONO if self.is_ascii else self.depth

    @property
    def glyphs(self) -> Glyphs:
        """What frames are made of."""
        return TYPED if self.is_ascii else DRAWN


class Entry(NamedTuple):
    """Where the line that is typed into stands."""

    row: int
    column: int
    width: int

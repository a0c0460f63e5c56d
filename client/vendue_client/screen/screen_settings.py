"""How one player wants the screen."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

import msgspec

from vendue_client.art.depth import Depth


class Confirm(Enum):
    """Which orders are asked about before they are carried out."""

    RISKY = "risky"
    ALWAYS = "always"
    NEVER = "never"


class ScreenSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How one player wants the screen."""

    name: str
    """The player's name, for taking a chair."""
    depth: Depth
    """How many colours the terminal shows."""
    is_ascii: bool = False
    """Whether frames are ASCII, for terminals that draw some signs two cells wide."""
    shows_pictures: bool = True
    """Whether the terminal can show braille or half blocks at all."""
    is_muted: bool = False
    """Whether the bell is off from the beginning."""
    confirm: Confirm = Confirm.RISKY


def depth_of(environment: Mapping[str, str]) -> Depth:
    """How many colours a terminal shows, by what its environment says.

    `NO_COLOR` with any value means none. prompt_toolkit does not look at
    `COLORTERM`, so it is looked at here.
    """
    term = environment.get("TERM", "")
    if environment.get("NO_COLOR") or term in {"dumb", "vt100", "vt220"}:
        return Depth.MONO
    if environment.get("COLORTERM", "").lower() in {"truecolor", "24bit"}:
        return Depth.TRUE
    return Depth.INDEXED if "256color" in term else Depth.BASIC

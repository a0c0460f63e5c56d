"""What each style means in colours, for every kind of terminal, light or dark.

Only backgrounds of our own carry a colour that reads badly on one of the two: an
artist is black on a tint, on any terminal; everything else is a middle tone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from vendue_client.art.depth import Depth


class Look(NamedTuple):
    """One meaning, by what the terminal shows."""

    true: str
    """With any colour."""
    indexed: str
    """With the 256 colours; prompt_toolkit takes the nearest."""
    basic: str
    """With sixteen."""
    none: str
    """Without colour."""


def _tint(colour: str, basic: str, none: str = "") -> Look:
    """Black letters on a tint, which reads the same on light and dark."""
    return Look(
        f"fg:#000000 bg:{colour}",
        f"fg:#000000 bg:{colour}",
        f"fg:ansiblack bg:{basic}",
        none,
    )


def _tone(colour: str, basic: str, none: str = "") -> Look:
    """A middle tone, at least 3.5 to 1 on white and on black."""
    return Look(f"fg:{colour}", f"fg:{colour}", f"fg:{basic}" if basic else "", none)


def _same(style: str) -> Look:
    """What needs no colour."""
    return Look(style, style, style, style)


LOOKS: Final[Mapping[str, Look]] = {
    # The artists: the set of Okabe and Ito, told apart by most eyes.
    "artist.lumen": _tint("#e69f00", "ansiyellow", "bold"),
    "artist.sora": _tint("#56b4e9", "ansibrightcyan", "bold"),
    "artist.vetro": _tint("#009e73", "ansigreen", "bold"),
    "artist.onda": _tint("#f0e442", "ansibrightyellow", "bold"),
    "artist.kiri": _tint("#cc79a7", "ansimagenta", "bold"),
    # The table.
    "frame": _tone("#808080", ""),
    "title": _same("bold"),
    "head": _tone("#808080", ""),
    "money": _same("bold"),
    "bid.highest": _same("bold underline"),
    "bid.spoken": _same(""),
    "bid.passed": _tone("#808080", ""),
    "bid.opened": _same("bold"),
    "checked": _tone("#008f5a", "ansigreen", "bold"),
    "market.danger": Look(
        "bold fg:#000000 bg:#d55e00",
        "bold fg:#000000 bg:#d55e00",
        "bold fg:ansiblack bg:ansired",
        "reverse bold",
    ),
    "market.ranked": _same("bold"),
    "market.empty": _tone("#808080", ""),
    "clock.calm": _tone("#008f5a", "ansigreen"),
    "clock.soon": Look(
        "bold fg:#d55e00", "bold fg:#d55e00", "bold fg:ansired", "reverse bold"
    ),
    "player.self": _same("bold"),
    "player.away": _tone("#d55e00", "ansired", "underline"),
    "player.awaited": _same("reverse"),
    "winner": _same("bold reverse"),
    # What is asked.
    "asked": _same("bold reverse"),
    "waiting": _same(""),
    "prompt": _same("bold"),
    "preview": _tone("#008f5a", "ansigreen"),
    "hand.number": _same("bold"),
    "hand.chosen": _same("reverse bold"),
    "hand.idle": _same(""),
    "question": _same("bold reverse"),
    "refused": Look("bold fg:#d55e00", "bold fg:#d55e00", "bold fg:ansired", "reverse"),
    "keys": _tone("#808080", ""),
    # What happened.
    "log.round": _tone("#808080", ""),
    "log.event": _same(""),
    "log.sold": _same("bold"),
    "log.chat": Look("italic", "italic", "", ""),
    "banner": Look(
        "bold fg:#ffffff bg:#b02020",
        "bold fg:#ffffff bg:#af0000",
        "bold fg:ansiwhite bg:ansired",
        "reverse bold",
    ),
    "notice": _same("reverse"),
}
"""Every class the presenter writes."""

_DEPTHS: Final = {
    Depth.TRUE: ColorDepth.DEPTH_24_BIT,
    Depth.INDEXED: ColorDepth.DEPTH_8_BIT,
    Depth.BASIC: ColorDepth.DEPTH_4_BIT,
    Depth.MONO: ColorDepth.DEPTH_1_BIT,
}


def color_depth(depth: Depth) -> ColorDepth:
    """The same in prompt_toolkit's words."""
    return _DEPTHS[depth]


def style_for(depth: Depth) -> Style:
    """The style of a screen of that many colours."""
    column = list(Depth).index(depth)
    return Style([(name, look[column]) for name, look in LOOKS.items()])

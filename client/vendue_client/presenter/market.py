"""The artists: chips of each round, paintings shown, and what one is worth now."""

from __future__ import annotations

from typing import Final

from vendue_client.language import _
from vendue_client.wording.words import LONGEST_NAME, artist_name
from vendue_shared.money import Money
from vendue_shared.paintings import ARTISTS, Artist
from vendue_shared.shares import ROUNDS
from vendue_shared.tabletop import FIFTH

from .cells import Fragment, Line, right_in
from .frames import Pane
from .view import View, artist_chip

_CHIP: Final = 4
"""Cells of a chip: 30, and two between columns."""
_SHOWN: Final = 6
"""Cells of ` >4/5<`."""
_NOW: Final = 6
"""Cells of what a painting is worth; 120 is the most, and a word above it."""
ROWS: Final = 1 + len(ARTISTS)
"""A head and one row an artist."""


def market_pane(view: View) -> Pane:
    """A head, and one row an artist in board order; amounts in thousands."""
    title = (
        ("class:title", _("ARTISTS")),
        ("class:head", "  " + _("thousands, by round")),
    )
    values = view.values
    rows = [_head(), *(_row(view, artist, values[artist]) for artist in ARTISTS)]
    return Pane(title, rows)


def _head() -> Line:
    rounds = "".join(f"R{number}".rjust(_CHIP) for number in range(1, ROUNDS + 1))
    named = " " * (3 + 1 + LONGEST_NAME)
    shown, now = right_in(_("shown"), _SHOWN + 1), right_in(_("now"), _NOW)
    return (("class:head", f"{named}{rounds}{shown}{now}"),)


def _row(view: View, artist: Artist, value: Money) -> Line:
    board = view.position.board
    chips: list[Fragment] = []
    for number in range(ROUNDS):
        chip = board[number][artist] if number < len(board) else Money(0)
        is_empty = number >= len(board) or not chip
        text = "." if number >= len(board) else str(chip) if chip else "-"
        style = "class:market.empty" if is_empty else "class:market.ranked"
        chips.append((style, text.rjust(_CHIP)))
    name = artist_name(artist).ljust(LONGEST_NAME)
    worth = "class:market.ranked" if value else "class:market.empty"
    return (
        artist_chip(artist),
        ("", f" {name}"),
        *chips,
        ("", " "),
        *shown(view.position.shown[artist]),
        (worth, str(value).rjust(_NOW)),
    )


def shown(count: int) -> tuple[Fragment, ...]:
    """How many of an artist's paintings were shown, marked where one more ends it."""
    if count == FIFTH - 1:
        return (("", " "), ("class:market.danger", f">{count}/{FIFTH}<"))
    style = "" if count else "class:market.empty"
    return ((style, f"  {count}/{FIFTH} "),)


def market_line(view: View) -> Line:
    """The artists in one line: letter, paintings shown, worth now in thousands."""
    values = view.values
    line: list[Fragment] = []
    for artist in ARTISTS:
        style, text = shown(view.position.shown[artist])[-1]
        line.append(artist_chip(artist))
        line.append((style, text.strip()))
        line.append(("class:money", f" {values[artist]} "))
    return tuple(line)

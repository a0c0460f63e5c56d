"""Lines of styled text, measured in cells of the terminal and never in characters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

import msgspec
from wcwidth import wcwidth

Fragment = tuple[str, str]
"""A style class and a text."""
Line = tuple[Fragment, ...]
"""One row of the screen, left to right."""

GAP: Final = ("", " ")
"""One empty cell."""


class Glyphs(msgspec.Struct, frozen=True, cache_hash=True):
    """What frames, bars and marks are made of; each is one cell wide."""

    joints: str
    """Sixteen lines and crossings, by where they reach: 1 up, 2 down, 4 left,
    8 right, added up."""
    full: str
    """Of a bar, what is left."""
    empty: str
    """Of a bar, what is gone."""
    more: str
    """Stands for what was cut off."""
    tick: str
    """Says that something was checked."""
    plot: str
    """Heights from 0 up, for a plot of money."""


DRAWN: Final = Glyphs(
    joints=" │││─┘┐┤─└┌├─┴┬┼",
    full="█",
    empty="░",
    more="…",
    tick="✓",
    plot="▁▂▃▄▅▆▇█",
)
"""For terminals where box drawing is one cell wide."""

TYPED: Final = Glyphs(
    joints=" |||-+++-+++-+++",
    full="#",
    empty=".",
    more="~",
    tick="v",
    plot="_.-=*%#@",
)
"""For terminals where what is drawn may be two cells wide: only ASCII."""


@lru_cache(maxsize=4096)  # two whole screens of the largest size
def width_of(text: str) -> int:
    """How many cells a text takes; a control takes none, as it is never shown.

    The sum of its characters, as prompt_toolkit lays them out.
    """
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(max(0, wcwidth(character)) for character in text)


def line_width(line: Iterable[Fragment]) -> int:
    """How many cells a line takes."""
    return sum(width_of(text) for _, text in line)


def plain(line: Iterable[Fragment]) -> str:
    """A line without its styles."""
    return "".join(text for _, text in line)


def cut(text: str, width: int) -> str:
    """The beginning of a text, at most `width` cells; never half a character."""
    if text.isascii() and text.isprintable():
        return text[: max(0, width)]
    taken, used = [], 0
    for character in text:
        size = wcwidth(character)
        if size < 0:
            continue
        if used + size > width:
            break
        taken.append(character)
        used += size
    return "".join(taken)


def short(text: str, width: int, glyphs: Glyphs = DRAWN) -> str:
    """A text of at most `width` cells, ending in a mark where something is missing."""
    if width_of(text) <= width:
        return cut(text, width)
    return cut(text, width - 1) + glyphs.more if width > 0 else ""


def padded(text: str, width: int, glyphs: Glyphs = DRAWN) -> str:
    """A text of exactly `width` cells, from the left."""
    shown = short(text, width, glyphs)
    return shown + " " * (width - width_of(shown))


def right_in(text: str, width: int, glyphs: Glyphs = DRAWN) -> str:
    """A text of exactly `width` cells, at the right."""
    shown = short(text, width, glyphs)
    return " " * (width - width_of(shown)) + shown


def fit(line: Iterable[Fragment], width: int, glyphs: Glyphs = DRAWN) -> Line:
    """A line of exactly `width` cells: filled with spaces, or shortened."""
    return _fitted(tuple(line), width, glyphs)


@lru_cache(maxsize=2048)  # a few screens: the same is fitted at each drawing
def _fitted(line: Line, width: int, glyphs: Glyphs) -> Line:
    fitted: list[Fragment] = []
    pieces = [(style, text) for style, text in line if text]
    left = width
    is_long = line_width(pieces) > width
    for style, text in pieces:
        size = width_of(text)
        if is_long and size >= left:
            text_left = cut(text, left - 1) + glyphs.more if left > 0 else ""
            fitted.append((style, text_left))
            left -= width_of(text_left)
            break
        fitted.append((style, text if text.isprintable() else cut(text, size)))
        left -= size
    if left > 0:
        fitted.append(("", " " * left))
    return tuple(fitted)


def ends(
    left: Sequence[Fragment],
    right: Sequence[Fragment],
    width: int,
    glyphs: Glyphs = DRAWN,
) -> Line:
    """A line with something at both ends; where both cannot be, the left one is."""
    room = width - line_width(right)
    if line_width(left) + 1 > room:
        return fit(left, width, glyphs)
    return (*fit(left, room, glyphs), *right)


def joined(parts: Iterable[Sequence[Fragment]], between: str) -> Line:
    """Several pieces in one line, with a text between them."""
    line: list[Fragment] = []
    for part in parts:
        if line:
            line.append(("", between))
        line.extend(part)
    return tuple(line)


def columns_of(items: Sequence[Sequence[Fragment]], width: int) -> list[Line]:
    """Items in as many equal columns as fit, read row by row."""
    if not items:
        return []
    widest = max(line_width(item) for item in items)
    across = max(1, (width + 2) // (widest + 2))
    rows = []
    for start in range(0, len(items), across):
        row = [fit(item, widest) for item in items[start : start + across]]
        rows.append(fit(joined(row, "  "), width))
    return rows


def wrapped(text: str, width: int, *, indent: int = 0, beside: int = 0) -> list[str]:
    """A text in rows of at most `width` cells, broken at spaces where there are any.

    Args:
        text: One paragraph.
        width: At least a few cells.
        indent: How far the rows after the first stand in.
        beside: Cells left free at the right of the first row; a few must be left.
    """
    rows: list[str] = []
    row = ""
    for word in text.split(" "):
        grown = f"{row} {word}" if row.strip() else row + word
        if width_of(grown) <= width - beside * (not rows):
            row = grown
            continue
        if row.strip():
            rows.append(row)
        row = " " * indent * bool(rows) + word
        while width_of(row) > (room := width - beside * (not rows)):
            piece = cut(row, room)
            rows.append(piece)
            row = " " * indent + row[len(piece) :]
    return [*rows, row] if row.strip() or not rows else rows

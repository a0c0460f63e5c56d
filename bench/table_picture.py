"""`python -m bench.table_picture`: a captured terminal as the picture of the README.

It reads what `tmux capture-pane -e -p` prints and writes an SVG. Each character is
taken for one cell, so the players should have names of plain letters.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

WIDTH: Final = 860
"""Of the picture as a page shows it, in pixels: what README pages have room for."""
MARGIN: Final = 10.0
ACROSS: Final = 8.4
"""Width of a cell, in the picture's own units, like all that follow."""
DOWN: Final = 17.0
"""Height of a cell."""
RISE: Final = 13.0
"""From the top of a cell to the line on which letters stand."""
OVERLAP: Final = 0.4
"""By how much blocks are larger than their cells, so that no seam is seen."""
INK: Final = "#d8d8d8"
PAPER: Final = "#101014"
FONT: Final = "Menlo,Consolas,DejaVu Sans Mono,monospace"
BASIC: Final = (
    "#000000", "#cd3131", "#0dbc79", "#e5e510", "#2472c8", "#bc3fbc", "#11a8cd",
    "#e5e5e5", "#666666", "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6",
    "#29b8db", "#ffffff",
)  # fmt: skip
"""The sixteen colours that a terminal chooses by itself."""
_PIECE: Final = re.compile(r"\x1b\[([0-9;]*)m|([^\x1b])")
"""An order to change the style, or a character."""
_WORDS: Final = re.compile(r"\S+(?: \S+)*")
"""What is set as one: a font that is too wide or narrow moves no column."""
_HALVES: Final = {"▀": (True, False), "▄": (False, True), "█": (True, True)}
"""Whether the upper and the lower half have the ink of the cell, or its paper."""


_ARMS: Final = {
    "─": "lr", "│": "ud", "┌": "dr", "┐": "dl", "└": "ur", "┘": "ul",
    "├": "udr", "┤": "udl", "┬": "dlr", "┴": "ulr", "┼": "udlr",
}  # fmt: skip
"""Where a line goes from the middle of its cell: up, down, left, right."""
_WAYS: Final = {
    "u": f"v{-DOWN / 2:g}",
    "d": f"v{DOWN / 2:g}",
    "l": f"h{-ACROSS / 2:g}",
    "r": f"h{ACROSS / 2:g}",
}


class Style(NamedTuple):
    """How a cell is drawn."""

    ink: str = ""
    """`#rrggbb`; empty: the usual."""
    paper: str = ""
    is_bold: bool = False
    is_turned: bool = False
    """Whether ink and paper have changed places."""

    @property
    def colours(self) -> tuple[str, str]:
        """Ink and paper as they are seen."""
        ink, paper = self.ink or INK, self.paper or PAPER
        return (paper, ink) if self.is_turned else (ink, paper)


Cell = tuple[str, Style]


def rows_of(captured: str) -> list[list[Cell]]:
    """The cells of a captured terminal; a row begins in the style of the last."""
    rows: list[list[Cell]] = [[]]
    style = Style()
    for orders, character in _PIECE.findall(captured.rstrip("\n")):
        if character == "\n":
            rows.append([])
        elif character:
            rows[-1].append((character, style))
        else:
            style = _changed(style, [int(n or 0) for n in orders.split(";")])
    return rows


def _changed(style: Style, orders: list[int]) -> Style:
    while orders:
        order, *orders = orders
        match order:
            case 0:
                style = Style()
            case 1 | 22:
                style = style._replace(is_bold=order == 1)
            case 7 | 27:
                style = style._replace(is_turned=order == 7)
            case 38 | 48:
                colour, orders = _colour(orders)
                style = _coloured(style, colour, is_ink=order == 38)
            case 39 | 49:
                style = _coloured(style, "", is_ink=order == 39)
            case _ if order // 10 in {3, 4, 9, 10}:
                bright = 8 * (order >= 90)
                is_ink = order // 10 in {3, 9}
                style = _coloured(style, BASIC[bright + order % 10], is_ink=is_ink)
            case _:  # underlined, blinking: the table is neither
                pass
    return style


def _coloured(style: Style, colour: str, *, is_ink: bool) -> Style:
    return style._replace(ink=colour) if is_ink else style._replace(paper=colour)


def _colour(orders: list[int]) -> tuple[str, list[int]]:
    """The colour that follows 38 or 48, and the orders after it."""
    if orders[0] == 2:
        return "#{:02x}{:02x}{:02x}".format(*orders[1:4]), orders[4:]
    return _indexed(orders[1]), orders[2:]


def _indexed(number: int) -> str:
    """One of the 256 colours: sixteen, a cube of 6x6x6, and 24 greys."""
    if number < 16:
        return BASIC[number]
    if number >= 232:
        return "#" + f"{8 + 10 * (number - 232):02x}" * 3
    steps = (0, 95, 135, 175, 215, 255)
    place = number - 16
    shares = steps[place // 36], steps[place // 6 % 6], steps[place % 6]
    return "#{:02x}{:02x}{:02x}".format(*shares)


def picture(rows: list[list[Cell]]) -> str:
    """The SVG of a terminal, as wide as `WIDTH` whatever its columns are."""
    across = 2 * MARGIN + ACROSS * max(map(len, rows))
    down = 2 * MARGIN + DOWN * len(rows)
    height = round(WIDTH * down / across)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {across:.1f} {down:.1f}" font-family="{FONT}" font-size="14">'
        f'<rect width="100%" height="100%" rx="6" fill="{PAPER}"/>'
    )
    lines = [line for at, row in enumerate(rows) for line in _drawn(row, at)]
    return "\n".join([head, *lines, "</svg>\n"])


def _drawn(row: list[Cell], at: int) -> Iterator[str]:
    """What stands in a row, run by run of one style."""
    column, top = 0, MARGIN + DOWN * at
    for (style, draw), cells in groupby(row, lambda cell: (cell[1], _way_of(cell[0]))):
        text = "".join(character for character, _style in cells)
        yield from draw(text, style, column, top)
        column += len(text)


def _way_of(character: str) -> Callable[[str, Style, int, float], Iterator[str]]:
    """What draws a character, and others like it beside it."""
    if character in _HALVES:
        return _blocks
    return _lines if character in _ARMS else _text


def _blocks(text: str, style: Style, column: int, top: float) -> Iterator[str]:
    for place, character in enumerate(text, start=column):
        for half, is_ink in enumerate(_HALVES[character]):
            colour = style.colours[0 if is_ink else 1]
            y = top + half * DOWN / 2
            yield _rect(place, y, ACROSS + OVERLAP, DOWN / 2 + OVERLAP, colour)


def _lines(text: str, style: Style, column: int, top: float) -> Iterator[str]:
    path, y = "", top + DOWN / 2
    for place, character in enumerate(text, start=column):
        x = MARGIN + ACROSS * (place + 0.5)
        path += "".join(f"M{x:.1f} {y:g}{_WAYS[arm]}" for arm in _ARMS[character])
    yield f'<path d="{path}" stroke="{style.colours[0]}"/>'


def _text(text: str, style: Style, column: int, top: float) -> Iterator[str]:
    ink, paper = style.colours
    if paper != PAPER:
        yield _rect(column, top, ACROSS * len(text), DOWN, paper)
    weight = ' font-weight="bold"' if style.is_bold else ""
    for words in _WORDS.finditer(text):
        x = MARGIN + ACROSS * (column + words.start())
        length = ACROSS * len(words[0])
        yield (
            f'<text x="{x:.1f}" y="{top + RISE:g}" fill="{ink}" '
            f'textLength="{length:.1f}" lengthAdjust="spacingAndGlyphs"{weight}>'
            f"{escape(words[0])}</text>"
        )


def _rect(column: int, y: float, width: float, height: float, colour: str) -> str:
    x = MARGIN + ACROSS * column
    return (
        f'<rect x="{x:.1f}" y="{y:g}" width="{width:.1f}" height="{height:.1f}" '
        f'fill="{colour}"/>'
    )


if __name__ == "__main__":
    sys.stdout.write(picture(rows_of(sys.stdin.read())))

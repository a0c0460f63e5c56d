"""Frames: panes beside and above each other, with the lines between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from .cells import Fragment, Glyphs, Line, fit, line_width

FRAME: Final = "class:frame"


class Pane(msgspec.Struct, frozen=True):
    """A title in the frame's line, and rows below it."""

    title: Sequence[Fragment]
    rows: Sequence[Line]


class Band(msgspec.Struct, frozen=True):
    """Columns beside each other, each of panes above each other.

    A column shorter than another is filled with empty rows.
    """

    columns: Sequence[tuple[int, Sequence[Pane]]]
    """Of each column its width inside the frame, and its panes."""


class _Piece(msgspec.Struct, frozen=True):
    """What one column shows in one row."""

    start: int
    """Its first cell, after the line down at its left."""
    width: int
    line: Line
    is_title: bool
    """Whether it is a line across, with a title."""

    @property
    def sides(self) -> tuple[int, int]:
        """The cells of the lines down beside it."""
        return self.start - 1, self.start + self.width


_Row = tuple[_Piece, ...]


def framed(
    bands: Sequence[Band], glyphs: Glyphs, below: Sequence[Fragment] = ()
) -> list[Line]:
    """Draw bands in one frame, closed below.

    Args:
        bands: Top to bottom; the columns of each and the lines between them are
            together as wide as those of every other.
        glyphs: What lines are made of.
        below: What stands in the last line.

    Returns:
        Rows as wide as the columns and the lines beside them.
    """
    rows = [row for band in bands for row in _rows_of(band)]
    last = rows[-1]
    width = last[-1].sides[1] - 1
    rows.append((_Piece(1, width, tuple(below), is_title=True),))
    lines_down = [_lines_down(row) for row in rows]
    lines = []
    for at, row in enumerate(rows):
        before = lines_down[at - 1] if at else frozenset()
        after = lines_down[at + 1] if at + 1 < len(rows) else frozenset()
        here = lines_down[at]
        lines.append(_drawn(row, glyphs, before | here, after | here))
    return lines


def _rows_of(band: Band) -> Iterator[_Row]:
    columns: list[list[_Piece]] = []
    start = 1
    for width, panes in band.columns:
        pieces: list[_Piece] = []
        for pane in panes:
            pieces.append(_Piece(start, width, tuple(pane.title), is_title=True))
            pieces.extend(_Piece(start, width, r, is_title=False) for r in pane.rows)
        columns.append(pieces)
        start += width + 1
    longest = max(map(len, columns))
    for column in columns:
        empty = _Piece(column[0].start, column[0].width, (), is_title=False)
        column.extend([empty] * (longest - len(column)))
    yield from zip(*columns, strict=True)


def _lines_down(row: _Row) -> frozenset[int]:
    return frozenset(x for piece in row if not piece.is_title for x in piece.sides)


def _drawn(
    row: _Row, glyphs: Glyphs, above: frozenset[int], below: frozenset[int]
) -> Line:
    def joint(x: int, *, left: bool, right: bool) -> str:
        reach = (x in above) + 2 * (x in below) + 4 * left + 8 * right
        return glyphs.joints[reach]

    line: list[Fragment] = []
    is_title = False
    for piece in row:
        side = piece.start - 1
        line.append((FRAME, joint(side, left=is_title, right=piece.is_title)))
        is_title = piece.is_title
        if not is_title:
            line.extend(fit(piece.line, piece.width, glyphs))
            continue
        title = _title(piece, glyphs)
        line.extend(title)
        rest = range(piece.start + line_width(title), piece.sides[1])
        line.append((FRAME, "".join(joint(x, left=True, right=True) for x in rest)))
    line.append((FRAME, joint(row[-1].sides[1], left=is_title, right=False)))
    return tuple(line)


def _title(piece: _Piece, glyphs: Glyphs) -> Line:
    if not piece.line:
        return ()
    room = min(line_width(piece.line), piece.width - 2)
    return (("", " "), *fit(piece.line, room, glyphs), ("", " "))

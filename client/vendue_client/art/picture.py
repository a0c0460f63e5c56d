"""A painting in cells: half blocks in colour, or braille without."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import groupby
from typing import Final, TypeAlias

from vendue_shared.paintings import Painting

from .canvas import canvas
from .colour import Colour
from .depth import Depth
from .dither import dithered
from .easel import Grid
from .palettes import any_colour, basic, indexed

Picture: TypeAlias = tuple[tuple[tuple[str, str], ...], ...]
"""Lines from top to bottom, each of (style, text) fragments from left to right."""


def _half_blocks(grid: Grid, name: Callable[[Colour], str]) -> Picture:
    """Show two pixels a cell: the upper in front, the lower behind."""
    lines = []
    for upper, lower in zip(grid[::2], grid[1::2], strict=True):
        styles = [
            f"fg:{name(front)} bg:{name(back)}"
            for front, back in zip(upper, lower, strict=True)
        ]
        lines.append(
            tuple((style, "▀" * len(list(run))) for style, run in groupby(styles))
        )
    return tuple(lines)


_DOTS: Final = ((1, 8), (2, 16), (4, 32), (64, 128))
"""The bit of each dot in a braille character, by row and column."""


def _braille(grid: Grid) -> Picture:
    """Show eight pixels a cell as dots, light ones raised."""
    lights = [[3 * red + 6 * green + blue for red, green, blue in row] for row in grid]
    ranked = sorted(light for row in lights for light in row)
    dark, bright = ranked[len(ranked) // 20], ranked[-1 - len(ranked) // 20]
    scale = 1 / max(1, bright - dark)
    codes = [[0x2800] * (len(grid[0]) // 2) for _ in range(len(grid) // 4)]
    above = [0.0] * len(grid[0])
    for y, row in enumerate(lights):
        ahead = behind = under = 0.0
        below, line, dots = [], codes[y // 4], _DOTS[y % 4]
        for x, (light, carried) in enumerate(zip(row, above, strict=True)):
            share = (light - dark) * scale
            share = 0.0 if share < 0 else 1.0 if share > 1 else share
            left = share * share * (3 - 2 * share) + ahead + carried
            if 2 * left >= 1:
                line[x // 2] |= dots[x % 2]
                left -= 1
            ahead = left * 7 / 16
            below.append(behind + left * 3 / 16)
            behind, under = under + left * 5 / 16, left / 16
        above = [*below[1:], behind]
    return tuple((("", "".join(map(chr, line))),) for line in codes)


@lru_cache(maxsize=1024)
def picture(painting: Painting, columns: int, rows: int, depth: Depth) -> Picture:
    """Draw a painting in cells.

    Args:
        painting: Which of the seventy.
        columns: Width in cells; looks best from 10 to 40.
        rows: Height in cells; looks best from 4 to 20.
        depth: What the terminal shows.

    Returns:
        Exactly `rows` lines of `columns` cells; neighbours differ in style.
    """
    match depth:
        case Depth.TRUE:
            return _half_blocks(canvas(painting, columns, rows * 2), any_colour)
        case Depth.INDEXED:
            grid = dithered(canvas(painting, columns, rows * 2), 14, 5)
            return _half_blocks(grid, indexed)
        case Depth.BASIC:
            grid = dithered(canvas(painting, columns, rows * 2), 72, 17)
            return _half_blocks(grid, basic)
        case Depth.MONO:
            return _braille(canvas(painting, columns * 2, rows * 4))

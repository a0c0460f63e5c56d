"""Vetro: stained glass, with lead between its panes."""

from __future__ import annotations

from math import sqrt
from typing import Final, TypeAlias

from .colour import Colour, Ramp, blend, colours, ramp_of, step_at
from .easel import FAR, Easel, Grid
from .exact import TINY, Dice, square, swell

_WINDOWS: Final = (
    "009e5c 0b6b48 6fd3a0 f2c230 d2343f 1f63b5",
    "0f8f58 18b570 f5d76e e07a2e 7c2f8e 0e4f7a",
    "2fae5d 0a7d55 bfe3b0 1b4fa0 5fa8dc f0b429",
    "008756 4cc380 e8e2a0 c43b62 6d2f7f f08c3a",
    "1a9c64 066b4a 9adbc0 e5b43a a82c3a 3a3f9e",
)
"""Of each window: the six jewels its glass is made of."""
_LEAD: Final = (18, 17, 20)
_SUN: Final = (255, 250, 225)
_Pane: TypeAlias = tuple[float, float, int]
"""A pane's middle, and which of the six jewels it is made of."""


def _rose(dice: Dice, easel: Easel, number: int) -> list[_Pane]:
    """A round window: a heart, its petals, and the corners around it."""
    middle, petals, start = easel.wide / 2, 6 + number % 2 * 2, dice()
    panes = [(middle, 0.5, 3)]
    for petal in range(petals):
        turn = start + petal / petals
        panes.append(
            (middle + 0.31 * swell(turn + 0.25), 0.5 + 0.31 * swell(turn), petal % 2)
        )
    for corner in range(6):
        row, column = divmod(corner, 3)
        x = (0.04, middle, easel.wide - 0.04)[column]
        panes.append((x, (0.02, 0.98)[row], 4 + corner % 2))
    return panes


def _quarries(dice: Dice, easel: Easel, number: int) -> list[_Pane]:
    """A window of nearly regular panes, each row half a pane aside."""
    panes = []
    for place in range(16):
        row, column = divmod(place, 4)
        x = easel.wide * (column + row % 2 / 2) / 3 + dice(-0.04, 0.04)
        panes.append((x, (row + 0.5) / 4 + dice(-0.04, 0.04), row * number + column))
    return panes


def _shards(dice: Dice, easel: Easel, number: int) -> list[_Pane]:
    """A window of panes of any shape."""
    panes = []
    for place in range(12):
        row, column = divmod(place, 3)
        x, y = easel.wide * (column + dice(0.1, 0.9)) / 3, (row + dice(0.1, 0.9)) / 4
        panes.append((x, y, number + place * 5 + int(dice(0, 2.5))))
    return panes


def _edge(near: list[tuple[float, float, _Pane]], x: float) -> tuple[float, int]:
    """Tell how far a point is from the nearest lead, and the jewel of its pane.

    `near` holds the panes by their squared distance from the point's row.
    """
    best = second = FAR
    pane = other = near[0][2]
    for down, pane_x, candidate in near:
        if down >= second:
            break
        aside = x - pane_x
        far = aside * aside + down
        if far < best:
            second, other, best, pane = best, pane, far, candidate
        elif far < second:
            second, other = far, candidate
    across, down = pane[0] - other[0], pane[1] - other[1]
    between = sqrt(across * across + down * down)
    return (second - best) / (2 * between + TINY), pane[2]


def _glass(jewel: Colour) -> Ramp:
    """A jewel with light behind it: darker far from the sun, paler near it."""
    dark, pale = blend(jewel, _LEAD, 0.35), blend(jewel, _SUN, 0.5)
    return ramp_of(dark, jewel, jewel, pale)


def vetro(dice: Dice, easel: Easel, number: int) -> Grid:
    """Stained glass: the panes nearest to some points, with lead between them."""
    panes = (_rose, _quarries, _shards)[number % 3](dice, easel, number)
    jewels = colours(_WINDOWS[number % len(_WINDOWS)])
    glass = [_glass(jewel) for jewel in jewels]
    width = max(0.022, easel.pixel * 0.3)
    black = max(0.0, min(0.95, 1.08 - 3.5 * easel.pixel))
    sun_x, sun_y = easel.wide * dice(0.2, 0.8), dice(0.1, 0.6)
    across = [square(x - sun_x) for x in easel.xs]
    grid: Grid = []
    for y in easel.ys:
        down = square(y - sun_y)
        near = sorted((square(y - pane[1]), pane[0], pane) for pane in panes)
        row = []
        for x, side in zip(easel.xs, across, strict=True):
            edge, jewel = _edge(near, x)
            colour = glass[jewel % 6][step_at(1 - 0.85 * sqrt(side + down))]
            lead = (width - edge) / easel.pixel + 0.5
            row.append(blend(colour, _LEAD, min(black, lead)) if lead > 0 else colour)
        grid.append(row)
    return grid

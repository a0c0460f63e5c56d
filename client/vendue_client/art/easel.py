"""What every style paints with: skies, discs, and layers one before another."""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple, TypeAlias

from .colour import LAST_STEP, Colour, Ramp, blend, step_at
from .exact import square

Grid: TypeAlias = list[list[Colour]]
"""Rows from top to bottom, of colours from left to right."""

FAR: Final = 99.0
"""Farther than anything on a canvas."""

_FAINT: Final = 0.02
"""Light too faint to change what it falls on."""


class Easel(NamedTuple):
    """Where the pixels are. The unit of every length here is the canvas's height."""

    xs: list[float]
    """The middle of each column, from left to right."""
    ys: list[float]
    """The middle of each row, from top to bottom."""
    wide: float
    """The canvas's width."""
    pixel: float
    """A pixel's side."""


class Layer(NamedTuple):
    """Something opaque that begins at its own height in each column."""

    tops: list[float]
    """Where it begins, by column."""
    starts: list[float]
    """Where its ramp begins, by column."""
    reach: float
    """How far down its ramp goes."""
    ramp: Ramp
    """Its colours, from where the ramp begins down."""
    floor: float = FAR
    """Where it ends."""


def backdrop(easel: Easel, ramp: Ramp, low: float = 1.0) -> Grid:
    """Fill a grid from the top down to `low` with a ramp."""
    return [[ramp[step_at(y / low)]] * len(easel.xs) for y in easel.ys]


def disc(
    easel: Easel,
    grid: Grid,
    at: tuple[float, float, float],
    light: Colour,
    halo: float = 0.5,
) -> None:
    """Paint a sun or moon of middle and radius `at`, with a halo that fades."""
    middle_x, middle_y, radius = at
    inner, outer = max(0.0, radius - easel.pixel / 2), radius + easel.pixel / 2
    solid, edge, body = inner * inner, outer * outer, radius * radius
    # Beyond this the halo is faint; a little more, so that no rounding cuts it.
    end = max(edge, 1.001 * body * (sqrt(halo / _FAINT) - 1))
    across = [
        (column, square(x - middle_x))
        for column, x in enumerate(easel.xs)
        if square(x - middle_x) <= end
    ]
    for row, y in zip(grid, easel.ys, strict=True):
        down = square(y - middle_y)
        if down > end:
            continue
        for column, side in across:
            far = side + down
            if far < solid:
                row[column] = light
                continue
            share = halo * square(body / (far + body))
            if far < edge:
                share = max(share, (outer - sqrt(far)) / easel.pixel)
            if share > _FAINT:
                row[column] = blend(row[column], light, share)


def lay(easel: Easel, grid: Grid, layer: Layer) -> None:
    """Paint a layer over what a grid has."""
    pixel, half, depth = easel.pixel, easel.pixel / 2, LAST_STEP / layer.reach
    ramp, first = layer.ramp, min(layer.tops) - half
    columns = list(enumerate(zip(layer.tops, layer.starts, strict=True)))
    for row, y in zip(grid, easel.ys, strict=True):
        below = min(1.0, (layer.floor - y) / pixel + 0.5)
        if y < first or below <= 0:
            continue
        solid = y - half if below >= 1 else -FAR
        for column, (top, start) in columns:
            if top >= y + half:
                continue
            step = int((y - start) * depth)
            colour = ramp[step if 0 <= step <= LAST_STEP else (step > 0) * LAST_STEP]
            if top > solid:
                share = min(1.0, (y - top) / pixel + 0.5) * below
                colour = blend(row[column], colour, share)
            row[column] = colour

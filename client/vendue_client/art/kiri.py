"""Kiri: mountains that rise out of mist."""

from __future__ import annotations

from typing import Final

from .colour import blend, colours, ramp_of, step_at
from .easel import Easel, Grid, Layer, backdrop, disc, lay
from .exact import Dice, peak

_HOURS: Final = (
    ("6f5f96 cc9cc0 f8dfd8", "b79ac2 21162f", "f0dbe2", "fff3e0"),
    ("3b3a63 8c6f9e e5b3b8", "8d7aa8 15132a", "d3b9cb", "ffe3c8"),
    ("a9b4c8 dcd6e2 f6eeea", "aeb3c9 2a2f45", "f4f0f4", "ffffff"),
    ("7d2f5c d8708a ffd0b0", "c0708f 2a0f2b", "ffd3c4", "fff0c0"),
    ("1a1d3d 4a4580 a99bd0", "5f5a98 0a0a1c", "a79acb", "f3ecff"),
)
"""Of each hour: the sky, the rocks from far to near, the mist, the sun."""


def _ridge(
    dice: Dice, easel: Easel, foot: float, tall: float, trees: float
) -> list[float]:
    """The outline of a mountain: a zigzag with smaller ones on it, then trees."""
    long, first, second, third = dice(0.7, 1.3), dice(), dice(), dice()
    return [
        foot
        - tall * peak(x / long + first)
        - tall * 0.3 * peak(x / long * 2.6 + second)
        - (tall * 0.1 + trees) * peak(x * 9 + third)
        for x in easel.xs
    ]


def kiri(dice: Dice, easel: Easel, number: int) -> Grid:
    """Mountains that rise out of mist, the nearer the darker."""
    sky, rocks, mist, sun = _HOURS[number % len(_HOURS)]
    grid = backdrop(easel, ramp_of(*colours(sky)), 0.75)
    at = (easel.wide * dice(0.15, 0.85), dice(0.14, 0.36), dice(0.08, 0.15))
    disc(easel, grid, at, colours(sun)[0])
    last, shades = 2 + number % 2, ramp_of(*colours(rocks))
    for ridge in range(last + 1):
        near = (ridge + 0.5) / (last + 1)
        foot, tall = 0.5 + 0.52 * near, dice(0.26, 0.42) * (1.1 - 0.5 * near)
        tops = _ridge(dice, easel, foot, tall, 0.06 if ridge == last else 0.0)
        rock = shades[step_at(near * 1.2 - 0.15)]
        fog = blend(rock, colours(mist)[0], 0.85 * (1 - ridge / last))
        ramp = ramp_of(rock, rock, fog)
        starts = [foot - tall * 0.95] * len(tops)
        lay(easel, grid, Layer(tops, starts, tall * 0.9, ramp))
    return grid

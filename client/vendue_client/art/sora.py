"""Sora: skies with a sun or moon, and clouds with flat floors."""

from __future__ import annotations

from math import sqrt
from typing import Final

from .colour import Ramp, blend, colours, ramp_of, step_at
from .easel import FAR, Easel, Grid, Layer, backdrop, disc, lay
from .exact import Dice, square

_WEATHERS: Final = (
    ("1463b8 56b4e9 c9ecfb", "ffffff f4f9ff a9cbe6", "fff6c8"),
    ("35508f b58ab4 ffb99a ffe6b0", "ffeadb e9b4b4 8f7fae", "fff3c4"),
    ("131640 54317a d4576a ffb765", "ffb27a b0567a 40285f", "ffe48a"),
    ("040820 0c1c4a 2d5590", "8aa4cc 3f5c8e 1b2c58", "f6f1da"),
    ("26384c 557590 b9ced6", "eef3f4 93a6b5 42566b", "f2f6e8"),
    ("0a7fae 4cc5d6 e4f7e2", "fffef6 e6f4ee 8fc7cc", "fff9d2"),
)
"""Of each weather: the sky from the zenith down, a cloud from its top down, a light."""
_NIGHT: Final = 3
"""The weather that has stars and a crescent moon."""


def _cloud(dice: Dice, easel: Easel, floor_y: float, ramp: Ramp) -> Layer:
    """A row of round puffs on a flat floor."""
    size = dice(0.16, 0.26) * (0.6 + 0.6 * floor_y)
    middle = easel.wide * dice(0.05, 0.95)
    puffs = []
    for place in (-2, -1, 0, 1, 2):
        tall = size * dice(0.75, 1.05) / (1 + abs(place) * 0.45)
        puffs.append((middle + place * size * dice(0.6, 0.9), tall * tall))
    tops = [
        floor_y - sqrt(max(0.0, *(tall - square(x - puff) for puff, tall in puffs)))
        for x in easel.xs
    ]
    tops = [top if top < floor_y else FAR for top in tops]
    return Layer(tops, tops, size * 1.25, ramp, floor_y)


def sora(dice: Dice, easel: Easel, number: int) -> Grid:
    """A sky with a sun or moon, and clouds with flat floors."""
    weather = number % len(_WEATHERS)
    sky, cloud, lamp = _WEATHERS[weather]
    air, vapour = ramp_of(*colours(sky)), ramp_of(*colours(cloud))
    grid = backdrop(easel, air)
    light = colours(lamp)[0]
    at = (easel.wide * dice(0.18, 0.82), dice(0.18, 0.4), dice(0.1, 0.16))
    if weather == _NIGHT:
        for star in range(32):
            row = grid[int(dice() * 0.75 * len(grid))]
            column, glow = int(dice() * len(row)), dice(0.25, 0.9)
            if star < 5 + len(grid) * len(row) // 70:
                row[column] = blend(row[column], light, glow)
    disc(easel, grid, at, light)
    if weather == _NIGHT:
        shade = air[step_at(at[1] - 0.05)]
        crescent = (at[0] + at[2] * 0.5, at[1] - at[2] * 0.3, at[2] * 0.85)
        disc(easel, grid, crescent, shade, halo=0.0)
    count = 2 + number % 3
    for place in range(count):
        floor_y = 0.42 + 0.62 * (place + dice(0.1, 0.9)) / count
        lay(easel, grid, _cloud(dice, easel, floor_y, vapour))
    return grid

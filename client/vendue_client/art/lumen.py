"""Lumen: rays of light from one source."""

from __future__ import annotations

from math import sqrt
from typing import Final

from .colour import colours, ramp_of, step_at
from .easel import Easel, Grid
from .exact import TINY, Dice

_LIGHTS: Final = (
    "1d0a1f 6b1f3a e07b1a ffc94d fff6d6",
    "0c1033 4a2a6e c2563f f5b04a fff1c9",
    "1a0f08 6e3a0a e69f00 ffd34f fffbe6",
    "06222c 1d5f68 c99a3a ffd773 fffbe0",
    "26060f 8f1a2e ea6a1f ffb94a fff0c4",
    "10131f 3d4468 a98a5a f2cf8a fffaf0",
)
"""Of each light: from where it does not reach to its source."""


_SOURCES: Final = (
    (0.5, 0.48, 1.0),
    (0.12, 0.08, 1.5),
    (0.5, 1.0, 1.2),
    (0.85, -0.05, 1.5),
    (0.5, -0.12, 1.3),
    (0.7, 0.62, 1.1),
    (-0.05, 0.9, 1.5),
)
"""Where light comes from, as shares of width and height, and how far it goes."""


def _beams(dice: Dice, easel: Easel) -> list[float]:
    """The brightness of rays, 0 to 1, all around in 256 steps."""
    table = [0.0] * 256
    count = int(dice(7, 13))
    for ray in range(count):
        middle = (ray + dice(0.2, 0.8)) / count * 256
        # On coarse pixels a ray is wider, or it would fall between them.
        half, power = dice(2.5, 9.0) + 5 * easel.pixel, dice(0.45, 1.0)
        for step in range(int(middle - half), int(middle + half) + 1):
            edge = min(1.0, (half - abs(step - middle)) / 1.6)
            table[step % 256] = max(table[step % 256], power * edge)
    return table


def lumen(dice: Dice, easel: Easel, number: int) -> Grid:
    """Rays of light from one source."""
    ramp = ramp_of(*colours(_LIGHTS[number % len(_LIGHTS)]))
    left, top, reach = _SOURCES[number % len(_SOURCES)]
    source_x = easel.wide * (left + dice(-0.06, 0.06))
    source_y = top + dice(-0.04, 0.04)
    beams, core = _beams(dice, easel), dice(0.07, 0.12)
    grid: Grid = []
    for y in easel.ys:
        down = y - source_y
        row = []
        for x in easel.xs:
            across = x - source_x
            far = sqrt(across * across + down * down)
            # Not quite an angle, but it goes round as one does, without an arc tangent.
            turn = down / (abs(across) + abs(down) + TINY)
            place = (2 - turn if across < 0 else turn) * 64 + 64
            step = int(place)
            beam = beams[step % 256]
            beam += (beams[(step + 1) % 256] - beam) * (place - step)
            fade = max(0.0, 1 - far / reach)
            light = 0.1 + 0.35 * fade * fade + beam * (0.12 + 0.5 * fade)
            light += 0.42 * core / (far + 0.6 * core)
            row.append(ramp[step_at(light)])
        grid.append(row)
    return grid

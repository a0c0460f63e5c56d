"""Onda: waves with foam on their crests, under a low sun."""

from __future__ import annotations

from typing import Final

from .colour import Ramp, colours, ramp_of, step_at
from .easel import Easel, Grid, Layer, backdrop, disc, lay
from .exact import Dice, swell

_SEAS: Final = (
    ("f6c945 f9e8a4", "fffbe0", "3f9fb0 0b5d7a 073a5c", "fff8d8"),
    ("e8892c f7d35c", "fff3c0", "2f7f9c 144a7a 0c2450", "fff4b8"),
    ("fdf3c9 f0e442", "ffffff", "58bfae 14808c 0a4a66", "fffff2"),
    ("27315e d9a441", "ffe9a0", "41679c 22356f 0e1538", "ffefb0"),
    ("f3e2b3 e9c95a", "fffdf0", "7aa7a0 2b6777 173a50", "e8502c"),
)
"""Of each sea: the sky, the foam, the water from far to near, the sun."""


def _wave(
    dice: Dice, easel: Easel, base: float, tall: float, near: float, ramp: Ramp
) -> Layer:
    """A wave as high as `tall`, with a foam that its ramp begins with."""
    long = 0.5 + dice(0.3, 0.7) * near
    phase, second, lean = dice(), dice(), dice(-0.16, 0.16)
    reach = 0.2 + 0.3 * near
    tops, starts = [], []
    for x in easel.xs:
        turn = x / long + phase
        crest = 1 - abs(swell((turn + lean * swell(turn)) / 2))
        top = base - tall * (crest - 0.3) - 0.015 * swell(x / long * 2.3 + second)
        tops.append(top)
        # Foam is thick on a crest and thin in a trough, and never under a pixel.
        starts.append(top + 0.45 * easel.pixel - 0.13 * reach * (1 - crest))
    return Layer(tops, starts, reach, ramp)


def onda(dice: Dice, easel: Easel, number: int) -> Grid:
    """Waves with foam on their crests, larger the nearer they are."""
    sky, foam, sea, sun = _SEAS[number % len(_SEAS)]
    horizon, water = dice(0.24, 0.36), ramp_of(*colours(sea))
    grid = backdrop(easel, ramp_of(*colours(sky)), horizon)
    at = (easel.wide * dice(0.15, 0.85), horizon * dice(0.3, 0.9), dice(0.09, 0.15))
    disc(easel, grid, at, colours(sun)[0])
    white = colours(foam)[0]
    flat = [horizon + 0.04] * len(easel.xs)
    lay(easel, grid, Layer(flat, flat, 1 - horizon, water))
    count = 3 + number % 3
    great = count - 2 if number // 3 % 2 else count
    for wave in range(count):
        near = (wave + 0.4) / count
        base = horizon + 0.06 + (0.92 - horizon) * near * (0.6 + 0.4 * near)
        tall = (0.06 + dice(0.16, 0.26) * near) * (1.9 if wave == great else 1)
        light, dark = water[step_at(0.75 * near)], water[step_at(near + 0.55)]
        ramp = ramp_of(white, light, light, dark, dark, dark)
        layer = _wave(dice, easel, base, tall, near, ramp)
        # On coarse pixels only the nearest waves are large enough to be seen.
        if count - wave <= max(2.0, 0.13 / easel.pixel):
            lay(easel, grid, layer)
    return grid

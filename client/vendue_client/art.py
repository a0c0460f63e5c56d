"""The pictures of the seventy paintings: one style an artist, drawn by arithmetic."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from itertools import groupby
from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from vendue_shared.paintings import ARTIST_OF, Painting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue, each 0 to 255."""

Picture: TypeAlias = tuple[tuple[tuple[str, str], ...], ...]
"""Lines from top to bottom, each of (style, text) fragments from left to right."""


class Depth(Enum):
    """How many colours a terminal shows."""

    TRUE = "24-bit"
    """Any colour, in half blocks."""
    INDEXED = "256"
    """The 240 fixed colours of the 256, in half blocks."""
    BASIC = "16"
    """The sixteen named colours, in half blocks."""
    MONO = "none"
    """No style at all, in braille."""


# A picture is the same on every machine: only + - * / % and sqrt, which IEEE 754
# rounds in one way, and never sin, exp or **, which each C library rounds its own.


class _Dice:
    """Numbers that look random and follow from the seed alone."""

    def __init__(self, seed: int) -> None:
        self._state = seed * 0x9E3779B1

    def __call__(self, low: float = 0.0, high: float = 1.0) -> float:
        self._state = mixed = (self._state + 0x9E3779B9) & 0xFFFFFFFF
        mixed = ((mixed ^ (mixed >> 16)) * 0x85EBCA6B) & 0xFFFFFFFF
        mixed = ((mixed ^ (mixed >> 13)) * 0xC2B2AE35) & 0xFFFFFFFF
        return low + (high - low) * ((mixed ^ (mixed >> 16)) / 0x100000000)


class _Easel(NamedTuple):
    """Where the pixels are. The unit of every length here is the canvas's height."""

    xs: list[float]
    """The middle of each column."""
    ys: list[float]
    """The middle of each row."""
    wide: float
    """The canvas's width."""
    pixel: float
    """A pixel's side."""


_Ramp: TypeAlias = list[Colour]
"""128 colours, each between its neighbours."""
_Grid: TypeAlias = list[list[Colour]]
"""Rows from top to bottom, of colours from left to right."""
_STEPS: Final = 127
"""The last step of a ramp."""
_FAINT: Final = 0.02
"""Light too faint to change what it falls on."""
_FAR: Final = 99.0
"""Farther than anything on a canvas."""
_TINY: Final = 1e-9
"""Keeps a division by a distance from dividing by zero."""


def _blend(under: Colour, over: Colour, share: float) -> Colour:
    """Mix two colours: none of `over` at 0, nothing else at 1."""
    return (
        int(under[0] + (over[0] - under[0]) * share + 0.5),
        int(under[1] + (over[1] - under[1]) * share + 0.5),
        int(under[2] + (over[2] - under[2]) * share + 0.5),
    )


def _colours(text: str) -> list[Colour]:
    """Read colours written as on the web."""
    values = [int(word, 16) for word in text.split()]
    return [(value >> 16, value >> 8 & 255, value & 255) for value in values]


@lru_cache(maxsize=1024)
def _ramp(*stops: Colour) -> _Ramp:
    """Spread some colours evenly over a ramp."""
    spread = []
    for step in range(_STEPS + 1):
        place = step / _STEPS * (len(stops) - 1)
        stop = min(int(place), len(stops) - 2)
        spread.append(_blend(stops[stop], stops[stop + 1], place - stop))
    return spread


def _step(share: float) -> int:
    """Find a ramp's step; a share beyond 0 or 1 is at its end."""
    return int(_STEPS * min(1.0, max(0.0, share)))


def _square(length: float) -> float:
    """Multiply by itself, which `**` does not do alike everywhere."""
    return length * length


def _swell(turns: float) -> float:
    """A wave of height 1 that repeats every turn: two parabolas, nearly a sine."""
    place = turns % 1.0 - 0.5
    return -16 * place * (0.5 - abs(place))


def _peak(turns: float) -> float:
    """A zigzag from 0 up to 1 and back every turn."""
    return 1 - abs(2 * (turns % 1.0) - 1)


def _sky(easel: _Easel, ramp: _Ramp, low: float = 1.0) -> _Grid:
    """Fill a grid from the top down to `low` with a ramp."""
    return [[ramp[_step(y / low)]] * len(easel.xs) for y in easel.ys]


def _disc(
    easel: _Easel,
    grid: _Grid,
    at: tuple[float, float, float],
    light: Colour,
    halo: float = 0.5,
) -> None:
    """Paint a sun or moon of middle and radius `at`, with a halo that fades."""
    middle_x, middle_y, radius = at
    inner, outer = max(0.0, radius - easel.pixel / 2), radius + easel.pixel / 2
    across = [_square(x - middle_x) for x in easel.xs]
    for row, y in zip(grid, easel.ys, strict=True):
        down = _square(y - middle_y)
        for column, side in enumerate(across):
            square = side + down
            share = halo * _square(radius * radius / (square + radius * radius))
            if square < outer * outer:
                edge = (outer - sqrt(square)) / easel.pixel
                share = 1.0 if square < inner * inner else max(share, edge)
            if share > _FAINT:
                row[column] = _blend(row[column], light, share)


class _Layer(NamedTuple):
    """Something opaque that begins at its own height in each column."""

    tops: list[float]
    starts: list[float]
    """Where its ramp begins, by column."""
    reach: float
    """How far down its ramp goes."""
    ramp: _Ramp
    floor: float = _FAR
    """Where it ends."""


def _lay(easel: _Easel, grid: _Grid, layer: _Layer) -> None:
    """Paint a layer over what a grid has."""
    pixel, depth = easel.pixel, _STEPS / layer.reach
    ramp, first = layer.ramp, min(layer.tops) - pixel / 2
    columns = list(enumerate(zip(layer.tops, layer.starts, strict=True)))
    for row, y in zip(grid, easel.ys, strict=True):
        below = min(1.0, (layer.floor - y) / pixel + 0.5)
        if y < first or below <= 0:
            continue
        for column, (top, start) in columns:
            share = min(1.0, (y - top) / pixel + 0.5) * below
            if share > 0:
                step = int((y - start) * depth)
                colour = ramp[step if 0 <= step <= _STEPS else (step > 0) * _STEPS]
                row[column] = (
                    colour if share >= 1 else _blend(row[column], colour, share)
                )


_LUMEN: Final = (
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


def _beams(dice: _Dice, easel: _Easel) -> list[float]:
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


def _lumen(dice: _Dice, easel: _Easel, number: int) -> _Grid:
    """Rays of light from one source."""
    ramp = _ramp(*_colours(_LUMEN[number % len(_LUMEN)]))
    left, top, reach = _SOURCES[number % len(_SOURCES)]
    source_x = easel.wide * (left + dice(-0.06, 0.06))
    source_y = top + dice(-0.04, 0.04)
    beams, core = _beams(dice, easel), dice(0.07, 0.12)
    grid: _Grid = []
    for y in easel.ys:
        down = y - source_y
        row = []
        for x in easel.xs:
            across = x - source_x
            far = sqrt(across * across + down * down)
            # Not quite an angle, but it goes round as one does, without an arc tangent.
            turn = down / (abs(across) + abs(down) + _TINY)
            place = (2 - turn if across < 0 else turn) * 64 + 64
            step = int(place)
            beam = beams[step % 256]
            beam += (beams[(step + 1) % 256] - beam) * (place - step)
            fade = max(0.0, 1 - far / reach)
            light = 0.1 + 0.35 * fade * fade + beam * (0.12 + 0.5 * fade)
            light += 0.42 * core / (far + 0.6 * core)
            row.append(ramp[_step(light)])
        grid.append(row)
    return grid


_SORA: Final = (
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


def _cloud(dice: _Dice, easel: _Easel, floor_y: float, ramp: _Ramp) -> _Layer:
    """A row of round puffs on a flat floor."""
    size = dice(0.16, 0.26) * (0.6 + 0.6 * floor_y)
    middle = easel.wide * dice(0.05, 0.95)
    puffs = []
    for place in (-2, -1, 0, 1, 2):
        tall = size * dice(0.75, 1.05) / (1 + abs(place) * 0.45)
        puffs.append((middle + place * size * dice(0.6, 0.9), tall * tall))
    tops = [
        floor_y - sqrt(max(0.0, *(tall - _square(x - puff) for puff, tall in puffs)))
        for x in easel.xs
    ]
    tops = [top if top < floor_y else _FAR for top in tops]
    return _Layer(tops, tops, size * 1.25, ramp, floor_y)


def _sora(dice: _Dice, easel: _Easel, number: int) -> _Grid:
    """A sky with a sun or moon, and clouds with flat floors."""
    weather = number % len(_SORA)
    sky, cloud, lamp = _SORA[weather]
    air, vapour = _ramp(*_colours(sky)), _ramp(*_colours(cloud))
    grid = _sky(easel, air)
    light = _colours(lamp)[0]
    at = (easel.wide * dice(0.18, 0.82), dice(0.18, 0.4), dice(0.1, 0.16))
    if weather == _NIGHT:
        for star in range(32):
            row = grid[int(dice() * 0.75 * len(grid))]
            column, glow = int(dice() * len(row)), dice(0.25, 0.9)
            if star < 5 + len(grid) * len(row) // 70:
                row[column] = _blend(row[column], light, glow)
    _disc(easel, grid, at, light)
    if weather == _NIGHT:
        shade = air[_step(at[1] - 0.05)]
        crescent = (at[0] + at[2] * 0.5, at[1] - at[2] * 0.3, at[2] * 0.85)
        _disc(easel, grid, crescent, shade, halo=0.0)
    count = 2 + number % 3
    for place in range(count):
        floor_y = 0.42 + 0.62 * (place + dice(0.1, 0.9)) / count
        _lay(easel, grid, _cloud(dice, easel, floor_y, vapour))
    return grid


_VETRO: Final = (
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


def _rose(dice: _Dice, easel: _Easel, number: int) -> list[_Pane]:
    """A round window: a heart, its petals, and the corners around it."""
    middle, petals, start = easel.wide / 2, 6 + number % 2 * 2, dice()
    panes = [(middle, 0.5, 3)]
    for petal in range(petals):
        turn = start + petal / petals
        panes.append(
            (middle + 0.31 * _swell(turn + 0.25), 0.5 + 0.31 * _swell(turn), petal % 2)
        )
    for corner in range(6):
        row, column = divmod(corner, 3)
        x = (0.04, middle, easel.wide - 0.04)[column]
        panes.append((x, (0.02, 0.98)[row], 4 + corner % 2))
    return panes


def _quarries(dice: _Dice, easel: _Easel, number: int) -> list[_Pane]:
    """A window of nearly regular panes, each row half a pane aside."""
    panes = []
    for place in range(16):
        row, column = divmod(place, 4)
        x = easel.wide * (column + row % 2 / 2) / 3 + dice(-0.04, 0.04)
        panes.append((x, (row + 0.5) / 4 + dice(-0.04, 0.04), row * number + column))
    return panes


def _shards(dice: _Dice, easel: _Easel, number: int) -> list[_Pane]:
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
    best = second = _FAR
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
    between = _square(pane[0] - other[0]) + _square(pane[1] - other[1])
    return (second - best) / (2 * sqrt(between) + _TINY), pane[2]


def _glass(jewel: Colour) -> _Ramp:
    """A jewel with light behind it: darker far from the sun, paler near it."""
    dark, pale = _blend(jewel, _LEAD, 0.35), _blend(jewel, _SUN, 0.5)
    return _ramp(dark, jewel, jewel, pale)


def _vetro(dice: _Dice, easel: _Easel, number: int) -> _Grid:
    """Stained glass: the panes nearest to some points, with lead between them."""
    panes = (_rose, _quarries, _shards)[number % 3](dice, easel, number)
    jewels = _colours(_VETRO[number % len(_VETRO)])
    glass = [_glass(jewel) for jewel in jewels]
    width = max(0.022, easel.pixel * 0.3)
    black = min(0.95, 1.08 - 3.5 * easel.pixel)
    sun_x, sun_y = easel.wide * dice(0.2, 0.8), dice(0.1, 0.6)
    across = [_square(x - sun_x) for x in easel.xs]
    grid: _Grid = []
    for y in easel.ys:
        down = _square(y - sun_y)
        near = sorted((_square(y - pane[1]), pane[0], pane) for pane in panes)
        row = []
        for x, side in zip(easel.xs, across, strict=True):
            edge, jewel = _edge(near, x)
            colour = glass[jewel % 6][_step(1 - 0.85 * sqrt(side + down))]
            lead = (width - edge) / easel.pixel + 0.5
            row.append(_blend(colour, _LEAD, min(black, lead)) if lead > 0 else colour)
        grid.append(row)
    return grid


_ONDA: Final = (
    ("f6c945 f9e8a4", "fffbe0", "3f9fb0 0b5d7a 073a5c", "fff8d8"),
    ("e8892c f7d35c", "fff3c0", "2f7f9c 144a7a 0c2450", "fff4b8"),
    ("fdf3c9 f0e442", "ffffff", "58bfae 14808c 0a4a66", "fffff2"),
    ("27315e d9a441", "ffe9a0", "41679c 22356f 0e1538", "ffefb0"),
    ("f3e2b3 e9c95a", "fffdf0", "7aa7a0 2b6777 173a50", "e8502c"),
)
"""Of each sea: the sky, the foam, the water from far to near, the sun."""


def _wave(dice: _Dice, easel: _Easel, base: float, tall: float, near: float) -> _Layer:
    """A wave as high as `tall`, with a foam that its ramp begins with."""
    long = 0.5 + dice(0.3, 0.7) * near
    phase, second, lean = dice(), dice(), dice(-0.16, 0.16)
    reach = 0.2 + 0.3 * near
    tops, starts = [], []
    for x in easel.xs:
        turn = x / long + phase
        crest = 1 - abs(_swell((turn + lean * _swell(turn)) / 2))
        top = base - tall * (crest - 0.3) - 0.015 * _swell(x / long * 2.3 + second)
        tops.append(top)
        # Foam is thick on a crest and thin in a trough, and never under a pixel.
        starts.append(top + 0.45 * easel.pixel - 0.13 * reach * (1 - crest))
    return _Layer(tops, starts, reach, [])


def _onda(dice: _Dice, easel: _Easel, number: int) -> _Grid:
    """Waves with foam on their crests, larger the nearer they are."""
    sky, foam, sea, sun = _ONDA[number % len(_ONDA)]
    horizon, water = dice(0.24, 0.36), _ramp(*_colours(sea))
    grid = _sky(easel, _ramp(*_colours(sky)), horizon)
    at = (easel.wide * dice(0.15, 0.85), horizon * dice(0.3, 0.9), dice(0.09, 0.15))
    _disc(easel, grid, at, _colours(sun)[0])
    white = _colours(foam)[0]
    flat = [horizon + 0.04] * len(easel.xs)
    _lay(easel, grid, _Layer(flat, flat, 1 - horizon, water))
    count = 3 + number % 3
    great = count - 2 if number // 3 % 2 else count
    for wave in range(count):
        near = (wave + 0.4) / count
        base = horizon + 0.06 + (0.92 - horizon) * near * (0.6 + 0.4 * near)
        tall = (0.06 + dice(0.16, 0.26) * near) * (1.9 if wave == great else 1)
        layer = _wave(dice, easel, base, tall, near)
        light, dark = water[_step(0.75 * near)], water[_step(near + 0.55)]
        ramp = _ramp(white, light, light, dark, dark, dark)
        # On coarse pixels only the nearest waves are large enough to be seen.
        if count - wave <= max(2.0, 0.13 / easel.pixel):
            _lay(easel, grid, layer._replace(ramp=ramp))
    return grid


_KIRI: Final = (
    ("6f5f96 cc9cc0 f8dfd8", "b79ac2 21162f", "f0dbe2", "fff3e0"),
    ("3b3a63 8c6f9e e5b3b8", "8d7aa8 15132a", "d3b9cb", "ffe3c8"),
    ("a9b4c8 dcd6e2 f6eeea", "aeb3c9 2a2f45", "f4f0f4", "ffffff"),
    ("7d2f5c d8708a ffd0b0", "c0708f 2a0f2b", "ffd3c4", "fff0c0"),
    ("1a1d3d 4a4580 a99bd0", "5f5a98 0a0a1c", "a79acb", "f3ecff"),
)
"""Of each hour: the sky, the rocks from far to near, the mist, the sun."""


def _ridge(
    dice: _Dice, easel: _Easel, foot: float, tall: float, trees: float
) -> list[float]:
    """The outline of a mountain: a zigzag with smaller ones on it, then trees."""
    long, first, second, third = dice(0.7, 1.3), dice(), dice(), dice()
    return [
        foot
        - tall * _peak(x / long + first)
        - tall * 0.3 * _peak(x / long * 2.6 + second)
        - (tall * 0.1 + trees) * _peak(x * 9 + third)
        for x in easel.xs
    ]


def _kiri(dice: _Dice, easel: _Easel, number: int) -> _Grid:
    """Mountains that rise out of mist, the nearer the darker."""
    sky, rocks, mist, sun = _KIRI[number % len(_KIRI)]
    grid = _sky(easel, _ramp(*_colours(sky)), 0.75)
    at = (easel.wide * dice(0.15, 0.85), dice(0.14, 0.36), dice(0.08, 0.15))
    _disc(easel, grid, at, _colours(sun)[0])
    last, shades = 2 + number % 2, _ramp(*_colours(rocks))
    for ridge in range(last + 1):
        near = (ridge + 0.5) / (last + 1)
        foot, tall = 0.5 + 0.52 * near, dice(0.26, 0.42) * (1.1 - 0.5 * near)
        tops = _ridge(dice, easel, foot, tall, 0.06 if ridge == last else 0.0)
        rock = shades[_step(near * 1.2 - 0.15)]
        fog = _blend(rock, _colours(mist)[0], 0.85 * (1 - ridge / last))
        ramp = _ramp(rock, rock, fog)
        starts = [foot - tall * 0.95] * len(tops)
        _lay(easel, grid, _Layer(tops, starts, tall * 0.9, ramp))
    return grid


_STYLES: Final[tuple[Callable[[_Dice, _Easel, int], _Grid], ...]] = (
    _lumen,
    _sora,
    _vetro,
    _onda,
    _kiri,
)


def canvas(painting: Painting, width_px: int, height_px: int) -> list[list[Colour]]:
    """Paint a painting on square pixels.

    Args:
        painting: Which of the seventy.
        width_px: Pixels in a row, at least 1.
        height_px: Rows, at least 1.

    Returns:
        Rows from top to bottom, of colours from left to right.

    Raises:
        ValueError: There is no pixel to paint.
    """
    if width_px < 1 or height_px < 1:
        raise ValueError(f"no canvas of {width_px} x {height_px} pixels")
    artist, pixel = ARTIST_OF[painting], 1 / height_px
    easel = _Easel(
        [(column + 0.5) * pixel for column in range(width_px)],
        [(row + 0.5) * pixel for row in range(height_px)],
        width_px * pixel,
        pixel,
    )
    number = painting - ARTIST_OF.index(artist)
    return _STYLES[artist](_Dice(artist << 8 | painting), easel, number)


_BAYER: Final = tuple(
    tuple((level + 0.5) / 16 - 0.5 for level in row)
    for row in ((0, 8, 2, 10), (12, 4, 14, 6), (3, 11, 1, 9), (15, 7, 13, 5))
)
"""Ordered dither: offsets from -0.5 to 0.5 that neighbours share out."""


CUBE: Final = (0, 95, 135, 175, 215, 255)
"""The levels of red, green and blue in the cube of 216 among the 256 colours."""

NAMED: Final = {
    (0, 0, 0): "ansiblack",
    (205, 0, 0): "ansired",
    (0, 205, 0): "ansigreen",
    (205, 205, 0): "ansiyellow",
    (0, 0, 238): "ansiblue",
    (205, 0, 205): "ansimagenta",
    (0, 205, 205): "ansicyan",
    (229, 229, 229): "ansigray",
    (127, 127, 127): "ansibrightblack",
    (255, 0, 0): "ansibrightred",
    (0, 255, 0): "ansibrightgreen",
    (255, 255, 0): "ansibrightyellow",
    (92, 92, 255): "ansibrightblue",
    (255, 0, 255): "ansibrightmagenta",
    (0, 255, 255): "ansibrightcyan",
    (255, 255, 255): "ansiwhite",
}
"""The names of the sixteen, by how most terminals show them."""


def _hex(colour: Colour) -> str:
    """Name any colour."""
    return f"#{colour[0] << 16 | colour[1] << 8 | colour[2]:06x}"


def _seen(colour: Colour) -> tuple[int, int, int, int]:
    """Split a colour into its light, and how far each part is from that."""
    red, green, blue = colour
    light = (3 * red + 6 * green + blue) // 10
    return light, red - light, green - light, blue - light


def _nearest(colour: Colour, choices: Iterable[Colour]) -> Colour:
    """Choose the colour that looks most alike, in light and in hue."""
    light, red, green, blue = _seen(colour)
    best, nearest = 1 << 30, colour
    for choice in choices:
        its_light, its_red, its_green, its_blue = _SEEN.get(choice) or _seen(choice)
        apart = 3 * (light - its_light) ** 2 + 2 * (
            (red - its_red) ** 2 + (green - its_green) ** 2 + (blue - its_blue) ** 2
        )
        if apart < best:
            best, nearest = apart, choice
    return nearest


_SEEN: Final = {colour: _seen(colour) for colour in NAMED}
"""The sixteen, split beforehand."""

_LEVELS: Final = tuple(
    tuple(sorted(CUBE, key=lambda level: abs(level - part))[:2]) for part in range(256)
)
"""The two levels of the cube nearest to each part of a colour."""


@lru_cache(maxsize=4096)
def _indexed(colour: Colour) -> str:
    """Name the nearest of the 240 fixed colours among the 256."""
    reds, greens, blues = (_LEVELS[part] for part in colour)
    gray = min(238, max(8, (sum(colour) // 3 - 3) // 10 * 10 + 8))
    choices = [(red, green, blue) for red in reds for green in greens for blue in blues]
    return _hex(_nearest(colour, [*choices, (gray, gray, gray)]))


@lru_cache(maxsize=4096)
def _basic(colour: Colour) -> str:
    """Name the nearest of the sixteen, which are strong, to a stronger colour."""
    light = (3 * colour[0] + 6 * colour[1] + colour[2]) // 10
    red, green, blue = (
        min(255, max(0, light + (part - light) * 12 // 5)) for part in colour
    )
    return NAMED[_nearest((red, green, blue), NAMED)]


def _dithered(grid: _Grid, spread: int, grain: int) -> _Grid:
    """Shift colours by place, so that few colours together look like more.

    They come out as multiples of `grain`, a divisor of 255, so that few differ.
    """
    shifts = [[int(spread * share) + grain // 2 for share in row] for row in _BAYER]
    return [
        [
            (
                min(255, max(0, red + shifts[y % 4][x % 4])) // grain * grain,
                min(255, max(0, green + shifts[y % 4][x % 4])) // grain * grain,
                min(255, max(0, blue + shifts[y % 4][x % 4])) // grain * grain,
            )
            for x, (red, green, blue) in enumerate(row)
        ]
        for y, row in enumerate(grid)
    ]


def _half_blocks(grid: _Grid, name: Callable[[Colour], str]) -> Picture:
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


def _braille(grid: _Grid) -> Picture:
    """Show eight pixels a cell as dots, light ones raised."""
    lights = [[3 * red + 6 * green + blue for red, green, blue in row] for row in grid]
    ranked = sorted(light for row in lights for light in row)
    dark, bright = ranked[len(ranked) // 20], ranked[-1 - len(ranked) // 20]
    scale = 1 / max(1, bright - dark)
    codes = [[0x2800] * (len(grid[0]) // 2) for _ in range(len(grid) // 4)]
    carried = [0.0] * (len(grid[0]) + 2)
    for y, row in enumerate(lights):
        ahead, below = 0.0, [0.0] * len(carried)
        for x, light in enumerate(row):
            share = min(1.0, max(0.0, (light - dark) * scale))
            left = share * share * (3 - 2 * share) + ahead + carried[x + 1]
            if 2 * left >= 1:
                codes[y // 4][x // 2] |= _DOTS[y % 4][x % 2]
                left -= 1
            ahead = left * 7 / 16
            below[x] += left * 3 / 16
            below[x + 1] += left * 5 / 16
            below[x + 2] += left / 16
        carried = below
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
            return _half_blocks(canvas(painting, columns, rows * 2), _hex)
        case Depth.INDEXED:
            grid = _dithered(canvas(painting, columns, rows * 2), 14, 5)
            return _half_blocks(grid, _indexed)
        case Depth.BASIC:
            grid = _dithered(canvas(painting, columns, rows * 2), 72, 17)
            return _half_blocks(grid, _basic)
        case Depth.MONO:
            return _braille(canvas(painting, columns * 2, rows * 4))

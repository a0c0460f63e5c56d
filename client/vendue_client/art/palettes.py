"""The colours a terminal shows, and which of them looks most like another."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import Final

from .colour import Colour

CUBE: Final = (0, 95, 135, 175, 215, 255)
"""The levels of red, green and blue in the cube of 216 among the 256 colours."""

GRAYS: Final = range(8, 239, 10)
"""The levels of the 24 grays among the 256 colours."""

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


def any_colour(colour: Colour) -> str:
    """Name any colour."""
    return f"#{colour[0] << 16 | colour[1] << 8 | colour[2]:06x}"


def _seen(colour: Colour) -> tuple[int, int, int, int]:
    """Split a colour into its light, and how far each part is from that."""
    red, green, blue = colour
    light = (3 * red + 6 * green + blue) // 10
    return light, red - light, green - light, blue - light


_SEEN: Final = {
    colour: _seen(colour)
    for colour in [*NAMED, *product(CUBE, CUBE, CUBE), *((gray,) * 3 for gray in GRAYS)]
}
"""What a terminal shows by name or number, split beforehand."""


def _nearest(colour: Colour, choices: Iterable[Colour]) -> Colour:
    """Choose the colour that looks most alike, in light and in hue."""
    light, red, green, blue = _seen(colour)
    best, nearest = 1 << 30, colour
    for choice in choices:
        its_light, its_red, its_green, its_blue = _SEEN[choice]
        apart = 3 * (light - its_light) ** 2 + 2 * (
            (red - its_red) ** 2 + (green - its_green) ** 2 + (blue - its_blue) ** 2
        )
        if apart < best:
            best, nearest = apart, choice
    return nearest


_LEVELS: Final = tuple(
    tuple(sorted(CUBE, key=lambda level: abs(level - part))[:2]) for part in range(256)
)
"""The two levels of the cube nearest to each part of a colour."""


@lru_cache(maxsize=4096)
def indexed(colour: Colour) -> str:
    """Name the nearest of the 240 fixed colours among the 256."""
    reds, greens, blues = (_LEVELS[part] for part in colour)
    gray = min(238, max(8, (sum(colour) // 3 - 3) // 10 * 10 + 8))
    choices = [*product(reds, greens, blues), (gray, gray, gray)]
    return any_colour(_nearest(colour, choices))


@lru_cache(maxsize=4096)
def basic(colour: Colour) -> str:
    """Name the nearest of the sixteen, which are strong, to a stronger colour."""
    light = (3 * colour[0] + 6 * colour[1] + colour[2]) // 10
    red, green, blue = (
        min(255, max(0, light + (part - light) * 12 // 5)) for part in colour
    )
    return NAMED[_nearest((red, green, blue), NAMED)]

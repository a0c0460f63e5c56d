"""Colours, and ramps of them that lead evenly from one to the next."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue, each 0 to 255."""

LAST_STEP: Final = 127
"""The last step of a ramp: more would not be told apart."""


def blend(under: Colour, over: Colour, share: float) -> Colour:
    """Mix two colours: none of `over` at 0, nothing else at 1."""
    return (
        int(under[0] + (over[0] - under[0]) * share + 0.5),
        int(under[1] + (over[1] - under[1]) * share + 0.5),
        int(under[2] + (over[2] - under[2]) * share + 0.5),
    )


def colours(text: str) -> list[Colour]:
    """Read colours written as on the web, with spaces between and no `#`."""
    values = [int(word, 16) for word in text.split()]
    return [(value >> 16, value >> 8 & 255, value & 255) for value in values]


class Ramp(dict[int, Colour]):
    """128 colours by step, spread evenly over at least two stops.

    A colour is mixed when it is first asked for: a small canvas asks for few.
    """

    def __init__(self, *stops: Colour) -> None:
        super().__init__()
        self._stops = stops

    def __missing__(self, step: int) -> Colour:
        """Mix the colour of a step, 0 to `LAST_STEP`."""
        stops = self._stops
        place = step / LAST_STEP * (len(stops) - 1)
        stop = min(int(place), len(stops) - 2)
        colour = self[step] = blend(stops[stop], stops[stop + 1], place - stop)
        return colour


@lru_cache(maxsize=1024)
def ramp_of(*stops: Colour) -> Ramp:
    """Spread at least two colours evenly over a ramp, once for all paintings."""
    return Ramp(*stops)


def step_at(share: float) -> int:
    """Find a ramp's step; a share beyond 0 or 1 is at its end."""
    return int(LAST_STEP * share) if 0 < share < 1 else (share > 0) * LAST_STEP

"""Chance and curves that come out the same on every machine.

Only + - * / % and sqrt, which IEEE 754 rounds in one way, and never sin, exp or **,
which each C library rounds its own. Every style keeps to this.
"""

from __future__ import annotations

from typing import Final

TINY: Final = 1e-9
"""Keeps a division by a distance from dividing by zero."""


class Dice:
    """Numbers that look random and follow from the seed alone."""

    def __init__(self, seed: int) -> None:
        self._state = seed * 0x9E3779B1

    def __call__(self, low: float = 0.0, high: float = 1.0) -> float:
        """Throw: the next number, at least `low` and less than `high`."""
        self._state = mixed = (self._state + 0x9E3779B9) & 0xFFFFFFFF
        mixed = ((mixed ^ (mixed >> 16)) * 0x85EBCA6B) & 0xFFFFFFFF
        mixed = ((mixed ^ (mixed >> 13)) * 0xC2B2AE35) & 0xFFFFFFFF
        return low + (high - low) * ((mixed ^ (mixed >> 16)) / 0x100000000)


def square(length: float) -> float:
    """Multiply by itself, which `**` does not do alike everywhere."""
    return length * length


def swell(turns: float) -> float:
    """A wave of height 1 that repeats every turn: two parabolas, nearly a sine."""
    place = turns % 1.0 - 0.5
    return -16 * place * (0.5 - abs(place))


def peak(turns: float) -> float:
    """A zigzag from 0 up to 1 and back every turn."""
    return 1 - abs(2 * (turns % 1.0) - 1)

"""Dice: fast chance for rollouts, which take thousands of draws a decision."""

from __future__ import annotations

from hashlib import shake_128
from struct import unpack
from typing import Final

SEEDS: Final = 2**31
"""Dice begin in one of so many states."""

STEP: Final = 2.0**-32
"""What one on a die is of all there is: dice are whole numbers below 2**32."""


class Dice:
    """Even draws from a state that the chance handed in has drawn.

    Args:
        state: 0 to SEEDS - 1.
    """

    __slots__ = ("_state",)

    def __init__(self, state: int) -> None:
        self._state = state

    def throw(self, dice: int) -> tuple[int, ...]:
        """Throw so many at once."""
        self._state += 1
        thrown = shake_128(self._state.to_bytes(8)).digest(4 * dice)
        return unpack(f">{dice}I", thrown)

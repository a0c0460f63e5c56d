"""A line that is lost: why, and when it is tried again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 8.0
"""Between two tries: soon enough for a player, seldom enough for a host of many."""
STEADY_S: Final = 10.0
"""A line that stood so long was no failed try."""


class Away(msgspec.Struct, frozen=True):
    """What a player is shown while the line is lost."""

    why: str
    """A sentence, already in the player's language."""
    again_at: float | None
    """When it is tried next, on the participant's clock; `None`: now."""


class Pauses:
    """How long to wait before each try: longer each time, and never in step.

    Args:
        chance: Gives a number from 0 to below 1.
    """

    def __init__(self, chance: Callable[[], float]) -> None:
        self._chance = chance
        self._longest_s = FIRST_PAUSE_S

    def next_s(self) -> float:
        """The next pause: half of what it may be at most, and more by chance."""
        longest_s = self._longest_s
        self._longest_s = min(2 * longest_s, LONGEST_PAUSE_S)
        return longest_s * (0.5 + self._chance() / 2)

    def begin_anew(self) -> None:
        """The line was up: the next pause is short again."""
        self._longest_s = FIRST_PAUSE_S

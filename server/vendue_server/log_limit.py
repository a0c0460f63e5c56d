"""How many lines of diagnostics one peer may cause; the rest are only counted."""

from __future__ import annotations

from typing import Final

LINES_PER_S: Final = 10
"""Enough to see what a peer does; a flood of them fills no disk."""


class LogLimit:
    """Counts the lines of each peer in the present second."""

    def __init__(self) -> None:
        self._second = 0
        self._lines: dict[str, int] = {}

    def begin(self, now: float) -> dict[str, int]:
        """Go on to another second, if it is one.

        Args:
            now: Seconds on a clock that never goes back.

        Returns:
            By peer, how many lines were suppressed in the second before.
        """
        if int(now) == self._second:
            return {}
        lines, self._lines, self._second = self._lines, {}, int(now)
        return {p: n - LINES_PER_S for p, n in lines.items() if n > LINES_PER_S}

    def lets_through(self, peer: str) -> bool:
        """Count a line about a peer; tell whether it may be written."""
        self._lines[peer] = self._lines.get(peer, 0) + 1
        return self._lines[peer] <= LINES_PER_S

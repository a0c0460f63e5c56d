"""The host's clock at a table: how long each decision may take.

Pure arithmetic on seconds handed in; remaining time, never the time of day.
"""

from __future__ import annotations

from typing import Final

from vendue_shared.choices import Decision
from vendue_shared.terms import Clocks

DEFAULTS: Final = {
    Decision.OFFER: "drawn",
    Decision.ADD: "decline",
    Decision.ONCE: "pass",
    Decision.SEAL: "absent",
    Decision.REVEAL: "withheld",
    Decision.PRICE: "price 0",
    Decision.BUY: "pass",
    Decision.FLIP: "decline",
    Decision.OPEN: "hammer",
    Decision.NONE: "",
}
"""What happens when time is up, as `due` says it."""


def seconds_for(decision: Decision, clocks: Clocks) -> float:
    """How long a decision may take from when it is asked.

    Source:
        docs/RULES.md, "Clocks".
    """
    return float(getattr(clocks, decision))


class DecisionClock:
    """The time left for what is asked now; it can stand still.

    Args:
        clocks: The table's clocks.
    """

    __slots__ = ("_cap", "_clocks", "_left_s", "deadline")

    def __init__(self, clocks: Clocks) -> None:
        self._clocks = clocks
        self.deadline: float | None = None
        """When time is up; `None` while it stands still."""
        self._left_s = 0.0
        self._cap = 0.0

    def start(self, decision: Decision, now: float) -> None:
        """Begin a new decision."""
        self.deadline = now + seconds_for(decision, self._clocks)
        self._cap = now + self._clocks.cap
        if decision is Decision.OPEN:
            self.deadline = min(self.deadline, self._cap)

    def lift(self, now: float) -> None:
        """An accepted raise lifts an open auction's clock, up to its cap."""
        if self.deadline is None:
            self._left_s = min(max(self._left_s, self._clocks.raised), self._cap)
        else:
            lifted = max(self.deadline, now + self._clocks.raised)
            self.deadline = min(lifted, self._cap)

    def hold(self, now: float) -> None:
        """Stand still, keeping what is left."""
        if self.deadline is not None:
            self._left_s = self.left_s(now)
            self._cap -= now
            self.deadline = None

    def release(self, now: float) -> None:
        """Go on with what was left."""
        if self.deadline is None:
            self.deadline = now + self._left_s
            self._cap += now

    def cap_s(self, now: float) -> float:
        """Seconds until an open auction ends, whatever is bid."""
        return self._cap if self.deadline is None else self._cap - now

    def set(self, left_s: float, cap_s: float, now: float) -> None:
        """Go on from what was left once."""
        self.deadline, self._cap = now + left_s, now + cap_s

    def leave_at_least(self, seconds: float, now: float) -> None:
        """Give what is asked now at least so much time."""
        left_s = max(seconds, self.left_s(now))
        self.set(left_s, max(left_s, self.cap_s(now)), now)

    def left_s(self, now: float) -> float:
        """Seconds left, never below 0."""
        if self.deadline is None:
            return self._left_s
        return max(0.0, self.deadline - now)

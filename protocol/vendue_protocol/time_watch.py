"""The own time: a host that says time is up must have given that time.

A host decides when time is up, and nobody else can prove it wrong; but whom it
cuts short, notices, as long as the line was alive.
"""

from __future__ import annotations

from typing import Final

from vendue_shared.events import AnyEvent, Hammer, Locked, Moved, Opened
from vendue_shared.seats import Seat

from .messages import Due
from .proof import Check, ProofFailed

TOLERANCE_S: Final = 2.0
"""How much earlier than told is no alarm: a slow line delays what is told."""


class TimeWatch:
    """What time the own seat was promised, and when the promise was heard.

    Args:
        seat: The own seat.
    """

    __slots__ = ("_due", "_until", "seat")

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self._due: Due | None = None
        self._until = 0.0

    def told(self, due: Due, now: float) -> None:
        """Remember the newest promise.

        Args:
            due: As it came.
            now: Seconds on a clock that never goes back.
        """
        self._due, self._until = due, now + due.ms / 1000

    def check(self, event: AnyEvent, s: int, now: float) -> None:
        """Look whether an event cuts the own time short.

        Args:
            event: An event that was just taken.
            s: Its number.
            now: When it came, on the same clock.

        Raises:
            ProofFailed: Over two seconds of the promised time were left.

        Source:
            docs/FAIRPLAY.md, "Who can do what".
        """
        due, self._due = self._due, None
        if due is None or due.held_up or self.seat not in due.seats:
            return
        left = self._until - now
        if self._says_time_is_up(event) and left > TOLERANCE_S:
            raise ProofFailed(Check.EARLY, s, f"{left:.0f} seconds were left")

    def _says_time_is_up(self, event: AnyEvent) -> bool:
        match event:
            case Hammer():
                return True
            case Locked(absent=absent):
                return self.seat in absent
            case Opened(openings=openings):
                return openings[self.seat] is None
            case Moved(seat=seat):
                return seat == self.seat and getattr(event, "auto", False)
            case _:
                return False

"""The own time: a host that says time is up must have given that time.

A host decides when time is up, and nobody else can prove it wrong; but whom it
cuts short, notices. What is told may have come late, over a line that stood still;
so time counts from the last thing this machine sent that was answered before, for
the host cannot have said later things earlier than that.
"""

from __future__ import annotations

from math import inf
from typing import Final

from vendue_shared.choices import Decision
from vendue_shared.events import AnyEvent, Hammer, Locked, Moved, Opened
from vendue_shared.position import Position
from vendue_shared.seats import Seat
from vendue_shared.terms import Clocks

from .host_messages import Due
from .proof import Check, ProofFailed

TOLERANCE_S: Final = 2.0
"""How much too early is no alarm: two clocks never run alike."""

TOGETHER: Final = frozenset({Decision.OPEN, Decision.SEAL, Decision.REVEAL})
"""Decisions asked of several seats at once, with one clock for all of them."""


class TimeWatch:
    """What time the own seat has for certain.

    Args:
        seat: The own seat.
        clocks: What was agreed on.
    """

    __slots__ = (
        "_asked", "_asked_until", "_clocks", "_is_asked", "_not_before", "_sent",
        "_told_until", "seat",
    )  # fmt: skip

    def __init__(self, seat: Seat, clocks: Clocks) -> None:
        self.seat = seat
        self._clocks = clocks
        self._sent: float | None = None
        self._not_before = -inf
        self._asked: object = None
        self._is_asked = False
        self._asked_until = self._told_until = -inf

    def sent(self, now: float) -> None:
        """Something leaves that the host will answer.

        Args:
            now: Seconds on a clock that never goes back.
        """
        if self._sent is None:
            self._sent = now

    def answered(self) -> None:
        """The host has answered it: what it says from now on, it says later."""
        if self._sent is not None:
            self._not_before, self._sent = self._sent, None

    def forget(self) -> None:
        """On another line now: what comes may be long past."""
        self._sent, self._not_before = None, -inf
        self._asked_until = self._told_until = -inf

    def told(self, due: Due) -> None:
        """Take the newest promise of the host, which may be more than was agreed."""
        is_told = self.seat in due.seats and not due.held_up
        self._told_until = self._not_before + due.ms / 1000 if is_told else -inf

    def follow(self, position: Position) -> None:
        """Look whether another decision is asked, with a clock of its own.

        Args:
            position: After an event that was just taken.
        """
        decision, awaited = position.phase.decision, position.awaited
        self._is_asked = self.seat in awaited
        one = () if decision in TOGETHER else awaited
        asked = (decision, position.auction, position.round, one)
        if asked != self._asked:
            self._asked, self._told_until = asked, -inf
            self._asked_until = self._not_before + self._agreed_s(decision)

    def check(self, event: AnyEvent, s: int, now: float) -> None:
        """Look whether an event cuts the own time short.

        Args:
            event: An event that was just taken; it is followed after this.
            s: Its number.
            now: When it came, on the same clock.

        Raises:
            ProofFailed: Over two seconds of the own time were left.

        Source:
            docs/FAIRPLAY.md, "Who can do what".
        """
        left = max(self._asked_until, self._told_until) - now
        self._told_until = -inf
        if self._is_asked and self.is_up(event) and left > TOLERANCE_S:
            raise ProofFailed(Check.EARLY, s, f"{left:.0f} seconds were left")

    def _agreed_s(self, decision: Decision) -> float:
        if decision is Decision.NONE:
            return 0.0
        seconds = float(getattr(self._clocks, decision.value))
        is_capped = decision is Decision.OPEN
        return min(seconds, self._clocks.cap) if is_capped else seconds

    def is_up(self, event: AnyEvent) -> bool:
        """Tell whether an event says that the time for an own decision is up."""
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

"""How long a game waits: a clock for what is asked, a purse for each lost line."""

from __future__ import annotations

from math import inf
from typing import Final

from vendue_shared.choices import Decision
from vendue_shared.position import Position
from vendue_shared.seats import Seat
from vendue_shared.terms import Terms

from .clocks import DecisionClock
from .grace import Grace

DESERTED_S: Final = 24 * 3600.0
"""How long a game waits while nobody at all is there."""


class Patience:
    """The clock and the purses of one game; it looks at the position, no more.

    Args:
        terms: For the clocks, and for who is a person.
        position: The game's; others change it.
        now: Seconds on the host's clock.
    """

    __slots__ = ("_position", "_watched_at", "clock", "grace")

    def __init__(self, terms: Terms, position: Position, now: float) -> None:
        persons = [not chair.bot for chair in terms.chairs]
        self.clock = DecisionClock(terms.clocks)
        self.grace = Grace(persons, float(terms.clocks.grace), now)
        self._position = position
        self._watched_at = now

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats now played by a person."""
        bots = self._position.bots
        return tuple(Seat(seat) for seat, is_bot in enumerate(bots) if not is_bot)

    def deadline(self) -> float:
        """When something runs out; infinity if nothing does."""
        if self.grace.nobody_is_away:
            return inf if self.clock.deadline is None else self.clock.deadline
        ends = [self.grace.deserted_since + DESERTED_S]
        if self.clock.deadline is not None:
            ends.append(self.clock.deadline)
        ends.extend(
            end
            for seat in self.persons
            if self._matters(seat, end := self.grace.empties_at(seat))
        )
        return min(ends)

    def is_deserted(self, now: float) -> bool:
        """Whether nobody at all has been there for a day."""
        return self.grace.deserted_since + DESERTED_S <= now

    def out_of_grace(self, now: float) -> Seat | None:
        """A seat that a bot is to take over now, because its person stays away."""
        return next(
            (
                seat
                for seat in self.persons
                if self.grace.empties_at(seat) <= now
                and self._position.phase.changes_hands(seat)
            ),
            None,
        )

    def is_time_up(self, now: float) -> bool:
        """Whether the clock for what is asked has run out."""
        return self.clock.deadline is not None and self.clock.deadline <= now

    def watch(self, now: float) -> None:
        """Let the clock stand while it would only punish a lost line."""
        self._watched_at = now
        if self.grace.nobody_is_away and self.clock.deadline is not None:
            return
        awaited, decision = self._position.awaited, self._position.phase.decision
        away = [seat for seat in self.persons if self.grace.is_running(seat, now)]
        waits = decision is not Decision.OPEN and any(s in awaited for s in away)
        if waits or (away and not self.grace.anybody_here(self.persons)):
            self.clock.hold(now)
        else:
            self.clock.release(now)

    def _matters(self, seat: Seat, end: float) -> bool:
        """Whether a bot can take over then, or the clock may go on then."""
        return end > self._watched_at or self._position.phase.changes_hands(seat)

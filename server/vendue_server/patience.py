"""How long a game waits: a clock for what is asked, a purse for each lost line."""

from __future__ import annotations

from math import inf
from typing import Final

from vendue_protocol.host_messages import Intervened
from vendue_protocol.interventions import AfterGrace, Authority, Intervention
from vendue_shared.choices import Decision
from vendue_shared.position import Position
from vendue_shared.seats import Seat
from vendue_shared.terms import Terms

from .clocks import DecisionClock
from .grace import Grace
from .journal.entries import ClockIs

DESERTED_S: Final = 24 * 3600.0
"""How long a game waits while nobody at all is there."""


class Patience:
    """The clock and the purses of one game; it looks at the position, no more.

    Args:
        terms: For the clocks, and for who is a person.
        position: The game's; others change it.
        now: Seconds on the host's clock.
    """

    __slots__ = (
        "_is_paused", "_position", "_watched_at", "after", "clock", "grace", "let_go",
        "stands_until",
    )  # fmt: skip

    def __init__(self, terms: Terms, position: Position, now: float) -> None:
        persons = [not chair.bot for chair in terms.chairs]
        self.clock = DecisionClock(terms.clocks)
        self.grace = Grace(persons, float(terms.clocks.grace), now)
        self.after = AfterGrace.BOT
        """What becomes of a seat whose purse is empty."""
        self.let_go: set[Seat] = set()
        """Seats that are away, and that are not waited for until they are back."""
        self.stands_until: float | None = None
        """Until when clock and purses stand, and nobody is taken over: after a
        restart of the host, or while it cannot write. `None`: they do not."""
        self._is_paused = False
        self._position = position
        self._watched_at = now

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats now played by a person."""
        bots = self._position.bots
        return tuple(Seat(seat) for seat, is_bot in enumerate(bots) if not is_bot)

    def left(self, now: float) -> ClockIs:
        """What is left to whom, for the journal."""
        clock = self.clock
        return ClockIs(
            left_s=clock.left_s(now),
            cap_s=clock.cap_s(now),
            purses_s=self.grace.left(now),
            gone=tuple(sorted(self.grace.left_for_good)),
            let_go=tuple(sorted(self.let_go)),
        )

    def set(self, left: ClockIs, now: float) -> None:
        """Go on from what the journal says was left."""
        self.clock.set(left.left_s, left.cap_s, now)
        self.grace.set(left.purses_s, now)
        self.grace.left_for_good = set(map(Seat, left.gone))
        self.let_go = set(map(Seat, left.let_go))

    def stand(self, until: float, now: float) -> None:
        """Let clock and purses stand for a while: no player could help it."""
        self.stands_until = until
        self._settle(now)

    def stand_no_more(self, now: float) -> None:
        """End what `stand` began."""
        if self.stands_until is not None:
            self.stands_until = None
            self._settle(now)

    def deadline(self) -> float:
        """When something runs out; infinity if nothing does."""
        if self.stands_until is not None:
            return self.stands_until
        if self.grace.nobody_is_away:
            return inf if self.clock.deadline is None else self.clock.deadline
        ends = [self.grace.deserted_since + DESERTED_S]
        if self.clock.deadline is not None:
            ends.append(self.clock.deadline)
        if not self.grace.is_paused:
            ends.extend(map(self._end_of, self.persons))
        return min(ends)

    def is_deserted(self, now: float) -> bool:
        """Whether nobody at all has been there for a day."""
        if self.stands_until is not None:
            return False
        return self.grace.deserted_since + DESERTED_S <= now

    def out_of_grace(self, now: float) -> Seat | None:
        """A seat that a bot is to take over now, because its person stays away."""
        return next(
            (
                seat
                for seat in self._spent(now)
                if self._bot_follows(seat) and self._position.phase.changes_hands(seat)
            ),
            None,
        )

    def out_of_patience(self, now: float) -> Seat | None:
        """A seat for which the whole table is to pause now."""
        if self.after is not AfterGrace.PAUSE:
            return None
        return next(iter(self.waited_for(now)), None)

    def waited_for(self, now: float) -> tuple[Seat, ...]:
        """The seats whose purse is empty, and that nothing is decided about."""
        return tuple(
            seat
            for seat in self._spent(now)
            if not self._bot_follows(seat) and seat not in self.let_go
        )

    def is_time_up(self, now: float) -> bool:
        """Whether the clock for what is asked has run out."""
        return self.clock.deadline is not None and self.clock.deadline <= now

    def pause(self, now: float) -> None:
        """Clock and purses stand still."""
        self._is_paused = True
        self._settle(now)

    def resume(self, now: float) -> None:
        """Clock and purses go on with what was left."""
        self._is_paused = False
        self._settle(now)

    def _settle(self, now: float) -> None:
        if self._is_paused or self.stands_until is not None:
            self.grace.pause(now)
        else:
            self.grace.resume(now)
        self.watch(now)

    def watch(self, now: float) -> None:
        """Let the clock stand in a pause, or where it only punished a lost line."""
        self._watched_at = now
        if self.grace.is_paused:
            self.clock.hold(now)
            return
        if self.grace.nobody_is_away and self.clock.deadline is not None:
            return
        awaited, decision = self._position.awaited, self._position.phase.decision
        away = [seat for seat in self.persons if self._holds(seat, now)]
        waits = decision is not Decision.OPEN and any(s in awaited for s in away)
        if waits or (away and not self.grace.anybody_here(self.persons)):
            self.clock.hold(now)
        else:
            self.clock.release(now)

    def _holds(self, seat: Seat, now: float) -> bool:
        """Whether the clock stands while this seat is asked."""
        if self.grace.is_here(seat) or seat in self.let_go:
            return False
        waits = self.after is AfterGrace.WAIT and not self._bot_follows(seat)
        return waits or self.grace.is_running(seat, now)

    def _spent(self, now: float) -> tuple[Seat, ...]:
        """The persons' seats that are away with an empty purse; none in a pause."""
        if self.grace.is_paused or self.grace.nobody_is_away:
            return ()
        empties_at = self.grace.empties_at
        return tuple(seat for seat in self.persons if empties_at(seat) <= now)

    def _bot_follows(self, seat: Seat) -> bool:
        return self.after is AfterGrace.BOT or seat in self.grace.left_for_good

    def _end_of(self, seat: Seat) -> float:
        """When a bot takes over, the clock may go on, or the table is to pause."""
        end = self.grace.empties_at(seat)
        if self._bot_follows(seat):
            changes_hands = self._position.phase.changes_hands(seat)
            return end if end > self._watched_at or changes_hands else inf
        is_decided = self.after is AfterGrace.WAIT or seat in self.let_go
        return inf if is_decided else end


def pause_for(seat: Seat) -> Intervened:
    """The pause that the host makes by itself, for a seat that stays away."""
    return Intervened(what=Intervention.PAUSE, by=Authority.GRACE, seat=seat, reason="")

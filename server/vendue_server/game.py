"""One game at the host: every move, clock tick and bot, one event after another.

It does no I/O and knows no time but the one handed in, so a whole game can be
played in a test without a socket. Every call runs to its end; nothing waits here.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Final

from vendue_protocol.errors import Code
from vendue_protocol.host_messages import Accepted, Due, Intervened, Over
from vendue_shared.decide import decide
from vendue_shared.events import AnyEvent, Ended, Ending, Player, Plays, Revealed
from vendue_shared.moves import AnyMove, Reveal
from vendue_shared.phases.idle_phases import Over as OverPhase
from vendue_shared.phases.sealed_bids import Revealing
from vendue_shared.seats import Seat

from .asking import due_of
from .host_seat import HostSeat
from .ledger import Ledger
from .patience import pause_for
from .refusal import Refusal, StorageFailed
from .time_up import default_event

CLOCK_S: Final = 5.0
"""How often the journal is told what a running clock has left."""
BACK_S: Final = 30.0
"""After a restart of the host: how long clocks and purses stand, or until all are
back."""
AFTER_RESTART_S: Final = 10.0
"""What a clock has left at the least after a restart."""


class Game(Ledger):
    """A game that is played."""

    def begin(self, now: float) -> None:
        """Append event 1 and deal.

        Raises:
            StorageFailed: Nothing has begun.
        """
        self._append(self._new.begun, now)
        self._go_on(now)

    # What players ask for.

    def move(self, seat: Seat, n: int, move: AnyMove, now: float) -> Accepted:
        """Carry out a person's move.

        Args:
            seat: Whose; proved by the connection.
            n: The number the client gave it.
            move: What is asked for.
            now: Seconds on the host's clock.

        Raises:
            IllegalMove: The rules refuse it.
            Refusal: The number, or the opening, is wrong, or the journal cannot be
                written; nothing has changed.
        """
        answers, position = self.answers[seat], self.follower.position
        if repeated := answers.repeated(n, move):
            return repeated
        if position.bots[seat]:
            raise Refusal(Code.AUTH, f"a bot plays seat {seat}")
        # A reveal is no decision: the client opens what its player sealed before.
        if self.has_lost or (self.pause is not None and not isinstance(move, Reveal)):
            raise Refusal(Code.PAUSED, f"seat {seat}")
        event = decide(position, seat, self.hands.for_move(seat, move), move)
        if isinstance(move, Reveal):
            self._check_opening(seat, move)
        self._append(event, now, move)
        accepted = Accepted(n=n, s=self.follower.s)
        self._go_on(now)
        return accepted

    def hand_over(
        self,
        seat: Seat,
        to: Player,
        now: float,
        once_stored: Callable[[], None] | None = None,
    ) -> None:
        """Let a bot play a person's seat, or the person again.

        Args:
            seat: Which.
            to: Who plays it from now on.
            now: Seconds on the host's clock.
            once_stored: See `_append`.

        Raises:
            IllegalMove: It is so already, or the seat has just sealed.
            StorageFailed: It is not so.
        """
        self._append(Plays(seat=seat, by=to), now, once_stored=once_stored)
        self._go_on(now)

    def end(
        self,
        reason: Ending,
        now: float,
        once_stored: Callable[[], None] | None = None,
    ) -> None:
        """Close the log and publish the seed.

        Args:
            reason: Why.
            now: Seconds on the host's clock.
            once_stored: See `_append`.

        Raises:
            StorageFailed: It is not closed.
        """
        ended = Ended(reason=reason, seed=self._new.seed)
        self._append(ended, now, once_stored=once_stored)

    def stand_still(self, why: Intervened, now: float) -> None:
        """Pause: clocks, purses and bots stand still.

        Raises:
            Refusal: It is paused already.
        """
        if self.pause is not None:
            raise Refusal(Code.PAUSED, "already")
        self.pause = why
        self.patience.pause(now)

    def know_loss(self, why: Intervened, now: float) -> None:
        """A part of the game is missing here: it stands until somebody ends it."""
        self.pause = why
        self.patience.pause(now)
        self.patience.stand_no_more(now)

    def go_on(self, now: float) -> None:
        """End a pause; bots begin theirs anew, as everybody looks anew."""
        if self.pause is not None:
            self._bots.look_again()
        self.pause = None
        self.patience.resume(now)
        self._ask_bots(now)

    def person_came(self, seat: Seat, now: float) -> None:
        """A seat's person has a line (again)."""
        self.patience.let_go.discard(seat)
        self.patience.grace.came(seat, now)
        if self._is_complete():
            self.stand_no_more(now)
        self.patience.watch(now)

    def person_went(self, seat: Seat, now: float, *, has_left: bool) -> None:
        """A seat's person has lost the line, or has left for good."""
        if has_left:
            self.patience.grace.give_up(seat, now)
        else:
            self.patience.grace.went(seat, now)
        self.patience.watch(now)

    def over(self) -> Over:
        """What all are told once it is closed."""
        last = self.log.steps[-1].event
        reason = last.reason if isinstance(last, Ended) else Ending.HOST
        return Over(game=self.follower.game, reason=reason)

    # Time.

    def deadline(self) -> float:
        """When `tick` has something to do; infinity if never by itself."""
        if self.is_closed:
            stands_until = self.patience.stands_until
            return inf if stands_until is None else stands_until
        deadline = self.patience.deadline()
        if self._bots and self.pause is None:
            awaited = self.follower.position.awaited
            deadline = min(deadline, self._bots.deadline(awaited))
        return deadline

    def tick(self, now: float) -> bool:
        """Do one thing that is due by the clock.

        Returns:
            Whether there was one.
        """
        awaited = () if self.pause else self.follower.position.awaited
        bot = self._bots.ready(awaited, now)
        if self.deadline() > now:
            return False
        patience = self.patience
        if patience.stands_until is not None and patience.stands_until <= now:
            self.stand_no_more(now)
            return True
        away, missing = patience.out_of_grace(now), patience.out_of_patience(now)
        if patience.is_deserted(now):
            self.end(Ending.ABANDONED, now)
        elif away is not None:
            self.hand_over(away, Player.BOT, now)
        elif missing is not None:
            self.stand_still(pause_for(missing), now)
        elif bot is not None:
            self._play_bot(bot, now)
        elif patience.is_time_up(now):
            self._time_is_up(now)
        else:
            patience.watch(now)
        return True

    def due(self, seat: Seat | None, now: float) -> Due:
        """What is asked now, as it is told to a seat or to a spectator."""
        position, s = self.follower.position, self.follower.s
        return due_of(position, s, self.patience.clock, seat=seat, now=now)

    @property
    def keeps_clock_at(self) -> float:
        """When the journal is told again what a running clock has left."""
        runs = self.log.journal.is_kept and self.patience.clock.deadline is not None
        return self.kept_at + CLOCK_S if runs and not self.is_closed else inf

    def keep_clock(self, now: float) -> None:
        """Store what is left to whom, why the game stands, and what waits.

        Raises:
            StorageFailed: It is not stored.
        """
        self.kept_at = now
        self.log.journal.put(self.left(now))

    # After a restart of the host, and while it cannot write.

    def wake(self, now: float) -> None:
        """Do what is due after a restart, and wait a while for the persons."""
        for seat in self.patience.persons:
            self.patience.grace.went(seat, now)
        self.patience.clock.leave_at_least(AFTER_RESTART_S, now)
        self._go_on(now)
        self.patience.stand(now + BACK_S, now)

    def stand_no_more(self, now: float) -> None:
        """Clock and purses go on; what could not be written is done now."""
        self.patience.stand_no_more(now)
        self._go_on(now)

    def _is_complete(self) -> bool:
        """Whether all are back after a restart."""
        patience = self.patience
        if patience.stands_until in (None, inf):
            return False
        return all(map(patience.grace.is_here, patience.persons))

    # How one event follows another.

    def _go_on(self, now: float) -> None:
        """Append what follows by itself, then ask for the next decision.

        Where the journal cannot be written it is left, to be called again.
        """
        try:
            while event := self._following():
                self._append(event, now)
        except StorageFailed:
            return
        self._ask(now)

    def _following(self) -> AnyEvent | None:
        """The next event that nobody is asked for."""
        if self.has_lost:
            return None
        position = self.follower.position
        if isinstance(position.phase, Revealing):
            waiting = self._bots.among(position.awaited)
            if waiting:
                self._openings.keep(waiting[0].seat, waiting[0].opening())
                return Revealed(seat=waiting[0].seat)
            if not position.awaited:
                return self._openings.opened(position.seats)
        elif isinstance(position.phase, OverPhase):
            return Ended(reason=Ending.FINISHED, seed=self._new.seed)
        return None

    def _play_bot(self, bot: HostSeat, now: float) -> None:
        position, seat = self.follower.position, bot.seat
        move = bot.choose(position, self.hands.of(seat), self.follower.sealed_phase)
        event = decide(position, seat, self.hands.for_move(seat, move), move)
        self._append(event, now)
        self._go_on(now)

    def _time_is_up(self, now: float) -> None:
        position = self.follower.position
        event = default_event(position, self.hands)
        self._append(event or self._openings.opened(position.seats), now)
        self._go_on(now)

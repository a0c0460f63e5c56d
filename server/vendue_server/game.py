"""One game at the host: every move, clock tick and bot, one event after another.

It does no I/O and knows no time but the one handed in, so a whole game can be
played in a test without a socket. Every call runs to its end; nothing waits here.
"""

from __future__ import annotations

from math import inf
from typing import Final

from vendue_protocol.errors import Code
from vendue_protocol.keys import SigningKey
from vendue_protocol.messages import Accepted, Dealt, Due, Intervened
from vendue_shared.choices import Decision
from vendue_shared.decide import decide
from vendue_shared.events import (
    AnyEvent,
    Begun,
    Called,
    Ended,
    Ending,
    Player,
    Plays,
    Revealed,
)
from vendue_shared.happened import LogClosed, RoundBegan
from vendue_shared.moves import AnyMove, Reveal
from vendue_shared.paintings import Painting
from vendue_shared.phases.idle_phases import Over
from vendue_shared.phases.sealed_bids import Revealing
from vendue_shared.seats import Seat

from .answers import Answers
from .asking import due_of
from .game_log import GameLog
from .hands import Hands
from .host_seat import Chance, HostSeat
from .host_seats import HostSeats
from .new_game import Manners, NewGame
from .openings import Openings, check_opening
from .patience import Patience, pause_for
from .refusal import Refusal
from .study import Study
from .time_up import default_event

TOGETHER: Final = frozenset({Decision.OPEN, Decision.SEAL, Decision.REVEAL})
"""Decisions asked of several seats at once: one clock for all of them."""


class Game:
    """A game from `begun` to `ended`.

    Args:
        new: What the set-up made.
        host_key: Signs the host's holds.
        chance: Where bots' dice come from.
        manners: See there.
        now: Seconds on the host's clock.
        study: Who thinks for bots that need long; `None`: they think here.
    """

    def __init__(
        self,
        new: NewGame,
        *,
        host_key: SigningKey,
        chance: Chance,
        manners: Manners,
        now: float,
        study: Study | None = None,
    ) -> None:
        terms = new.begun.terms
        self._new, self.manners = new, manners
        self.log = GameLog(host_key)
        self.follower = self.log.follower
        """What everybody else follows, too."""
        self.hands = Hands(new.deal)
        self.answers = [Answers() for _ in terms.chairs]
        """By seat."""
        self._openings = Openings()
        self._bots = HostSeats(new, self.log, self.hands, chance, study)
        self._asked: object = None
        self.is_closed = False
        """Whether the last event is in the log."""
        self.patience = Patience(terms, self.log.follower.position, now)
        self.pause: Intervened | None = None
        """Why the game stands still, as all were told; `None`: it goes on."""

    @property
    def begun(self) -> Begun:
        """Event 1."""
        return self._new.begun

    @property
    def deck(self) -> tuple[Painting, ...]:
        """All seventy, top first; secret until the game is closed."""
        return self._new.deal.deck

    def begin(self, now: float) -> None:
        """Append event 1 and deal."""
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
            Refusal: The number, or the opening, is wrong.
        """
        answers, position = self.answers[seat], self.follower.position
        if repeated := answers.repeated(n, move):
            return repeated
        if position.bots[seat]:
            raise Refusal(Code.AUTH, f"a bot plays seat {seat}")
        # A reveal is no decision: the client opens what its player sealed before.
        if self.pause is not None and not isinstance(move, Reveal):
            raise Refusal(Code.PAUSED, f"seat {seat}")
        event = decide(position, seat, self.hands.for_move(seat, move), move)
        if isinstance(move, Reveal):
            opening = check_opening(self.follower, seat, move)
            self.log.take_hold(seat, self.follower.s_of_lock, move.hold)
            self._openings.keep(seat, opening)
        self._append(event, now)
        accepted = answers.store(move, self.follower.s)
        self._go_on(now)
        return accepted

    def hand_over(self, seat: Seat, to: Player, now: float) -> None:
        """Let a bot play a person's seat, or the person again.

        Raises:
            IllegalMove: It is so already, or the seat has just sealed.
        """
        self._append(Plays(seat=seat, by=to), now)
        if to is Player.BOT:
            self._bots.take(seat, self.manners.stand_in)
        else:
            self._bots.give_back(seat)
        self._go_on(now)

    def end(self, reason: Ending, now: float) -> None:
        """Close the log and publish the seed."""
        self._append(Ended(reason=reason, seed=self._new.seed), now)

    def stand_still(self, why: Intervened, now: float) -> None:
        """Pause: clocks, purses and bots stand still.

        Raises:
            Refusal: It is paused already.
        """
        if self.pause is not None:
            raise Refusal(Code.PAUSED, "already")
        self.pause = why
        self.patience.pause(now)

    def go_on(self, now: float) -> None:
        """End a pause."""
        self.pause = None
        self.patience.resume(now)

    def person_came(self, seat: Seat, now: float) -> None:
        """A seat's person has a line (again)."""
        self.patience.let_go.discard(seat)
        self.patience.grace.came(seat, now)
        self.patience.watch(now)

    def person_went(self, seat: Seat, now: float, *, has_left: bool) -> None:
        """A seat's person has lost the line, or has left for good."""
        if has_left:
            self.patience.grace.give_up(seat, now)
        else:
            self.patience.grace.went(seat, now)
        self.patience.watch(now)

    # Time.

    def deadline(self) -> float:
        """When `tick` has something to do; infinity if never by itself."""
        if self.is_closed:
            return inf
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

    # How one event follows another.

    def _append(self, event: AnyEvent, now: float) -> None:
        step = self.log.append(event)
        self.hands.follow(event)
        if self._bots:
            self._bots.saw(step, self.follower.position)
        if not step.facts:
            return
        for fact in step.facts:
            if isinstance(fact, RoundBegan):
                self._deal_round(fact, now)
            elif isinstance(fact, LogClosed):
                self.is_closed = True
                self._bots.close()
        self.log.sign()

    def _go_on(self, now: float) -> None:
        """Append what follows by itself, then ask for the next decision."""
        while event := self._following():
            self._append(event, now)
        self._ask(now)

    def _following(self) -> AnyEvent | None:
        """The next event that nobody is asked for."""
        position = self.follower.position
        if isinstance(position.phase, Revealing):
            waiting = self._bots.among(position.awaited)
            if waiting:
                self._openings.keep(waiting[0].seat, waiting[0].opening())
                return Revealed(seat=waiting[0].seat)
            if not position.awaited:
                return self._openings.opened(position.seats)
        elif isinstance(position.phase, Over):
            return Ended(reason=Ending.FINISHED, seed=self._new.seed)
        return None

    def _ask(self, now: float) -> None:
        position = self.follower.position
        decision = position.phase.decision
        one = () if decision in TOGETHER else position.awaited
        asked = (decision, position.auction, position.round, one)
        if asked != self._asked:
            self._asked = asked
            if decision is not Decision.NONE:
                self.patience.clock.start(decision, now)
        elif isinstance(self.log.steps[-1].event, Called):
            self.patience.clock.lift(now)
        self.patience.watch(now)
        if self._bots:
            left_s = self.patience.clock.left_s(now)
            self._bots.ask(position, now, self.manners.pace, left_s)

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

    # Hands, seats and signatures.

    def _deal_round(self, fact: RoundBegan, now: float) -> None:
        for seat, cards in enumerate(self.hands.take_share(fact.number)):
            dealt = Dealt(s=self.follower.s, cards=cards)
            self.log.feed.beside(dealt, Seat(seat))
        self.patience.grace.refill(now)

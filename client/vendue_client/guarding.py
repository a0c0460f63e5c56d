"""What a client looks at beside the log itself, from the first event to the last."""

from __future__ import annotations

from collections import deque

from vendue_protocol.chain import HOST
from vendue_protocol.follower import Follower, Step
from vendue_protocol.hindsight import Hindsight
from vendue_protocol.host_messages import Dealt
from vendue_protocol.host_moves import check_host_moves
from vendue_protocol.log_frames import SPECTATOR
from vendue_protocol.own_seat import OwnSeat
from vendue_protocol.proof import Check, ProofFailed
from vendue_shared.events import AnyEvent, Ended, Moved, Player, Plays, Sealed
from vendue_shared.happened import RoundBegan
from vendue_shared.moves import AnyMove


class Guard:
    """One game's guard: what the host owes, the own moves and time, the seed.

    A host's hold and the paintings of a round stand before the next event in every
    feed, so whoever leaves them out is noticed at once.
    """

    __slots__ = (
        "_bots_asked", "_hindsight", "_hold", "_paintings", "_unanswered", "reader",
    )  # fmt: skip

    def __init__(self) -> None:
        self._hindsight = Hindsight()
        self._unanswered: deque[AnyMove] = deque()
        """The moves sent on this line; the host answers them in order."""
        self._hold = 0
        """The hold point that the host has still to sign; 0: none."""
        self._bots_asked = 0
        """How often a bot may yet take over, because somebody asked for it."""
        self._paintings = 0
        """The event that began a round of which nothing was dealt yet; 0: none."""
        self.reader: int = SPECTATOR
        """The seat that something was dealt to, where it is the own one no more."""

    @property
    def awaits_paintings(self) -> bool:
        """Whether a round has begun of which nothing was dealt yet."""
        return bool(self._paintings)

    # What the own seat sends.

    def sending(self, move: AnyMove, own: OwnSeat | None, s: int, now: float) -> None:
        """A move leaves; `s` is the last event that is held."""
        self._unanswered.append(move)
        if own is not None:
            own.moves.sending(move, s)
            own.time.sent(now)

    def asks_for_bot(self) -> None:
        """A bot is to take over: the player wants it, has left, or it was told."""
        self._bots_asked += 1

    def has_no_bot(self) -> None:
        """The host has refused to let a bot take over."""
        self._bots_asked = max(0, self._bots_asked - 1)

    def answered(self, own: OwnSeat | None, *, may_be_done: bool) -> None:
        """The host has answered a move.

        Args:
            own: The own seat.
            may_be_done: Whether it can still become an event, or has become one.
        """
        move = self._unanswered.popleft() if self._unanswered else None
        if own is None:
            return
        own.time.answered()
        if move is not None and not may_be_done:
            own.moves.refused(move)

    def forget_line(self, own: OwnSeat | None) -> None:
        """On another line now: what was not answered never will be."""
        self._unanswered.clear()
        if own is not None:
            own.time.forget()

    # What the host does.

    def before(
        self,
        event: AnyEvent,
        s: int,
        follower: Follower,
        own: OwnSeat | None,
        *,
        forgives: bool,
    ) -> bool:
        """Look at an event before it is taken.

        Args:
            event: The next of the log.
            s: Its number.
            follower: The log before it.
            own: The own seat.
            forgives: Whether own moves may have been forgotten, in a crash.

        Returns:
            Whether it is an own move that was forgotten.

        Raises:
            ProofFailed: Nothing was dealt, the host may not do this, or the own
                seat never asked for it.
        """
        if self._paintings:
            raise ProofFailed(Check.ORDER, s, "nothing was dealt as the round began")
        check_host_moves(event, s, follower.position)
        if own is None:
            return False
        is_forgotten = _is_forgotten(event, s, follower, own, forgives=forgives)
        is_own = isinstance(event, Moved) and event.seat == own.seat
        if is_own and not getattr(event, "auto", False):
            own.time.answered()
        return is_forgotten

    def after(
        self,
        step: Step,
        follower: Follower,
        own: OwnSeat | None,
        now: float,
        *,
        is_there: bool,
    ) -> None:
        """Look at an event that was just taken.

        Args:
            step: The event.
            follower: The log with it.
            own: The own seat.
            now: When it came.
            is_there: Whether the line was up when it happened.

        Raises:
            ProofFailed: The host has not signed its last hold point, cut the own
                time short or gave the own seat away, or its seed proves another
                game. All can be survived.
        """
        self._hindsight.take(step)
        point, self._hold = self._hold, 0
        try:
            self._check_hold(point, follower)
            if own is not None:
                own.time.check(step.event, step.s, now)
                if is_there:
                    self._check_seat(step, own)
        finally:
            self._expect(step, follower, own)
        if isinstance(step.event, Ended):
            self._hindsight.prove(self.reader if own is None else own.seat)

    def dealt(self, dealt: Dealt) -> None:
        """A round's paintings have come."""
        self._paintings = 0
        self._hindsight.dealt(dealt)

    def over(self, follower: Follower) -> None:
        """The host says that the game is over.

        Raises:
            ProofFailed: The host has not signed the end.
        """
        point, self._hold = self._hold, 0
        self._check_hold(point, follower)

    def _check_seat(self, step: Step, own: OwnSeat) -> None:
        event = step.event
        if not isinstance(event, Plays) or event.seat != own.seat:
            return
        if event.by is not Player.BOT:
            return
        was_asked, self._bots_asked = self._bots_asked, max(0, self._bots_asked - 1)
        if not was_asked:
            raise ProofFailed(Check.SEAT, step.s, "a bot that nobody here asked for")

    def _expect(self, step: Step, follower: Follower, own: OwnSeat | None) -> None:
        points = follower.hold_points
        if points and points[-1].s == step.s:
            self._hold = step.s
        if own is None:
            return
        if any(isinstance(fact, RoundBegan) for fact in step.facts):
            self._paintings = step.s
        own.time.follow(follower.position)

    def _check_hold(self, point: int, follower: Follower) -> None:
        if point and (point, HOST) not in follower.holds:
            raise ProofFailed(Check.HOLD, point, "the host has not signed it")


def _is_forgotten(
    event: AnyEvent, s: int, follower: Follower, own: OwnSeat, *, forgives: bool
) -> bool:
    """Whether an event is an own move of which nothing is known; see `Guard.before`."""
    try:
        own.moves.check(event, s, follower.position)
    except ProofFailed:
        if not forgives:
            raise
        if isinstance(event, Sealed):
            own.find_seal(follower, event.commitment)
        return True
    return False

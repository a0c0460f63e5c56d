"""A game as one client follows it: its events, its hand, its holds and reveals."""

from __future__ import annotations

from collections.abc import Callable

from vendue_protocol.chain import HOST
from vendue_protocol.follower import Follower, Step
from vendue_protocol.keys import SigningKey
from vendue_protocol.messages import Dealt, Held, Logged, Message, Play
from vendue_protocol.proof import Check, ProofFailed
from vendue_shared.events import AnyEvent, Begun, Ended
from vendue_shared.happened import RoundEnded
from vendue_shared.moves import AnyMove
from vendue_shared.paintings import Painting
from vendue_shared.phases.sealed_bids import Revealing

from .entries import Notice
from .guarding import Guard
from .keeping import Keeper
from .known import Known
from .setting_up import Promise, SettingUp
from .stage import Stage


class Following(Known):
    """The part of a `Participant` that follows a game and plays in it.

    Args:
        key: The key of this sitting.
        now: Seconds on a clock that never goes back.
        promise: Keeps what must outlive a crash before a secret leaves.
        keeper: Keeps the logs of the games.
        setting_up: The set-ups of this sitting.
    """

    def __init__(
        self,
        key: SigningKey,
        *,
        now: Callable[[], float],
        promise: Promise,
        keeper: Keeper,
        setting_up: SettingUp,
    ) -> None:
        super().__init__(key, now=now, keeper=keeper, setting_up=setting_up)
        self._promise = promise

    def play(self, move: AnyMove) -> Play:
        """Number a move and remember that it is on its way."""
        self.in_flight = move
        self.guard.sending(move, self.own, self._now())
        return Play(n=self.moves_accepted + 1, move=move)

    def _logged(self, message: Logged) -> list[Message]:
        if message.s == 1 and (self.over is not None or not self.is_playing):
            self.begin_anew()
        now = self._now()
        try:
            step = self.follower.receive(
                message.s,
                message.e,
                before=lambda event: self._before(event, message.s),
            )
        except ProofFailed:
            if self.follower.s:
                self.keeper.evidence(message)
            raise
        if isinstance(step.event, Begun):
            self._begun(step.event)
        self.keeper.event(step, self.follower.head, self.playing_seat)
        self._follow(step)
        self.guard.after(step, self.follower, self.own, now)
        return self._reveal()

    def _before(self, event: AnyEvent, s: int) -> None:
        """What else is checked of an event before it is taken."""
        if isinstance(event, Begun):
            self._check_agreed(event)
        self.guard.before(event, s, self.follower, self.own)

    def _check_agreed(self, event: Begun) -> None:
        """Whether this is the game that was agreed on, if any was."""
        own, terms = self.own, event.terms
        if own is not None and own.game == terms.game:
            own.check_begun(event)
            self.setting_up.check_new(terms.game, 1)
        elif self.setting_up.sits and self.key.public in {c.key for c in terms.chairs}:
            raise ProofFailed(Check.TERMS, 1, "the own seat never agreed to it")

    def begin_anew(self) -> None:
        """Forget the game that was followed: another one begins, or another table."""
        self.follower, self.guard = Follower(), Guard()
        self.rounds, self.due, self.over, self.presence = [], None, None, None
        self.pause = None
        self.moves_accepted, self.in_flight, self.refusal = 0, None, None

    def _begun(self, event: Begun) -> None:
        self.stage = Stage.GAME
        self.setting_up.begun(event.terms.game)
        if self.own is not None and self.own.game == event.terms.game:
            self.own.time.answered()
            self.chair = self.own.seat
        else:
            self.own, self.chair = None, None

    def _follow(self, step: Step) -> None:
        self.entries.append(step)
        self.rounds.extend(f for f in step.facts if isinstance(f, RoundEnded))
        seat = self.playing_seat
        painting = getattr(step.event, "painting", None)
        if (
            self.own
            and painting is not None
            and getattr(step.event, "seat", -1) == seat
        ):
            self.own.hand.pop(Painting(painting), None)
        if isinstance(step.event, Ended) and not step.event.seed:
            self.entries.append(Notice("unproven"))
        if self._is_too_late(step):
            self.in_flight = None

    def _is_too_late(self, step: Step) -> bool:
        """Whether what was sent last, if not answered yet, cannot be done any more."""
        move, own, position = self.in_flight, self.own, self.position
        if move is None or own is None or own.time.is_up(step.event):
            return True
        if not isinstance(position.phase, Revealing) and not position.awaited:
            return True
        return move.auction < position.auction

    def _dealt(self, message: Dealt) -> None:
        self.keeper.dealt(message)
        if self.own is not None:
            self.own.take_dealt(self.follower, message)
            self.guard.dealt(message)

    def _held(self, message: Held) -> list[Message]:
        self.keeper.held(message)
        if not self.follower.take_hold(message.s, message.who, message.hold):
            raise ProofFailed(Check.HOLD, message.s, f"of {message.who}")
        if message.who != HOST:
            return []
        self._host_held_at = self._now()
        if self.own is None:
            return []
        own = self.own.hold(self.follower, message.s)
        # It comes back from the host, perhaps only after this client has left.
        self.follower.take_hold(own.s, self.own.seat, own.hold)
        self.keeper.held(Held(s=own.s, who=self.own.seat, hold=own.hold))
        return [own, *self._reveal()]

    def _reveal(self) -> list[Message]:
        if self.own is None or self.alarm is not None or self.in_flight is not None:
            return []
        move = self.own.reveal(self.follower)
        if move is None:
            return []
        self._promise("reveal", self.own.game, self.follower.head)
        return [self.play(move)]

"""A game as one client follows it: its events, its hand, its holds and reveals."""

from __future__ import annotations

from collections.abc import Callable

from vendue_protocol.chain import HOST
from vendue_protocol.client_messages import Hold, Play
from vendue_protocol.codec import decode_event
from vendue_protocol.follower import Follower, Step
from vendue_protocol.host_messages import Dealt, Held, Logged
from vendue_protocol.keys import SigningKey
from vendue_protocol.message import Message
from vendue_protocol.own_seat import OwnSeat
from vendue_protocol.proof import Check, ProofFailed
from vendue_shared.events import AnyEvent, Begun, Ended
from vendue_shared.happened import RoundEnded
from vendue_shared.moves import AnyMove
from vendue_shared.paintings import Painting
from vendue_shared.phases.sealed_bids import Revealing, Sealing

from .entries import Notice
from .guarding import Guard
from .keeping import Keeper
from .known import Known
from .setting_up import SettingUp, TakeNote
from .sitting_notes import Over, Revealing as RevealingNote, Sending
from .stage import Stage


class Following(Known):
    """The part of a `Participant` that follows a game and plays in it.

    Args:
        key: The key of this sitting.
        now: Seconds on a clock that never goes back.
        note: Keeps what must outlive a crash, before what follows it leaves.
        keeper: Keeps the logs of the games.
        setting_up: The set-ups of this sitting.
    """

    def __init__(
        self,
        key: SigningKey,
        *,
        now: Callable[[], float],
        note: TakeNote,
        keeper: Keeper,
        setting_up: SettingUp,
    ) -> None:
        super().__init__(key, now=now, keeper=keeper, setting_up=setting_up)
        self.note = note
        self.revealed: dict[tuple[bytes, int], bytes] = {}
        """The head under which a bid was revealed, by game and auction."""

    def play(self, move: AnyMove) -> Play:
        """Number a move and remember that it is on its way."""
        follower, n = self.follower, self.moves_accepted + 1
        self.note(Sending(game=follower.game, s=follower.s, n=n, move=move))
        return self._sent(move)

    def _sent(self, move: AnyMove) -> Play:
        self.in_flight, self.in_flight_n = move, self.moves_accepted + 1
        self.guard.sending(move, self.own, self.follower.s, self._now())
        return Play(n=self.in_flight_n, move=move)

    # What was missed.

    def catch_up(self) -> list[Message]:
        """What to say once all that was missed is here; nothing at other times.

        The newest hold point is signed, what was not answered is sent again with
        its number, and what is to be revealed is revealed.
        """
        if not self.back.is_there(self.follower.s) or self.host_has_lost:
            return []
        self._find_own_bid()
        return [*self._newest_hold(), *self._again(), *self._reveal()]

    def miss_end(self, how: str = "missed-end") -> None:
        """The game has ended, and its end is told to this client never more.

        Args:
            how: The notice of it.
        """
        if self.own is not None:
            self.note(Over(game=self.own.game))
        self.entries.append(Notice(how))
        self.begin_anew()
        self.own, self.chair, self.stage = None, self.lobby_chair, Stage.LOBBY
        self.back.arrive()

    def _find_own_bid(self) -> None:
        """After a restart, know again what was sealed."""
        own, phase = self.own, self.position.phase
        if own is None or not isinstance(phase, Sealing | Revealing):
            return
        commitment = phase.commitments[own.seat]
        if commitment is not None and not self.position.bots[own.seat]:
            own.sealed = own.find_seal(self.follower, commitment)

    def _newest_hold(self) -> list[Message]:
        points = self.follower.hold_points
        if self.own is None or not points:
            return []
        s = points[-1].s
        return [self._hold(self.own, s)] if (s, HOST) in self.follower.holds else []

    def _again(self) -> list[Message]:
        move, seat = self.in_flight, self.playing_seat
        self.in_flight = None
        if move is None or seat is None or self.in_flight_n <= self.moves_accepted:
            return []
        return [] if self.position.bots[seat] else [self._sent(move)]

    def _logged(self, message: Logged) -> list[Message]:
        if self.back.is_behind and self._is_known(message):
            return self.catch_up()
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
        is_there = not self.back.is_behind
        try:
            self.guard.after(step, self.follower, self.own, now, is_there=is_there)
        finally:
            answers = self.catch_up()
        return [*answers, *self._reveal()]

    def _is_known(self, message: Logged) -> bool:
        """Whether who comes back is told once more what is here already.

        A spectator is told all from event 1; another game may have begun meanwhile.
        """
        follower = self.follower
        if not 1 <= message.s <= follower.s:
            return False
        if follower.has(message.s, message.e):
            return True
        if message.s == 1 and self.own is None:
            begun = decode_event(message.e)
            if isinstance(begun, Begun) and begun.terms.game != follower.game:
                self.begin_anew()
        return False

    def _before(self, event: AnyEvent, s: int) -> None:
        """What else is checked of an event before it is taken."""
        if isinstance(event, Begun):
            self._check_agreed(event)
        forgives = self.back.is_restarted
        if self.guard.before(event, s, self.follower, self.own, forgives=forgives):
            self.entries.append(Notice("made-before", str(s)))

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
        self.passed_lot = None

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
        if isinstance(step.event, Ended):
            if self.own is not None:
                self.note(Over(game=self.follower.game))
            if not step.event.seed:
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
        if self.own is None or self.back.is_behind:
            return []
        return [self._hold(self.own, message.s), *self._reveal()]

    def _hold(self, own: OwnSeat, s: int) -> Hold:
        signed = own.hold(self.follower, s)
        # It comes back from the host, perhaps only after this client has left.
        self.follower.take_hold(s, own.seat, signed.hold)
        self.keeper.held(Held(s=s, who=own.seat, hold=signed.hold))
        return signed

    def _reveal(self) -> list[Message]:
        if self.own is None or self.alarm is not None or self.in_flight is not None:
            return []
        if self.back.is_behind or self.is_reveal_refused:
            return []
        move = self.own.reveal(self.follower)
        if move is None:
            return []
        self._promise_to_reveal(self.own.game, move.auction)
        return [self.play(move)]

    def _promise_to_reveal(self, game: bytes, auction: int) -> None:
        """A bid is revealed under one head; in another history never again.

        Raises:
            ProofFailed: It was revealed in another.
        """
        lock, follower = self.follower.s_of_lock, self.follower
        head = self.revealed.get((game, auction))
        if head is None:
            self.note(
                RevealingNote(game=game, auction=auction, head=follower.heads[lock])
            )
            self.revealed[game, auction] = follower.heads[lock]
        elif head != follower.heads[lock]:
            raise ProofFailed(
                Check.REWRITTEN, lock, "a bid revealed in another history"
            )

"""All that one client knows, and what it does by itself; sans-IO.

It takes the host's messages, follows the log, and answers what needs no player:
its share of the chance, its holds, its reveals. It never makes a move. The
presenter reads its fields; the connection sends what it returns.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from vendue_protocol.chain import HOST
from vendue_protocol.errors import Code
from vendue_protocol.follower import Follower, Step
from vendue_protocol.keys import SigningKey
from vendue_protocol.messages import (
    Accepted,
    Bye,
    Commitments,
    Dealt,
    Due,
    Held,
    Intervened,
    Lobby,
    Logged,
    Message,
    Over,
    Ping,
    Play,
    Pong,
    Presence,
    Proposal,
    Refused,
    Tables,
    Welcome,
)
from vendue_protocol.own_seat import OwnSeat
from vendue_protocol.proof import Check, ProofFailed
from vendue_shared.choices import AnyChoice
from vendue_shared.decide import legal_moves
from vendue_shared.events import AnyEvent, Begun, Ended
from vendue_shared.happened import RoundEnded
from vendue_shared.money import Money
from vendue_shared.moves import AnyMove
from vendue_shared.paintings import Painting
from vendue_shared.phases.idle_phases import Closed
from vendue_shared.phases.sealed_bids import Revealing
from vendue_shared.position import Position
from vendue_shared.seats import Seat

from .between_games import check_between, hear_checked
from .entries import Entry, Notice
from .guarding import Guard
from .keeping import Keeper, NoKeeper
from .setting_up import Promise, SettingUp
from .stage import Stage

ENTRIES_KEPT: Final = 2000
"""Lines of history kept for the screen: three whole games."""

MOST_ALARMS: Final = 100
"""A host that gave cause for so many is not listened to any longer."""

_NO_KEEPER: Final = NoKeeper()


class Participant:
    """One client at one host.

    Args:
        key: The key of this sitting.
        randomness: Gives that many fresh random bytes.
        now: Seconds on a clock that never goes back.
        promise: Keeps what must outlive a crash before a secret leaves.
        keeper: Keeps the logs of the games.
    """

    _host_held_at = 0.0
    """When the host's newest hold came, on the clock of `now`."""
    presence_at = 0.0
    """When the newest presence came, on the same clock."""
    pause: Intervened | None = None
    """Why the game stands still; `None`: it goes on."""

    def __init__(
        self,
        key: SigningKey,
        *,
        randomness: Callable[[int], bytes],
        now: Callable[[], float],
        promise: Promise,
        keeper: Keeper = _NO_KEEPER,
    ) -> None:
        self.key = key
        self._now, self._promise, self.keeper = now, promise, keeper
        self.stage = Stage.HALL
        self.welcome: Welcome | None = None
        self.tables: Tables | None = None
        """The newest list of tables; `None` until asked for."""
        self.created: int | None = None
        """The number of the table that was opened last at the player's wish."""
        self.lobby: Lobby | None = None
        """The table's lobby, as last shown."""
        self.chair: Seat | None = None
        """The own chair; `None`: watching, or at no table."""
        self.table: int | None = None
        self.follower, self.guard = Follower(), Guard()
        self.own: OwnSeat | None = None
        """The own seat's secrets; `None`: watching."""
        self.due: Due | None = None
        self.due_until: float = 0.0
        """When the clock of `due` runs out, on the clock of `now`."""
        self.presence: Presence | None = None
        self.entries: deque[Entry] = deque(maxlen=ENTRIES_KEPT)
        self.rounds: list[RoundEnded] = []
        """The finished rounds of this game."""
        self.over: Over | None = None
        """Set when the game is closed, until the next one begins."""
        self.moves_accepted = 0
        """The number of the seat's last accepted move."""
        self.in_flight: AnyMove | None = None
        """A move sent and not answered yet, that can still be done."""
        self.refusal: Refused | None = None
        """Why the last move or request was refused; `None` once one was accepted."""
        self.attempts = 0
        """How many set-ups this game took so far."""
        self.farewell: Bye | None = None
        self.alarm: ProofFailed | None = None
        """What no honest host does, and the player has not decided about yet;
        until then nothing is revealed."""
        self.alarms: list[ProofFailed] = []
        """All of this sitting."""
        self.setting_up = SettingUp(key, randomness, promise)

    # What the presenter asks.

    @property
    def position(self) -> Position:
        """The public position; not begun before the first event."""
        return self.follower.position

    @property
    def names(self) -> tuple[str, ...]:
        """The names at the table of this game, in seat order."""
        if not self.follower.s:
            return ()
        return tuple(chair.name for chair in self.follower.terms.chairs)

    @property
    def hand(self) -> tuple[Painting, ...]:
        """The own paintings, by number: by artist, then by kind."""
        return tuple(sorted(self.own.hand)) if self.own else ()

    @property
    def is_alone(self) -> bool:
        """Whether no other person is at the table."""
        if self.lobby is None:
            return True
        others = [c for c in self.lobby.chairs if c.key not in {b"", self.key.public}]
        return not self.lobby.watchers and not any(chair.here for chair in others)

    @property
    def choices(self) -> tuple[AnyChoice, ...]:
        """What the player may do now; empty while a move is on its way."""
        seat = self.playing_seat
        if seat is None or self.in_flight is not None or self.stage is not Stage.GAME:
            return ()
        if self.pause is not None:
            return ()
        if self.position.bots[seat] or isinstance(self.position.phase, Revealing):
            return ()  # a reveal goes by itself
        if self.guard.awaits_paintings:
            return ()  # the event came in an earlier piece than the paintings
        return legal_moves(self.position, seat, self.hand)

    @property
    def is_playing(self) -> bool:
        """Whether a game has begun here and is not closed."""
        return bool(self.follower.s) and not isinstance(self.position.phase, Closed)

    @property
    def playing_seat(self) -> Seat | None:
        """The own seat in the game now on; `None`: watching, or no game."""
        return self.own.seat if self.own and self.follower.s else None

    @property
    def seconds_left(self) -> float:
        """What is left of the clock of `due`, never below 0."""
        return max(0.0, self.due_until - self._now())

    @property
    def own_bid(self) -> Money | None:
        """The own sealed bid of the auction now on, for the own screen alone."""
        if self.own and self.own.sealed and self.follower.sealed_phase:
            return self.own.sealed.bid
        return None

    @property
    def clock(self) -> float:
        """Now, on the clock of all that is kept with its time."""
        return self._now()

    @property
    def hold_age_s(self) -> float:
        """How long the host's newest hold has been here."""
        return self._now() - self._host_held_at

    @property
    def is_asked_again(self) -> bool:
        """Whether the player must say yes before another share is given."""
        return self.stage is Stage.SETUP and self.setting_up.asks is not None

    @property
    def evidence(self) -> str:
        """Where the log of the game now on is kept; empty: nowhere."""
        path = self.keeper.path
        is_this = path is not None and path.name.startswith(self.follower.game.hex())
        return str(path) if is_this else ""

    # What the player does.

    def play(self, move: AnyMove) -> Play:
        """Number a move and remember that it is on its way."""
        self.in_flight = move
        self.guard.sending(move, self.own, self._now())
        return Play(n=self.moves_accepted + 1, move=move)

    # What the host says.

    def receive(self, message: Message) -> list[Message]:
        """Take a message of the host.

        Returns:
            What to answer at once, in order.

        Raises:
            ProofFailed: The host did what no honest host does, and its log cannot
                be followed any further; or it has done so too often.
        """
        if self.alarm is not None and not self.alarm.check.is_survivable:
            raise self.alarm
        messages = self._watched(lambda: self._answer(message))
        if self.alarm is not None and not self.alarm.check.is_survivable:
            raise self.alarm
        if len(self.alarms) >= MOST_ALARMS:
            raise self.alarms[-1]
        return messages

    def _watched(self, answer: Callable[[], list[Message]]) -> list[Message]:
        """What is answered; nothing where that raises an alarm."""
        try:
            return answer()
        except ProofFailed as failure:
            if self.alarm is None or not failure.check.is_survivable:
                self.alarm = failure
            # Where it was raised holds on to all that was there.
            self.alarms.append(failure.with_traceback(None))
            self.entries.append(Notice("alarm", failure.check))
            return []

    def go_on(self) -> list[Message]:
        """The player has seen the alarm and plays on; what was held back follows.

        Returns:
            What to send; the alarm stays in the list.
        """
        if self.alarm is None or not self.alarm.check.is_survivable:
            return []
        self.alarm = None
        return self._watched(self._reveal)

    def _answer(self, message: Message) -> list[Message]:  # noqa: C901 - one a message
        match message:
            case Logged():
                return self._logged(message)
            case Due():
                self.due = message
                self.due_until = self._now() + message.ms / 1000
                if self.own is not None:
                    self.own.time.told(message)
            case Accepted():
                self.guard.answered(self.own, may_be_done=True)
                self.moves_accepted = max(self.moves_accepted, message.n)
                self.in_flight, self.refusal = None, None
                return self._reveal()
            case Dealt():
                self._dealt(message)
            case Held():
                return self._held(message)
            case Ping():
                return [Pong()]
            case Proposal():
                return self._proposed(message)
            case Commitments():
                return self._committed(message)
            case Refused():
                self._refused(message)
                return self._reveal()
            case _:
                hear_checked(self, message)
        return []

    def back_to_lobby(self) -> None:
        """Leave the end of a game and look at the table's lobby."""
        if self.over and self.lobby:
            self.stage = Stage.LOBBY

    def _refused(self, refusal: Refused) -> None:
        self.refusal = refusal
        if refusal.n:
            self.in_flight = None
            is_known = refusal.code == Code.NUMBER
            self.guard.answered(self.own, may_be_done=is_known)
        self.entries.append(Notice(refusal.code, refusal.to))

    # The set-up.

    def _proposed(self, proposal: Proposal) -> list[Message]:
        if self.chair is None or self.welcome is None:
            return []
        check_between(self, "a set-up")
        self.keeper.proposed(proposal)
        self.own = self.setting_up.agree(proposal, self.lobby, self.welcome.key)
        self.chair = self.own.seat
        self.stage, self.attempts = Stage.SETUP, proposal.attempt
        self.over = None
        return [self.own.agree()]

    def _committed(self, message: Commitments) -> list[Message]:
        if self.own is None:
            return []
        self.keeper.committed(message)
        answers = self.setting_up.commitments(self.own, message)
        if answers:
            self.own.time.sent(self._now())
        return answers

    def share_again(self) -> list[Message]:
        """The player's word to give another share after a set-up was given up.

        Returns:
            What to send; nothing where nothing was asked.
        """
        asks = self.setting_up.asks
        if asks is None:
            return []
        return self._watched(lambda: self._committed(asks))

    # The game.

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

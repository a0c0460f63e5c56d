"""A person's program that plays drawn moves: all of it but the line to the host."""

from __future__ import annotations

import random
from hashlib import sha256

from bench.drawn_moves import drawn_move
from tests.server.game_by_hand import KEYS

from vendue_protocol.chain import HOST
from vendue_protocol.client_messages import Play, Ready
from vendue_protocol.follower import Follower
from vendue_protocol.host_messages import (
    Accepted,
    Commitments,
    Dealt,
    GivenUp,
    Held,
    Lobby,
    Logged,
    Over,
    Proposal,
    Refused,
    Seated,
)
from vendue_protocol.message import Message
from vendue_protocol.own_seat import OwnSeat
from vendue_shared.bots.answers import SealedBid
from vendue_shared.decide import legal_moves
from vendue_shared.events import AnyEvent, Moved
from vendue_shared.moves import AnyMove
from vendue_shared.paintings import Painting
from vendue_shared.phases.sealed_bids import Revealing
from vendue_shared.seats import Seat


class PlayingPerson:
    """Follows, agrees, signs, reveals by itself, and moves when it is asked.

    Args:
        number: Its key.
    """

    def __init__(self, number: int) -> None:
        self._number, self._key = number, KEYS[number]
        self._chair: int | None = None
        self._lobby: Lobby | None = None
        self._ready_for: int | None = None
        """The revision that it said it was ready for."""
        self.refused: list[str] = []
        self.given_up: list[GivenUp] = []
        self.begin_again()

    def begin_again(self) -> None:
        """Have no game yet."""
        self.follower = Follower()
        self.overs: list[Over] = []
        self.own: OwnSeat | None = None
        self._pending: Play | None = None
        """What was sent, and not answered yet."""
        self._accepted = self._held = 0
        """Its last accepted move; the newest hold point that it has signed."""
        self._events: list[AnyEvent] = []
        self.acknowledged: dict[int, int] = {}
        """Each accepted move by number: the event it became."""

    def forget_line(self) -> None:
        """A new line has not told what the old one did."""
        self._lobby = self._ready_for = None

    def say(self, message: Message) -> None:
        raise NotImplementedError

    def next(self) -> Message | None:
        raise NotImplementedError

    @property
    def has_sat(self) -> bool:
        return self._chair is not None

    def has_each_once(self) -> bool:
        """Whether each accepted move is an event of this seat of its own."""
        events = [self._events[s - 1] for s in self.acknowledged.values()]
        mine = [
            e
            for e in events
            if isinstance(e, Moved) and self.own and e.seat == self.own.seat
        ]
        return len(mine) == len(set(self.acknowledged.values())) == len(events)

    def follow(self) -> None:
        """Take in what has come, and answer what needs no thought."""
        while (message := self.next()) is not None:
            self.take(message)
        self._sign()
        self._get_ready()

    def act(self) -> bool:
        """Send again what was not answered, or a move if one is asked; tell whether."""
        if self._pending is not None:
            self.say(self._pending)
            return True
        move = self._move()
        if move is not None:
            self._pending = Play(n=self._accepted + 1, move=move)
            self.say(self._pending)
        return move is not None

    def take(  # noqa: C901, PLR0912 - one a message
        self, message: Message
    ) -> None:
        match message:
            case Seated(chair=chair, n=n):
                self._chair = chair
                if self._pending is None:
                    self._accepted = n
            case Lobby():
                self._lobby = message
            case Proposal(terms=terms):
                keys = [chair.key for chair in terms.chairs]
                seat = Seat(keys.index(self._key.public))
                secret = sha256(b"secret %d" % self._number).digest()
                self.own = OwnSeat(
                    self._key, seat, message, entropy=secret, secret=secret
                )
                self.say(self.own.agree())
            case Commitments(game=game, ks=ks) if self.own:
                self.say(self.own.share(game, ks))
            case GivenUp():
                self.given_up.append(message)
                self.own = None
            case Logged(s=s, e=payload):
                event = self.follower.receive(s, payload).event
                self._events.append(event)
                painting = getattr(event, "painting", None)
                if self.own and painting is not None:
                    self.own.hand.pop(Painting(painting), None)
            case Dealt() if self.own:
                self.own.take_dealt(self.follower, message)
            case Held(s=s, who=who, hold=hold):
                assert self.follower.take_hold(s, who, hold), "a hold does not fit"
            case Accepted(n=n, s=s):
                self._accepted, self._pending = n, None
                assert self.acknowledged.setdefault(n, s) == s, "done twice"
            case Refused(code=code):
                self.refused.append(code)
                if message.to == "move" and code != "E_HOST_STORAGE":
                    self._pending = None
            case Over():
                self.overs.append(message)
            case _:
                pass

    def _get_ready(self) -> None:
        lobby = self._lobby
        if lobby is None or self.own is not None or self._chair is None:
            return
        if self._ready_for != lobby.revision and not lobby.chairs[self._chair].ready:
            self._ready_for = lobby.revision
            self.say(Ready(revision=lobby.revision, ready=True))

    def _sign(self) -> None:
        points = self.follower.hold_points
        if self.own and points and points[-1].s != self._held:
            s = self._held = points[-1].s
            if (s, HOST) in self.follower.holds:
                self.say(self.own.hold(self.follower, s))

    def _move(self) -> AnyMove | None:
        own, position = self.own, self.follower.position
        if own is None or self.overs or own.seat not in position.awaited:
            return None
        if isinstance(position.phase, Revealing):
            return own.reveal(self.follower)
        draw = random.Random(self.follower.s * 10 + own.seat).random
        choices = legal_moves(position, own.seat, tuple(sorted(own.hand)))
        move = drawn_move(position, choices, draw)
        if isinstance(move, SealedBid):
            return own.seal(self.follower, move.amount)
        return move

"""A table: its lobby, its set-up, its game, and its lobby again.

A plain object: every call on it runs to its end without waiting, so nobody else
ever sees it half changed. The host calls it for every message and at `deadline`.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import assert_never

import msgspec

from vendue_protocol.agreement import terms_digest
from vendue_protocol.codec import encode
from vendue_protocol.errors import Code
from vendue_protocol.keys import NO_HEAD, SigningKey
from vendue_protocol.messages import (
    Agree,
    Arrange,
    Finish,
    HandOver,
    Hold,
    Leave,
    Over,
    Play,
    Presence,
    Ready,
    Refused,
    Return,
    Said,
    Say,
    SeatBot,
    Seated,
    Share,
    Start,
    TableLine,
)
from vendue_protocol.text import clean_chat
from vendue_shared.events import Ended, Ending
from vendue_shared.options import preset_of
from vendue_shared.seats import Seat

from .connection import Connection
from .game import Game
from .host_seat import Chance
from .lobby import TableLobby
from .member import Member
from .members import Members
from .new_game import Manners
from .refusal import Refusal
from .setup import Setup


class Dealer(msgspec.Struct, frozen=True, kw_only=True):
    """What a table needs of its host; secret, so its repr shows nothing."""

    key: SigningKey
    """The host's key."""
    randomness: Callable[[int], bytes]
    """Gives so many fresh random bytes."""
    chance: Chance
    """Where bots' dice come from."""
    manners: Manners
    keep: Callable[[Game], None]
    """Called once with each closed game, to write its record."""

    def __repr__(self) -> str:
        return "Dealer(...)"


TableRequest = (
    Leave | Ready | Arrange | SeatBot | Start | Agree | Share | Play | Hold
    | HandOver | Finish | Say
)  # fmt: skip
"""What a member may say."""


class Table:
    """One table.

    Args:
        number: Its number at this host.
        name: Clean.
        lobby: Its chairs and options.
        dealer: See there.
    """

    def __init__(
        self, number: int, name: str, lobby: TableLobby, dealer: Dealer
    ) -> None:
        self.number, self.name, self.lobby, self._dealer = number, name, lobby, dealer
        self.members = Members()
        self.setup: Setup | None = None
        self.game: Game | None = None
        self.is_frozen = False
        """Whether a bug has stopped it; its log stays as it is."""
        self._attempts = 0
        self._prev = NO_HEAD
        self._playing: list[int] = []
        """By seat of the game or set-up now on: the chair."""

    @property
    def is_playing(self) -> bool:
        """Whether a set-up or a game is on."""
        return self.setup is not None or self.game is not None

    def line(self) -> TableLine:
        """The table as the list shows it."""
        chairs = self.lobby.chairs
        return TableLine(
            table=self.number,
            name=self.name,
            chairs=len(chairs),
            free=0 if self.is_playing else len(chairs) - len(chairs.taken),
            watchers=self.members.watchers,
            playing=self.is_playing,
            preset=str(preset_of(self.lobby.options)),
        )

    def deadline(self) -> float:
        """When `tick` has something to do; infinity if never by itself."""
        if self.is_frozen:
            return inf
        if self.setup is not None:
            return self.setup.deadline
        return self.game.deadline() if self.game is not None else inf

    def tick(self, now: float) -> None:
        """Do one thing that is due by the clock."""
        if self.setup is not None and self.setup.deadline <= now:
            self._give_up(self.setup)
        elif self.game is not None and self.game.tick(now):
            self._publish(self.game, now)

    def freeze(self) -> None:
        """A bug has stopped this table: everybody is told, and nothing is lost."""
        self.is_frozen = True
        self.members.tell(Refused(code=Code.BROKEN, to=""))

    # Coming and going.

    def sit(
        self, connection: Connection, name: str, key: bytes, chair: int | None
    ) -> None:
        """Seat a person.

        Raises:
            Refusal: No free chair, a name that is taken, or a game is on.
        """
        if self.is_playing:
            raise Refusal(Code.PLAYING, "a game is on")
        number = self.lobby.chairs.sit(name, key, chair)
        self._join(connection, key, Seated(table=self.number, chair=number))

    def watch(self, connection: Connection, now: float) -> None:
        """Let a spectator follow.

        Raises:
            Refusal: Too many watch already.
        """
        if self.members.watchers >= connection.limits.watchers:
            raise Refusal(Code.FULL, f"{self.members.watchers} watch")
        member = self._join(connection, b"", Seated(table=self.number, chair=None))
        if self.game is not None:
            member.follow(self.game.feed, None, 0)
            self._publish(self.game, now)

    def key_of_returning(self, message: Return) -> bytes:
        """The public key that a return must be signed with.

        Raises:
            Refusal: There is no such person at this table.
        """
        return self.lobby.chairs[self._returning_chair(message)].key

    def come_back(self, connection: Connection, message: Return, now: float) -> None:
        """Give a seat back to who has proved the key; the newest line wins.

        Raises:
            Refusal: There is no such seat, or the client holds another history.
        """
        number = self._returning_chair(message)
        place = self.game.place_of(message) if self.game is not None else 0
        chair, seat = self.lobby.chairs[number], Seat(message.seat)
        self.members.replace(chair.key)
        chair.is_here = True
        last = self.game.answers[seat].last if self.game is not None else 0
        seated = Seated(table=self.number, chair=number, n=last)
        member = self._join(connection, chair.key, seated)
        if self.game is not None:
            member.follow(self.game.feed, seat, place)
            self.game.person_came(seat, now)
            self._publish(self.game, now)

    def lose(self, connection: Connection, now: float, *, has_left: bool) -> None:
        """A member's line is gone, or the member has left.

        Args:
            connection: Whose.
            now: Seconds on the host's clock.
            has_left: Whether nobody needs to wait for it.
        """
        member = self.members.of(connection)
        if member is None:
            return
        self.members.remove(member)
        number = self._chair_of(member)
        if number is not None:
            self.lobby.chairs[number].is_here = False
            if self.game is not None and member.seat is not None:
                self.game.person_went(member.seat, now, has_left=has_left)
                self._publish(self.game, now)
            elif not self.is_playing:
                self.lobby.chairs.free(number)
        self._tell_lobby()

    # What members say.

    def handle(  # noqa: C901 - one case a request, closed by assert_never
        self, connection: Connection, request: TableRequest, now: float
    ) -> None:
        """Carry out what a member asks for.

        Raises:
            IllegalMove: The rules refuse it.
            Refusal: Anything else refuses it.
        """
        member = self.members.of(connection)
        if member is None or self.is_frozen:
            raise Refusal(Code.BROKEN if self.is_frozen else Code.AUTH)
        match request:
            case Play():
                game, seat = self._seat_in_game(member)
                accepted = game.move(seat, request.n, request.move, now)
                connection.queue(encode(accepted))
                self._publish(game, now)
            case Hold():
                game, seat = self._seat_in_game(member)
                game.hold(seat, request.s, request.hold)
                self.members.flush()
            case Agree() | Share():
                self._set_up(member, request, now)
            case Say():
                self._say(member, request, now)
            case HandOver():
                game, seat = self._seat_in_game(member)
                game.hand_over(seat, request.to, now)
                self._publish(game, now)
            case Finish():
                self._check_owner(member)
                game, _ = self._seat_in_game(member)
                game.end(Ending.OWNER, now)
                self._publish(game, now)
            case Leave():
                self.lose(connection, now, has_left=True)
            case Ready() | Arrange() | SeatBot() | Start():
                self._arrange(member, request, now)
            case _:
                assert_never(request)

    def _say(self, member: Member, request: Say, now: float) -> None:
        text = clean_chat(request.text)
        if not text or not member.may_chat(now, member.connection.limits):
            raise Refusal(Code.CHAT, "nothing to say, or too often")
        number = self._chair_of(member)
        name = self.lobby.chairs[number].name if number is not None else ""
        self.members.tell(Said(name=name, seat=self._seat_of(member), text=text))

    def _arrange(
        self, member: Member, request: Ready | Arrange | SeatBot | Start, now: float
    ) -> None:
        if self.is_playing:
            raise Refusal(Code.PLAYING, "a game is on")
        if isinstance(request, Ready):
            self.lobby.ready(self._chair_of(member), request)
        else:
            self._check_owner(member)
        if isinstance(request, Arrange):
            self.lobby.arrange(request)
        elif isinstance(request, SeatBot):
            self.lobby.seat_bot(request.chair, request.level)
        self._tell_lobby()
        chairs = self.lobby.chairs
        if isinstance(request, Start):
            if not chairs.may_start:
                raise Refusal(Code.OPTIONS, "three or more must sit, all be ready")
            self._propose(now)
        elif self.lobby.starts_alone and chairs.are_full and chairs.may_start:
            self._propose(now)

    # The set-up.

    def _propose(self, now: float) -> None:
        randomness, key = self._dealer.randomness, self._dealer.key
        terms = self.lobby.terms(randomness(16), self._prev, key.public)
        self._playing = self.lobby.chairs.taken
        self._attempts += 1
        self.setup = Setup(terms, randomness(32), self._attempts, now)
        self.members.tell(self.setup.proposal, to=self._plays)
        if self.setup.is_agreed:
            self._begin(self.setup, now)

    def _set_up(self, member: Member, request: Agree | Share, now: float) -> None:
        setup, seat = self.setup, self._seat_of(member)
        if setup is None or seat is None:
            raise Refusal(Code.STALE, "no set-up is on, or not with this seat")
        if isinstance(request, Agree):
            was_agreed = setup.is_agreed
            setup.agree(seat, request, now)
            if setup.is_agreed and not was_agreed:
                self.members.tell(setup.commitments, to=self._plays)
        else:
            setup.share(seat, request)
            if setup.is_done:
                self._begin(setup, now)

    def _give_up(self, setup: Setup) -> None:
        """A step took too long: who did not answer loses the chair."""
        missing = tuple(self._playing[seat] for seat in setup.missing())
        self.members.tell(setup.given_up(missing))
        if setup.is_agreed:
            self._prev = terms_digest(setup.terms)
        for number in missing:
            self.lobby.chairs.free(number)
        self.setup, self._playing = None, []
        self.lobby.changed()
        self._tell_lobby()

    def _begin(self, setup: Setup, now: float) -> None:
        chairs = [self.lobby.chairs[number] for number in self._playing]
        levels = {
            Seat(seat): chair.level
            for seat, chair in enumerate(chairs)
            if chair.level is not None
        }
        dealer = self._dealer
        self.setup, self._prev, self._attempts = None, NO_HEAD, 0
        self.game = Game(
            setup.new_game(levels),
            host_key=dealer.key,
            chance=dealer.chance,
            manners=dealer.manners,
        )
        for member in self.members:
            member.follow(self.game.feed, self._seat_of(member), 0)
        self.game.begin(now)
        for seat, chair in enumerate(chairs):
            if not chair.is_here:
                self.game.person_went(Seat(seat), now, has_left=False)
        self._publish(self.game, now)

    # The game.

    def _publish(self, game: Game, now: float) -> None:
        """Send what has changed to everybody, and close the game when it is over."""
        public = encode(game.due(None, now))
        awaited = game.follower.position.awaited
        for member in self.members:
            asked = member.seat is not None and member.seat in awaited
            member.due = encode(game.due(member.seat, now)) if asked else public
            member.connection.flush()
        if game.is_closed:
            self._close(game)

    def _close(self, game: Game) -> None:
        last = game.steps[-1].event
        reason = last.reason if isinstance(last, Ended) else Ending.HOST
        self.members.tell(Over(game=game.follower.game, reason=reason))
        self._dealer.keep(game)
        self.game = None
        chairs = self.lobby.chairs
        for number in chairs.persons:
            if not chairs[number].is_here:
                chairs.free(number)
        self._playing = []
        self.lobby.changed()
        self._tell_lobby()

    # Who is who.

    def _chair_of(self, member: Member) -> int | None:
        return self.lobby.chairs.number_of(member.key) if member.key else None

    def _seat_of(self, member: Member) -> Seat | None:
        number = self._chair_of(member)
        return Seat(self._playing.index(number)) if number in self._playing else None

    def _plays(self, member: Member) -> bool:
        return self._seat_of(member) is not None

    def _seat_in_game(self, member: Member) -> tuple[Game, Seat]:
        if self.game is None:
            raise Refusal(Code.LOBBY, "no game is on")
        if member.seat is None:
            raise Refusal(Code.AUTH, "a spectator")
        return self.game, member.seat

    def _check_owner(self, member: Member) -> None:
        owner = self.lobby.chairs.owner
        if owner is None or self.lobby.chairs[owner].key != member.key:
            raise Refusal(Code.AUTH, "not the owner")

    def _returning_chair(self, message: Return) -> int:
        chairs, number = self.lobby.chairs, message.seat
        if self.is_playing:
            if number >= len(self._playing):
                raise Refusal(Code.AUTH, f"seat {number}")
            number = self._playing[number]
        if number >= len(chairs) or not chairs[number].is_person:
            raise Refusal(Code.AUTH, f"chair {number}")
        return number

    def _join(self, connection: Connection, key: bytes, seated: Seated) -> Member:
        connection.queue(encode(seated))
        member = self.members.join(connection, key)
        self._tell_lobby()
        return member

    def _tell_lobby(self) -> None:
        watchers = self.members.watchers
        self.members.tell(self.lobby.shown(self.number, self.name, watchers))
        if self.game is not None:
            chairs = self.lobby.chairs
            here = tuple(chairs[number].is_here for number in self._playing)
            s = self.game.follower.s
            self.members.tell(Presence(s=s, here=here, watchers=watchers))

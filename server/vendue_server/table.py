"""A table: its lobby, its set-up, its game, and its lobby again.

A plain object: every call on it runs to its end without waiting, so nobody else
ever sees it half changed. The host calls it for every message and at `deadline`.
"""

from __future__ import annotations

from math import inf
from typing import assert_never

from vendue_protocol.codec import encode
from vendue_protocol.errors import Code
from vendue_protocol.messages import (
    Agree,
    Arrange,
    Finish,
    HandOver,
    Hold,
    Leave,
    Play,
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
from vendue_shared.events import Ending
from vendue_shared.options import preset_of
from vendue_shared.seats import Seat

from .connection import Connection
from .course import Course
from .dealer import Dealer
from .game import Game
from .lobby import TableLobby
from .member import Member
from .members import Members
from .refusal import Refusal

TableRequest = (
    Play | Hold | Leave | Ready | Arrange | SeatBot | Start | Agree | Share
    | HandOver | Finish | Say
)  # fmt: skip
"""What a member may say, the most frequent first."""


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
        self.number, self.name, self.lobby = number, name, lobby
        self.members = Members()
        self.course = Course(self.lobby, self.members, dealer, self._tell_lobby)
        self.is_frozen = False
        """Whether a bug has stopped it; its log stays as it is."""

    @property
    def is_playing(self) -> bool:
        """Whether a set-up or a game is on."""
        return self.course.is_on

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
        return inf if self.is_frozen else self.course.deadline()

    def tick(self, now: float) -> None:
        """Do one thing that is due by the clock."""
        self.course.tick(now)

    def freeze(self) -> None:
        """A bug has stopped this table: everybody is told, and nothing is lost."""
        self.is_frozen = True
        self.members.tell(Refused(code=Code.BROKEN, to=""))

    # Coming and going.

    def sit(
        self, connection: Connection, name: str, key: bytes, chair: int | None
    ) -> Member:
        """Seat a person.

        Raises:
            Refusal: No free chair, a name that is taken, or a game is on.
        """
        self._check_whole()
        if self.is_playing:
            raise Refusal(Code.PLAYING, "a game is on")
        number = self.lobby.chairs.sit(name, key, chair)
        return self._join(connection, key, Seated(table=self.number, chair=number))

    def watch(self, connection: Connection, now: float) -> Member:
        """Let a spectator follow.

        Raises:
            Refusal: Too many watch already.
        """
        self._check_whole()
        if self.members.watchers >= connection.limits.watchers:
            raise Refusal(Code.FULL, f"{self.members.watchers} watch")
        member = self._join(connection, b"", Seated(table=self.number, chair=None))
        if self.course.game is not None:
            self.course.publish(self.course.game, now)
        return member

    def key_of_returning(self, message: Return) -> bytes:
        """The public key that a return must be signed with.

        Raises:
            Refusal: There is no such person at this table.
        """
        return self.lobby.chairs[self.course.chair_of_returning(message)].key

    def come_back(self, connection: Connection, message: Return, now: float) -> Member:
        """Give a seat back to who has proved the key; the newest line wins.

        Raises:
            Refusal: There is no such seat, or the client holds another history.
        """
        self._check_whole()
        number = self.course.chair_of_returning(message)
        game = self.course.game
        place = game.log.place_of(message) if game is not None else 0
        chair, seat = self.lobby.chairs[number], Seat(message.seat)
        self.members.replace(chair.key)
        chair.is_here = True
        last = game.answers[seat].last if game is not None else 0
        seated = Seated(table=self.number, chair=number, n=last)
        member = self._join(connection, chair.key, seated, place)
        self.course.ask_again(member)
        if game is not None:
            game.person_came(seat, now)
            self.course.publish(game, now)
        return member

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
        number = self.course.chair_of(member)
        if self.is_frozen:
            return
        if number is not None:
            self.lobby.chairs[number].is_here = False
            if self.course.game is not None and member.seat is not None:
                self.course.game.person_went(member.seat, now, has_left=has_left)
                self.course.publish(self.course.game, now)
            elif not self.is_playing:
                self.lobby.chairs.free(number)
            elif has_left:
                self.course.give_up_without(number)
        self._tell_lobby()

    # What members say.

    def handle(  # noqa: C901 - one case a request, closed by assert_never
        self, member: Member, request: TableRequest, now: float
    ) -> None:
        """Carry out what a member asks for.

        Raises:
            IllegalMove: The rules refuse it.
            Refusal: Anything else refuses it.
        """
        if self.is_frozen and type(request) is not Leave:
            raise Refusal(Code.BROKEN, f"table {self.number}")
        match request:
            case Play():
                self.course.play(member, request, now)
            case Hold():
                self.course.take_hold(member, request, now)
            case Agree() | Share():
                self.course.set_up(member, request, now)
            case Say():
                self._say(member, request, now)
            case HandOver():
                game, seat = self.course.seat_in_game(member)
                game.hand_over(seat, request.to, now)
                self.course.publish(game, now)
            case Finish():
                self._check_owner(member)
                game, _ = self.course.seat_in_game(member)
                game.end(Ending.OWNER, now)
                self.course.publish(game, now)
            case Leave():
                self.lose(member.connection, now, has_left=True)
            case Ready() | Arrange() | SeatBot() | Start():
                self._arrange(member, request, now)
            case _:
                assert_never(request)

    def _say(self, member: Member, request: Say, now: float) -> None:
        text = clean_chat(request.text)
        if not text or not member.may_chat(now, member.connection.limits):
            raise Refusal(Code.CHAT, "nothing to say, or too often")
        number = self.course.chair_of(member)
        name = self.lobby.chairs[number].name if number is not None else ""
        self.members.tell(Said(name=name, seat=self.course.seat_of(member), text=text))

    def _arrange(
        self, member: Member, request: Ready | Arrange | SeatBot | Start, now: float
    ) -> None:
        if self.is_playing:
            raise Refusal(Code.PLAYING, "a game is on")
        if isinstance(request, Ready):
            self.lobby.ready(self.course.chair_of(member), request)
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
            self.course.propose(now)
        elif self.lobby.starts_alone and chairs.are_full and chairs.may_start:
            self.course.propose(now)

    # Who is who.

    def _check_whole(self) -> None:
        if self.is_frozen:
            raise Refusal(Code.BROKEN, f"table {self.number}")

    def _check_owner(self, member: Member) -> None:
        owner = self.lobby.chairs.owner
        if owner is None or self.lobby.chairs[owner].key != member.key:
            raise Refusal(Code.AUTH, "not the owner")

    def _join(
        self, connection: Connection, key: bytes, seated: Seated, place: int = 0
    ) -> Member:
        """Add a member: it is told the lobby, then the log from this place on."""
        connection.queue(encode(seated))
        member = self.members.join(connection, key)
        self._show_lobby()
        if self.course.game is not None:
            seat = self.course.seat_of(member)
            member.follow(self.course.game.log.feed, seat, place)
            self._show_presence(self.course.game)
        return member

    def _tell_lobby(self) -> None:
        self._show_lobby()
        if self.course.game is not None:
            self._show_presence(self.course.game)

    def _show_lobby(self) -> None:
        watchers = self.members.watchers
        self.members.tell(self.lobby.shown(self.number, self.name, watchers))

    def _show_presence(self, game: Game) -> None:
        self.members.tell(self.course.presence(game))

"""A table: its lobby, its set-up, its game, and its lobby again.

A plain object: every call on it runs to its end without waiting, so nobody else
ever sees it half changed. The host calls it for every message and at `deadline`.
"""

from __future__ import annotations

from math import inf
from typing import assert_never

from vendue_protocol.codec import encode
from vendue_protocol.errors import Code
from vendue_protocol.interventions import Authority
from vendue_protocol.messages import (
    Agree,
    Arrange,
    Finish,
    HandOver,
    Hold,
    Kick,
    Leave,
    Pause,
    Play,
    Ready,
    Refused,
    Resume,
    Return,
    Say,
    SeatBot,
    Seated,
    Share,
    Start,
    TableLine,
    TakeOver,
)
from vendue_shared.options import preset_of
from vendue_shared.seats import Seat

from .arranging import Arranging
from .chat import say
from .connection import Connection
from .course import Course
from .dealer import Dealer
from .game import Game
from .interventions import AnyIntervention, Interventions
from .lobby import TableLobby
from .member import Member
from .members import Members
from .passwords import TablePassword
from .refusal import Refusal

TableRequest = (
    Play | Hold | Leave | Ready | Arrange | SeatBot | Start | Agree | Share
    | HandOver | Pause | Resume | TakeOver | Kick | Finish | Say
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
        self.course = Course(self.lobby, self.members, dealer, self._show_lobby)
        self._arranging = Arranging(self.lobby, self.course, self._show_lobby)
        self._interventions = Interventions(
            self.lobby, self.members, self.course, self._show_lobby
        )
        self.password: TablePassword | None = None
        """What who sits down or watches must know; `None`: nothing."""
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
            password=self.password is not None,
        )

    def deadline(self) -> float:
        """When `tick` has something to do; infinity if never by itself."""
        if self.is_frozen:
            return inf
        due = self.course.deadline()
        return due if self.is_playing else min(due, self.lobby.chairs.kept_until)

    def tick(self, now: float) -> None:
        """Do one thing that is due by the clock."""
        if not self.is_playing and self.lobby.chairs.free_kept(now):
            self._tell_lobby(now)
        else:
            self.course.tick(now)
            self._interventions.follow(now)

    def intervene(self, wanted: AnyIntervention, by: Authority, now: float) -> None:
        """Pause, resume, take over, kick or end; raises as `Interventions` does."""
        self._check_whole()
        self._interventions.carry_out(wanted, by, now)

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
            self._follow(member, self.course.game, 0, now)
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
        self.lobby.chairs.came(number)
        last = game.answers[seat].last if game is not None else 0
        seated = Seated(table=self.number, chair=number, n=last)
        member = self._join(connection, chair.key, seated)
        self.course.ask_again(member)
        if game is not None:
            game.person_came(seat, now)
            self._follow(member, game, place, now)
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
            self._lose_chair(number, member, now, has_left=has_left)
        self._tell_lobby(now)
        if number is not None and self.course.game is not None:
            self.course.publish(self.course.game, now)

    def _lose_chair(
        self, number: int, member: Member, now: float, *, has_left: bool
    ) -> None:
        game, chairs = self.course.game, self.lobby.chairs
        chairs[number].is_here = False
        if game is not None and member.seat is not None:
            game.person_went(member.seat, now, has_left=has_left)
        elif self.is_playing and has_left:
            self.course.give_up_without(number, now)
        elif has_left:
            chairs.free(number)
        elif not self.is_playing:
            self.lobby.lose(number, now)

    # What members say.

    def handle(  # noqa: C901 - one case a request, closed by assert_never
        self, member: Member, request: TableRequest, now: float
    ) -> None:
        """Carry out what a member asks for, or raise `IllegalMove` or `Refusal`."""
        if type(request) is not Leave:
            self._check_whole()
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
            case Pause() | Resume() | TakeOver() | Kick() | Finish():
                self._check_owner(member)
                self.intervene(request, Authority.OWNER, now)
            case Leave():
                self.lose(member.connection, now, has_left=True)
            case Ready() | Arrange() | SeatBot() | Start():
                self._check_may_arrange(member, request)
                self._arranging.take(request, self.course.chair_of(member), now)
            case _:
                assert_never(request)
        self._interventions.follow(now)

    def _say(self, member: Member, request: Say, now: float) -> None:
        number, seat = self.course.chair_of(member), self.course.seat_of(member)
        name = self.lobby.chairs[number].name if number is not None else ""
        say(self.members, member, name, seat, request.text, now)

    # Who is who.

    def _check_whole(self) -> None:
        if self.is_frozen:
            raise Refusal(Code.BROKEN, f"table {self.number}")

    def _check_owner(self, member: Member) -> None:
        owner = self.lobby.chairs.owner
        if owner is None or self.lobby.chairs[owner].key != member.key:
            raise Refusal(Code.AUTH, "not the owner")

    def _check_may_arrange(self, member: Member, request: TableRequest) -> None:
        if self.is_playing:
            raise Refusal(Code.PLAYING, "a game is on")
        if type(request) is not Ready:
            self._check_owner(member)

    def _join(self, connection: Connection, key: bytes, seated: Seated) -> Member:
        """Add a member: it is told the lobby."""
        connection.queue(encode(seated))
        member = self.members.join(connection, key)
        self._show_lobby()
        return member

    def _follow(self, member: Member, game: Game, place: int, now: float) -> None:
        """Tell a member the log from a place on, who is there, and why it stands."""
        member.follow(game.log.feed, self.course.seat_of(member), place)
        self.course.show_presence(game, now)
        if game.pause is not None:
            member.connection.send(game.pause)

    def _tell_lobby(self, now: float) -> None:
        self._show_lobby()
        if self.course.game is not None:
            self.course.show_presence(self.course.game, now)

    def _show_lobby(self) -> None:
        watchers = self.members.watchers
        self.members.tell(self.lobby.shown(self.number, self.name, watchers))

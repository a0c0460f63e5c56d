"""Who comes to a table, comes back to it, and goes."""

from __future__ import annotations

from contextlib import suppress
from copy import deepcopy

from vendue_protocol.client_messages import Return
from vendue_protocol.codec import encode
from vendue_protocol.errors import Code
from vendue_protocol.host_messages import Said, Seated
from vendue_shared.seats import Seat

from .chat import HOST_NAME
from .connection import Connection
from .course import Course
from .dealer import Dealer
from .game import Game
from .journal.chain import Chain
from .journal.stored_lobby import StoredLobby
from .journal.story import Story
from .lobby import TableLobby
from .lost_history import WHY, has_lost
from .member import Member
from .members import Members
from .refusal import Refusal, StorageFailed


class Attendance:
    """A table's members, and the chairs they have.

    Args:
        number: Its number at this host.
        name: Clean.
        lobby: Its chairs and options.
        dealer: See there.
        journal: Its end there, if it has been open before.
    """

    def __init__(
        self,
        number: int,
        name: str,
        lobby: TableLobby,
        dealer: Dealer,
        journal: Chain | None = None,
    ) -> None:
        self.number, self.name, self.lobby = number, name, lobby
        lobby.name = name
        self.members = Members()
        self.journal = Chain(dealer.journal, number) if journal is None else journal
        """Where all is stored before it is told."""
        self.course = Course(
            self.lobby, self.members, dealer, self._show_lobby, self.journal
        )
        self._stored = StoredLobby(lobby, self.course, self.journal)
        self.is_frozen = False
        """Whether a bug has stopped it; its log stays as it is."""

    @property
    def is_playing(self) -> bool:
        """Whether a set-up or a game is on."""
        return self.course.is_on

    # The journal.

    def store(self) -> None:
        """Store the table as it is, before anybody is told that there is one.

        Raises:
            StorageFailed: It is not stored.
        """
        self._stored.keep()

    def take_up(self, story: Story, now: float) -> None:
        """Be as the journal has left it; persons have a while to come back.

        Raises:
            Damaged: Its game cannot be played again.
            StorageFailed: The journal cannot be written.
        """
        self._stored.was = story.table
        self.course.take_up(story, now)
        for number in self.lobby.chairs.persons:
            self.lobby.lose(number, now)

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
        before = deepcopy(self.lobby)
        number = self.lobby.chairs.sit(name, key, chair)
        self._stored.keep(before)
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
        try:
            place = game.log.place_of(message) if game is not None else 0
        except Refusal:
            if game is None or not has_lost(game, message):
                self._tell_owner_of(number)
                raise
            return self._let_in_witness(connection, game, number, now)
        chair, seat = self.lobby.chairs[number], Seat(message.seat)
        self.members.replace(chair.key)
        self.lobby.chairs.came(number)
        last = game.answers[seat].last if game is not None else 0
        seated = Seated(table=self.number, chair=number, n=last)
        member = self._join(connection, chair.key, seated)
        self.course.ask_again(member)
        self.course.show_end(member, message)
        if game is not None:
            game.person_came(seat, now)
            self._follow(member, game, place, now)
            self.course.publish(game, now)
        return member

    def _let_in_witness(
        self, connection: Connection, game: Game, number: int, now: float
    ) -> Member:
        """Let a person in who has more of the game than the host: to decide, not play.

        Raises:
            StorageFailed: What it has shown could not be stored.
        """
        if not game.has_lost:
            before = game.pause
            game.know_loss(WHY, now)
            self.course.tell_pause(game, before, now)
        chair = self.lobby.chairs[number]
        self.members.replace(chair.key)
        self.lobby.chairs.came(number)
        seated = Seated(table=self.number, chair=number)
        member = self._join(connection, chair.key, seated)
        connection.send(WHY)
        self.course.show_presence(game, now)
        self.course.publish(game, now)
        return member

    def _tell_owner_of(self, number: int) -> None:
        """Tell the owner, who may know better, whom the host has not let in."""
        chairs = self.lobby.chairs
        owner, name = chairs.owner, chairs[number].name
        if owner is None or owner == number:
            return
        text = f"{name} came back with another history of this game, and was refused"
        told = Said(name=HOST_NAME, seat=None, text=text)
        self.members.tell(told, to=lambda member: member.key == chairs[owner].key)

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

    def _check_whole(self) -> None:
        if self.is_frozen:
            raise Refusal(Code.BROKEN, f"table {self.number}")

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
        with suppress(StorageFailed):  # it is tried again, and shown, by the course
            self._stored.keep()
        watchers = self.members.watchers
        self.members.tell(self.lobby.shown(self.number, self.name, watchers))

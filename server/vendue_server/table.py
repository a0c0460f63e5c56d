"""A table: its lobby, its set-up, its game, and its lobby again.

A plain object: every call on it runs to its end without waiting, so nobody else
ever sees it half changed. The host calls it for every message and at `deadline`.
"""

from __future__ import annotations

from math import inf
from typing import assert_never

from vendue_protocol.client_messages import (
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
    Resume,
    Say,
    SeatBot,
    Share,
    Start,
    TakeOver,
)
from vendue_protocol.errors import Code
from vendue_protocol.host_messages import Refused, TableLine
from vendue_protocol.interventions import Authority
from vendue_shared.options import preset_of

from .arranging import Arranging
from .attendance import Attendance
from .chat import say
from .dealer import Dealer
from .interventions import AnyIntervention, Interventions
from .journal.chain import Chain
from .lobby import TableLobby
from .member import Member
from .refusal import Refusal

TableRequest = (
    Play | Hold | Leave | Ready | Arrange | SeatBot | Start | Agree | Share
    | HandOver | Pause | Resume | TakeOver | Kick | Finish | Say
)  # fmt: skip
"""What a member may say, the most frequent first."""


class Table(Attendance):
    """One table; see `Attendance`."""

    def __init__(
        self,
        number: int,
        name: str,
        lobby: TableLobby,
        dealer: Dealer,
        journal: Chain | None = None,
    ) -> None:
        super().__init__(number, name, lobby, dealer, journal)
        self._arranging = Arranging(
            self.lobby, self.course, self._show_lobby, self._stored
        )
        self._interventions = Interventions(
            self.lobby, self.members, self.course, self._show_lobby, self._stored
        )

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
            password=self.lobby.password is not None,
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
            was_failing = self.journal.is_failing
            self.course.tick(now)
            if was_failing and not self.is_playing:
                self._arranging.start_alone(now)
            self._interventions.follow(now)

    def intervene(self, wanted: AnyIntervention, by: Authority, now: float) -> None:
        """Pause, resume, take over, kick or end; raises as `Interventions` does."""
        self._check_whole()
        self._interventions.carry_out(wanted, by, now)

    def freeze(self) -> None:
        """A bug has stopped this table: everybody is told, and nothing is lost."""
        self.is_frozen = True
        self.members.tell(Refused(code=Code.BROKEN, to=""))

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

    def _check_owner(self, member: Member) -> None:
        owner = self.lobby.chairs.owner
        if owner is None or self.lobby.chairs[owner].key != member.key:
            raise Refusal(Code.AUTH, "not the owner")

    def _check_may_arrange(self, member: Member, request: TableRequest) -> None:
        if self.is_playing:
            raise Refusal(Code.PLAYING, "a game is on")
        if type(request) is not Ready:
            self._check_owner(member)

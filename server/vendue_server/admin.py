"""What who runs the host may ask of it and do to its tables; sans-IO."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from vendue_protocol.admin import (
    AdminAnswer,
    AdminRequest,
    Errand,
    HostState,
    SeatState,
    TableState,
)
from vendue_protocol.client_messages import Finish, Kick, Pause, Resume, TakeOver
from vendue_protocol.errors import Code
from vendue_protocol.host_messages import Said
from vendue_protocol.interventions import Authority
from vendue_protocol.text import clean_chat, name_key
from vendue_protocol.version import VERSION
from vendue_shared.refusals import IllegalMove

from .chairs import Chair
from .chat import HOST_NAME
from .hall import Hall
from .interventions import AnyIntervention
from .refusal import Refusal, StorageFailed
from .table import Table


class Deeds(msgspec.Struct, frozen=True, kw_only=True):
    """What is done to the host as a whole."""

    connections: Callable[[], int]
    """Tells how many there are."""
    wake: Callable[[Table], None]
    """Called with each table that something was done to."""
    stop: Callable[[], None]
    """Ends the host in order."""
    back_up: Callable[[Path], None]
    """Copies the data directory to a new folder, in a thread; or `StorageFailed`."""


class Admin:
    """Does errands, one after another.

    Args:
        hall: The tables.
        code: The host's join code.
        deeds: What is done to the host as a whole.
        now: Seconds on the host's clock.
    """

    def __init__(
        self,
        hall: Hall,
        *,
        code: str,
        deeds: Deeds,
        now: Callable[[], float],
    ) -> None:
        self._hall, self._code, self._deeds = hall, code, deeds
        self._now, self._since = now, now()

    def answer(self, line: bytes) -> bytes | Callable[[], bytes]:
        """A request of one line of JSON, and the line that answers it.

        Returns:
            What takes long is still to be called, in a thread.
        """
        try:
            request = msgspec.json.decode(line, type=AdminRequest)
            if request.do is Errand.BACKUP:
                return lambda: self._backed_up(request)
            answer = self._done(request)
        except msgspec.DecodeError:
            answer = AdminAnswer(error=Code.SCHEMA)
        except Refusal as refusal:
            answer = AdminAnswer(error=refusal.code)
        except IllegalMove as refusal:
            answer = AdminAnswer(error=refusal.reason)
        return _line(answer)

    def _backed_up(self, request: AdminRequest) -> bytes:
        folder = Path(request.path)
        if not folder.is_absolute() or "\0" in request.path:
            return _line(AdminAnswer(error=Code.SCHEMA))
        try:
            self._deeds.back_up(folder)
        except StorageFailed as fault:
            return _line(AdminAnswer(error=fault.code, why=fault.detail))
        return _line(AdminAnswer())

    def _done(self, request: AdminRequest) -> AdminAnswer:
        match request.do:
            case Errand.STATUS:
                return AdminAnswer(status=self._status())
            case Errand.TABLES:
                return AdminAnswer(tables=tuple(map(state_of, self._hall)))
            case Errand.SAY:
                self._say(request)
            case Errand.STOP:
                self._say_if_anything(request)
                self._deeds.stop()
            case _:
                table = self._table(request)
                wish = _wish(request, table)
                table.intervene(wish, Authority.HOST, self._now())
                self._deeds.wake(table)
        return AdminAnswer()

    def _status(self) -> HostState:
        tables = tuple(self._hall)
        return HostState(
            version=VERSION,
            code=self._code,
            up_s=int(self._now() - self._since),
            connections=self._deeds.connections(),
            tables=len(tables),
            games=sum(table.course.game is not None for table in tables),
        )

    def _say(self, request: AdminRequest) -> None:
        text = clean_chat(request.text)
        if not text:
            raise Refusal(Code.CHAT, "nothing to say")
        tables: Iterable[Table] = self._hall
        if request.table is not None:
            tables = [self._hall.table(request.table)]
        for table in tables:
            table.members.tell(Said(name=HOST_NAME, seat=None, text=text))

    def _say_if_anything(self, request: AdminRequest) -> None:
        if clean_chat(request.text):
            self._say(request)

    def _table(self, request: AdminRequest) -> Table:
        tables = tuple(self._hall)
        if request.table is None and len(tables) == 1:
            return tables[0]
        if request.table is None:
            raise Refusal(Code.TABLE, f"one of {len(tables)} tables")
        return self._hall.table(request.table)


def _line(answer: AdminAnswer) -> bytes:
    return msgspec.json.encode(answer) + b"\n"


def _wish(request: AdminRequest, table: Table) -> AnyIntervention:
    reason = request.text
    match request.do:
        case Errand.PAUSE:
            return Pause(reason=reason)
        case Errand.RESUME:
            return Resume(reason=reason)
        case Errand.BOT:
            return TakeOver(seat=_seat(request.seat, table), reason=reason)
        case Errand.KICK:
            return Kick(seat=_seat(request.seat, table), reason=reason)
        case _:
            return Finish(reason=reason)


def _chairs_of(table: Table) -> list[Chair]:
    """The seats of what is now on, else the chairs."""
    chairs = table.lobby.chairs
    numbers = chairs.taken if table.is_playing else range(len(chairs))
    return [chairs[number] for number in numbers]


def _seat(typed: str, table: Table) -> int:
    """The seat or chair that is meant: by its number from 1, or by its name.

    Raises:
        Refusal: There is none.
    """
    chairs = _chairs_of(table)
    if typed.isascii() and typed.isdecimal() and 1 <= int(typed) <= len(chairs):
        return int(typed) - 1
    names = [name_key(chair.name) for chair in chairs]
    if not typed or name_key(typed) not in names:
        raise Refusal(Code.CHAIR, "no such seat or name")
    return names.index(name_key(typed))


def state_of(table: Table) -> TableState:
    """A table as who runs the host sees it; nothing secret is in it."""
    game = table.course.game
    bots = game.follower.position.bots if game is not None else ()
    seats = [
        SeatState(
            seat=number + 1,
            name=chair.name,
            person=chair.is_person,
            bot=bots[number] if bots else chair.level is not None,
            here=chair.is_here,
        )
        for number, chair in enumerate(_chairs_of(table))
    ]
    return TableState(
        table=table.number,
        name=table.name,
        playing=table.is_playing,
        paused=game is not None and game.pause is not None,
        broken=table.is_frozen,
        events=game.follower.s if game is not None else 0,
        watchers=table.members.watchers,
        seats=tuple(seats),
    )

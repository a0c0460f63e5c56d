"""What one connection may say, and where each of its messages goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, get_args

from vendue_protocol.client_messages import (
    AnyWithPassword,
    Create,
    Leave,
    ListTables,
    Play,
    Return,
    Sit,
    Watch,
)
from vendue_protocol.codec import CLIENT_MESSAGES, decode
from vendue_protocol.errors import Code, Farewell, RemoteProtocolError
from vendue_protocol.host_messages import Created, Refused, Welcome
from vendue_protocol.keys import host_id_of, return_message, verify
from vendue_protocol.message import Bye, Message, Ping, Pong
from vendue_shared.refusals import IllegalMove
from vendue_shared.seats import Seat

from .connection import Connection
from .diagnostics import log
from .hall import Hall
from .member import Member
from .passwords import TablePassword
from .refusal import LOST_RACES, Refusal
from .table import Table, TableRequest

AT_A_TABLE: Final = get_args(TableRequest)

MINUTE: Final = 60.0
BAD_PROOF_S: Final = 1.0
"""How long a peer waits to be read again after a return that was not proved."""


class Session:
    """One peer from its hello to its end.

    Args:
        connection: The line to it.
        hall: The tables.
        host_key: The host's public key.
        challenge: 32 fresh random bytes.
    """

    __slots__ = (
        "_challenge", "_hall", "_host_key", "_opened", "_refusals", "_said_bye",
        "connection", "delay_s", "member", "table", "unchecked",
    )  # fmt: skip

    def __init__(
        self, connection: Connection, hall: Hall, host_key: bytes, challenge: bytes
    ) -> None:
        self.connection = connection
        self.table: Table | None = None
        """Where it sits or watches."""
        self.member: Member | None = None
        """What it is there."""
        self.delay_s = 0.0
        """How long nothing more is to be read of it, after a bad proof."""
        self.unchecked: AnyWithPassword | None = None
        """What waits for its password to be checked; nothing else is taken before."""
        self._hall, self._host_key, self._challenge = hall, host_key, challenge
        self._refusals: list[float] = []
        self._said_bye = False
        self._opened: Table | None = None
        """The table it opened last, while nobody may have come to it."""

    def welcome(self) -> None:
        """Greet the peer."""
        self.connection.send(Welcome(key=self._host_key, challenge=self._challenge))

    def take(self, body: bytes, now: float) -> None:
        """Take a frame: a wrong message is refused, a wrong frame is the end.

        Raises:
            RemoteProtocolError: It is not even msgpack.
        """
        try:
            message = decode(body, CLIENT_MESSAGES)
        except RemoteProtocolError as error:
            if error.code is not Code.SCHEMA:
                raise
            log.info("peer refused", peer=self.connection.peer, detail=error.detail)
            self.refuse(error.code, "", now)
        else:
            self.handle(message, now)

    def handle(self, message: Message, now: float) -> None:
        """Carry out a message, or refuse it and go on."""
        try:
            if isinstance(message, AT_A_TABLE):
                self._at_table(message, now)
            else:
                self._carry_out(message, now)
        except IllegalMove as refusal:
            self._refuse(message, refusal.reason, now)
        except Refusal as refusal:
            self._refuse(message, refusal.code, now)

    def password_to_check(self) -> tuple[TablePassword | None, bytes]:
        """The password of the table meant, `None` of a new one; and what was given."""
        message = self.unchecked
        if message is None:
            raise ValueError("nothing is to be checked")
        if isinstance(message, Create):
            return None, message.password
        return self._hall.table(message.table).lobby.password, message.password

    def settle(self, verdict: TablePassword | Refusal, now: float) -> None:
        """Carry out what waited for its password, or refuse it."""
        message, self.unchecked = self.unchecked, None
        if message is None or self.connection.is_closing:
            return
        if isinstance(verdict, Refusal):
            self._refuse(message, verdict.code, now)
            return
        try:
            self._admit(message, now, verdict)
        except Refusal as refusal:
            self._refuse(message, refusal.code, now)

    def lost(self, now: float) -> None:
        """The line is gone; who said goodbye in a lobby is not waited for."""
        table, self.table = self.table, None
        try:
            if table is not None:
                has_left = self._said_bye and not table.is_playing
                table.lose(self.connection, now, has_left=has_left)
        finally:
            for empty in (table, self._opened):
                if empty is not None:
                    self._hall.close_if_empty(empty)

    def _carry_out(self, message: Message, now: float) -> None:
        match message:
            case Ping():
                self.connection.send(Pong())
            case Pong():
                pass
            case Bye():
                self._said_bye = True
                self.connection.close(Farewell.BYE)
            case ListTables():
                self.connection.send(self._hall.shown())
            case _:
                self._come_to_table(message, now)

    def _come_to_table(self, message: Message, now: float) -> None:
        if self.table is not None:
            raise Refusal(Code.AUTH, "at a table already")
        match message:
            case Create() | Sit() | Watch() if self._is_locked(message):
                self.unchecked = message
            case Create() | Sit() | Watch():
                self._admit(message, now, None)
            case Return():
                self._return(message, now)
            case _:
                raise Refusal(Code.AUTH, type(message).__name__)

    def _is_locked(self, message: AnyWithPassword) -> bool:
        """Whether there is a password to be hashed first, or to be tried."""
        if isinstance(message, Create):
            return bool(message.password)
        has_password = self._hall.table(message.table).lobby.password is not None
        if has_password and not message.password:
            raise Refusal(Code.PASSWORD, "none was given")
        return has_password

    def _admit(
        self, message: AnyWithPassword, now: float, password: TablePassword | None
    ) -> None:
        line = self.connection
        match message:
            case Sit(name=name, key=key, chair=chair):
                table = self._hall.table(message.table)
                self._join(table, lambda: table.sit(line, name, key, chair))
            case Watch():
                table = self._hall.table(message.table)
                self._join(table, lambda: table.watch(line, now))
            case Create():
                self._create(message, password)

    def _create(self, message: Create, password: TablePassword | None) -> None:
        """Open a table; one opened before that nobody came to is closed first."""
        if self._opened is not None:
            self._hall.close_if_empty(self._opened)
        self._opened = self._hall.open(message.name, message.chairs, password=password)
        self.connection.send(Created(table=self._opened.number))

    def _join(self, table: Table, join: Callable[[], Member]) -> None:
        """Come to a table; it is this session's even if a bug interrupts that."""
        self.table = table
        try:
            self.member = join()
        except Refusal:
            self.table = None
            raise

    def _at_table(self, message: TableRequest, now: float) -> None:
        table, member = self.table, self.member
        if table is None or member is None or self.connection.is_closing:
            raise Refusal(Code.AUTH, "not at a table")
        table.handle(member, message, now)
        if type(message) is Leave:
            self.table = self.member = None
            self._hall.close_if_empty(table)

    def _return(self, message: Return, now: float) -> None:
        """Let a person come back; of a bad proof nobody is told what was wrong."""
        table, peer = self._hall.table(message.table), self.connection.peer
        returns = self._hall.returns
        returns.check_address(peer, now)
        try:
            key = self._proved_key(table, message)
        except Refusal:
            returns.failed(peer, now)
            self.delay_s = BAD_PROOF_S
            raise
        returns.came(key, now)
        self._join(table, lambda: table.come_back(self.connection, message, now))

    def _proved_key(self, table: Table, message: Return) -> bytes:
        try:
            signed = return_message(
                game=message.game,
                seat=Seat(message.seat),
                s=message.s,
                head=message.h,
                host_id=host_id_of(self._host_key),
                challenge=self._challenge,
            )
        except ValueError as error:
            raise Refusal(Code.AUTH, str(error)) from None
        key = table.key_of_returning(message)
        if not verify(key, signed, message.signature):
            raise Refusal(Code.AUTH, "a return that its key did not sign")
        return key

    def _refuse(self, message: Message, code: str, now: float) -> None:
        n = message.n if isinstance(message, Play) else 0
        self.refuse(code, str(type(message).__struct_config__.tag), now, n=n)

    def refuse(self, code: str, to: str, now: float, *, n: int = 0) -> None:
        """Say no to a message; too often in a minute, and the connection ends."""
        self.connection.send(Refused(code=code, to=to, n=n))
        if code in LOST_RACES:
            return
        self._refusals = [t for t in self._refusals if t > now - MINUTE] + [now]
        if len(self._refusals) > self.connection.limits.refusals_per_minute:
            self.connection.close(Farewell.REFUSALS)

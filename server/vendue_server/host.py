"""The host: accepts connections, reads them, and ends those that cost too much.

A connection has one reader, here, and now and then a writer; the rest `Connection`
does. A fault of one connection ends that connection, a fault of one table freezes
that table; neither ever reaches the other tasks.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable
from typing import TypeVar

import trio

from vendue_protocol.codec import decode_hello, encode_hello
from vendue_protocol.errors import Farewell, RemoteProtocolError
from vendue_protocol.frames import FrameReader
from vendue_protocol.hello import VERSIONS, Hello, choose_version, hello
from vendue_protocol.limits import Limits
from vendue_protocol.version import VERSION

from .admission import Admission
from .connection import Connection
from .diagnostics import log
from .door import let_in
from .encryption import HANDSHAKE, Lines
from .faults import freeze, guarded
from .hall import Hall
from .passwords import Passwords
from .patrol import patrol
from .session import Session
from .table import Table
from .throttle import Throttle
from .timekeeper import Timekeeper

_T = TypeVar("_T")


class Host:
    """Everything that one host process serves.

    Args:
        hall: Its tables.
        limits: What peers may cost.
        key: The host's public key.
        randomness: Gives so many fresh random bytes.
        lines: What lines it takes.
    """

    def __init__(
        self,
        hall: Hall,
        limits: Limits,
        key: bytes,
        randomness: Callable[[int], bytes],
        lines: Lines,
    ) -> None:
        self.hall, self._limits = hall, limits
        self._key, self._randomness, self._lines = key, randomness, lines
        self._passwords = Passwords(limits)
        self._sessions: set[Session] = set()
        self._admission, self._timekeeper = Admission(limits), Timekeeper(hall)
        self._accepting, self._emptied = trio.CancelScope(), trio.Event()
        self._nursery: trio.Nursery
        self.last_busy = 0.0
        """When somebody was connected last, on trio's clock."""

    @property
    def is_busy(self) -> bool:
        """Whether anybody is connected."""
        return bool(self._sessions)

    @property
    def connections(self) -> int:
        """How many there are."""
        return len(self._sessions)

    def wake(self, table: Table) -> None:
        """Something was done to a table from outside its connections."""
        self._timekeeper.look_at(table)

    @property
    def is_playing(self) -> bool:
        """Whether a game is on at any table, and can go on."""
        return any(table.is_playing and not table.is_frozen for table in self.hall)

    def say_goodbye(self) -> None:
        """Let nobody in any more, and tell everybody that the host is ending."""
        self._accepting.cancel()
        for session in self._sessions:
            session.connection.close(Farewell.STOPPING)

    async def wait_empty(self) -> None:
        """Return when the last connection has ended; call it once none can come."""
        if self._sessions:
            self._emptied = trio.Event()
            await self._emptied.wait()

    async def run(self, listening: socket.socket) -> None:
        """Let in and serve whoever comes, until cancelled.

        Args:
            listening: Does not block; whoever opened it closes it.
        """
        self.last_busy = trio.current_time()
        async with trio.open_nursery() as self._nursery:
            self._nursery.start_soon(self._timekeeper.run)
            self._nursery.start_soon(patrol, self._sessions, self._limits)
            with self._accepting:
                await let_in(listening, self._welcome)

    # Connections.

    def _welcome(self, sock: socket.socket, address: str) -> None:
        connection = Connection(sock, address, self._limits, self._start_writer)
        session = Session(connection, self.hall, self._key, self._randomness(32))
        self._nursery.start_soon(self._serve, session)

    def _start_writer(self, connection: Connection) -> None:
        self._nursery.start_soon(self._write, connection)

    async def _write(self, connection: Connection) -> None:
        try:
            await connection.write()
        except trio.ClosedResourceError:
            log.debug("line lost while writing", peer=connection.peer)
        except Exception as bug:  # noqa: BLE001 - it ends this connection alone
            log.error("writing failed", bug, peer=connection.peer)
            connection.hang_up()

    async def _serve(self, session: Session) -> None:
        """Serve one connection to its end, whatever ends it; nothing raises here."""
        connection = session.connection
        self._admission.count(connection.peer)
        try:
            await self._read(session)
            connection.close(Farewell.BYE)
        except RemoteProtocolError as error:
            log.info("peer ended", peer=connection.peer, why=error.code)
            connection.close(Farewell.FRAME)
        except ssl.SSLError as error:
            why = f"TLS: {error.reason}"
            log.info("peer ended", peer=connection.peer, why=why)
            connection.hang_up()
        except (OSError, trio.ClosedResourceError):
            log.debug("line lost", peer=connection.peer)
            connection.hang_up()
        except Exception as bug:  # noqa: BLE001 - the one place for all the rest
            log.error("connection failed", bug, peer=connection.peer)
            connection.close(Farewell.BUG)
        finally:
            await self._part_with(session)

    async def _part_with(self, session: Session) -> None:
        connection = session.connection
        try:
            await connection.finish()
        finally:
            connection.shut()
            self._lose(session)
            self._sessions.discard(session)
            if not self._sessions:
                self._emptied.set()
            self._admission.discount(connection.peer)
            self.last_busy = trio.current_time()

    async def _read(self, session: Session) -> None:
        connection, limits = session.connection, self._limits
        if self._admission.is_full(self._sessions, connection.peer):
            # The hello goes first, so that the peer understands the rest.
            connection.queue(encode_hello(hello(VERSION, use=VERSIONS[-1])))
            connection.close(Farewell.FULL)
            return
        self._sessions.add(session)
        reader = FrameReader(limits.hello_bytes)
        if not await self._greet(session, reader):
            return
        now = trio.current_time()
        throttle = Throttle(limits, now)
        while True:
            count = self._take_all(session, reader, now)
            while session.unchecked is not None:
                await self._check_password(session)
                now = trio.current_time()
                count += self._take_all(session, reader, now)
            wait_s = throttle.wait_s(count, connection.read_bytes, now)
            wait_s, session.delay_s = max(wait_s, session.delay_s), 0.0
            if wait_s:
                # It is the host that lets it wait: nothing is late meanwhile.
                connection.heard = now + wait_s
                if connection.frame_began is not None:
                    connection.frame_began = connection.heard
                await connection.pause(wait_s)
            data = await connection.receive()
            if not data:
                return
            now = connection.heard = trio.current_time()
            reader.feed(data)

    def _take_all(self, session: Session, reader: FrameReader, now: float) -> int:
        """Handle every whole frame that has come; tell how many there were."""
        connection, limits, count = session.connection, self._limits, 0
        while not connection.is_closing:
            at_table = session.table is not None
            if not at_table and session.unchecked is not None:
                break
            reader.limit_bytes = (
                limits.frame_bytes if at_table else limits.stranger_frame_bytes
            )
            body = reader.next_body()
            if body is None:
                break
            count += 1
            self._handle(session, session.take, body, now)
        if not reader.is_inside:
            connection.frame_began = None
        elif connection.frame_began is None or count:
            connection.frame_began = now
        return count

    async def _check_password(self, session: Session) -> None:
        kept, password = session.password_to_check()
        peer = session.connection.peer
        verdict = await self._passwords.verdict(kept, password, peer)
        self._handle(session, session.settle, verdict, trio.current_time())

    def _handle(
        self, session: Session, act: Callable[[_T, float], None], what: _T, now: float
    ) -> None:
        """Let a session act on something, and its table's clock know."""
        before = session.table
        try:
            act(what, now)
        except RemoteProtocolError:
            raise
        except Exception as bug:
            if session.table is None:
                raise
            freeze(session.table, bug)
        if session.table is not None:
            self._timekeeper.look_at(session.table)
        if before is not None and before is not session.table:
            self._timekeeper.look_at(before)

    def _lose(self, session: Session) -> None:
        """Let the table know that a line is gone."""
        table, now = session.table, trio.current_time()
        if table is None:
            session.lost(now)
        else:
            guarded(table, lambda: session.lost(now))
            self._timekeeper.look_at(table)

    async def _greet(self, session: Session, reader: FrameReader) -> bool:
        """Shake hands and exchange hellos; tell whether the two sides can speak."""
        connection = session.connection
        with trio.move_on_after(self._limits.hello_s):
            data = await connection.receive()
            if data.startswith(HANDSHAKE):
                data = await connection.encrypt(self._lines.context(), data)
            while data:
                reader.feed(data)
                if (body := reader.next_body()) is not None:
                    return self._answer(session, decode_hello(body))
                data = await connection.receive()
            return False
        connection.close(Farewell.SLOW)
        return False

    def _answer(self, session: Session, theirs: Hello) -> bool:
        """Answer a hello; tell whether the two sides can speak."""
        connection, version = session.connection, choose_version(theirs)
        connection.queue(encode_hello(hello(VERSION, use=version)))
        connection.flush()
        if not version:
            connection.hang_up()
        elif connection.is_encrypted or self._lines.takes_plain:
            session.welcome()
        else:
            connection.close(Farewell.PLAIN)
        return bool(version)

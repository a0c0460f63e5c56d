"""The host: accepts connections, reads them, and wakes tables when time is up.

A connection has one reader, here; what is written to it, `Connection` does. A
fault of one connection ends that connection, a fault of one table freezes that
table; neither ever reaches the listeners.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import inf
from typing import Final

import structlog
import trio

from vendue_protocol.codec import CLIENT_MESSAGES, decode, decode_hello, encode_hello
from vendue_protocol.errors import Code, Farewell, RemoteProtocolError
from vendue_protocol.frames import FrameReader
from vendue_protocol.hello import choose_version, hello
from vendue_protocol.limits import Limits
from vendue_protocol.messages import Message, Ping
from vendue_protocol.version import VERSION

from .connection import Connection
from .hall import Hall
from .session import Session
from .table import Table
from .throttle import Throttle

PATROL_S: Final = 1.0
"""How often silent, slow and unfinished connections are looked at."""

READ_BYTES: Final = 16 * 1024

log = structlog.get_logger()


class Host:
    """Everything that one host process serves.

    Args:
        hall: Its tables.
        limits: What peers may cost.
        key: The host's public key.
        randomness: Gives so many fresh random bytes.
    """

    def __init__(
        self,
        hall: Hall,
        limits: Limits,
        key: bytes,
        randomness: Callable[[int], bytes],
    ) -> None:
        self.hall, self._limits = hall, limits
        self._key, self._randomness = key, randomness
        self._sessions: set[Session] = set()
        self._addresses: Counter[str] = Counter()
        self._alarm, self._emptied = trio.Event(), trio.Event()
        self._sleeps_until = inf
        self.last_busy = 0.0
        """When somebody was connected last, on trio's clock."""

    @property
    def is_busy(self) -> bool:
        """Whether anybody is connected."""
        return bool(self._sessions)

    @property
    def is_playing(self) -> bool:
        """Whether a game is on at any table."""
        return any(table.is_playing for table in self.hall)

    def say_goodbye(self) -> None:
        """Tell everybody that the host is ending."""
        for session in self._sessions:
            session.connection.close(Farewell.STOPPING)

    async def wait_empty(self) -> None:
        """Return when the last connection has ended; call it once none can come."""
        if self._sessions:
            self._emptied = trio.Event()
            await self._emptied.wait()

    # Connections.

    async def serve(self, stream: trio.SocketStream) -> None:
        """Serve one connection to its end; nothing it does raises from here."""
        connection = None
        try:
            connection = Connection(stream, self._limits)
            with self._counted(connection.peer):
                await self._serve(connection)
        except (OSError, trio.BrokenResourceError, trio.ClosedResourceError) as error:
            log.debug("line lost", error=type(error).__name__)
        except Exception:
            log.exception("connection failed")
        finally:
            if connection is not None:
                connection.close(Farewell.BUG)
                connection.detach()
            with trio.CancelScope(shield=True):
                await trio.aclose_forcefully(stream)

    def _counted(self, address: str) -> _Counted:
        return _Counted(self._addresses, address)

    async def _serve(self, connection: Connection) -> None:
        limits = self._limits
        strangers = sum(session.table is None for session in self._sessions)
        if (
            len(self._sessions) >= limits.connections
            or self._addresses[connection.peer] > limits.connections_per_address
            or strangers >= limits.strangers
        ):
            connection.close(Farewell.FULL)
            return
        challenge = self._randomness(32)
        session = Session(connection, self.hall, self._key, challenge)
        self._sessions.add(session)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._write, connection, nursery.cancel_scope)
                await self._read(session)
                nursery.cancel_scope.cancel()
        finally:
            self._sessions.discard(session)
            if not self._sessions:
                self._emptied.set()
            self.last_busy = trio.current_time()
            self._guarded(session.table, lambda: session.lost(trio.current_time()))
            self._wake_if_sooner(session.table)

    async def _write(self, connection: Connection, scope: trio.CancelScope) -> None:
        try:
            await connection.write_forever()
        except (OSError, trio.BrokenResourceError, trio.ClosedResourceError):
            log.debug("line lost while writing")
        scope.cancel()

    async def _read(self, session: Session) -> None:
        connection, limits = session.connection, self._limits
        reader = FrameReader(limits.hello_bytes)
        try:
            if not await self._greet(session, reader):
                return
            throttle = Throttle(limits, trio.current_time())
            while not connection.is_closing:
                count = self._take_all(session, reader)
                data = await connection.stream.receive_some(READ_BYTES)
                if not data:
                    return
                now = connection.heard = trio.current_time()
                reader.feed(data)
                if wait_s := throttle.wait_s(count, len(data), now):
                    await trio.sleep(wait_s)
        except RemoteProtocolError as error:
            log.info("peer ended", peer=connection.peer, why=error.code)
            connection.close(Farewell.FRAME)

    def _take_all(self, session: Session, reader: FrameReader) -> int:
        """Handle every whole frame that has come; tell how many there were."""
        connection, count = session.connection, 0
        while not connection.is_closing:
            at_table = session.table is not None
            limits = self._limits
            reader.limit_bytes = (
                limits.frame_bytes if at_table else limits.stranger_frame_bytes
            )
            body = reader.next_body()
            if body is None:
                break
            count += 1
            self._handle(session, decode_or_refuse(session, body))
        now = trio.current_time()
        if not reader.is_inside:
            connection.frame_began = None
        elif connection.frame_began is None or count:
            connection.frame_began = now
        return count

    def _handle(self, session: Session, message: Message | None) -> None:
        if message is None:
            return
        now = trio.current_time()
        table = session.table
        self._guarded(table, lambda: session.handle(message, now))
        self._wake_if_sooner(session.table)

    async def _greet(self, session: Session, reader: FrameReader) -> bool:
        """Exchange hellos; tell whether the two sides can speak."""
        connection = session.connection
        with trio.move_on_after(self._limits.hello_s):
            while (body := reader.next_body()) is None:
                data = await connection.stream.receive_some(READ_BYTES)
                if not data:
                    return False
                reader.feed(data)
            theirs = decode_hello(body)
            version = choose_version(theirs)
            connection.queue(encode_hello(hello(VERSION, use=version)))
            connection.flush()
            if version:
                session.welcome()
            return bool(version)
        return False

    # Time.

    async def keep_time(self) -> None:
        """Wake tables whenever one has something due; never returns."""
        while True:
            now = trio.current_time()
            for table in self.hall:
                self._tick(table, now)
            self._sleeps_until = min((t.deadline() for t in self.hall), default=inf)
            if self._sleeps_until <= now:
                await trio.lowlevel.checkpoint()
                continue
            self._alarm = trio.Event()
            with trio.move_on_at(self._sleeps_until):
                await self._alarm.wait()

    def _tick(self, table: Table, now: float) -> None:
        if table.deadline() <= now:
            self._guarded(table, lambda: table.tick(now))
            self.hall.close_if_empty(table)

    def _wake_if_sooner(self, table: Table | None) -> None:
        if table is not None and table.deadline() < self._sleeps_until:
            self._alarm.set()

    async def patrol(self) -> None:
        """Ping silent connections, end dead and slow ones; never returns."""
        while True:
            await trio.sleep(PATROL_S)
            now = trio.current_time()
            for session in tuple(self._sessions):
                self._look_at(session.connection, now)

    def _look_at(self, connection: Connection, now: float) -> None:
        limits, silent_s = self._limits, now - connection.heard
        began = connection.frame_began
        if silent_s > limits.dead_s:
            connection.close(Farewell.SILENT)
        elif began is not None and now - began > limits.frame_s:
            connection.close(Farewell.SLOW)
        elif silent_s > limits.ping_s:
            connection.send(Ping())

    # Faults.

    def _guarded(self, table: Table | None, work: Callable[[], None]) -> None:
        """Do something for a table; a bug in it freezes that table alone."""
        try:
            work()
        except Exception:
            number = table.number if table is not None else None
            log.exception("a bug", table=number)
            if table is None:
                raise
            table.freeze()


def decode_or_refuse(session: Session, body: bytes) -> Message | None:
    """A body as a message; a wrong message is refused, a wrong frame is the end.

    Raises:
        RemoteProtocolError: It is not even msgpack.
    """
    try:
        return decode(body, CLIENT_MESSAGES)
    except RemoteProtocolError as error:
        if error.code is not Code.SCHEMA:
            raise
        log.info("peer refused", peer=session.connection.peer, detail=error.detail)
        session.refuse(error.code, "", trio.current_time())
        return None


class _Counted:
    """Counts a connection of an address while it lasts."""

    def __init__(self, counter: Counter[str], address: str) -> None:
        self._counter, self._address = counter, address

    def __enter__(self) -> None:
        self._counter[self._address] += 1

    def __exit__(self, *error: object) -> None:
        self._counter[self._address] -= 1
        if not self._counter[self._address]:
            del self._counter[self._address]

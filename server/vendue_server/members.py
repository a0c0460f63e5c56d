"""The members of a table: who is told what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from vendue_protocol.codec import encode
from vendue_protocol.errors import Farewell
from vendue_protocol.message import Message
from vendue_shared.seats import Seat

from .connection import Connection
from .member import Member


class Members:
    """The connections at a table, in the order in which they came."""

    def __init__(self) -> None:
        self._members: list[Member] = []

    def __iter__(self) -> Iterator[Member]:
        return iter(tuple(self._members))

    def __len__(self) -> int:
        return len(self._members)

    @property
    def persons(self) -> int:
        """How many have a chair."""
        return sum(bool(member.key) for member in self._members)

    @property
    def watchers(self) -> int:
        """How many are spectators."""
        return len(self._members) - self.persons

    def of(self, connection: Connection) -> Member | None:
        """The member that a connection is, if it is one here."""
        return next((m for m in self._members if m.connection is connection), None)

    def join(self, connection: Connection, key: bytes) -> Member:
        """Add a connection, with the key of its chair or without one."""
        member = Member(connection, key)
        self._members.append(member)
        return member

    def remove(self, member: Member) -> None:
        """Take a member out; its connection follows no table any more."""
        self._members.remove(member)
        member.connection.detach_from_table()

    def unseat(self, key: bytes) -> None:
        """Whoever sits here with this key watches from now on."""
        for member in self._members:
            if member.key == key:
                member.stand_up()

    def replace(self, key: bytes) -> None:
        """End whatever connection sits here with this key: another has come."""
        for old in [member for member in self._members if member.key == key]:
            self._members.remove(old)
            old.connection.close(Farewell.REPLACED)

    def tell(
        self, message: Message, to: Callable[[Member], bool] | None = None
    ) -> None:
        """Send a message to all, or to those for whom `to` answers true."""
        frame = encode(message)
        for member in self:
            if to is None or to(member):
                member.connection.queue(frame)
        self.flush()

    def tell_due(self, frames: Mapping[Seat | None, bytes]) -> None:
        """Send everybody what is new in the game, and what is due, newest alone.

        Args:
            frames: By seat; `None`: for those who are not asked.
        """
        for member in self._members:
            if member.reader is not None:
                member.reader.due = frames.get(member.seat) or frames[None]
        self.flush()

    def flush(self) -> None:
        """Send everybody what is new.

        All of it is made ready before the first is sent: each that is sent wakes a
        peer, and where peer and host share a processor, the host then starts cold.
        """
        lines = [member.connection for member in self._members]
        chunks = [line.take_chunk() for line in lines]
        for line, chunk in zip(lines, chunks, strict=True):
            if chunk and line.put(chunk):
                line.flush()

"""A member of a table: a connection with a chair, or one that watches."""

from __future__ import annotations

from vendue_shared.seats import Seat

from .connection import Connection
from .feed import Feed, Reader


class Member:
    """What a table keeps of each connection at it.

    Args:
        connection: Where its frames go.
        key: The public key of its sitting; empty: a spectator.
    """

    __slots__ = ("_chats", "connection", "key", "reader", "seat")

    def __init__(self, connection: Connection, key: bytes = b"") -> None:
        self.connection = connection
        self.key = key
        self.seat: Seat | None = None
        """Its seat in the game it follows; `None`: none."""
        self.reader: Reader | None = None
        """Its place in the game it follows."""
        self._chats: tuple[float, ...] = ()
        connection.queue_limit = connection.limits.queue_bytes

    def follow(self, feed: Feed, seat: Seat | None, place: int) -> None:
        """Follow a game's feed from a place in it, after all it was sent before."""
        self.seat, self.reader = seat, Reader(feed, seat, place)
        self.connection.turn_to(self.reader.next)

    def stand_up(self) -> None:
        """Have no chair any more, and be told nothing that is for a seat alone."""
        self.key, self.seat = b"", None
        if self.reader is not None:
            self.reader.seat = None

    def count_chat(self, now: float) -> int:
        """Count a line of chat; tell how many there were lately, with this one."""
        limits = self.connection.limits
        recent = [then for then in self._chats if then > now - limits.chats_s]
        self._chats = (*recent[-limits.chats_before_end :], now)
        return len(self._chats)

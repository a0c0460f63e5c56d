"""A member of a table: a connection with a chair, or one that watches."""

from __future__ import annotations

from collections import deque

from vendue_protocol.limits import Limits
from vendue_shared.seats import Seat

from .connection import Connection
from .feed import Feed, Reader


class Member:
    """What a table keeps of each connection at it.

    Args:
        connection: Where its frames go.
        key: The public key of its sitting; empty: a spectator.
    """

    __slots__ = ("_chats", "_reader", "connection", "key")

    def __init__(self, connection: Connection, key: bytes = b"") -> None:
        self.connection = connection
        self.key = key
        self._reader: Reader | None = None
        self._chats: deque[float] = deque()
        connection.queue_limit = connection.limits.queue_bytes

    @property
    def seat(self) -> Seat | None:
        """Its seat in the game it follows; `None`: none."""
        return self._reader.seat if self._reader is not None else None

    def follow(self, feed: Feed, seat: Seat | None, place: int) -> None:
        """Follow a game's feed from a place in it, after all it was sent before."""
        self._reader = Reader(feed, seat, place)
        self.connection.turn_to(self._reader.next)

    def tell_due(self, frame: bytes) -> None:
        """Replace the `due` that it is sent when it has caught up with the log."""
        if self._reader is not None:
            self._reader.due = frame

    def may_chat(self, now: float, limits: Limits) -> bool:
        """Count a line of chat; tell whether it is one too many."""
        while self._chats and self._chats[0] <= now - limits.chats_s:
            self._chats.popleft()
        self._chats.append(now)
        return len(self._chats) <= limits.chats

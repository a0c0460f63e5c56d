"""A member of a table: a connection with a chair, or one that watches."""

from __future__ import annotations

from collections import deque

from vendue_protocol.limits import Limits
from vendue_shared.seats import Seat

from .connection import Connection
from .feed import Feed


class Member:
    """What a table keeps of each connection at it.

    Args:
        connection: Where its frames go.
        key: The public key of its sitting; empty: a spectator.
    """

    __slots__ = ("_chats", "connection", "due", "feed", "key", "place", "seat")

    def __init__(self, connection: Connection, key: bytes = b"") -> None:
        self.connection = connection
        self.key = key
        self.seat: Seat | None = None
        """Its seat in the game now on; `None`: none."""
        self.feed: Feed | None = None
        self.place = 0
        """How far in the feed it has been sent."""
        self.due: bytes = b""
        """The newest `due`, until it is sent."""
        self._chats: deque[float] = deque()
        connection.source = self.source
        connection.queue_limit = connection.limits.queue_bytes

    def follow(self, feed: Feed, seat: Seat | None, place: int) -> None:
        """Begin to follow a game's feed at a place in it."""
        self.feed, self.seat, self.place, self.due = feed, seat, place, b""

    def source(self, room: int) -> bytes:
        """What is next for the connection: the log first, then the newest `due`."""
        if self.feed is None:
            return b""
        frames, self.place = self.feed.read(self.place, self.seat, room)
        if self.due and self.place == len(self.feed):
            frames.append(self.due)
            self.due = b""
        return frames[0] if len(frames) == 1 else b"".join(frames)

    def may_chat(self, now: float, limits: Limits) -> bool:
        """Count a line of chat; tell whether it is one too many."""
        while self._chats and self._chats[0] <= now - limits.chats_s:
            self._chats.popleft()
        self._chats.append(now)
        return len(self._chats) <= limits.chats

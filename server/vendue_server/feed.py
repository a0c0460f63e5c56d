"""A game's feed: every frame of its log, and what travels in step with it.

Events are for all; what is dealt is for one seat; holds are for all. Each member
has a place in the feed, so a member costs one number, however slow it is.
"""

from __future__ import annotations

from vendue_protocol.codec import encode
from vendue_protocol.follower import Step
from vendue_protocol.host_messages import Logged
from vendue_protocol.message import Message
from vendue_shared.seats import Seat


class Feed:
    """Frames in the order in which they were made; append only."""

    __slots__ = ("_frames", "_owners", "_place_after", "end")

    def __init__(self) -> None:
        self._frames: list[bytes] = []
        self._owners: dict[int, Seat] = {}
        """Who alone is sent a frame, by its place; a frame not here is for all."""
        self._place_after: list[int] = [0]
        self.end = 0
        """The place after all there is."""

    def log(self, step: Step) -> None:
        """Append an event, for all."""
        self._frames.append(encode(Logged(s=step.s, e=step.payload)))
        self.end += 1
        self._place_after.append(self.end)

    def beside(self, message: Message, owner: Seat | None = None) -> None:
        """Append what belongs after the newest event, for one seat or for all."""
        if owner is not None:
            self._owners[self.end] = owner
        self._frames.append(encode(message))
        self.end += 1

    def place_after(self, s: int) -> int:
        """The place that follows event `s` (0: the beginning)."""
        return self._place_after[s]

    def read(self, place: int, seat: Seat | None, room: int) -> tuple[list[bytes], int]:
        """What a member is to be sent next.

        Args:
            place: The member's place.
            seat: The member's seat; `None`: a spectator.
            room: About how many bytes; one frame at least.

        Returns:
            The frames, and the member's new place.
        """
        frames: list[bytes] = []
        while place < self.end and room > 0:
            if self._owners.get(place, seat) == seat:
                frames.append(self._frames[place])
                room -= len(self._frames[place])
            place += 1
        return frames, place


class Reader:
    """One member's place in one game's feed.

    Args:
        feed: The game's.
        seat: The member's seat; `None`: a spectator.
        place: Where it begins to read.
    """

    __slots__ = ("_feed", "_place", "due", "seat")

    def __init__(self, feed: Feed, seat: Seat | None, place: int) -> None:
        self._feed, self.seat, self._place = feed, seat, place
        self.due = b""
        """The newest `due`, until it is sent."""

    def next(self, room: int) -> bytes:
        """What is next for the connection: the log first, then the newest `due`."""
        frames, self._place = self._feed.read(self._place, self.seat, room)
        if self._place == self._feed.end:
            frames.append(self.due)
            self.due = b""
        return b"".join(frames)

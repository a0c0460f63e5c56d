"""A game's feed: every frame of its log, and what travels in step with it.

Events are for all; what is dealt is for one seat; holds are for all. Each member
has a place in the feed, so a member costs one number, however slow it is.
"""

from __future__ import annotations

from typing import Final

from vendue_protocol.codec import encode
from vendue_protocol.follower import Step
from vendue_protocol.messages import Logged, Message
from vendue_shared.seats import Seat

ALL: Final = -1
"""A frame for everybody."""


class Feed:
    """Frames in the order in which they were made; append only."""

    __slots__ = ("_audiences", "_frames", "_place_after")

    def __init__(self) -> None:
        self._frames: list[bytes] = []
        self._audiences: list[int] = []
        self._place_after: list[int] = [0]

    def __len__(self) -> int:
        return len(self._frames)

    def log(self, step: Step) -> None:
        """Append an event, for all."""
        self._append(encode(Logged(s=step.s, e=step.payload)), ALL)
        self._place_after.append(len(self._frames))

    def beside(self, message: Message, audience: int = ALL) -> None:
        """Append what belongs after the newest event, for one seat or for all."""
        self._append(encode(message), audience)

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
        end = len(self._frames)
        while place < end and room > 0:
            if self._audiences[place] in (ALL, seat):
                frames.append(self._frames[place])
                room -= len(self._frames[place])
            place += 1
        return frames, place

    def _append(self, frame: bytes, audience: int) -> None:
        self._frames.append(frame)
        self._audiences.append(audience)


class Reader:
    """One member's place in one game's feed.

    Args:
        feed: The game's.
        seat: The member's seat; `None`: a spectator.
        place: Where it begins to read.
    """

    __slots__ = ("_feed", "due", "place", "seat")

    def __init__(self, feed: Feed, seat: Seat | None, place: int) -> None:
        self._feed, self.seat, self.place = feed, seat, place
        self.due = b""
        """The newest `due`, until it is sent."""

    def next(self, room: int) -> bytes:
        """What is next for the connection: the log first, then the newest `due`."""
        frames, self.place = self._feed.read(self.place, self.seat, room)
        if self.due and self.place == len(self._feed):
            frames.append(self.due)
            self.due = b""
        return frames[0] if len(frames) == 1 else b"".join(frames)

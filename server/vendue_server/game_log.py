"""A game's log at the host: the follower of it, and the feed made of it."""

from __future__ import annotations

import msgspec

from vendue_protocol.chain import HOST, sign_hold
from vendue_protocol.codec import encode_event
from vendue_protocol.errors import Code
from vendue_protocol.follower import Follower, Step
from vendue_protocol.keys import SigningKey
from vendue_protocol.messages import Held, Return
from vendue_shared.events import AnyEvent
from vendue_shared.happened import Happened
from vendue_shared.seats import Seat

from .feed import Feed
from .refusal import Refusal


class Kept(msgspec.Struct, frozen=True):
    """What is kept of an event: its bytes are made again when they are wanted."""

    s: int
    event: AnyEvent
    facts: tuple[Happened, ...]

    @property
    def payload(self) -> bytes:
        """The event's bytes, exactly as they travelled."""
        return encode_event(self.event)


class GameLog:
    """Events in, frames out; the host signs at every hold point.

    Args:
        host_key: Signs the host's holds.
    """

    __slots__ = ("_host_key", "feed", "follower", "steps")

    def __init__(self, host_key: SigningKey) -> None:
        self._host_key = host_key
        self.follower, self.feed = Follower(), Feed()
        self.steps: list[Kept] = []

    def append(self, event: AnyEvent) -> Step:
        """Append an event.

        Raises:
            IllegalMove: The rules refuse it; nothing was appended.
        """
        step = self.follower.add(event)
        self.steps.append(Kept(step.s, event, step.facts))
        self.feed.log(step)
        return step

    def sign(self) -> None:
        """Sign the newest event, if it is a hold point."""
        s, points = self.follower.s, self.follower.hold_points
        if points and points[-1].s == s:
            game, head = self.follower.game, self.follower.head
            hold = sign_hold(self._host_key, game, HOST, s, head)
            self.follower.holds[s, HOST] = hold
            self.feed.beside(Held(s=s, who=HOST, hold=hold))

    def take_hold(self, seat: Seat, s: int, hold: bytes) -> None:
        """Keep and pass on a person's signature on the history.

        Raises:
            Refusal: It does not fit this history.
        """
        is_new = (s, seat) not in self.follower.holds
        if not self.follower.take_hold(s, seat, hold):
            raise Refusal(Code.HOLD, f"seat {seat} at event {s}")
        if is_new:
            self.feed.beside(Held(s=s, who=seat, hold=hold))

    def place_of(self, message: Return) -> int:
        """Where in the feed a returning client goes on.

        Raises:
            Refusal: What it holds is not the history of this game.
        """
        follower, s = self.follower, message.s
        if message.game != follower.game:
            return 0
        if s > follower.s or (s and follower.heads[s] != message.h):
            raise Refusal(Code.HOLD, f"another history at event {s}")
        return self.feed.place_after(s)

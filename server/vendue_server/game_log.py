"""A game's log at the host: the follower of it, and the feed made of it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from vendue_protocol.chain import HOST, sign_hold
from vendue_protocol.client_messages import Return
from vendue_protocol.codec import encode_event
from vendue_protocol.errors import Code
from vendue_protocol.follower import Follower, Step
from vendue_protocol.host_messages import Held
from vendue_protocol.keys import SigningKey
from vendue_shared.events import AnyEvent
from vendue_shared.happened import Happened
from vendue_shared.moves import AnyMove
from vendue_shared.seats import Seat

from .feed import Feed
from .journal.chain import UNKEPT
from .journal.entries import ClockIs, Happening, HoldsCame
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

    __slots__ = ("_host_key", "_unkept", "feed", "follower", "journal", "steps")

    def __init__(self, host_key: SigningKey) -> None:
        self._host_key = host_key
        self.journal = UNKEPT
        """Where each event is stored before it is in the log; whoever keeps the game
        sets it."""
        self._unkept: list[tuple[int, int, bytes]] = []
        """Signatures that came since the journal was written last."""
        self.follower, self.feed = Follower(), Feed()
        self.steps: list[Kept] = []

    def append(self, event: AnyEvent) -> Step:
        """Append an event.

        Raises:
            IllegalMove: The rules refuse it; nothing was appended.
        """
        return self._take(self.follower.add(event))

    def keep(
        self, event: AnyEvent, move: AnyMove | None, clock: Callable[[], ClockIs]
    ) -> bytes:
        """Journal an event that may come next; it is not in the log yet.

        Args:
            event: Decided just now.
            move: The person's move it comes of.
            clock: Says what is left to whom.

        Returns:
            Its bytes.

        Raises:
            IllegalMove: The rules refuse it.
            StorageFailed: The journal cannot be written.
        """
        self.follower.position.check(event)
        payload = encode_event(event)
        if self.journal.is_kept:
            self.journal.put(
                Happening(
                    payload=payload,
                    move=move,
                    holds=tuple(self._unkept),
                    clock=clock() if self.steps else None,
                )
            )
            self._unkept.clear()
        return payload

    def keep_holds(self) -> None:
        """Journal the signatures that no event has taken along.

        Raises:
            StorageFailed: The journal cannot be written.
        """
        if self._unkept:
            self.journal.put(HoldsCame(holds=tuple(self._unkept)))
            self._unkept.clear()

    def add(self, event: AnyEvent, payload: bytes) -> Step:
        """Append an event that is in the journal."""
        return self._take(self.follower.add(event, payload))

    def add_again(self, payload: bytes) -> Step:
        """Append an event as the journal has it, with everything that proves it.

        Raises:
            ProofFailed: It is not what this log goes on with.
        """
        return self._take(self.follower.receive(self.follower.s + 1, payload))

    def _take(self, step: Step) -> Step:
        self.steps.append(Kept(step.s, step.event, step.facts))
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
        self.check_hold(seat, s, hold)
        self.keep_hold(seat, s, hold)

    def check_hold(self, seat: Seat, s: int, hold: bytes) -> None:
        """Look whether a person's signature fits; nothing changes.

        Raises:
            Refusal: It does not.
        """
        if not self.follower.fits(s, seat, hold):
            raise Refusal(Code.HOLD, f"seat {seat} at event {s}")

    def keep_hold(self, seat: Seat, s: int, hold: bytes) -> None:
        """Keep and pass on a signature that fits."""
        if (s, seat) not in self.follower.holds:
            self.feed.beside(Held(s=s, who=seat, hold=hold))
            if self.journal.is_kept:
                self._unkept.append((s, seat, hold))
        self.follower.holds[s, seat] = hold

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

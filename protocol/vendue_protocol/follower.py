"""The Follower: a game's log, event by event, with everything that proves it.

Host and client use the same one. The host adds events that its rules decided; a
client takes the bytes it was sent. Both end with the same position, the same head.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from vendue_shared.events import (
    Added,
    AnyEvent,
    Begun,
    Flipped,
    Offered,
    Opened,
)
from vendue_shared.happened import (
    AllSealed,
    AuctionBegan,
    Happened,
    LogClosed,
    RoundEnded,
)
from vendue_shared.paintings import Kind, Painting
from vendue_shared.phases.sealed_bids import Revealing
from vendue_shared.position import Position
from vendue_shared.refusals import IllegalMove
from vendue_shared.seats import Seat
from vendue_shared.terms import Terms

from .agreement import terms_digest
from .chain import HOST, first_head, is_hold, next_head
from .codec import decode_event, encode_event
from .entropy import salt_of
from .errors import RemoteProtocolError
from .leaves import leaf_of, root_of
from .proof import Check, ProofFailed, prove_begun
from .seals import SealedPhase, opens
from .tags import HASH_SIZE

_SHOWS_PAINTING: Final = (Offered, Added, Flipped)
_CLOSES: Final = (RoundEnded, LogClosed)
"""What is made once here need not be made for every event."""


class Step(msgspec.Struct, frozen=True):
    """One event of the log and what it brought about."""

    s: int
    payload: bytes
    event: AnyEvent
    facts: tuple[Happened, ...]


class HoldPoint(msgspec.Struct, frozen=True):
    """A place in the log at which everybody signs what they hold."""

    s: int
    head: bytes


class Follower:
    """The position of one log, its head, and what is still unproved.

    A new one has nothing: its first event is `begun`.
    """

    __slots__ = (
        "_flips", "_lists", "_spent", "digest", "head", "heads", "hold_points", "holds",
        "position", "s", "sealed_phase", "terms",
    )  # fmt: skip

    terms: Terms
    digest: bytes
    """The digest of the terms, 32 bytes; empty before the first event."""
    s: int
    """The number of the last event; 0: none."""
    head: bytes
    """The head after it, 32 bytes; zeros before the first."""
    heads: list[bytes]
    """The head after each event, by number; first what the log begins with."""
    position: Position
    sealed_phase: SealedPhase | None
    """The sealed auction now on, which commitments are made for."""
    hold_points: list[HoldPoint]
    """All so far, oldest first; at most one an auction and a round."""
    holds: dict[tuple[int, int], bytes]
    """Signatures that fit, by event and by who (255: the host)."""

    def __init__(self) -> None:
        self.position = Position()
        self.digest, self.head, self.s = b"", bytes(32), 0
        self.heads = [self.head]
        self.sealed_phase = None
        self.hold_points, self.holds = [], {}
        self._lists: tuple[bytes, ...] = ()
        """The leaves of each list, one after the other: seventy objects less a game."""
        self._spent: set[bytes] = set()
        self._flips = 0
        """Leaves played of the mystery hand, which is a pile: the first so many."""

    @property
    def game(self) -> bytes:
        """The game's id, 16 bytes; zeros before the first event."""
        return self.terms.game if self.s else bytes(16)

    def receive(
        self,
        s: int,
        payload: bytes,
        before: Callable[[AnyEvent], None] = lambda event: None,  # noqa: ARG005
    ) -> Step:
        """Take the bytes of the next event as a peer sent them.

        Args:
            s: Its number.
            payload: Its bytes.
            before: What else to check before it is taken; it raises to refuse.

        Raises:
            ProofFailed: Nothing was taken.
        """
        if 1 <= s <= self.s and not self.has(s, payload):
            raise ProofFailed(Check.REWRITTEN, s, "other bytes than those held")
        if s != self.s + 1:
            raise ProofFailed(Check.ORDER, s, f"expected event {self.s + 1}")
        try:
            event = decode_event(payload)
        except RemoteProtocolError as error:
            raise ProofFailed(Check.FORM, s, error.detail) from None
        self._prove(event, s)
        before(event)
        try:
            return self._take(event, payload)
        except IllegalMove as refusal:
            raise ProofFailed(Check.RULES, s, str(refusal)) from None

    def has(self, s: int, payload: bytes) -> bool:
        """Tell whether these are the bytes of event `s`, 1 to the last one held."""
        return self.heads[s] == next_head(self.heads[s - 1], s, payload)

    def add(self, event: AnyEvent, payload: bytes = b"") -> Step:
        """Append an event that this machine decided; its bytes may be made before.

        Raises:
            IllegalMove: The rules refuse it; nothing was taken.
        """
        return self._take(event, payload or encode_event(event))

    def take_hold(self, s: int, who: int, hold: bytes) -> bool:
        """Keep somebody's signature if it fits.

        Args:
            s: The event of a hold point already passed.
            who: A seat, or 255 for the host.
            hold: The signature as it came.

        Returns:
            Whether it fits this history; one already kept is not checked again.
        """
        if not self.fits(s, who, hold):
            return False
        self.holds[s, who] = hold
        return True

    def fits(self, s: int, who: int, hold: bytes) -> bool:
        """Tell whether a signature fits this history, and keep nothing.

        Args:
            s: The event of a hold point already passed.
            who: A seat, or 255 for the host.
            hold: The signature as it came.
        """
        if self.holds.get((s, who)) == hold:
            return True
        head = next((p.head for p in self.hold_points if p.s == s), None)
        return head is not None and is_hold(
            hold, self._key_of(who), game=self.game, who=who, s=s, head=head
        )

    def leaf_is_open(self, hand: int, painting: Painting, blind: bytes) -> bool:
        """Tell whether a painting lies in a hand's list and was not played yet.

        Args:
            hand: A seat, or the number of seats for the mystery hand.
            painting: Which.
            blind: Its blind, 32 bytes.
        """
        leaf = leaf_of(self.game, painting, blind)
        if hand == self.position.seats and self.terms.options.mystery_hand:
            return leaf == self._leaf(hand, self._flips)
        count = len(self._lists[hand]) // len(leaf)
        is_listed = any(leaf == self._leaf(hand, i) for i in range(count))
        return is_listed and leaf not in self._spent

    def _leaf(self, hand: int, index: int) -> bytes:
        """A leaf of a list; empty past its end."""
        return self._lists[hand][index * HASH_SIZE : (index + 1) * HASH_SIZE]

    def _key_of(self, who: int) -> bytes:
        if who == HOST:
            return self.terms.host_key
        chairs = self.terms.chairs
        return chairs[who].key if who < len(chairs) else bytes(32)

    def _take(self, event: AnyEvent, payload: bytes) -> Step:
        facts = tuple(self.position.play(event))
        self.s += 1
        if type(event) is Begun:
            self._begin(event)
        self.head = next_head(self.head, self.s, payload)
        self.heads.append(self.head)
        if isinstance(event, _SHOWS_PAINTING):
            self._spend_leaf(event)
        if facts:
            self._mark(event, facts)
        return Step(self.s, payload, event, facts)

    def _begin(self, event: Begun) -> None:
        self.terms = event.terms
        self.digest = terms_digest(event.terms)
        salt = salt_of(event.terms.game, event.hs, event.ks)
        self.head = first_head(
            event.terms.game, salt, root_of(event.terms.game, event.lists)
        )
        self.heads = [self.head]
        self._lists = tuple(map(b"".join, event.lists))

    def _mark(self, event: AnyEvent, facts: tuple[Happened, ...]) -> None:
        """Remember where a sealed phase began, and where everybody signs."""
        is_held = type(event) is Begun
        for fact in facts:
            if isinstance(fact, AuctionBegan) and fact.kind is Kind.SEALED:
                self.sealed_phase = SealedPhase(
                    game=self.game, auction=self.position.auction, head=self.head
                )
            elif isinstance(fact, AllSealed):
                is_held = isinstance(self.position.phase, Revealing)
            elif isinstance(fact, _CLOSES):
                is_held = True
        if is_held:
            self.hold_points.append(HoldPoint(self.s, self.head))

    def _spend_leaf(self, event: Offered | Added | Flipped) -> None:
        if isinstance(event, Flipped):
            self._flips += 1
        else:
            self._spent.add(leaf_of(self.game, Painting(event.painting), event.blind))

    # What only proofs decide.

    def _prove(self, event: AnyEvent, s: int) -> None:
        if isinstance(event, Begun):
            prove_begun(event, s)
        elif isinstance(event, _SHOWS_PAINTING):
            self._prove_leaf(event, s)
        elif isinstance(event, Opened):
            self._prove_openings(event, s)

    def _prove_leaf(self, event: Offered | Added | Flipped, s: int) -> None:
        is_flip = isinstance(event, Flipped)
        hand = self.position.seats if is_flip else event.seat
        has_hand = hand < len(self._lists) - 1
        painting = Painting(event.painting)
        if len(event.blind) != len(self.head) or not (
            has_hand and self.leaf_is_open(hand, painting, event.blind)
        ):
            raise ProofFailed(
                Check.LEAF, s, f"painting {event.painting} is not of hand {hand}"
            )

    def _prove_openings(self, event: Opened, s: int) -> None:
        phase = self.position.phase
        if not isinstance(phase, Revealing) or self.sealed_phase is None:
            return
        for seat, opening in enumerate(event.openings):
            commitment = phase.commitments[seat] if seat < self.position.seats else None
            if opening is None or commitment is None:
                continue
            if not opens(
                self.sealed_phase, Seat(seat), commitment,
                bid=opening.bid, nonce=opening.nonce,
            ):  # fmt: skip
                raise ProofFailed(Check.OPENING, s, f"seat {seat}")
            if opening.hold and not self.take_hold(self.s_of_lock, seat, opening.hold):
                raise ProofFailed(Check.HOLD, s, f"in the opening of seat {seat}")
            if not opening.hold and not self.position.bots[seat]:
                raise ProofFailed(Check.HOLD, s, f"none in the opening of seat {seat}")

    @property
    def s_of_lock(self) -> int:
        """The newest hold point: while bids are revealed, the lock."""
        return self.hold_points[-1].s if self.hold_points else 0

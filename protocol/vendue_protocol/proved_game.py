"""A whole game with every proof, in one process: host, seats, and a log each.

Nobody waits and nothing is sent, but every machine has secrets and a Follower of
its own, checks what it is told, signs, seals and reveals, as over the wire.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from vendue_shared.events import (
    Added,
    AnyEvent,
    Begun,
    Ended,
    Ending,
    Flipped,
    Offered,
    Opened,
    Opening,
    Revealed,
    Sealed,
)
from vendue_shared.happened import Happened, RoundBegan
from vendue_shared.money import Money
from vendue_shared.paintings import Painting
from vendue_shared.seats import Seat

from .chain import HOST, sign_hold
from .deal import Deal
from .follower import Follower, Step
from .game_file_writing import GameFileWriter
from .host_messages import Dealt, DealtCard, Held, Logged
from .keys import bot_secret
from .log_frames import HOST_READER, SPECTATOR, How, Kept, LogHeader
from .proof import Check, ProofFailed
from .proved_setup import Agreed
from .seals import SealedBid, opens, seal

ALL: Final = -1
"""The audience of what everybody is told."""


def bids_of(events: Sequence[AnyEvent]) -> dict[int, int]:
    """What each `sealed` of a game hid, by its index in the game.

    Args:
        events: A game whose commitments are filler; its openings tell.

    Returns:
        0 where a bid was never opened.
    """
    bids: dict[int, int] = {}
    open_seals: dict[int, int] = {}
    for index, event in enumerate(events):
        if isinstance(event, Sealed):
            open_seals[event.seat] = index
        elif isinstance(event, Opened):
            for seat, at in open_seals.items():
                opening = event.openings[seat]
                bids[at] = opening.bid if opening is not None else 0
            open_seals.clear()
    return bids


class ProvedGame:
    """A game that is proved while it is played.

    Args:
        agreed: What the set-up came to.
    """

    __slots__ = (
        "_agreed", "_followers", "_hands", "_heads", "_kept", "_openings", "_secrets",
        "host", "how", "sealed",
    )  # fmt: skip

    def __init__(self, agreed: Agreed) -> None:
        self._agreed = agreed
        self.host = Follower()
        """What the host follows."""
        self._followers = {seat: Follower() for seat in agreed.own}
        self._hands: list[set[Painting]] = [set() for _ in agreed.terms.chairs]
        self._kept: list[tuple[int, Kept]] = []
        self._heads = [self.host.head]
        self._openings: dict[Seat, Opening] = {}
        self.sealed: dict[Seat, SealedBid] = {}
        """The bids of the sealed auction now on."""
        self._secrets = {
            Seat(seat): bot_secret(agreed.seed, agreed.terms.game, Seat(seat))
            for seat in range(len(agreed.terms.chairs))
        }
        self.how = How.OPEN
        """How the log ended, if it did."""
        self.play(agreed.begun)

    @property
    def deal(self) -> Deal:
        """The deal, as the host has it."""
        return self._agreed.deal

    def default_offer(self, seat: Seat) -> Painting:
        """What the clock would offer now for this seat."""
        return self.deal.default_offer(
            self.host.position.auction + 1, self._hands[seat]
        )

    # The log.

    def take(self, event: AnyEvent, bid: int = 0) -> tuple[Happened, ...]:
        """Play an event whose proofs are filler, with the proofs it needs.

        Args:
            event: `begun` and `ended` are the game's own, and left out.
            bid: Of a `sealed`: what it hides.

        Raises:
            ProofFailed: Somebody's machine refuses it.
            IllegalMove: The rules do.
        """
        match event:
            case Begun() | Ended():
                return ()
            case Offered(seat=seat, painting=painting):
                is_default = painting == self.default_offer(Seat(seat))
                blind = self.deal.blind(Painting(painting))
                return self.play(replace(event, blind=blind, auto=is_default))
            case Added(painting=painting) | Flipped(painting=painting):
                blind = self.deal.blind(Painting(painting))
                return self.play(replace(event, blind=blind))
            case Sealed(seat=seat):
                commitment = self._seal(Seat(seat), Money(bid))
                return self.play(replace(event, commitment=commitment))
            case Revealed(seat=seat):
                self._openings[Seat(seat)] = self._opening(Seat(seat))
                return self.play(event)
            case Opened():
                return self.play(self._opened())
            case _:
                return self.play(event)

    def end(self, reason: Ending, *, tells_seed: bool = True) -> None:
        """Close the log.

        Args:
            reason: Why.
            tells_seed: Whether the host publishes its seed, as it should.
        """
        seed = self._agreed.seed if tells_seed else b""
        self.play(Ended(reason=reason, seed=seed))
        self.how = How(reason)

    def play(self, event: AnyEvent) -> tuple[Happened, ...]:
        """Append an event, tell everybody, deal, and sign where all sign.

        Raises:
            ProofFailed: Somebody's machine refuses it.
            IllegalMove: The rules do.
        """
        step = self.host.add(event)
        self._kept.append((ALL, Logged(s=step.s, e=step.payload)))
        self._heads.append(self.host.head)
        for seat, follower in self._followers.items():
            self._follow(seat, follower.receive(step.s, step.payload))
        if isinstance(event, Offered | Added):
            self._hands[event.seat].discard(Painting(event.painting))
        for fact in step.facts:
            if isinstance(fact, RoundBegan):
                self._deal_round(fact.number)
        if self.host.hold_points[-1].s == step.s:
            self._sign()
        return step.facts

    def _follow(self, seat: Seat, step: Step) -> None:
        own, event = self._agreed.own[seat], step.event
        if isinstance(event, Begun):
            own.check_begun(event)
        elif isinstance(event, Offered | Added) and event.seat == seat:
            own.hand.pop(Painting(event.painting), None)

    def _deal_round(self, number: int) -> None:
        s = self.host.s
        for seat, hand in enumerate(self._hands):
            dealt = self.deal.dealt(Seat(seat), number)
            hand.update(card.painting for card in dealt)
            cards = tuple(
                DealtCard(place=card.place, painting=card.painting, slot=card.slot)
                for card in dealt
            )
            self._kept.append((seat, Dealt(s=s, cards=cards)))
            if (own := self._agreed.own.get(Seat(seat))) is not None:
                own.take_dealt(self._followers[Seat(seat)], Dealt(s=s, cards=cards))

    # Signatures.

    def _sign(self) -> None:
        """The host signs first, then each person; everybody checks everybody."""
        host, key = self.host, self._agreed.host_key
        self._hold(HOST, sign_hold(key, host.game, HOST, host.s, host.head))
        for seat, own in self._agreed.own.items():
            self._hold(seat, own.hold(self._followers[seat], host.s).hold)

    def _hold(self, who: int, hold: bytes) -> None:
        held = Held(s=self.host.s, who=who, hold=hold)
        for follower in (self.host, *self._followers.values()):
            if not follower.take_hold(held.s, who, hold):
                raise ProofFailed(Check.HOLD, held.s, f"of {who}")
        self._kept.append((ALL, held))

    # Sealed bids.

    def _is_persons(self, seat: Seat) -> bool:
        return seat in self._agreed.own and not self.host.position.bots[seat]

    def _seal(self, seat: Seat, bid: Money) -> bytes:
        phase = self.host.sealed_phase
        if self._is_persons(seat):
            own = self._agreed.own[seat]
            commitment = own.seal(self._followers[seat], bid).commitment
            if own.sealed is not None:
                self.sealed[seat] = own.sealed
            return commitment
        if phase is None:
            raise ValueError("there is no sealed auction now")
        self.sealed[seat] = seal(phase, seat, self._secrets[seat], bid)
        return self.sealed[seat].commitment

    def _opening(self, seat: Seat) -> Opening:
        """What the host is handed; a person's machine finds its bid again itself."""
        sealed, hold = self.sealed[seat], b""
        if self._is_persons(seat):
            own, follower = self._agreed.own[seat], self._followers[seat]
            hold = own.sign(follower, follower.s_of_lock)
            if sealed.bid <= self.host.position.purses[seat]:
                reveal = own.reveal(follower)
                if reveal is None:
                    raise ProofFailed(Check.OPENING, follower.s, "nothing to reveal")
                return Opening(bid=reveal.bid, nonce=reveal.nonce, hold=reveal.hold)
        return Opening(bid=sealed.bid, nonce=sealed.nonce, hold=hold)

    def _opened(self) -> Opened:
        phase = self.host.sealed_phase
        for seat, opening in self._openings.items():
            commitment = self.sealed[seat].commitment
            if phase is None or not opens(
                phase, seat, commitment, bid=opening.bid, nonce=opening.nonce
            ):
                raise ProofFailed(Check.OPENING, self.host.s, f"seat {seat}")
        openings = tuple(
            self._openings.get(Seat(seat)) for seat in range(len(self._hands))
        )
        self._openings, self.sealed = {}, {}
        return Opened(openings=openings)

    # The files.

    @property
    def readers(self) -> tuple[int, ...]:
        """Who keeps a file: each person, a spectator, the host."""
        return (*self._agreed.own, SPECTATOR, HOST_READER)

    def file_of(self, reader: int) -> bytes:
        """The file that this reader has kept of the game so far.

        Args:
            reader: A person's seat, 254 a spectator, 255 the host.
        """
        given_up = () if reader == SPECTATOR else self._agreed.given_up
        header = LogHeader(game=self.host.game, reader=reader)
        writer = GameFileWriter(header, given_up)
        for audience, kept in self._kept:
            if audience == ALL and isinstance(kept, Logged):
                is_last = kept.s == self.host.s
                how = self.how if is_last else How.OPEN
                writer.event(kept, self._heads[kept.s], how)
            elif audience in (ALL, reader):
                writer.put(kept)
        return writer.patch()[1]

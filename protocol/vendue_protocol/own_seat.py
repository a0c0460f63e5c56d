"""What one player's machine does of itself for its seat: share, hold, seal, reveal.

It keeps the seat's secrets and never shows them; it asks nobody, so a person's
client and a bot's client are the same here. What it promises must be on disk
before the message that follows leaves: see each method.
"""

from __future__ import annotations

from vendue_shared.events import Begun
from vendue_shared.money import Money
from vendue_shared.moves import Reveal, Seal
from vendue_shared.paintings import Painting
from vendue_shared.phases.sealed_bids import Revealing, Sealing
from vendue_shared.seats import Seat
from vendue_shared.shares import places_of
from vendue_shared.terms import Terms

from .agreement import terms_digest
from .chain import HOST, sign_hold
from .client_messages import Agree, Hold, Share
from .entropy import entropy_commitment
from .follower import Follower
from .host_messages import Dealt, Proposal
from .keys import SigningKey
from .leaves import blind_of
from .own_moves import OwnMoves
from .proof import Check, ProofFailed
from .seals import SealedBid, find_bid, seal
from .tags import sized
from .time_watch import TimeWatch


class OwnSeat:
    """One seat of one game, as its owner's machine knows it.

    Args:
        key: The seat's key, made for this sitting.
        seat: Which seat.
        proposal: The set-up's first message, already compared with what the
            player was shown.
        entropy: 32 fresh random bytes, the seat's share of the chance.
        secret: 32 fresh random bytes, which the seat's nonces come from.
        ks: After a restart, what it gave its share in answer to, if it did.

    Raises:
        ValueError: A length is wrong, or the seat is not the key's.
        ProofFailed: The terms fit no game.
    """

    def __init__(
        self,
        key: SigningKey,
        seat: Seat,
        proposal: Proposal,
        *,
        entropy: bytes,
        secret: bytes,
        ks: tuple[bytes, ...] | None = None,
    ) -> None:
        if proposal.terms.chairs[seat].key != key.public:
            raise ValueError(f"seat {seat} of the terms has another key")
        self.key = key
        self.seat = seat
        self.terms: Terms = proposal.terms
        try:
            self.digest = terms_digest(proposal.terms)
        except ValueError as error:
            raise ProofFailed(Check.TERMS, 0, str(error)) from None
        self.hs = proposal.hs
        self.secret = sized("a seat's secret", secret)
        self.moves = OwnMoves(seat)
        """What this seat sent."""
        self.time = TimeWatch(seat, proposal.terms.clocks)
        """What time it has."""
        self.hand: dict[Painting, bytes] = {}
        """The own paintings not yet played, each with its blind."""
        self.sealed: SealedBid | None = None
        """The own bid in the sealed auction now on."""
        self._entropy = sized("entropy", entropy)
        self._ks = ks

    def __repr__(self) -> str:
        return f"OwnSeat(seat={self.seat})"

    @property
    def game(self) -> bytes:
        """The game's id, 16 bytes."""
        return self.terms.game

    @property
    def commitment(self) -> bytes:
        """What the seat commits to in the set-up, 32 bytes."""
        return entropy_commitment(self.game, self.seat, self.hs, self._entropy)

    @property
    def has_shared(self) -> bool:
        """Whether the share has left this machine."""
        return self._ks is not None

    def agree(self) -> Agree:
        """Step 2 of the set-up."""
        return Agree(game=self.game, k=self.commitment)

    def share(self, game: bytes, ks: tuple[bytes, ...]) -> Share:
        """Step 4 of the set-up; what it answered to must be on disk before.

        Raises:
            ProofFailed: Another game, the own commitment is not there, or the host
                asks a second time with other commitments.
        """
        self.check_commitments(game, ks)
        self._ks = ks
        return Share(game=game, e=self._entropy)

    def check_commitments(self, game: bytes, ks: tuple[bytes, ...]) -> None:
        """Compare the commitments of all with what this seat sent and answered to.

        Raises:
            ProofFailed: Another game, the own commitment is not there, or the host
                asks a second time with other commitments.
        """
        if game != self.game or len(ks) != len(self.terms.chairs):
            raise ProofFailed(Check.ENTROPY, 0, "commitments of another game")
        if ks[self.seat] != self.commitment:
            raise ProofFailed(Check.ENTROPY, 0, "the own commitment was changed")
        if self._ks not in {None, ks}:
            raise ProofFailed(Check.ENTROPY, 0, "asked twice, with other commitments")

    def check_begun(self, event: Begun) -> None:
        """Compare event 1 with what this seat agreed to and gave.

        Raises:
            ProofFailed: It differs.
        """
        if terms_digest(event.terms) != self.digest:
            raise ProofFailed(Check.TERMS, 1, "other terms than those agreed on")
        if event.hs != self.hs:
            raise ProofFailed(Check.ENTROPY, 1, "the host changed its commitment")
        if event.ks != self._ks or event.es[self.seat] != self._entropy:
            raise ProofFailed(Check.ENTROPY, 1, "the own share is not in it")

    def take_dealt(self, follower: Follower, dealt: Dealt) -> tuple[Painting, ...]:
        """Put a round's paintings into the hand.

        Raises:
            ProofFailed: One is not of this seat, this round and its published list,
                or this game has not begun.
        """
        self._check_game(follower)
        round_number = follower.position.round
        places = places_of(
            self.seat,
            round_number,
            len(self.terms.chairs),
            mystery_hand=self.terms.options.mystery_hand,
        )
        if tuple(card.place for card in dealt.cards) != tuple(places):
            raise ProofFailed(
                Check.LEAF, dealt.s, f"places not of round {round_number}"
            )
        taken: dict[Painting, bytes] = {}
        for card in dealt.cards:
            painting = Painting(card.painting)
            blind = blind_of(self.game, card.place, card.slot)
            if not follower.leaf_is_open(self.seat, painting, blind):
                raise ProofFailed(
                    Check.LEAF, dealt.s, "dealt from outside the own list"
                )
            taken[painting] = blind
        self.hand.update(taken)
        return tuple(taken)

    def seal(self, follower: Follower, bid: Money) -> Seal:
        """Seal a bid for the auction now on; the same bid gives the same bytes.

        Raises:
            ValueError: There is no sealed auction now.
        """
        phase = follower.sealed_phase
        if phase is None or not isinstance(follower.position.phase, Sealing):
            raise ValueError("there is no sealed auction now")
        self.sealed = seal(phase, self.seat, self.secret, bid)
        return Seal(auction=phase.auction, commitment=self.sealed.commitment)

    def reveal(self, follower: Follower) -> Reveal | None:
        """What opens the own bid, once all are locked and the host's hold is there.

        That it reveals under this head must be on disk before.

        Returns:
            `None` while there is nothing to reveal, or not yet.

        Raises:
            ProofFailed: The log has a commitment of this seat that it never made.
        """
        if not self._is_followed_by(follower):
            return None
        phase, sealed_phase = follower.position.phase, follower.sealed_phase
        if not isinstance(phase, Revealing) or sealed_phase is None:
            return None
        commitment = phase.commitments[self.seat]
        lock = follower.s_of_lock
        if commitment is None or phase.revealed >> self.seat & 1:
            return None
        if follower.position.bots[self.seat] or (lock, HOST) not in follower.holds:
            return None
        sealed = self.sealed = self.find_seal(follower, commitment)
        return Reveal(
            auction=sealed_phase.auction,
            bid=sealed.bid,
            nonce=sealed.nonce,
            hold=self.sign(follower, lock),
        )

    def find_seal(self, follower: Follower, commitment: bytes) -> SealedBid:
        """The own bid of the sealed auction now on, from what was sealed.

        Raises:
            ProofFailed: This seat never sealed that.
        """
        phase = follower.sealed_phase
        found = (
            None
            if phase is None
            else find_bid(
                phase,
                self.seat,
                self.secret,
                commitment=commitment,
                purse=follower.position.purses[self.seat],
            )
        )
        if found is None:
            raise ProofFailed(Check.OPENING, follower.s, "a seal this seat never made")
        return found

    def hold(self, follower: Follower, s: int) -> Hold:
        """The own signature at a hold point, in answer to the host's."""
        return Hold(s=s, hold=self.sign(follower, s))

    def sign(self, follower: Follower, s: int) -> bytes:
        """Sign the history at a hold point, 64 bytes.

        Raises:
            ProofFailed: The log is of another game.
            ValueError: There is no hold point at this event.
        """
        self._check_game(follower)
        for point in follower.hold_points:
            if point.s == s:
                return sign_hold(self.key, self.game, self.seat, s, point.head)
        raise ValueError(f"event {s} is no hold point")

    def _is_followed_by(self, follower: Follower) -> bool:
        return follower.s > 0 and follower.game == self.game

    def _check_game(self, follower: Follower) -> None:
        if not self._is_followed_by(follower):
            raise ProofFailed(Check.ORDER, follower.s, "not in the game agreed on")

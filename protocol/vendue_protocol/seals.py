"""Sealed bids: commitments that bind, nonces that can be found again."""

from __future__ import annotations

import hmac
from typing import Final

import msgspec

from vendue_shared.money import Money
from vendue_shared.seats import Seat

from .tags import GAME_SIZE, HASH_SIZE, sha256, sized, unsigned, versioned

_NONCE: Final = versioned("nonce")
_BID: Final = versioned("bid")
_HIGHEST_BID: Final = 2**32 - 1


class SealedPhase(msgspec.Struct, frozen=True, kw_only=True):
    """Which sealed auction of which history a bid is for; all of it public."""

    game: bytes
    """The game's id, 16 bytes."""
    auction: int
    """The number of the offer that began it, from 1; unsold ones count."""
    head: bytes
    """The head after the event with which the sealed phase began, 32 bytes."""


class SealedBid(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's own sealed bid; its repr shows the commitment alone."""

    bid: Money
    """The amount; secret until all are locked."""
    nonce: bytes
    """What hides it, 32 bytes; as secret."""
    commitment: bytes
    """What everybody sees at once, 32 bytes."""

    def __repr__(self) -> str:
        return f"SealedBid(commitment={self.commitment.hex()})"


def context(prefix: bytes, phase: SealedPhase, seat: Seat) -> bytes:
    """Lay out what ties a nonce or a commitment to one seat of one sealed auction.

    Args:
        prefix: The versioned tag of what it is for, 18 bytes.
        phase: The sealed auction.
        seat: Whose bid, 0 to 4.

    Returns:
        71 bytes.

    Raises:
        ValueError: Something is of the wrong size.

    Source:
        docs/FAIRPLAY.md, "Sealed bids".
    """
    return b"".join(
        (
            prefix,
            sized("a game id", phase.game, GAME_SIZE),
            unsigned(phase.auction, 4),
            unsigned(seat, 1),
            sized("a head", phase.head),
        )
    )


def nonce_of(phase: SealedPhase, seat: Seat, secret: bytes, bid: int) -> bytes:
    """Derive the nonce of a bid, so that a retry sends the same bytes again.

    Args:
        phase: The sealed auction.
        seat: Whose bid, 0 to 4.
        secret: That seat's 32 secret bytes for this game.
        bid: The amount, 0 to 2**32 - 1.

    Returns:
        32 bytes, as secret as the bid.

    Raises:
        ValueError: Something is of the wrong size.

    Source:
        docs/FAIRPLAY.md, "Sealed bids".
    """
    layout = context(_NONCE, phase, seat) + unsigned(bid, 4)
    return hmac.digest(sized("a seat's secret", secret), layout, "sha256")


def commitment_bytes(phase: SealedPhase, seat: Seat, bid: int, nonce: bytes) -> bytes:
    """Lay out what a commitment hashes: 107 bytes, as secret as the bid.

    Raises:
        ValueError: Something is of the wrong size.

    Source:
        docs/FAIRPLAY.md, "Sealed bids".
    """
    opening = unsigned(bid, 4) + sized("a nonce", nonce)
    return context(_BID, phase, seat) + opening


def seal(phase: SealedPhase, seat: Seat, secret: bytes, bid: Money) -> SealedBid:
    """Seal a bid; the same arguments give the same bytes.

    Args:
        phase: The sealed auction.
        seat: Whose bid, 0 to 4.
        secret: That seat's 32 secret bytes for this game.
        bid: The amount, 0 to 2**32 - 1.

    Raises:
        ValueError: Something is of the wrong size.

    Source:
        docs/FAIRPLAY.md, "Sealed bids".
    """
    nonce = nonce_of(phase, seat, secret, bid)
    commitment = sha256(commitment_bytes(phase, seat, bid, nonce))
    return SealedBid(bid=bid, nonce=nonce, commitment=commitment)


def opens(
    phase: SealedPhase, seat: Seat, commitment: bytes, *, bid: int, nonce: bytes
) -> bool:
    """Tell whether a bid and a nonce open a commitment.

    Args:
        phase: The sealed auction, as this machine knows it.
        seat: Whose commitment, 0 to 4.
        commitment: What that seat sealed.
        bid: The amount, as a peer sent it.
        nonce: What hid it, as a peer sent it.

    Returns:
        False also for an amount or a nonce that no layout has room for.

    Raises:
        ValueError: The phase or the seat is of the wrong size; these are our own.

    Source:
        docs/FAIRPLAY.md, "Sealed bids".
    """
    if not 0 <= bid <= _HIGHEST_BID or len(nonce) != HASH_SIZE:
        return False
    return sha256(commitment_bytes(phase, seat, bid, nonce)) == commitment


def find_bid(
    phase: SealedPhase, seat: Seat, secret: bytes, *, commitment: bytes, purse: Money
) -> SealedBid | None:
    """Find one's own bid again by trying every amount one had.

    Args:
        phase: The sealed auction.
        seat: The own seat, 0 to 4.
        secret: Its 32 secret bytes for this game.
        commitment: What it sealed, as the log has it.
        purse: The money it had.

    Returns:
        The bid with its nonce; `None` where no amount fits: then this secret did
        not seal it, and it is for an alarm.

    Raises:
        ValueError: Something is of the wrong size.

    Source:
        docs/FAIRPLAY.md, "Sealed bids".
    """
    for amount in range(purse + 1):
        sealed = seal(phase, seat, secret, Money(amount))
        if sealed.commitment == commitment:
            return sealed
    return None

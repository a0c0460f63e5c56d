"""Step 10: every sealed auction, from its commitments to its openings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from vendue_protocol.chain import is_hold
from vendue_protocol.keys import bot_secret
from vendue_protocol.seals import SealedPhase, nonce_of, opens
from vendue_shared.events import Opened, Opening
from vendue_shared.happened import BidsShown, Void
from vendue_shared.money import Money
from vendue_shared.phases.sealed_bids import Revealing
from vendue_shared.seats import Seat, seat_said

from .history import History, Played, begins_sealed
from .reports import NotSound, SealedProved, VerifyStep


class SealedAuction(msgspec.Struct, frozen=True, kw_only=True):
    """A sealed auction whose bids were opened."""

    phase: SealedPhase
    """What its commitments are made for."""
    lock: int
    """The event that locked the bids."""
    played: Played
    """The event that opened them."""
    commitments: tuple[bytes | None, ...]
    """By seat."""
    openings: tuple[Opening | None, ...]
    """By seat."""


def check_sealed(history: History, seed: bytes | None) -> SealedProved:
    """Step 10: each sealed auction.

    Args:
        history: A legal one.
        seed: The host's, proved: what its bots' nonces come from.

    Raises:
        NotSound: An opening is not of what was sealed, has not its seat's hold, or
            the host kept back what its own bot had sealed.
    """
    for auction in opened_auctions(history):
        for seat in range(history.position.seats):
            _check_seat(history, auction, Seat(seat), seed)
    shown = [
        fact.bids
        for one in history.played
        for fact in one.facts
        if isinstance(fact, BidsShown)
    ]
    return SealedProved(
        auctions=len(shown),
        opened=_counted(shown, None, history.position.seats),
        absent=_counted(shown, Void.ABSENT, history.position.seats),
        withheld=_counted(shown, Void.WITHHELD, history.position.seats),
        over_money=_counted(shown, Void.ILLEGAL, history.position.seats),
    )


def opened_auctions(history: History) -> Iterator[SealedAuction]:
    """The sealed auctions whose bids were opened, in order."""
    phase, lock = None, 0
    for one in history.played:
        if begins_sealed(one):
            phase = SealedPhase(
                game=history.begun.terms.game,
                auction=one.auction,
                head=history.heads[one.s],
            )
        if one.locks:
            lock = one.s
        if (
            isinstance(one.event, Opened)
            and isinstance(one.before, Revealing)
            and phase
        ):
            yield SealedAuction(
                phase=phase,
                lock=lock,
                played=one,
                commitments=one.before.commitments,
                openings=one.event.openings,
            )


def _check_seat(
    history: History, auction: SealedAuction, seat: Seat, seed: bytes | None
) -> None:
    commitment, opening = auction.commitments[seat], auction.openings[seat]
    is_bot = auction.played.bots[seat]
    if commitment is None:
        return
    if opening is None:
        if is_bot:
            expected = f"the opening of the bot in {seat_said(seat)}"
            raise _failed(auction, expected, "none: the host kept it back")
        return
    if not opens(auction.phase, seat, commitment, bid=opening.bid, nonce=opening.nonce):
        expected = f"an opening of {commitment.hex()}, which {seat_said(seat)} sealed"
        raise _failed(
            auction, expected, f"a bid of {opening.bid} that does not open it"
        )
    if opening.hold or not is_bot:
        _check_hold(history, auction, seat, opening.hold)
    if is_bot and seed is not None:
        _check_bots_nonce(auction, seat, opening, seed)


def _check_hold(
    history: History, auction: SealedAuction, seat: Seat, hold: bytes
) -> None:
    terms = history.begun.terms
    if not is_hold(
        hold,
        terms.chairs[seat].key,
        game=terms.game,
        who=seat,
        s=auction.lock,
        head=history.heads[auction.lock],
    ):
        head = history.heads[auction.lock].hex()
        expected = (
            f"in the opening, the hold of {seat_said(seat)} on event {auction.lock}"
        )
        found = f"{hold.hex()}, which does not fit it" if hold else "none"
        raise _failed(auction, f"{expected} and the head {head}", found)


def _check_bots_nonce(
    auction: SealedAuction, seat: Seat, opening: Opening, seed: bytes
) -> None:
    """A bot's nonce comes from the seed: its host could not choose another."""
    secret = bot_secret(seed, auction.phase.game, seat)
    right = nonce_of(auction.phase, seat, secret, opening.bid)
    if opening.nonce != right:
        expected = f"{right.hex()} as the nonce of the bot in {seat_said(seat)}"
        raise _failed(auction, expected, opening.nonce.hex())


def _failed(auction: SealedAuction, expected: str, found: str) -> NotSound:
    return NotSound(VerifyStep.SEALED, auction.played.s, expected, found)


def _counted(
    shown: Sequence[tuple[Money | Void, ...]], void: Void | None, seats: int
) -> tuple[int, ...]:
    """How often each seat's bid was void for this reason, or counted."""
    counts: Counter[int] = Counter(
        seat
        for bids in shown
        for seat, bid in enumerate(bids)
        if (bid if isinstance(bid, Void) else None) is void
    )
    return tuple(counts[seat] for seat in range(seats))

"""The openings of a sealed auction, kept back until all can be shown at once."""

from __future__ import annotations

from vendue_protocol.errors import Code
from vendue_protocol.follower import Follower
from vendue_protocol.seals import opens
from vendue_shared.events import Opened, Opening
from vendue_shared.moves import Reveal
from vendue_shared.phases.sealed_bids import Revealing
from vendue_shared.seats import Seat

from .refusal import Refusal


class Openings:
    """What the seats have revealed in the auction now on; secret until `opened`."""

    __slots__ = ("_revealed",)

    def __init__(self) -> None:
        self._revealed: dict[Seat, Opening] = {}

    def __repr__(self) -> str:
        return "Openings(...)"

    def keep(self, seat: Seat, opening: Opening) -> None:
        """Keep a seat's opening."""
        self._revealed[seat] = opening

    def opened(self, seats: int) -> Opened:
        """All openings as one event."""
        return Opened(
            openings=tuple(self._revealed.get(Seat(seat)) for seat in range(seats))
        )

    def clear(self) -> None:
        """They are in the log now: the next auction begins with none."""
        self._revealed.clear()


def opening_of(move: Reveal) -> Opening:
    """What a reveal hands over."""
    return Opening(bid=move.bid, nonce=move.nonce, hold=move.hold)


def check_opening(follower: Follower, seat: Seat, move: Reveal) -> None:
    """Look whether a person's reveal opens what the seat sealed.

    Raises:
        Refusal: It does not; it may be tried again until time is up.
    """
    phase, sealed_phase = follower.position.phase, follower.sealed_phase
    commitment = phase.commitments[seat] if isinstance(phase, Revealing) else None
    if sealed_phase is None or commitment is None:
        raise Refusal(Code.OPENING, f"seat {seat} has nothing to open")
    if not opens(sealed_phase, seat, commitment, bid=move.bid, nonce=move.nonce):
        raise Refusal(Code.OPENING, f"seat {seat}")

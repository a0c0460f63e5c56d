"""The own moves: an event of the own seat must be one that this machine sent."""

from __future__ import annotations

from vendue_shared.events import (
    Added,
    AnyEvent,
    Bought,
    Called,
    Declined,
    Flipped,
    Moved,
    Offered,
    Passed,
    Priced,
    Revealed,
    Sealed,
)
from vendue_shared.moves import (
    Add,
    AnyMove,
    Bid,
    Buy,
    Decline,
    Flip,
    Offer,
    Pass,
    Price,
    Reveal,
    Seal,
)
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.position import Position
from vendue_shared.seats import Seat

from .proof import Check, ProofFailed


class OwnMoves:
    """The moves of one seat that were sent and are not events yet.

    A client asks for one thing at a time, but an answer may be lost with the line,
    so every move since the last own event counts. A refused one counts no more,
    and none counts in another auction, or on another price than it passed on.

    Args:
        seat: The own seat.
    """

    __slots__ = ("_sent", "seat")

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self._sent: list[tuple[int, AnyMove]] = []
        """Each with the last event that was held when it was sent."""

    def sending(self, move: AnyMove, held: int = 0) -> None:
        """Remember a move; call before it leaves.

        Args:
            move: What is asked for.
            held: The last event that is held; it cannot become that one, nor one
                before. Who reads a log again, after a restart, needs to know.
        """
        self._sent.append((held, move))

    def refused(self, move: AnyMove) -> None:
        """The host has said that it does not do this: it cannot become an event."""
        self._sent = [sent for sent in self._sent if sent[1] is not move]

    def check(self, event: AnyEvent, s: int, position: Position) -> None:
        """Compare an event with what was sent; it uses the moves up.

        Args:
            event: The next event of the log.
            s: Its number.
            position: What it meets; where the host's bot plays the own seat, all
                its moves are right.

        Raises:
            ProofFailed: The host made a move for a player who did not ask for it.

        Source:
            docs/FAIRPLAY.md, "The public log".
        """
        if not isinstance(event, Moved) or event.seat != self.seat:
            return
        if not position.seats or position.bots[self.seat]:
            return
        sent = [move for held, move in self._sent if held < s]
        self._sent = [later for later in self._sent if later[0] >= s]
        if getattr(event, "auto", False):
            return
        if not any(_fits(move, position) and became(move, event) for move in sent):
            raise ProofFailed(Check.OWN, s, f"a {type(event).__name__} nobody sent")


def _fits(move: AnyMove, position: Position) -> bool:
    """Whether a move is for the auction now on, and the price now called."""
    if move.auction != position.auction + isinstance(move, Offer):
        return False
    phase = position.phase
    if isinstance(move, Pass) and isinstance(phase, OpenAuction):
        return move.on == phase.high
    return True


def became(move: AnyMove, event: Moved) -> bool:
    """Tell whether an event is what a move asked for.

    Example:
        >>> became(Bid(auction=1, amount=18), Called(seat=0, amount=18))
        True
        >>> became(Bid(auction=1, amount=18), Called(seat=0, amount=19))
        False
    """
    match move, event:
        case (Bid(amount=asked), Called(amount=made)):
            return asked == made
        case (Price(amount=asked), Priced(amount=made)):
            return asked == made
        case (Offer(painting=asked), Offered(painting=made)):
            return asked == made
        case (Add(painting=asked), Added(painting=made)):
            return asked == made
        case (Seal(commitment=mine), Sealed(commitment=theirs)):
            return mine == theirs
        case (
            (Pass(), Passed())
            | (Decline(), Declined())
            | (Buy(), Bought())
            | (Flip(), Flipped())
            | (Reveal(), Revealed())
        ):
            return True
        case _:
            return False

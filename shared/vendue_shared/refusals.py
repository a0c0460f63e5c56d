"""Why a move or an event is refused: a closed set of reasons."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """What the rules object to; the value is the code on the wire."""

    PHASE = "E_PHASE"
    """This is not the time for such a move."""
    TURN = "E_TURN"
    """Another seat is asked."""
    STALE = "E_STALE"
    """The move belongs to another auction, or passes on another price."""
    TOO_LOW = "E_TOO_LOW"
    """The bid is not above the highest."""
    OVER_PURSE = "E_OVER_PURSE"
    """The amount is more than the seat has."""
    AMOUNT = "E_AMOUNT"
    """Not a whole number of thousands from 0 (an open bid: from 1)."""
    NOT_HELD = "E_NOT_HELD"
    """The painting is not in the seat's hand."""
    PLAYED = "E_PLAYED"
    """The painting has been played already, or does not exist."""
    ARTIST = "E_ARTIST"
    """The second painting must be by the artist of the first."""
    SECOND_DOUBLE = "E_SECOND_DOUBLE"
    """The second painting must not be a double."""
    LEADING = "E_LEADING"
    """The highest bidder neither raises nor passes."""
    PASSED = "E_PASSED"
    """The seat has passed since the last raise."""
    COMMITTED = "E_ALREADY_COMMITTED"
    """The seat has sealed another bid; the first stands."""
    COMMITMENT = "E_COMMITMENT"
    """A commitment of zeros."""
    HANDED_OVER = "E_HANDED_OVER"
    """A seat that sealed does not change hands before the bids are opened."""


class IllegalMove(Exception):
    """A move or event that the rules refuse; it changed nothing.

    Args:
        reason: Which rule it broke.
        detail: The values that broke it, for a log.
    """

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else str(reason))
        self.reason = reason

"""Which branch of the rules a refusal is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from vendue_shared.choices import Decision
from vendue_shared.refusals import Reason

from .branch import Branch

_REFUSALS: Final[Mapping[tuple[Decision, Reason], Branch]] = {
    (Decision.OFFER, Reason.PHASE): Branch.OFFER_DUE,
    (Decision.OPEN, Reason.OVER_PURSE): Branch.BID_ABOVE_PURSE,
    (Decision.ONCE, Reason.OVER_PURSE): Branch.BID_ABOVE_PURSE,
    (Decision.OPEN, Reason.AMOUNT): Branch.BID_OF_ZERO,
    (Decision.ONCE, Reason.AMOUNT): Branch.BID_OF_ZERO,
    (Decision.OPEN, Reason.LEADING): Branch.OPEN_LEADER_BIDS,
    (Decision.OPEN, Reason.PASSED): Branch.OPEN_SECOND_PASS,
    (Decision.OPEN, Reason.TOO_LOW): Branch.OPEN_EQUAL_BID,
    (Decision.ONCE, Reason.TOO_LOW): Branch.ONCE_EQUAL_BID,
    (Decision.ONCE, Reason.TURN): Branch.ONCE_OUT_OF_TURN,
    (Decision.SEAL, Reason.COMMITTED): Branch.SEALED_TWICE,
    (Decision.PRICE, Reason.OVER_PURSE): Branch.PRICE_ABOVE_PURSE,
    (Decision.BUY, Reason.OVER_PURSE): Branch.FIXED_BUY_REFUSED,
    (Decision.BUY, Reason.TURN): Branch.FIXED_OUT_OF_TURN,
    (Decision.ADD, Reason.ARTIST): Branch.SECOND_OF_OTHER_ARTIST,
    (Decision.ADD, Reason.SECOND_DOUBLE): Branch.SECOND_DOUBLE,
}


def branch_of_refusal(decision: Decision, reason: Reason) -> Branch | None:
    """Tell which branch a refusal is; `None`: one that no ruling tells apart.

    Args:
        decision: What was asked for when the move was refused.
        reason: Why it was refused.
    """
    return _REFUSALS.get((decision, reason))

"""How a lot is sold, in one step, if every seat goes up to a ceiling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vendue_shared.paintings import Kind

OPEN: Final = int(Kind.OPEN)
SEALED: Final = int(Kind.SEALED)
FIXED: Final = int(Kind.FIXED)
# Whole numbers: this is done a hundred thousand times a game.


def sale(kind: int, auctioneer: int, ceilings: Sequence[float]) -> tuple[int, float]:
    """Tell who buys a lot, and at what price.

    Args:
        kind: How it is auctioned; never double.
        auctioneer: Who sells.
        ceilings: By seat, how far it goes, in thousands; the auctioneer's is what
            it would pay to keep the lot.

    Returns:
        The buyer, and the price in thousands, not rounded.

    Example:
        >>> sale(Kind.OPEN, 0, (20.0, 33.0, 40.0, 35.0))
        (2, 36.0)
        >>> sale(Kind.SEALED, 0, (40.0, 33.0, 40.0, 35.0))
        (0, 40.0)
    """
    seats = len(ceilings)
    first = second = -1.0
    buyer = seat = auctioneer
    for _ in range(seats - 1):
        seat = seat + 1 if seat + 1 < seats else 0
        ceiling = ceilings[seat]
        if ceiling > first:
            first, second, buyer = ceiling, first, seat
        elif ceiling > second:
            second = ceiling
    if kind == FIXED:
        return buyer, first  # The auctioneer asks what somebody just pays.
    keeps = ceilings[auctioneer]
    if kind == SEALED:
        return (auctioneer, keeps) if keeps >= first else (buyer, first)
    if keeps > first:
        return auctioneer, min(keeps, first + 1)
    outbid = min(first, max(second, keeps) + 1)
    if kind == OPEN:
        return buyer, outbid
    # Who speaks early in once around bids up to the ceiling, who speaks late less.
    return buyer, (first + outbid) / 2

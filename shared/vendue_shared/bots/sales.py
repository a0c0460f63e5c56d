"""How a lot is sold, in one step, if every seat goes up to a ceiling."""

from __future__ import annotations

from typing import Final

from vendue_shared.paintings import Kind

OPEN: Final = int(Kind.OPEN)
SEALED: Final = int(Kind.SEALED)
FIXED: Final = int(Kind.FIXED)
# Whole numbers: this is done a hundred thousand times a game.

NOBODY: Final = -1.0
"""Below every ceiling."""


def sale(
    kind: int, auctioneer: int, keeps: float, ceilings: list[float]
) -> tuple[int, float]:
    """Tell who buys a lot, and at what price.

    Args:
        kind: How it is auctioned; never double.
        auctioneer: Who sells.
        keeps: What the auctioneer would pay to keep the lot, in thousands.
        ceilings: By seat, how far it goes, in thousands; the auctioneer's does not
            count. Of two that are equal the first wins. The list is used up.

    Returns:
        The buyer, and the price in thousands, not rounded.

    Example:
        >>> sale(Kind.OPEN, 0, 20.0, [0.0, 33.0, 40.0, 35.0])
        (2, 36.0)
        >>> sale(Kind.SEALED, 0, 40.0, [0.0, 33.0, 40.0, 35.0])
        (0, 40.0)
    """
    ceilings[auctioneer] = NOBODY
    most = max(ceilings)
    buyer = ceilings.index(most)
    if kind == FIXED:
        return buyer, most  # The auctioneer asks what somebody just pays.
    if kind == SEALED:
        return (auctioneer, keeps) if keeps >= most else (buyer, most)
    if keeps > most:
        return auctioneer, min(keeps, most + 1)
    ceilings[buyer] = keeps
    outbid = min(most, max(ceilings) + 1)
    if kind == OPEN:
        return buyer, outbid
    # Who speaks early in once around bids up to the ceiling, who speaks late less.
    return buyer, (most + outbid) / 2

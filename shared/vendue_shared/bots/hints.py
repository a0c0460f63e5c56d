"""Hints: what a lot is worth to a player, and up to which price it pays.

The same reckoning that the bots do, for whoever wants to see it. It learns nothing
of the others: what it says is true against anybody.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from vendue_shared.money import Money
from vendue_shared.paintings import ARTIST_OF, ARTISTS, PAINTINGS, Artist, Painting
from vendue_shared.position import Position
from vendue_shared.seats import Seat
from vendue_shared.tabletop import FIFTH

from .lots import share_of
from .prices import Deal
from .value import code_of, scale_of


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """A lot in numbers, all of the whole lot and rounded down to thousands."""

    now: Money
    """What the bank would pay if the round ended now."""
    worst: Money
    """The least that it may still bring."""
    best: Money
    """The most that it may still bring."""
    likely: Money
    """What such a lot brings on average, from the worst to the best."""
    buyer: Money
    """For a buyer who is paid nothing: buying is better than leaving it to another
    up to this price."""
    auctioneer: Money
    """For who is paid: keeping the lot is better than selling up to this price."""


def hint(position: Position, seat: Seat, hand: Collection[Painting]) -> Hint | None:
    """Reckon what the lot on sale is worth to a seat; `None`: there is no lot.

    Args:
        position: The public position.
        seat: Who asks. With `split` it counts whether it is paid half.
        hand: Its own paintings, which nobody else can show.
    """
    if not position.lot:
        return None
    scale, size = scale_of(position), len(position.lot)
    artist, code = ARTIST_OF[position.lot[0]], code_of(position.shown)
    share = share_of(position, seat) or _share_of_auctioneer(position)
    worst, best = _bounds(position, artist, hand)
    # The table goes by averages, also where the hands rule them out.
    likely = size * max(worst, min(best, scale.fitted(code)[artist]))
    return Hint(
        now=Money(size * scale.final(code)[artist]),
        worst=Money(size * worst),
        best=Money(size * best),
        likely=Money(int(likely)),
        buyer=Money(int(Deal(likely, position.seats, 0.0).limit())),
        auctioneer=Money(int(Deal(likely, position.seats, share).limit())),
    )


def _share_of_auctioneer(position: Position) -> float:
    return share_of(position, position.auctioneer)


def _bounds(
    position: Position, artist: Artist, hand: Collection[Painting]
) -> tuple[int, int]:
    """The least and the most that one painting of an artist may still bring."""
    scale, shown = scale_of(position), position.shown
    unseen = [0] * len(ARTISTS)
    held = [0] * len(ARTISTS)
    for painting in PAINTINGS:
        if not position.played >> painting & 1:
            where = held if painting in hand else unseen
            where[ARTIST_OF[painting]] += 1
    rise = list(shown)
    rise[artist] = min(FIFTH, shown[artist] + unseen[artist] + held[artist])
    highest = scale.final(code_of(rise))[artist]
    # All others as far up as others can bring them, one of them to the fifth.
    others = [
        shown[other]
        if other is artist
        else min(FIFTH - 1, shown[other] + unseen[other])
        for other in ARTISTS
    ]
    lowest = scale.final(code_of(others))[artist]
    for other in ARTISTS:
        if other is not artist and shown[other] + unseen[other] >= FIFTH:
            ended = others.copy()
            ended[other] = FIFTH
            lowest = min(lowest, scale.final(code_of(ended))[artist])
    now = scale.final(code_of(shown))[artist]
    return min(lowest, now), max(highest, now)

"""The lot on sale as one seat sees it: its value, and how far the others may go."""

from __future__ import annotations

from collections.abc import Iterable

from vendue_shared.options import DoubleProceeds
from vendue_shared.paintings import ARTIST_OF, KIND_OF, Kind
from vendue_shared.position import Position
from vendue_shared.seats import Seat

from .beliefs import GRID, Word
from .memory import Memory
from .prices import Deal
from .rivals import Rival, spread
from .value import code_of
from .view import View


class Lot:
    """A lot; all of it stays as it is until the lot is sold.

    Args:
        view: Of the seat that bids for it or sells it.
        memory: What is known of the others.
        value: Of the whole lot to this seat, in thousands.
    """

    __slots__ = ("deal", "rivals")

    def __init__(self, view: View, memory: Memory, value: float) -> None:
        position = view.position
        self.deal = Deal(value, position.seats, share_of(position, view.seat))
        self.rivals = {
            seat: _rival(position, seat, memory)
            for seat in map(Seat, range(position.seats))
            if seat != view.seat
        }
        """All others, by seat."""

    def among(self, seats: Iterable[Seat]) -> list[Rival]:
        """Some of the others."""
        return [self.rivals[seat] for seat in seats]


def table_value(position: Position, memory: Memory) -> float:
    """What the lot brings on average, by the table of what others did."""
    values = memory.scale(position).fitted(code_of(position.shown))
    return len(position.lot) * values[ARTIST_OF[position.lot[0]]]


def share_of(position: Position, seat: Seat) -> float:
    """What part of the price a seat is paid if another buys the lot.

    Source:
        docs/RULES.md, "Splitting the price of a pair".
    """
    old, new = position.opener, position.auctioneer
    if old != new and position.options.double_proceeds is DoubleProceeds.SPLIT:
        return 0.5 if seat in {old, new} else 0.0
    return 1.0 if seat == new else 0.0


def _rival(position: Position, seat: Seat, memory: Memory) -> Rival:
    artist, size = ARTIST_OF[position.lot[0]], len(position.lot)
    kind, code = KIND_OF[position.lot[-1]], code_of(position.shown)
    scale, player = memory.scale(position), memory.players[seat]
    value = scale.fitted(code)[artist] if player.measure else scale.plain(code)[artist]
    # A fixed price that is all that a lot is worth is nothing to be had.
    less = int(kind is Kind.FIXED)
    amounts = [
        max(0, min(position.purses[seat], int(part * size * value) - less))
        for part in GRID
    ]
    word = Word.KEEPS if seat == position.auctioneer else Word.ALOUD
    if kind is Kind.OPEN and not player.trades:
        return Rival(seat, *spread(amounts, player.odds(word)), yields=True)
    if word is Word.KEEPS:
        return Rival(seat, amounts, player.odds(word))
    return memory.rival(seat, amounts, kind)

"""The large screen: two columns, the own side at the left, the table at the right."""

from __future__ import annotations

from typing import Final

from .frames import Band, Pane
from .hand import hand_pane
from .log import log_pane
from .lot import lot_pane
from .market import market_pane
from .players import players_pane
from .sales import sales_pane
from .view import View

_LEAST_RIGHT: Final = 40
"""Cells that the artists need, with a little air."""
_MOST_RIGHT: Final = 66
"""No line of the log needs more."""
_LEAST_LOT: Final = 8
_MOST_LOT: Final = 20
"""Rows of the lot: a picture is best from 8 to 20."""
_LOT_SHAPE: Final = 7
"""Cells of the left column for each row of the lot: pictures lie, not stand."""
_SALES: Final = 8
"""Rows kept for the sales while the lot grows."""
_FULL_HAND: Final = 4
"""Rows up to which a hand is told in full words."""


def wide_bands(view: View, width: int, rows: int) -> list[Band]:
    """Lot, hand and sales at the left; artists, players and log at the right."""
    right = max(_LEAST_RIGHT, min(_MOST_RIGHT, width * 3 // 8))
    left = width - right - 1
    columns = (left, _left(view, left, rows)), (right, _right(view, right, rows))
    return [Band(columns)]


def _left(view: View, width: int, rows: int) -> list[Pane]:
    me = view.me
    panes = [] if me is None else [hand_pane(view, me, width, _FULL_HAND)]
    used = sum(1 + len(pane.rows) for pane in panes) + 2
    most = min(_MOST_LOT, rows - used - _SALES, width // _LOT_SHAPE)
    lot = max(_LEAST_LOT, most)
    sales = rows - used - lot
    return [
        lot_pane(view, width, lot, tells_sales=False),
        *panes,
        sales_pane(view, width, max(0, sales)),
    ]


def _right(view: View, width: int, rows: int) -> list[Pane]:
    panes = [market_pane(view), players_pane(view, width)]
    used = sum(1 + len(pane.rows) for pane in panes) + 1
    return [*panes, log_pane(view, width, rows - used)]

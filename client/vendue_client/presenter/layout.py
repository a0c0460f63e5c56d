"""The whole screen: which region stands where, by the size of the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from vendue_client.language import _
from vendue_client.participant import Participant
from vendue_client.stage import Stage

from .alarm import alarm_bands
from .cells import Line, padded
from .ending import ending_band, is_over
from .entry import entry_pane, entry_place, keys_row
from .frames import Band, framed
from .hand import hand_pane
from .header import header, short_header
from .history import Historian
from .lobby import hall_bands, lobby_bands, setup_bands
from .log import log_pane
from .lot import lot_pane
from .market import ROWS as MARKET_ROWS, market_pane
from .overlays import overlay_band
from .players import players_pane
from .reduced import reduced_rows
from .state import Entry, Overlay, ScreenState, Size
from .view import View
from .wide import wide_bands

WIDE: Final = Size(100, 32)
"""From here on there are two columns."""
COMPACT: Final = Size(80, 24)
"""From here on there are frames."""
SMALLEST: Final = Size(60, 18)
"""Below this nothing useful fits."""
_MARKET: Final = 39
"""Cells of the artists in the compact screen; the players have the rest."""
_FULL_HAND: Final = 1
"""Rows up to which a hand is told in full words in the compact screen."""
_LOT: Final = 4
"""Rows of the lot in the compact screen."""
_LOWEST: Final = 4
"""What is asked, the line, the message, and the end of the frame with the keys."""
_MORE: Final = 2
"""The top line, and the last row of the terminal, which stays free."""


class Drawing(msgspec.Struct, frozen=True):
    """One screen."""

    lines: Sequence[Line]
    """From top to bottom, each as wide as the terminal; the last row stays free."""
    entry: Entry | None
    """Where one types; `None`: there is no room."""


def draw(
    participant: Participant,
    size: Size,
    state: ScreenState,
    historian: Historian | None = None,
) -> Drawing:
    """Draw what a player sees.

    Args:
        participant: Read, never changed.
        size: Of the terminal.
        state: What the screen itself knows.
        historian: Of an earlier drawing, to save time; what is drawn is the same.

    Returns:
        At most one row less than the terminal has.
    """
    if not _fits(size, SMALLEST):
        return Drawing(_too_small(size), None)
    view = View(participant, state, historian)
    if not _fits(size, COMPACT):
        return _reduced(view, size)
    return _framed(view, size)


def _fits(size: Size, least: Size) -> bool:
    return size.columns >= least.columns and size.rows >= least.rows


def _too_small(size: Size) -> Sequence[Line]:
    text = _("terminal too small (need {columns}x{rows})")
    text = text.format(columns=SMALLEST.columns, rows=SMALLEST.rows)
    return [(("", padded(text, size.columns)),)][: max(0, size.rows)]


def _reduced(view: View, size: Size) -> Drawing:
    lines, row = reduced_rows(view, size.columns, size.rows - 1)
    place = entry_place(view, size.columns)
    return Drawing(lines, Entry(row, place.column, place.width))


def _framed(view: View, size: Size) -> Drawing:
    """Header, a frame with the regions and the line below them, keys."""
    width = size.columns - 2
    rows = size.rows - _MORE - _LOWEST
    bands = _body(view, size)(view, width, rows)
    lowest = Band(((width, [entry_pane(view, width)]),))
    frame = framed([*bands, lowest], view.glyphs, keys_row(view, width - 4))
    # What lies over the table hides its clock and the own money.
    is_covered = view.state.overlay is not Overlay.NONE
    top = short_header if is_covered else header
    lines = [top(view, size.columns), *frame]
    place = entry_place(view, width)
    return Drawing(lines, Entry(len(lines) - 3, place.column + 1, place.width))


def _body(view: View, size: Size) -> Callable[[View, int, int], list[Band]]:
    if view.state.overlay is not Overlay.NONE:
        return lambda view, width, rows: [overlay_band(view, width, rows)]
    if (alarm := view.alarm) is not None:
        return lambda view, width, rows: alarm_bands(view, alarm, width, rows)
    match view.participant.stage:
        case Stage.HALL:
            return hall_bands
        case Stage.LOBBY:
            return lobby_bands
        case Stage.SETUP:
            return setup_bands
        case Stage.GAME:
            if is_over(view):
                return lambda view, width, rows: [ending_band(view, width, rows)]
            return wide_bands if _fits(size, WIDE) else compact_bands


def compact_bands(view: View, width: int, rows: int) -> list[Band]:
    """The lot over the market and the players, over the hand, over the log."""
    me = view.me
    hand = [] if me is None else [hand_pane(view, me, width, _FULL_HAND)]
    lot = _LOT + _spare(rows)
    left = rows - (1 + lot) - (1 + MARKET_ROWS)
    left -= sum(1 + len(pane.rows) for pane in hand)
    log = [log_pane(view, width, left - 1)] if left > 1 else []
    if not log:
        lot += left
    players = width - _MARKET - 1
    return [
        Band(((width, [lot_pane(view, width, lot, tells_sales=True)]),)),
        Band(
            (
                (_MARKET, [market_pane(view)]),
                (players, [players_pane(view, players)]),
            )
        ),
        *(Band(((width, [pane]),)) for pane in (*hand, *log)),
    ]


def _spare(rows: int) -> int:
    """Rows that a screen higher than 24 gives to the lot: a third of them."""
    return (rows - (COMPACT.rows - _MORE - _LOWEST)) // 3

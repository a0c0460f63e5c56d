"""The small screen: no frames, the few lines that matter, the log, the line."""

from __future__ import annotations

from vendue_client.stage import Stage
from vendue_client.wording.reckoning import one_worth
from vendue_client.wording.situation import lot_line

from .alarm import alarm_rows
from .cells import Fragment, Line, fit, joined, line_width, wrapped
from .ending import ending_lines, is_over
from .entry import asked_line, entry_row, keys_row, message_row
from .hand import short_rows
from .header import short_header
from .lobby import hall_lines, lobby_lines, setup_rows
from .log import tail
from .market import market_line
from .overlays import overlay_lines
from .players import doing_of, marks_of, paid_to, wall_text
from .state import Overlay
from .view import View

_LOWEST = 4
"""What is asked, the line, the message, the keys."""


def reduced_rows(view: View, width: int, rows: int) -> tuple[list[Line], int]:
    """The lines of a small screen, and in which of them one types."""
    body_rows = rows - _LOWEST - 1
    top, is_log = _body(view, width, body_rows)
    top = top[:body_rows]
    left = body_rows - len(top)
    log = tail(view, width, left) if is_log and left else []
    lines = [
        short_header(view, width),
        *top,
        *[()] * (left - len(log)),
        *log,
        asked_line(view),
        entry_row(view, width),
        message_row(view, width),
        (("", " "), *keys_row(view, width - 2)),
    ]
    return [fit(line, width, view.glyphs) for line in lines], len(lines) - 3


def _body(view: View, width: int, rows: int) -> tuple[list[Line], bool]:
    """What stands above the log, and whether the log stands there at all."""
    if view.state.overlay is not Overlay.NONE:
        return overlay_lines(view, width, rows), False
    if view.alarm is not None:
        return alarm_rows(view, view.alarm, width, is_airy=False), False
    if view.participant.stage is Stage.HALL:
        return hall_lines(view), True
    if view.participant.stage is Stage.GAME:
        if is_over(view):
            return ending_lines(view, width), True
        return _game(view, width), True
    if view.participant.stage is Stage.SETUP:
        return setup_rows(view, width), True
    return lobby_lines(view, width), True


def _game(view: View, width: int) -> list[Line]:
    lines: list[Line] = []
    if view.position.lot:
        row = wrapped(lot_line(view.participant), width - 2)
        lines += [(("class:title", " " + text),) for text in row]
        lines.append((("", " " + one_worth(view.position)),))
    lines += [(("", " "), *market_line(view))]
    lines += _players(view, width)
    return [*lines, *short_rows(view, width)]


def _players(view: View, width: int) -> list[Line]:
    """All players in a row, each with marks, hand, wall, and what was said."""
    rows: list[Line] = []
    row: list[tuple[Fragment, ...]] = []
    for seat in view.seats:
        style, doing = doing_of(view, seat)
        wall = wall_text(view.position.walls[seat], 6)
        if wall == "-":
            wall = paid_to(view, seat) or wall
        size = view.position.hand_sizes[seat]
        named = f"{marks_of(view, seat).strip()}{view.name(seat)} {size} {wall} "
        piece = (("", named), (style, doing))
        longer = joined([*row, piece], "  ")
        if row and line_width(longer) > width - 2:
            rows.append((("", " "), *joined(row, "  ")))
            row = []
        row.append(piece)
    return [*rows, (("", " "), *joined(row, "  "))]

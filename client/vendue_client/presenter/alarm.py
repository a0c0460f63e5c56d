"""An alarm, in place of the table: it stays until the player has decided."""

from __future__ import annotations

from typing import Final

from vendue_client.language import _
from vendue_client.wording.alarm_words import alarm_lines, choice_lines
from vendue_protocol.proof import ProofFailed

from .cells import Line, padded, width_of, wrapped
from .frames import Band, Pane
from .view import View

_EDGE: Final = 2
"""Cells left free at both sides."""
_GAP: Final = 3
"""Cells between a key and what it does."""


def alarm_bands(view: View, alarm: ProofFailed, width: int, rows: int) -> list[Band]:
    """The alarm in one column of exactly so many rows, its title included."""
    lines = [(), *alarm_rows(view, alarm, width, is_airy=True)][: rows - 1]
    lines += [()] * (rows - 1 - len(lines))
    return [Band(((width, [Pane(_title(view), lines)]),))]


def alarm_rows(
    view: View, alarm: ProofFailed, width: int, *, is_airy: bool
) -> list[Line]:
    """What happened and what may be done, the most important rows first.

    Args:
        view: Whose alarm it is.
        alarm: The one that is not decided about.
        width: Cells a row.
        is_airy: Whether there is room for empty rows.
    """
    air: list[Line] = [()] if is_airy else []
    what, where, opened, *kept = alarm_lines(view.participant, alarm)
    return [
        *_rows("class:refused", what, width),
        *_rows("", where, width),
        *air,
        *_rows("class:title", opened, width),
        *air,
        *_choices(view, width),
        *air,
        *(row for text in kept for row in _rows("", text, width)),
    ]


def _title(view: View) -> Line:
    count = len(view.participant.alarms)
    more = _("{n} in this sitting").format(n=count) if count > 1 else ""
    return (
        ("class:banner", f" {_('ALARM')} "),
        ("class:head", f"  {more}" * bool(more)),
    )


def _rows(style: str, text: str, width: int) -> list[Line]:
    edge = ("", " " * _EDGE)
    return [(edge, (style, row)) for row in wrapped(text, width - 2 * _EDGE)]


def _choices(view: View, width: int) -> list[Line]:
    choices = choice_lines(view.participant, is_plain=False)
    widest = max(width_of(key) for key, _deed in choices)
    room = width - 2 * _EDGE - widest - _GAP
    lines: list[Line] = []
    for key, deed in choices:
        first = True
        for row in wrapped(deed, max(1, room)):
            mark = padded(key if first else "", widest)
            lines.append(
                (
                    ("", " " * _EDGE),
                    ("class:hand.number", mark),
                    ("", " " * _GAP + row),
                )
            )
            first = False
    return lines

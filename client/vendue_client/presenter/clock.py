"""The clock of the decision now due: seconds, a bar, going once, going twice."""

from __future__ import annotations

from math import ceil
from typing import Final

from vendue_client.attending import counts_down
from vendue_client.language import _
from vendue_client.participant import Participant
from vendue_client.wording.intervention_words import held_up_line
from vendue_shared.choices import Decision

from .cells import Fragment, Line, ends, line_width
from .view import View

SOON_S: Final = 5
"""From here on the clock is shown as urgent (docs/RULES.md, "Clocks")."""
ONCE_S: Final = 6
TWICE_S: Final = 3
"""When an open auction is going once, and twice (docs/RULES.md, "Clocks")."""
_BAR: Final = 12
"""Cells of the bar."""


def is_running(participant: Participant) -> bool:
    """Whether a clock is shown that changes by itself."""
    due = participant.due
    runs = due is not None and not due.held_up and participant.seconds_left > 0
    return participant.away is not None or runs or counts_down(participant)


def with_clock(view: View, line: Line, width: int) -> list[Line]:
    """A line with the clock at its right: without its bar, or below, where it must."""
    clocks = _clocks(view)
    if not clocks:
        return [line]
    for clock in clocks:
        if line_width(line) + 1 + line_width(clock) <= width:
            return [ends(line, clock, width, view.glyphs)]
    return [line, clocks[-1]]


def room_beside_clock(view: View, width: int) -> int:
    """Cells of a row that the clock leaves; it has its bar if half a row is enough."""
    taken = (line_width(clock) + 1 for clock in _clocks(view))
    return width - next((cells for cells in taken if 2 * cells <= width), 0)


def short_clock(view: View) -> Line:
    """The clock as short as it can be told; empty where no clock is known."""
    return (_clocks(view) or [()])[-1]


def _clocks(view: View) -> list[Line]:
    """The clock in full, and shorter; nothing where no clock is known."""
    due = view.participant.due
    if due is None or view.state.is_lost:
        return []
    if view.participant.pause is not None:
        return [(("class:clock.soon", _("paused")),)]
    if due.held_up:
        text, word = held_up_line(view.participant), _("stopped")
        return [(("class:clock.soon", text),), (("class:clock.soon", word),)]
    left = view.participant.seconds_left
    style = "class:clock.soon" if left <= SOON_S else "class:clock.calm"
    seconds = (style, _("{seconds} s").format(seconds=ceil(left)).rjust(5))
    bar = _bar(view, left * 1000 / due.ms if due.ms else 0.0, style)
    going = _going(view, left)
    said: Line = (("class:clock.soon", going), ("", "  ")) if going else ()
    return [(*said, *bar, ("", " "), seconds), (*said, seconds), (seconds,)]


def _going(view: View, left: float) -> str:
    if view.position.phase.decision is not Decision.OPEN or left > ONCE_S:
        return ""
    return _("going twice") if left <= TWICE_S else _("going once")


def _bar(view: View, share: float, style: str) -> tuple[Fragment, ...]:
    full = max(0, min(_BAR, ceil(share * _BAR)))
    return (
        (style, view.glyphs.full * full),
        ("class:market.empty", view.glyphs.empty * (_BAR - full)),
    )

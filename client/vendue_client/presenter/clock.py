"""The clock of the decision now due: seconds, a bar, going once, going twice."""

from __future__ import annotations

from math import ceil
from typing import Final

from vendue_client.language import _
from vendue_client.participant import Participant
from vendue_shared.choices import Decision

from .cells import Fragment, Line
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
    return due is not None and not due.held_up and participant.seconds_left > 0


def clock_line(view: View) -> Line:
    """Seconds left and a bar; empty where no clock is known."""
    due = view.participant.due
    if due is None or view.state.is_lost:
        return ()
    if due.held_up:
        text = _("the clock stands: somebody's line is lost")
        return (("class:clock.soon", text),)
    left = view.participant.seconds_left
    style = "class:clock.soon" if left <= SOON_S else "class:clock.calm"
    text = _("{seconds} s").format(seconds=ceil(left))
    going = _going(view, left)
    return (
        *((("class:clock.soon", going), ("", "  ")) if going else ()),
        *_bar(view, left * 1000 / due.ms if due.ms else 0.0, style),
        (style, " " + text.rjust(5)),
    )


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

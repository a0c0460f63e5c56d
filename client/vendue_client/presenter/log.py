"""The log: the last lines of what happened and what was said, the newest at the end."""

from __future__ import annotations

from collections.abc import Iterator

from vendue_client.entries import Announcement, Attendance, Chat, Entry, Notice
from vendue_client.language import _
from vendue_client.wording.sentences import told
from vendue_protocol.follower import Step
from vendue_shared.events import Begun
from vendue_shared.happened import GameWon, LotSold, LotUnsold, RoundEnded

from .cells import Line, wrapped
from .frames import Pane
from .view import View

_INDENT = 3
"""How far the rows of a long line stand in after the first."""


def log_pane(view: View, width: int, rows: int) -> Pane:
    """The newest lines that fit, at the bottom of the pane."""
    title = (("class:title", _("LOG")), ("class:head", "  " + _("F5 all of it")))
    lines = tail(view, width, rows)
    return Pane(title, [*[()] * (rows - len(lines)), *lines])


def tail(view: View, width: int, rows: int, *, skip: int = 0) -> list[Line]:
    """Rows from the end of the log, in order.

    Args:
        view: Whose history is told.
        width: Cells a row.
        rows: At most so many.
        skip: Rows left out at the end.
    """
    wanted: list[Line] = []
    for line in _upwards(view, width):
        wanted.append(line)
        if len(wanted) >= rows + skip:
            break
    return wanted[skip:][::-1]


def count_rows(view: View, width: int) -> int:
    """How many rows the whole log takes."""
    return sum(1 for _line in _upwards(view, width))


def _upwards(view: View, width: int) -> Iterator[Line]:
    """The rows of the present game's log and of what was said, newest first."""
    is_earlier = False
    for entry in reversed(view.participant.entries):
        if is_earlier and isinstance(entry, Step):
            continue
        rows = [
            ((_style_of(entry), " " + row),)
            for sentence in told(entry, view.participant)
            for row in wrapped(sentence, width - 2, indent=_INDENT)
        ]
        yield from reversed(rows)
        if isinstance(entry, Step) and isinstance(entry.event, Begun):
            is_earlier = True


def _style_of(entry: Entry) -> str:
    if isinstance(entry, Chat):
        return "class:log.chat"
    if isinstance(entry, Notice):
        return "class:refused"
    if isinstance(entry, Announcement | Attendance):
        return "class:notice"
    is_result = any(
        isinstance(fact, LotSold | LotUnsold | RoundEnded | GameWon)
        for fact in entry.facts
    )
    return "class:log.sold" if is_result else "class:log.event"

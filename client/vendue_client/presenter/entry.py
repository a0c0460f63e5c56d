"""The lowest part of the screen: what is asked, the line one types into, the keys."""

from __future__ import annotations

from typing import Final

from vendue_client.language import _
from vendue_client.orders.prompting import keys_line, preview
from vendue_client.plain.line_prompts import prompt_word
from vendue_client.stage import Stage
from vendue_client.wording.alarm_words import can_go_on
from vendue_client.wording.away_words import away_keys
from vendue_client.wording.refusals import refusal_sentence
from vendue_client.wording.situation import asked

from .cells import Fragment, Line, fit, joined, line_width, width_of
from .frames import Pane
from .state import Entry
from .view import View

LEAST_ENTRY: Final = 16
"""Cells kept for what is typed, whatever stands beside it."""
_GAP: Final = 2
"""Cells before what Enter would do."""


def entry_pane(view: View, width: int) -> Pane:
    """What is asked as the title; the line, and what there is to say about it."""
    return Pane(asked_line(view), [entry_row(view, width), message_row(view, width)])


def asked_line(view: View) -> Line:
    """What is asked of the player now, or whom the table waits for."""
    if view.participant.alarm is not None:
        return (("class:banner", f" {_about_alarm(view)} "),)
    if view.state.is_lost:
        return (("class:banner", f" {_('The line is lost. Any key leaves.')} "),)
    participant = view.participant
    if participant.away is not None:
        away = _("Away: nothing can be sent before the line is back.")
        return (("class:waiting", away),)
    sentence = asked(participant)
    is_own = view.is_asked or participant.is_asked_again
    if is_own or participant.stage in {Stage.HALL, Stage.LOBBY}:
        return (("class:asked", f" {sentence} "),)
    return (("class:waiting", sentence),)


def _about_alarm(view: View) -> str:
    """What is asked about an alarm; nothing to decide where the game has ended."""
    if view.alarm is None or can_go_on(view.participant):
        return asked(view.participant)
    return _("ALARM: any key shows the table as it stands; Ctrl-C leaves.")


def prompt(view: View) -> str:
    """What the line is for, as the mark before it."""
    return (prompt_word(view.participant) if view.is_asked else ">") + " "


def entry_place(view: View, width: int) -> Entry:
    """Where what is typed stands in the row; the row itself is 0."""
    mark = 1 + width_of(prompt(view))
    room = width - mark - 1
    beside = width_of(_foretold(view)) + _GAP
    if _is_beside(view, room):
        room -= beside
    return Entry(0, mark, room)


def _is_beside(view: View, room: int) -> bool:
    """Whether what Enter would do fits beside what is typed."""
    foretold = width_of(_foretold(view))
    typed = max(LEAST_ENTRY, width_of(view.state.typed) + 1)
    return foretold > 0 and room - foretold - _GAP >= typed


def _foretold(view: View) -> str:
    is_away = view.participant.away is not None
    if not view.state.typed or view.state.is_lost or is_away:
        return ""
    return preview(view.state.typed, view.participant)


def entry_row(view: View, width: int) -> Line:
    """The mark, what is typed, and what Enter would do, if there is room."""
    place = entry_place(view, width)
    row: list[Fragment] = [
        ("class:prompt", " " + prompt(view)),
        *fit((("", view.state.typed),), place.width, view.glyphs),
    ]
    if _is_beside(view, width - place.column - 1):
        row += [("", " " * _GAP), ("class:preview", _foretold(view))]
    return fit(row, width, view.glyphs)


def message_row(view: View, width: int) -> Line:
    """A question before all, then what was wrong, then what the host refused."""
    if view.state.question:
        return (
            ("class:question", f" {view.state.question} "),
            ("class:keys", f"  {view.state.answers}"),
        )
    if view.state.message:
        return (("class:refused", f" {view.state.message}"),)
    room = width - entry_place(view, width).column - 1
    foretold = _foretold(view)
    if foretold and not _is_beside(view, room):
        return (("class:preview", f" {foretold}"),)
    refusal = view.participant.refusal
    if refusal is not None and refusal is not view.state.dismissed:
        return (("class:refused", f" {refusal_sentence(refusal, view.participant)}"),)
    return ()


def keys_row(view: View, width: int) -> Line:
    """The keys that do something now, the most wanted first; as many as fit."""
    is_away = view.participant.away is not None
    own = away_keys() if is_away else keys_line(view.participant)
    keys = dict([*own, *_screen_keys(view)])
    row: Line = ()
    for key, deed in keys.items():
        piece = (("class:hand.number", key), ("class:keys", f" {deed}"))
        longer = joined([row, piece] if row else [piece], "   ")
        if line_width(longer) > width:
            break
        row = longer
    return row


def _screen_keys(view: View) -> list[tuple[str, str]]:
    sound = _("sound on") if view.state.is_muted else _("mute")
    return [
        ("l", _("log")),
        ("F6", _("rules")),
        ("m", sound),
        ("Ctrl-C", _("leave")),
    ]

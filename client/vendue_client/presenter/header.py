"""The top line: the table, the round, the host, and warnings before all of them."""

from __future__ import annotations

from vendue_client.language import _
from vendue_client.participant import Stage
from vendue_client.refusals import check_sentence, farewell_sentence
from vendue_protocol.text import clean_line
from vendue_shared.shares import ROUNDS

from .cells import Fragment, Line, ends, fit, joined, short
from .hand import purse_line
from .view import View


def header(view: View, width: int) -> Line:
    """One row: a warning where there is one, else where the player is."""
    warning = warning_of(view)
    if warning:
        text = short(warning, width - 2, view.glyphs)
        return fit((("class:banner", f" {text} "),), width, view.glyphs)
    return ends(_where(view), _host(view), width, view.glyphs)


def warning_of(view: View) -> str:
    """What must be known before anything else; empty where nothing must."""
    participant = view.participant
    if participant.alarm is not None:
        return check_sentence(participant.alarm.check)
    if not view.state.is_lost:
        return ""
    if participant.farewell is not None:
        return farewell_sentence(participant.farewell.why)
    return _("The line to the host is lost; your seat is kept for your return.")


def _where(view: View) -> Line:
    parts: list[tuple[Fragment, ...]] = [(("class:title", _table_name(view)),)]
    if view.participant.stage is Stage.GAME:
        text = _("round {number}/{rounds}")
        text = text.format(number=view.position.round, rounds=ROUNDS)
        parts.append((("", text),))
        if view.position.options.mystery_hand:
            text = _("mystery hand {count}").format(count=view.position.mystery)
            parts.append((("", text),))
        if view.me is None:
            parts.append((("class:notice", _("you are watching")),))
    return (("", " "), *joined(parts, "   "))


def _table_name(view: View) -> str:
    lobby = view.participant.lobby
    if view.participant.stage is Stage.HALL or lobby is None:
        return "VENDUE"
    return clean_line(lobby.name)


def _host(view: View) -> Line:
    watchers = view.participant.presence.watchers if view.participant.presence else 0
    parts: list[tuple[Fragment, ...]] = []
    if watchers and view.participant.stage is Stage.GAME:
        parts.append((("class:head", _("watching: {count}").format(count=watchers)),))
    if view.state.is_muted:
        parts.append((("class:head", _("muted")),))
    parts.append((("class:head", clean_line(view.state.address)),))
    parts.append((("class:checked", _("connected")),))
    return (*joined(parts, "  "), ("", " "))


def short_header(view: View, width: int) -> Line:
    """The same for a small screen: the own money instead of the host."""
    warning = warning_of(view)
    if warning or view.me is None or view.participant.stage is not Stage.GAME:
        return header(view, width)
    purse = (*purse_line(view, view.me), ("", " "))
    return ends(_where(view), purse, width, view.glyphs)

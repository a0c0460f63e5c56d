"""The top line: the table, the round, the host, and warnings before all of them."""

from __future__ import annotations

from vendue_client.language import _
from vendue_client.stage import Stage
from vendue_client.wording.away_words import away_sentence
from vendue_client.wording.code_words import code_now
from vendue_client.wording.hold_words import late_count
from vendue_client.wording.refusals import check_sentence, farewell_sentence
from vendue_protocol.text import clean_line
from vendue_shared.shares import ROUNDS

from .cells import Fragment, Line, ends, fit, joined, line_width, short, width_of
from .clock import short_clock
from .hand import purse_line
from .view import View

_LEAST_NAME = 12
"""Cells that the name of a table may always take."""


def header(view: View, width: int) -> Line:
    """One row: a warning where there is one, else where the player is."""
    warning = warning_of(view)
    if warning:
        insecure = _insecure(view)
        text = short(warning, width - 2 - line_width(insecure), view.glyphs)
        line = (("class:banner", f" {text} "), *insecure)
        return fit(line, width, view.glyphs)
    where = (*_where(view, width), *_more(view))
    room = width - line_width(where) - 2
    return ends(where, _host(view, room), width, view.glyphs)


def warning_of(view: View) -> str:
    """What must be known before anything else; empty where nothing must."""
    participant = view.participant
    if participant.alarm is not None:
        return check_sentence(participant.alarm.check)
    if participant.away is not None:
        return away_sentence(participant)
    if not view.state.is_lost:
        return ""
    if participant.farewell is not None:
        return farewell_sentence(participant.farewell.why)
    return participant.ending or _("The line to the host is lost.")


def _where(view: View, width: int) -> Line:
    name = short(_table_name(view), max(_LEAST_NAME, width // 3), view.glyphs)
    parts: list[tuple[Fragment, ...]] = [(("class:title", name),)]
    if view.participant.stage is Stage.GAME:
        text = _("round {number}/{rounds}")
        text = text.format(number=view.position.round, rounds=ROUNDS)
        parts.append((("", text),))
        if view.participant.pause is not None:
            parts.append((("class:banner", _(" paused ")),))
    if insecure := _insecure(view):
        parts.append(insecure)
    alarms = len(view.participant.alarms)
    if alarms:
        parts.append((("class:banner", _(" alarm: {n} ").format(n=alarms)),))
    return (("", " "), *joined(parts, "   "))


def _insecure(view: View) -> tuple[Fragment, ...]:
    """That whoever listens can read it all; told as long as it is so."""
    if not view.state.is_insecure:
        return ()
    return (("class:banner", _(" NOT ENCRYPTED ")),)


def _more(view: View) -> Line:
    """What a small screen leaves out."""
    more: list[Fragment] = []
    if view.participant.stage is not Stage.GAME:
        return ()
    if view.position.options.mystery_hand:
        text = _("mystery hand {count}").format(count=view.position.mystery)
        more.append(("", "   " + text))
    if view.me is None:
        more += [("", "   "), ("class:notice", _("you are watching"))]
    return tuple(more)


def _table_name(view: View) -> str:
    lobby = view.participant.lobby
    if view.participant.stage is Stage.HALL or lobby is None:
        return "VENDUE"
    return clean_line(lobby.name)


def _host(view: View, room: int) -> Line:
    """Who watches, the code, the host; what does not fit is left out in turn.

    In a game the host's own code, which only who joins needs, goes first.
    """
    address = clean_line(view.state.address)
    short_address = address.partition("#")[0]
    watching, muted, code = _watching(view), _muted(view), _code(view)
    connected = _("connected")
    texts: tuple[str, ...] = ()
    for texts in (
        (watching, muted, code, address, connected),
        (watching, muted, code, short_address, connected),
        (muted, code, short_address, connected),
        (muted, code, connected),
        (code, connected),
        (connected,),
    ):
        if sum(width_of(text) + 2 for text in texts if text) <= room:
            break
    styles = {connected: "class:checked"}
    parts = [((styles.get(text, "class:head"), text),) for text in texts if text]
    return (*joined(parts, "  "), ("", " "))


def _watching(view: View) -> str:
    watchers = view.participant.presence.watchers if view.participant.presence else 0
    if not watchers or view.participant.stage is not Stage.GAME:
        return ""
    return _("watching: {count}").format(count=watchers)


def _muted(view: View) -> str:
    return _("muted") if view.state.is_muted else ""


def _code(view: View) -> str:
    """The code of the newest hold point, and how many have signed if not all have."""
    code = code_now(view.participant)
    if view.participant.stage is not Stage.GAME or not code:
        return ""
    late = late_count(view.participant)
    text = _("code {code} ({held})") if late else _("code {code}")
    return text.format(code=code, held=late)


def short_header(view: View, width: int) -> Line:
    """The same for a small screen: the clock and the own money instead of the host."""
    if warning_of(view) or view.participant.stage is not Stage.GAME:
        return header(view, width)
    where = _where(view, width)
    right = short_clock(view)
    if view.me is not None:
        right = (*right, ("", "   "), *purse_line(view, view.me))
    elif line_width(where) + line_width(_more(view)) + line_width(right) < width - 2:
        where = (*where, *_more(view))
    return ends(where, (*right, ("", " ")), width, view.glyphs)

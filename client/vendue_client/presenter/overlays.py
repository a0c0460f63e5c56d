"""What lies over the table for a while: help, a hint, the whole log, the rules."""

from __future__ import annotations

from collections.abc import Sequence

from vendue_client.language import _
from vendue_client.orders.completing import words_now
from vendue_client.participant import Participant
from vendue_client.wording.code_words import code_lines
from vendue_client.wording.lobby_sentences import lobby_lines
from vendue_client.wording.reckoning import hint_lines
from vendue_client.wording.rulebook import TOPICS, overview, topic_text
from vendue_client.wording.words import listed

from .cells import Line, wrapped
from .frames import Band, Pane
from .log import count_rows, tail
from .lot import topic_of
from .state import Overlay
from .view import View


def overlay_band(view: View, width: int, rows: int) -> Band:
    """The overlay in one column of exactly so many rows, its title included."""
    return Band(((width, [Pane(_title(view), _shown(view, width, rows - 1))]),))


def overlay_lines(view: View, width: int, rows: int) -> list[Line]:
    """The same without a frame, for a small screen."""
    return [_title(view), *_shown(view, width, rows - 1)]


def _title(view: View) -> Line:
    names = {
        Overlay.HELP: _("HELP"),
        Overlay.HINT: _("HINT"),
        Overlay.LOG: _("LOG"),
        Overlay.RULES: _("RULES"),
        Overlay.WHO: _("WHO IS HERE"),
        Overlay.CODE: _("CODE"),
        Overlay.NONE: "",
    }
    how = _("Esc closes, PgUp and PgDn turn the page")
    return (("class:title", names[view.state.overlay]), ("class:head", "  " + how))


def _shown(view: View, width: int, rows: int) -> list[Line]:
    if view.state.overlay is Overlay.LOG:
        skip = min(view.state.scroll, max(0, count_rows(view, width) - rows))
        lines = tail(view, width, rows, skip=skip)
    else:
        lines = _page(view, width, rows)
    return [*lines, *[()] * (rows - len(lines))]


def _page(view: View, width: int, rows: int) -> list[Line]:
    texts = _texts_of(view)
    lines = [row for text in texts for row in wrapped(text, width - 2, indent=2)]
    first = min(view.state.scroll, max(0, len(lines) - rows))
    return [(("", " " + row),) for row in lines[first : first + rows]]


def _texts_of(view: View) -> Sequence[str]:
    match view.state.overlay:
        case Overlay.HELP:
            return help_texts(view.participant)
        case Overlay.HINT:
            return _hint_texts(view)
        case Overlay.WHO:
            return lobby_lines(view.participant)
        case Overlay.CODE:
            number = int(view.state.topic) if view.state.topic else None
            return code_lines(view.participant, number)
        case _:
            return _rules_texts(view.state.topic)


def _hint_texts(view: View) -> list[str]:
    lines = hint_lines(view.position, view.me, view.participant.hand)
    if not lines:
        return [_("There is no lot now: a hint is about what is for sale.")]
    return [*lines, "", *topic_text(topic_of(view)).splitlines()]


def _rules_texts(topic: str) -> list[str]:
    if topic not in TOPICS:
        return overview().splitlines()
    place = TOPICS.index(topic)
    others = _("left and right: {before}, {after}").format(
        before=TOPICS[place - 1], after=TOPICS[(place + 1) % len(TOPICS)]
    )
    return [*topic_text(topic).splitlines(), "", others]


def help_texts(participant: Participant) -> list[str]:
    """What the screen can do, one thing a line; then the orders of this moment."""
    return [
        _("Type amounts in thousands: 18 is 18,000. Enter sends what stands there."),
        _("A painting: type its number in your hand, or choose with the arrows."),
        _("These keys act while the line is empty:"),
        _("  +    the lowest raise               p P  pass; pass this lot to its end"),
        _("  y n  yes and no                     up down  choose, or change an amount"),
        _("  h    a hint about the lot           l F5  the whole log"),
        _("  ?    this help                      F6  the rules"),
        _("  m    sound off and on               /    a command; Tab completes it"),
        _("Esc empties the line, closes this, and answers no."),
        _("Ctrl-C asks whether to leave; pressed again, it leaves at once."),
        _("Marks: * you, $ auctioneer, ! highest bidder."),
        _(">4/5< beside an artist: one more painting ends the round."),
        _("To talk: /say and your words. /rules TOPIC shows the rules."),
        _("/code: what to read aloud to compare your screens."),
        _("The owner may give a reason: /pause tea, /kick NAME rude, /end late."),
        _("Orders now: {commands}").format(commands=listed(words_now(participant))),
    ]

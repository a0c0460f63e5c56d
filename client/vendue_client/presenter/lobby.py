"""Before a game: the list of tables, the lobby of one, the common deal."""

from __future__ import annotations

from vendue_client.language import _, ngettext
from vendue_client.stage import Stage
from vendue_client.wording.lobby_sentences import is_owner, options_lines
from vendue_client.wording.situation import asked, why_asked_again
from vendue_protocol.host_messages import ChairLine, Lobby, TableLine
from vendue_protocol.text import clean_line
from vendue_shared.options import preset_of

from .cells import Fragment, Line, padded, right_in, wrapped
from .frames import Band, Pane
from .log import log_pane
from .view import View

_NAME = 22
_TITLE = 32
_STATE = 24


def hall_bands(view: View, width: int, rows: int) -> list[Band]:
    """The tables of this host, and what was said."""
    tables = Pane((("class:title", _("TABLES")),), hall_lines(view)[: rows - 3])
    return [Band(((width, _over_log(view, [tables], width, rows)),))]


def _over_log(view: View, panes: list[Pane], width: int, rows: int) -> list[Pane]:
    """Panes, and the log in all the rows that they leave."""
    left = rows - sum(1 + len(pane.rows) for pane in panes) - 1
    return [*panes, log_pane(view, width, left)]


def hall_lines(view: View) -> list[Line]:
    """The tables, one a line."""
    tables = view.participant.tables
    if tables is None:
        return [(("class:head", " " + _("asking for the tables")),)]
    if not tables.tables:
        return [(("", " " + _("No table is open yet.")),)]
    return [_tables_head(), *map(_table_row, tables.tables)]


def _tables_head() -> Line:
    text = (
        right_in(_("no."), 5)
        + "  "
        + padded(_("table"), _TITLE)
        + padded(_("free"), 9)
        + padded(_("options"), 15)
    )
    return (("class:head", text),)


def _table_row(table: TableLine) -> Line:
    states = [_("a game is on")] if table.playing else []
    if table.password:
        states.append(_("password"))
    free = f"{table.free}/{table.chairs}"
    return (
        ("class:hand.number", f"{table.table:>5}  "),
        ("", padded(clean_line(table.name), _TITLE)),
        ("", padded(free, 9) + padded(clean_line(table.preset), 15)),
        ("class:head", ", ".join(states)),
    )


def lobby_bands(view: View, width: int, rows: int) -> list[Band]:
    """Chairs, options, clocks, and what was said."""
    lobby = view.participant.lobby
    if lobby is None:
        return [Band(((width, _over_log(view, [], width, rows)),))]
    panes = [
        Pane(_lobby_title(lobby), _chair_lines(view, lobby)),
        Pane(_options_title(lobby), _option_lines(view, lobby, width)),
    ]
    return [Band(((width, _over_log(view, panes, width, rows)),))]


def lobby_lines(view: View, width: int) -> list[Line]:
    """The same without frames, for a small screen."""
    lobby = view.participant.lobby
    if lobby is None or view.participant.stage is Stage.SETUP:
        return []
    return [*_chair_lines(view, lobby), *_option_lines(view, lobby, width)]


def _lobby_title(lobby: Lobby) -> list[Fragment]:
    title = [
        ("class:title", _("LOBBY")),
        ("", "  " + clean_line(lobby.name)),
        ("class:head", "  " + _("* you  # owner")),
    ]
    if lobby.watchers:
        watching = ngettext("{count} watching", "{count} watching", lobby.watchers)
        title.append(("class:head", "  " + watching.format(count=lobby.watchers)))
    return title


def _chair_lines(view: View, lobby: Lobby) -> list[Line]:
    head = padded(_("chair"), 8) + padded(_("name"), _NAME) + _("state")
    rows: list[Line] = [(("class:head", f"  {head}"),)]
    return rows + [_chair_row(view, lobby, i) for i in range(len(lobby.chairs))]


def _chair_row(view: View, lobby: Lobby, number: int) -> Line:
    chair = lobby.chairs[number]
    is_own = number == view.participant.chair
    mark = ("*" if is_own else " ") + ("#" if number == lobby.owner else " ")
    name = clean_line(chair.name) or _("free")
    first = _("first auctioneer") if number == lobby.first else ""
    state_style, state = chair_state(chair)
    style = "class:player.self" if is_own else "" if chair.name else "class:head"
    return (
        ("class:title", f"  {mark}"),
        ("class:hand.number", f"{number + 1:<6}"),
        (style, padded(name, _NAME, view.glyphs)),
        (state_style, padded(state, _STATE, view.glyphs)),
        ("class:head", first),
    )


def chair_state(chair: ChairLine) -> tuple[str, str]:
    """Whether who sits there is ready, away, or a bot of which level."""
    if not chair.name:
        return "class:head", _("waiting for somebody")
    if chair.level:
        return "", _("bot, {level}").format(level=clean_line(chair.level))
    if not chair.here:
        return "class:player.away", _("away")
    return ("class:checked", _("ready")) if chair.ready else ("", _("not ready"))


def _options_title(lobby: Lobby) -> Line:
    return (("class:title", _("THE GAME")), ("", f"  {preset_of(lobby.options)}"))


def _option_lines(view: View, lobby: Lobby, width: int) -> list[Line]:
    """What is agreed on, and to the owner how to change it."""
    told = options_lines(lobby) or [_("The usual options and clocks.")]
    if is_owner(view.participant):
        told.append(
            _(
                "Yours to change: /preset, /option, /clock, /after, /first, /chairs; "
                "/bot seats a bot. Tab completes."
            )
        )
    return [row for line in told for row in _rows(line, width)]


def _rows(text: str, width: int) -> list[Line]:
    return [(("", " " + row),) for row in wrapped(text, width - 2, indent=2)]


def setup_bands(view: View, width: int, rows: int) -> list[Band]:
    """The common deal being made."""
    panes = [Pane((("class:title", _("THE DEAL")),), setup_rows(view, width))]
    return [Band(((width, _over_log(view, panes, width, rows)),))]


def setup_rows(view: View, width: int) -> list[Line]:
    """How the deal is made, and what is asked of who shall make it once more."""
    number = view.participant.attempts
    told = [
        _("Everybody gives a share of the chance, so that nobody can choose the deck."),
        _("This is attempt {number}.").format(number=number),
    ]
    lines = [line for text in told for line in _rows(text, width)]
    if not view.participant.is_asked_again:
        return lines
    question: list[Line] = [
        (("", " "), ("class:question", f" {row} "))
        for text in (why_asked_again(view.participant), asked(view.participant))
        for row in wrapped(text, width - 4)
    ]
    reason = _(
        "You are asked because a host that knew the deck first could give up those "
        "it does not like. y gives another share, n leaves the table."
    )
    return [*question, (), *_rows(reason, width), (), *lines]

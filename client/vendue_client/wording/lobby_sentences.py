"""The lobby in words: who sits where, what is agreed on, what is waited for."""

from __future__ import annotations

from msgspec.structs import asdict

from vendue_client.language import _, ngettext
from vendue_client.participant import Participant
from vendue_protocol.host_messages import ChairLine, Lobby, TableLine
from vendue_protocol.interventions import AfterGrace
from vendue_protocol.text import clean_line
from vendue_shared.options import Options, preset_of
from vendue_shared.seats import FEWEST_SEATS
from vendue_shared.terms import Clocks

from .words import listed


def is_owner(participant: Participant) -> bool:
    """Whether the player arranges the table, also while a game is on."""
    lobby = participant.lobby
    if lobby is None or lobby.owner is None:
        return False
    return lobby.chairs[lobby.owner].key == participant.key.public


def own_line(participant: Participant) -> ChairLine | None:
    """The player's own chair as the lobby shows it; `None`: watching."""
    lobby = participant.lobby
    chairs = lobby.chairs if lobby else ()
    return next((c for c in chairs if c.key == participant.key.public), None)


def may_start(lobby: Lobby) -> bool:
    """Whether enough sit, and all of them are ready."""
    seated = [chair for chair in lobby.chairs if chair.name]
    return len(seated) >= FEWEST_SEATS and all(c.ready or c.level for c in seated)


def asked_in_lobby(participant: Participant) -> str:
    """What is asked of the player in the lobby, or what the table waits for."""
    lobby, own = participant.lobby, own_line(participant)
    if lobby is None:
        return _("Wait for the host.")
    if own is not None and not own.ready:
        return _("Say that you are ready: Enter.")
    if participant.chair is None and not all(chair.name for chair in lobby.chairs):
        return _("A chair is free: /sit takes it.")
    if may_start(lobby):
        if is_owner(participant):
            return _("Start the game: s.")
        return _("Wait: all are ready, and the owner of the table starts.")
    seated = [chair for chair in lobby.chairs if chair.name]
    missing = [clean_line(c.name) for c in seated if not (c.ready or c.level)]
    if missing:
        return _("Wait for {names} to be ready.").format(names=listed(missing))
    count = FEWEST_SEATS - len(seated)
    line = ngettext(
        "Wait: {count} player is missing.", "Wait: {count} players are missing.", count
    ).format(count=count)
    if is_owner(participant):
        return _("{line} /bot seats a bot.").format(line=line)
    return line


def lobby_lines(participant: Participant) -> list[str]:
    """The whole lobby: table, options, clocks, and one line a chair."""
    lobby = participant.lobby
    if lobby is None:
        return []
    title = _("Table {name}: rules {preset}").format(
        name=clean_line(lobby.name), preset=preset_of(lobby.options)
    )
    chairs = [chair_line(participant, chair) for chair in range(len(lobby.chairs))]
    return [title, *options_lines(lobby), *chairs]


def options_lines(lobby: Lobby) -> list[str]:
    """What is not as usual: options, clocks, and the first auctioneer if named."""
    usual_options = asdict(Options())
    options = {k: v for k, v in asdict(lobby.options).items() if v != usual_options[k]}
    lines = []
    if options:
        lines.append(_("Options: {options}").format(options=_named(options)))
    usual = asdict(Clocks())
    clocks = {k: v for k, v in asdict(lobby.clocks).items() if v != usual[k]}
    if clocks:
        lines.append(
            _("Clocks in seconds, others as usual: {clocks}").format(
                clocks=_named(clocks)
            )
        )
    if lobby.first is not None:
        lines.append(_("First auctioneer: chair {chair}").format(chair=lobby.first + 1))
    if lobby.after is not AfterGrace.BOT:
        lines.append(after_line(lobby.after))
    return lines


def after_line(after: AfterGrace) -> str:
    """What becomes of a seat whose grace is used up."""
    return {
        AfterGrace.BOT: _("Who stays away: a bot takes over"),
        AfterGrace.WAIT: _("Who stays away: the table waits"),
        AfterGrace.PAUSE: _("Who stays away: the table pauses"),
    }[after]


def _named(values: dict[str, object]) -> str:
    return listed(f"{name} {str(value).lower()}" for name, value in values.items())


def chair_line(participant: Participant, number: int) -> str:
    """One chair, counted from 0: who sits there, and whether they are ready."""
    lobby = participant.lobby
    line = lobby.chairs[number] if lobby else None
    if lobby is None or line is None or not line.name:
        return _("{chair}. free").format(chair=number + 1)
    return _("{chair}. {name}, {state}").format(
        chair=number + 1,
        name=clean_line(line.name),
        state=listed(_states(participant, lobby, number)),
    )


def _states(participant: Participant, lobby: Lobby, number: int) -> list[str]:
    line = lobby.chairs[number]
    if line.level:
        return [_("bot {level}").format(level=clean_line(line.level))]
    states = [_("ready") if line.ready else _("not ready")]
    if line.key == participant.key.public:
        states.append(_("you"))
    if number == lobby.owner:
        states.append(_("owner"))
    if not line.here:
        states.append(_("line lost"))
    return states


def lobby_changes(before: Lobby | None, participant: Participant) -> list[str]:
    """What the newest lobby changed: the whole lobby if it is the first."""
    after = participant.lobby
    if after is None or before == after:
        return []
    if before is None or before.table != after.table:
        return lobby_lines(participant)
    lines = []
    agreed = ("options", "clocks", "first", "after")
    if any(getattr(before, name) != getattr(after, name) for name in agreed):
        changed = _("The owner changed the table: rules {preset}").format(
            preset=preset_of(after.options)
        )
        lines = [changed, *options_lines(after)]
    old = dict(enumerate(before.chairs))
    is_other_owner = before.owner != after.owner
    return lines + [
        chair_line(participant, number)
        for number, line in enumerate(after.chairs)
        if old.get(number) != line or (is_other_owner and number == after.owner)
    ]


def tables_lines(tables: tuple[TableLine, ...]) -> list[str]:
    """The tables of the host, one a line."""
    if not tables:
        return [_("No table is open. /create NAME opens one.")]
    return [_table_line(table) for table in tables]


def _table_line(table: TableLine) -> str:
    sentence = (
        _("{number}. {name}, {preset}: a game is on")
        if table.playing
        else _("{number}. {name}, {preset}: {free} of {chairs} chairs free")
    )
    if table.password:
        sentence += _(", with a password")
    return sentence.format(
        number=table.table,
        name=clean_line(table.name),
        preset=clean_line(table.preset),
        free=table.free,
        chairs=table.chairs,
    )

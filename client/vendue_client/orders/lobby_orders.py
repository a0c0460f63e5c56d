"""Orders before a game: tables of the hall, chairs and terms of the lobby."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final, get_type_hints

from msgspec.structs import asdict, fields, replace

from vendue_client.language import _
from vendue_client.participant import Participant
from vendue_client.stage import Stage
from vendue_client.wording.lobby_sentences import is_owner, own_line
from vendue_client.wording.words import listed
from vendue_protocol.client_messages import (
    Arrange,
    Create,
    ListTables,
    Ready,
    SeatBot,
    Start,
    Watch,
)
from vendue_protocol.host_messages import Lobby
from vendue_protocol.message import Message
from vendue_protocol.text import clean_title
from vendue_shared.bots.levels import Level
from vendue_shared.options import PRESETS, Options, Preset
from vendue_shared.seats import FEWEST_SEATS, MOST_SEATS
from vendue_shared.terms import Clocks

from .amounts import plain_form
from .order import BadOrder

OPTION_NAMES: Final = tuple(field.name for field in fields(Options))
CLOCK_NAMES: Final = tuple(field.name for field in fields(Clocks))
PRESET_NAMES: Final = tuple(map(str, PRESETS))
LEVEL_NAMES: Final = tuple(map(str, Level))
DRAWN: Final = "drawn"
LONGEST_CLOCK: Final = 3600
"""A clock's most seconds, as the terms say."""
_YES_NO: Final = {"true": True, "yes": True, "false": False, "no": False}
_OPTION_TYPES: Final = get_type_hints(Options)

Reader = Callable[[str, Participant], Message]
"""Makes a message of what stands behind the command."""


def values_of_option(name: str) -> tuple[str, ...]:
    """What may be typed for an option."""
    kind = _OPTION_TYPES[name]
    if issubclass(kind, StrEnum):
        return tuple(map(str, kind))
    return ("true", "false")


def ready(rest: str, participant: Participant) -> Message:
    """`/ready`: agree to what the lobby shows."""
    del rest
    return Ready(revision=_lobby(participant).revision, ready=True)


def unready(rest: str, participant: Participant) -> Message:
    """`/unready`: take that back."""
    del rest
    return Ready(revision=_lobby(participant).revision, ready=False)


def toggle_ready(rest: str, participant: Participant) -> Message:
    """Enter or `r`: the one that is not."""
    own = own_line(participant)
    if own is None:
        raise BadOrder(_("You have no chair here: you are watching."))
    return (unready if own.ready else ready)(rest, participant)


def start(rest: str, participant: Participant) -> Message:
    """`/start`: the owner begins the game."""
    del rest
    _owned(participant)
    return Start()


def bot(rest: str, participant: Participant) -> Message:
    """`/bot [CHAIR] LEVEL`: the owner seats a bot."""
    lobby = _owned(participant)
    *chair, level = plain_form(rest).split() or [""]
    if level not in LEVEL_NAMES or len(chair) > 1:
        raise BadOrder(
            _("/bot [CHAIR] LEVEL; the levels are: {levels}.").format(
                levels=listed(LEVEL_NAMES)
            )
        )
    free = [i for i, line in enumerate(lobby.chairs) if not line.name]
    if chair:
        return SeatBot(chair=_chair(chair[0], lobby), level=level)
    if not free:
        raise BadOrder(_("All chairs are taken: /nobot CHAIR frees a bot's."))
    return SeatBot(chair=free[0], level=level)


def no_bot(rest: str, participant: Participant) -> Message:
    """`/nobot CHAIR`: the owner takes a bot away."""
    lobby = _owned(participant)
    chair = _chair(rest, lobby)
    if not lobby.chairs[chair].level:
        raise BadOrder(_("No bot sits in chair {chair}.").format(chair=chair + 1))
    return SeatBot(chair=chair, level="")


def chairs(rest: str, participant: Participant) -> Message:
    """`/chairs N`: the owner says how many may sit."""
    lobby = _owned(participant)
    number = _number(rest, FEWEST_SEATS, MOST_SEATS)
    return _arrange(lobby, chairs=number)


def preset(rest: str, participant: Participant) -> Message:
    """`/preset NAME`: the owner chooses a set of options."""
    lobby = _owned(participant)
    name = plain_form(rest)
    if name not in PRESET_NAMES:
        raise BadOrder(
            _("The presets are: {names}.").format(names=listed(PRESET_NAMES))
        )
    promised = PRESETS[Preset(name)]
    options = replace(
        lobby.options,
        double_proceeds=promised.double_proceeds,
        count_unsold=promised.count_unsold,
        unranked_value=promised.unranked_value,
    )
    return _arrange(lobby, options=options)


def option(rest: str, participant: Participant) -> Message:
    """`/option NAME VALUE`: the owner changes one option."""
    lobby = _owned(participant)
    name, _space, value = plain_form(rest).partition(" ")
    if name not in OPTION_NAMES:
        raise BadOrder(
            _("/option NAME VALUE; the options are: {names}.").format(
                names=listed(OPTION_NAMES)
            )
        )
    options = replace(lobby.options, **{name: _option_value(name, value.strip())})
    return _arrange(lobby, options=options)


def _option_value(name: str, value: str) -> object:
    kind = _OPTION_TYPES[name]
    if issubclass(kind, StrEnum) and value in set(kind):
        return kind(value)
    if kind is bool and value in _YES_NO:
        return _YES_NO[value]
    raise BadOrder(
        _("{name} is one of: {values}.").format(
            name=name, values=listed(values_of_option(name))
        )
    )


def first(rest: str, participant: Participant) -> Message:
    """`/first CHAIR` or `/first drawn`: the owner names the first auctioneer."""
    lobby = _owned(participant)
    if plain_form(rest) == DRAWN:
        return _arrange(lobby, first=None)
    return _arrange(lobby, first=_chair(rest, lobby))


def clock(rest: str, participant: Participant) -> Message:
    """`/clock NAME SECONDS`: the owner changes one clock."""
    lobby = _owned(participant)
    name, _space, seconds = plain_form(rest).partition(" ")
    if name not in CLOCK_NAMES:
        now = [f"{key} {value}" for key, value in asdict(lobby.clocks).items()]
        raise BadOrder(
            _("/clock NAME SECONDS; the clocks are: {clocks}.").format(
                clocks=listed(now)
            )
        )
    number = _number(seconds, 1, LONGEST_CLOCK)
    return _arrange(lobby, clocks=replace(lobby.clocks, **{name: number}))


def arranged(participant: Participant, **changes: object) -> Message:
    """The owner's table, with changes."""
    return _arrange(_owned(participant), **changes)


def _arrange(lobby: Lobby, **changes: object) -> Message:
    unchanged = Arrange(
        options=lobby.options,
        clocks=lobby.clocks,
        first=lobby.first,
        chairs=len(lobby.chairs),
        after=lobby.after,
    )
    return replace(unchanged, **changes)


def _lobby(participant: Participant) -> Lobby:
    if participant.stage is not Stage.LOBBY or participant.lobby is None:
        raise BadOrder(_("Only in the lobby of a table."))
    return participant.lobby


def _owned(participant: Participant) -> Lobby:
    lobby = _lobby(participant)
    if not is_owner(participant):
        raise BadOrder(_("Only the owner of the table may do that."))
    return lobby


def _chair(typed: str, lobby: Lobby) -> int:
    return _number(typed, 1, len(lobby.chairs)) - 1


def _number(typed: str, low: int, high: int) -> int:
    text = plain_form(typed)
    if not text.isascii() or not text.isdecimal() or not low <= int(text) <= high:
        raise BadOrder(_("A number from {low} to {high}.").format(low=low, high=high))
    return int(text)


# The hall.


def tables(rest: str, participant: Participant) -> Message:
    """`/tables`: what is open at this host?"""
    del rest
    _in_hall(participant)
    return ListTables()


def watch(rest: str, participant: Participant) -> Message:
    """`/watch N`: follow a table without a chair."""
    return Watch(table=table_number(rest, participant))


def create(rest: str, participant: Participant) -> Message:
    """`/create NAME`: open a table."""
    _in_hall(participant)
    name = clean_title(rest)
    if not name:
        raise BadOrder(_("/create NAME: the new table needs a name."))
    return Create(name=name)


def may_take_chair(participant: Participant) -> bool:
    """Whether a spectator looks at a lobby in which a chair is free."""
    lobby = participant.lobby
    watches = participant.chair is None and participant.stage is Stage.LOBBY
    return watches and lobby is not None and any(not c.name for c in lobby.chairs)


def table_number(rest: str, participant: Participant) -> int:
    """The table that `/sit N` and `/watch N` mean; a spectator's `/sit`: this one.

    Raises:
        BadOrder: Not in the hall, or no number of a listed table.
    """
    if participant.table is not None and may_take_chair(participant) and not rest:
        return participant.table
    _in_hall(participant)
    text = plain_form(rest)
    listed_tables = participant.tables.tables if participant.tables else ()
    known = [str(line.table) for line in listed_tables]
    if text.isascii() and text.isdecimal() and (not known or text in known):
        return int(text)
    if known:
        raise BadOrder(_("The tables are: {numbers}.").format(numbers=listed(known)))
    raise BadOrder(_("Which table? /tables lists them."))


def _in_hall(participant: Participant) -> None:
    if participant.stage is not Stage.HALL:
        raise BadOrder(_("You are at a table: /leave gives up your place first."))

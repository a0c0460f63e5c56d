"""What a client hears beside the game: tables, the lobby, chat, who is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vendue_protocol.host_messages import (
    Created,
    GivenUp,
    Intervened,
    Lobby,
    Over,
    Presence,
    Said,
    Seated,
    Tables,
    Welcome,
)
from vendue_protocol.message import Bye, Message
from vendue_shared.seats import Seat

from .attending import take_intervention, take_presence
from .entries import Chat, Notice
from .stage import Stage

if TYPE_CHECKING:
    from .participant import Participant


def hear(participant: Participant, message: Message) -> None:  # noqa: C901 - one a message
    """Take a message that is answered by nothing; an unknown one changes nothing."""
    match message:
        case Welcome():
            participant.welcome = message
        case Tables():
            participant.tables = message
            _look_for_end(participant, message)
        case Created():
            participant.created = message.table
        case Seated():
            participant.keeper.seated()
            participant.pause = None
            participant.table, participant.moves_accepted = message.table, message.n
            chair = message.chair
            participant.chair = None if chair is None else Seat(chair)
        case Lobby():
            _arranged(participant, message)
        case Presence():
            take_presence(participant, message)
            participant.back.told_head(message.s)
        case Intervened():
            take_intervention(participant, message)
        case Said():
            seat = None if message.seat is None else Seat(message.seat)
            participant.entries.append(Chat(message.name, seat, message.text))
        case GivenUp():
            participant.keeper.given_up(message)
            participant.stage, participant.own = Stage.LOBBY, None
            missing = ", ".join(str(seat + 1) for seat in message.missing)
            participant.entries.append(Notice("given-up", missing))
        case Over():
            participant.over, participant.due = message, None
            participant.pause = None
        case Bye():
            participant.farewell = message
        case _:
            pass


def _look_for_end(participant: Participant, tables: Tables) -> None:
    """Whoever comes back to a table that plays no more has missed the end."""
    back = participant.back
    if not back.is_behind or back.is_waiting or not participant.has_unfinished_game:
        return
    own_table = [t for t in tables.tables if t.table == participant.table]
    if own_table and not own_table[0].playing:
        participant.miss_end()


def _arranged(participant: Participant, lobby: Lobby) -> None:
    participant.lobby = lobby
    if participant.stage is Stage.HALL:
        participant.stage = Stage.LOBBY
    if participant.stage is Stage.LOBBY and not participant.back.expects_log:
        participant.back.arrive()
    participant.setting_up.shown(lobby)
    public = participant.key.public
    mine = [i for i, line in enumerate(lobby.chairs) if line.key == public]
    if participant.stage is not Stage.GAME or participant.over:
        participant.chair = Seat(mine[0]) if mine else None

"""What a client without input says for its player: ready, start, let a bot play."""

from __future__ import annotations

from vendue_client.participant import Participant
from vendue_client.stage import Stage
from vendue_client.wording.lobby_sentences import is_owner, may_start, own_line
from vendue_protocol.messages import HandOver, Message, Ready, Start
from vendue_shared.events import Player


def unattended_message(participant: Participant) -> Message | None:
    """What to say next, so that the game goes on; `None`: nothing.

    It says the same until the host's answer has come.
    """
    if participant.stage is Stage.LOBBY:
        return _in_lobby(participant)
    if participant.stage is Stage.GAME and not participant.over:
        return _in_game(participant)
    return None


def is_aimless(participant: Participant) -> bool:
    """Whether the player looked for a table, and has chosen none."""
    is_choosing = participant.stage is Stage.HALL and participant.tables is not None
    return is_choosing and participant.table is None and participant.created is None


def _in_lobby(participant: Participant) -> Message | None:
    lobby, own = participant.lobby, own_line(participant)
    if lobby is None or own is None:
        return None
    if not own.ready:
        return Ready(revision=lobby.revision, ready=True)
    if is_owner(participant) and may_start(lobby) and not lobby.starts_alone:
        return Start()
    return None


def _in_game(participant: Participant) -> Message | None:
    position, seat = participant.position, participant.playing_seat
    if seat is None or position.is_over or position.bots[seat]:
        return None
    if not position.phase.changes_hands(seat):
        return None
    return HandOver(to=Player.BOT)

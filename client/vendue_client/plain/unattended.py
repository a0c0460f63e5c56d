"""What a client without input does for its player: ready, start, let a bot play."""

from __future__ import annotations

from collections.abc import Hashable

from vendue_client.desk import Desk, Leaving
from vendue_client.errands import run_errand
from vendue_client.language import _
from vendue_client.orders.order import Local, LocalKind
from vendue_client.participant import Participant
from vendue_client.stage import Stage
from vendue_client.wording.lobby_sentences import is_owner, may_start, own_line
from vendue_protocol.client_messages import HandOver, Ready, Start
from vendue_protocol.message import Message
from vendue_shared.events import Player

from .paper import Paper


class Unattended:
    """Acts for a player without input, so that the game goes on.

    Args:
        desk: Where messages go.
        paper: Where it is told.
    """

    def __init__(self, desk: Desk, paper: Paper) -> None:
        self._desk, self._paper = desk, paper
        self._said: Hashable = None
        """What was said last."""

    def act(self) -> Leaving | None:
        """Do what the game waits for; tell why it leaves, if it does."""
        participant = self._desk.participant
        if is_aimless(participant):
            self._paper.line(_("No input, and no table was chosen."))
            return Leaving.QUIT
        if participant.is_asked_again:
            return self._take_part_again()
        message = unattended_message(participant)
        said = (message, participant.lobby and participant.lobby.revision)
        if message is None or said == self._said:
            return None
        self._said = said
        if isinstance(message, HandOver):
            self._paper.line(_("No input: a bot plays your seat to the end."))
        self._desk.send(message)
        return None

    def _take_part_again(self) -> Leaving | None:
        if self._desk.participant.setting_up.agrees_alone:
            run_errand(Local(LocalKind.SHARE), self._desk, "")
            return None
        self._paper.line(_("No input, and the shuffle was given up too often."))
        run_errand(Local(LocalKind.LEAVE), self._desk, "")
        return Leaving.QUIT


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

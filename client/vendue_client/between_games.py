"""What may come between games alone: a seat, a set-up and its end, a game's end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vendue_protocol.host_messages import GivenUp, Over, Seated
from vendue_protocol.message import Message
from vendue_protocol.proof import Check, ProofFailed

from .hearing import hear
from .sitting_notes import Placed
from .stage import Stage

if TYPE_CHECKING:
    from .participant import Participant


def hear_checked(participant: Participant, message: Message) -> None:
    """Take a message that is answered by nothing, and look whether it may come now.

    Raises:
        ProofFailed: It may not, or the host has not done what belongs to it.
    """
    match message:
        case Seated():
            _seated(participant, message)
        case GivenUp():
            check_between(participant, "the end of a set-up")
            own = participant.own
            hear(participant, message)
            participant.setting_up.given_up(own, message)
        case Over() if participant.host_has_lost:
            participant.miss_end("lost-history")
        case Over():
            check_between(participant, "its end, which is not in the log,")
            hear(participant, message)
            participant.guard.over(participant.follower)
        case _:
            hear(participant, message)


def check_between(participant: Participant, what: str) -> None:
    """Look whether no game is on.

    Raises:
        ProofFailed: One is; its log would have to end before.
    """
    if participant.is_playing:
        s = participant.follower.s
        raise ProofFailed(Check.ORDER, s, f"{what} within a game")


def _seated(participant: Participant, message: Seated) -> None:
    back = participant.back
    participant.away, participant.farewell, back.is_waiting = None, None, False
    if message.table != participant.table:
        participant.begin_anew()
        participant.own = None
    else:
        participant.guard.forget_line(participant.own)
    if not back.is_behind:
        participant.setting_up.seated(sits=message.chair is not None)
    hear(participant, message)
    if message.chair is not None and not participant.is_placed:
        participant.is_placed = True
        participant.note(Placed(chair=message.chair))
    own = participant.own
    if not back.is_behind or own is None:
        return
    # A set-up that is still on is asked for anew.
    if participant.stage is Stage.SETUP:
        participant.stage, back.expects_log = Stage.LOBBY, own.has_shared
    elif participant.stage is Stage.GAME and participant.over is None:
        participant.chair = own.seat

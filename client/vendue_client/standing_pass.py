"""Passing a whole lot: what a player has said once is said again after each raise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vendue_protocol.message import Message
from vendue_shared.choices import CanPass
from vendue_shared.moves import Pass
from vendue_shared.phases.open_auction import OpenAuction

if TYPE_CHECKING:
    from .participant import Participant


def may_pass_lot(participant: Participant) -> bool:
    """Whether a pass may be said again: in an open auction that one does not lead."""
    phase, seat = participant.position.phase, participant.playing_seat
    if not isinstance(phase, OpenAuction) or seat is None or participant.over:
        return False
    is_own = phase.leader != seat and not participant.position.bots[seat]
    return is_own and not is_lot_passed(participant)


def is_lot_passed(participant: Participant) -> bool:
    """Whether the lot now on sale is passed for good, unless the player raises."""
    position = participant.position
    is_open = isinstance(position.phase, OpenAuction)
    return is_open and participant.passed_lot == position.auction


def has_passed(participant: Participant) -> bool:
    """Whether nothing is asked of the player in the open auction now on.

    Who has passed is asked again after a raise, who has passed the lot is not.
    """
    phase, seat = participant.position.phase, participant.playing_seat
    if not isinstance(phase, OpenAuction) or seat is None:
        return False
    return is_lot_passed(participant) or bool(phase.passed >> seat & 1)


def is_passing_again(participant: Participant) -> bool:
    """Whether a lot that is passed waits for the host to take the newest pass.

    So short a time is not worth drawing: rows and keys would come and go with each
    raise. It is no short time while the line is lost or the table pauses, and an alarm
    is always worth it.
    """
    is_on_its_way = isinstance(participant.in_flight, Pass)
    is_held_up = participant.back.is_behind or any(
        (participant.away, participant.pause, participant.alarm)
    )
    return is_on_its_way and not is_held_up and is_lot_passed(participant)


def pass_lot(participant: Participant) -> list[Message]:
    """Pass now, and again after each raise, until the lot is sold or one raises.

    Returns:
        What to send at once; nothing where one has passed already.
    """
    participant.passed_lot = participant.position.auction
    return pass_again(participant)


def pass_again(participant: Participant) -> list[Message]:
    """What follows from having passed the lot, after anything that has happened.

    The client does what it was told beforehand; it never decides to.

    Returns:
        What to send.

    Source:
        docs/RULES.md, "Clocks".
    """
    phase = participant.position.phase
    if not is_lot_passed(participant) or not isinstance(phase, OpenAuction):
        return []
    if phase.leader == participant.playing_seat:
        participant.passed_lot = None
        return []
    can_pass = any(isinstance(choice, CanPass) for choice in participant.choices)
    if participant.alarm is not None or not can_pass:
        return []
    return [participant.play(Pass(auction=participant.position.auction, on=phase.high))]

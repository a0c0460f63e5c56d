"""When plain mode asks for an answer, and what it says before it waits for one."""

from __future__ import annotations

from collections.abc import Hashable
from typing import assert_never

from vendue_client.language import _
from vendue_client.participant import Participant
from vendue_client.stage import Stage
from vendue_client.wording.overview import hand_lines, state_line
from vendue_client.wording.pass_words import high_bid
from vendue_client.wording.proof_words import checked_lines
from vendue_client.wording.situation import (
    asked,
    standings,
    wanted,
    why_asked_again,
)
from vendue_shared.choices import CanAdd, CanOffer, Decision


def to_ask(participant: Participant) -> Hashable:
    """What the player is to answer, equal while it is the same; `None`: nothing."""
    if participant.alarm is not None:
        return "alarm", len(participant.alarms)
    match participant.stage:
        case Stage.HALL:
            return "hall" if participant.tables else None
        case Stage.LOBBY:
            return asked(participant)
        case Stage.SETUP:
            return (
                ("again", participant.attempts) if participant.is_asked_again else None
            )
        case Stage.GAME if participant.over:
            return "over"
        case Stage.GAME:
            return decision_to_make(participant)
        case _:
            assert_never(participant.stage)


def decision_to_make(
    participant: Participant,
) -> tuple[int, int, Decision, int] | None:
    """Which decision of the game is the player's; `None`: none.

    Whoever has passed in an open auction may raise again, but is not asked to. The
    clock of the newest event comes at once after it: nothing is asked before.
    """
    due, position = participant.due, participant.position
    if participant.playing_seat not in position.awaited or not wanted(participant):
        return None
    if due is not None and due.s < participant.follower.s:
        return None
    decision = position.phase.decision
    return position.round, position.auction, decision, high_bid(participant)


def state_lines(participant: Participant) -> list[str]:
    """What is told before the player answers: the hand, if it is asked for, too."""
    if participant.alarm is not None or participant.stage is not Stage.GAME:
        why = [why_asked_again(participant)] if participant.is_asked_again else []
        return [*why, asked(participant)]
    if participant.over:
        again = _("Another game? Enter: back to the table; /quit: leave.")
        return [*last_words(participant), again]
    lines = []
    if any(isinstance(c, CanOffer | CanAdd) for c in wanted(participant)):
        lines = [_("your hand:"), *hand_lines(participant)]
    due = participant.due
    seconds = None if due is None or due.held_up else participant.seconds_left
    return [*lines, state_line(participant, seconds)]


def last_words(participant: Participant) -> list[str]:
    """The ranking of a game that was ended early, and what was checked of any.

    A game won has told its ranking.
    """
    ranking = [] if participant.position.winners else standings(participant)
    checked = [
        (_("checked: {what}") if is_good else _("note: {what}")).format(what=text)
        for is_good, text in checked_lines(participant)
    ]
    return [*ranking, *checked]


def prompt_word(participant: Participant) -> str:
    """What stands before the typed line."""
    if participant.alarm is not None:
        return _("alarm>")
    if participant.is_asked_again:
        return _("y/n>")
    if participant.stage is not Stage.GAME or participant.over:
        return ">"
    return {
        Decision.OFFER: _("offer>"),
        Decision.ADD: _("add>"),
        Decision.SEAL: _("seal>"),
        Decision.PRICE: _("price>"),
        Decision.BUY: _("buy>"),
        Decision.FLIP: _("flip>"),
    }.get(participant.position.phase.decision, _("bid>"))

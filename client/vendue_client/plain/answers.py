"""What plain mode answers to an order that only asks to be shown something."""

from __future__ import annotations

from typing import Final

from vendue_client.language import _
from vendue_client.orders.completing import words_now
from vendue_client.orders.order import Local, LocalKind
from vendue_client.orders.prompting import keys_line
from vendue_client.participant import Participant
from vendue_client.wording.code_words import code_lines
from vendue_client.wording.overview import (
    hand_lines,
    market_lines,
    player_lines,
    table_lines,
)
from vendue_client.wording.reckoning import hint_lines
from vendue_client.wording.rulebook import UnknownTopicError, overview, topic_text
from vendue_client.wording.sentences import told
from vendue_client.wording.situation import asked, lot_line
from vendue_client.wording.words import listed

LOG_LINES: Final = 20
"""How far back `/log` goes: what a small terminal shows at once."""


def answer_lines(  # noqa: C901 - one case a kind
    order: Local, participant: Participant
) -> list[str]:
    """The lines that answer an order, once it is done; none where it shows itself."""
    match order.kind:
        case LocalKind.HELP:
            return _help(participant)
        case LocalKind.RULES:
            return _rules(order.argument)
        case LocalKind.LOG:
            return _log(participant)
        case LocalKind.HAND:
            return hand_lines(participant) or [_("Your hand is empty.")]
        case LocalKind.TABLE:
            return table_lines(participant)
        case LocalKind.WHO:
            return player_lines(participant) or [asked(participant)]
        case LocalKind.HINT:
            return _hint(participant) or market_lines(participant)
        case LocalKind.AGAIN:
            return [
                line for line in (asked(participant), lot_line(participant)) if line
            ]
        case LocalKind.LANG:
            return [asked(participant)]
        case LocalKind.CODE:
            number = int(order.argument) if order.argument else None
            return code_lines(participant, number)
        case (
            LocalKind.SIT | LocalKind.BACK | LocalKind.LEAVE | LocalKind.QUIT
            | LocalKind.GO_ON | LocalKind.SHARE | LocalKind.STAY_OUT
        ):  # fmt: skip
            return []


def _hint(participant: Participant) -> list[str]:
    seat = participant.playing_seat
    return hint_lines(participant.position, seat, participant.hand)


def _help(participant: Participant) -> list[str]:
    keys = [
        _("{key}: {what}").format(key=key, what=what)
        for key, what in keys_line(participant)
    ]
    return [
        asked(participant),
        *keys,
        _("Orders now: {commands}").format(commands=listed(words_now(participant))),
    ]


def _rules(topic: str) -> list[str]:
    try:
        return (topic_text(topic) if topic else overview()).splitlines()
    except UnknownTopicError as fault:
        return [str(fault)]


def _log(participant: Participant) -> list[str]:
    lines = [line for e in participant.entries for line in told(e, participant)]
    return lines[-LOG_LINES:] or [_("Nothing has happened yet.")]

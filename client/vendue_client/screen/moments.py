"""Which question a line was typed for, so that it never answers another one."""

from __future__ import annotations

from typing import Final, NamedTuple

from vendue_client.orders.reading import MOVE_WORDS, command_of
from vendue_client.participant import Participant
from vendue_client.stage import Stage
from vendue_shared.choices import Decision


class Moment(NamedTuple):
    """What is asked about what; a raise, or another seat's turn, is the same moment."""

    stage: Stage
    round: int
    auction: int
    decision: Decision


def moment_of(participant: Participant) -> Moment:
    """The present one."""
    position = participant.position
    decision = position.phase.decision
    return Moment(participant.stage, position.round, position.auction, decision)


COMMAND: Final = "/"
"""What a line begins with that says itself what it is."""


def is_answer(line: str) -> bool:
    """Whether a line means something by the question alone: a number, a letter, a move.

    Chat and all other commands mean the same at any time.
    """
    typed = line.strip()
    if not typed.startswith(COMMAND):
        return bool(typed)
    return command_of(typed) in MOVE_WORDS

"""The codes by which players compare what their machines hold, and how to do it."""

from __future__ import annotations

from typing import Final

from vendue_client.language import _
from vendue_client.participant import Participant
from vendue_protocol.chain import HOST, head_code, spoken_code
from vendue_protocol.follower import HoldPoint

from .hold_words import newest_point, signers_at
from .situation import teller_of
from .words import listed

LARGEST_NUMBER: Final = 2**32 - 1
"""The largest number that a code can be made for."""


def code_now(participant: Participant) -> str:
    """The short code of the newest hold point; empty before the first."""
    point = newest_point(participant)
    return head_code(point.head) if point is not None else ""


def code_lines(participant: Participant, number: int | None) -> list[str]:
    """The code to compare, and how to compare it.

    Args:
        participant: Whose log it is.
        number: What somebody said aloud, 0 to `LARGEST_NUMBER`; `None`: nothing.
    """
    point = newest_point(participant)
    if point is None:
        return [_("There is no code yet: the first comes when a game begins.")]
    lines = [_holders(participant, point), *_how_to_compare()]
    if number is None:
        text = _("{code} is the code of the history up to event {s}.")
        return [text.format(code=head_code(point.head), s=point.s), *lines]
    text = _("{code} is the code for {number}, of the history up to event {s}.")
    code = spoken_code(point.head, number)
    return [text.format(code=code, number=number, s=point.s), *lines]


def _holders(participant: Participant, point: HoldPoint) -> str:
    signers, teller = signers_at(participant, point.s), teller_of(participant)
    names = list(map(teller.name, signers.held))
    if (point.s, HOST) in participant.follower.holds:
        names.insert(0, _("the host"))
    line = _("Signed up to there by: {names}").format(names=listed(names) or "-")
    if not signers.missing:
        return line
    missing = listed(map(teller.name, signers.missing))
    return _("{line}; not by: {missing}").format(line=line, missing=missing)


def _how_to_compare() -> list[str]:
    return [
        _("All screens show the same code at the same event."),
        _("If yours differs, somebody was shown another game."),
        _("Read it aloud. The chat will not do: the host's program carries it."),
        _(
            "To be sure: one of you, not at the host, says any number aloud now. "
            "All type /code and that number, and read out what they see."
        ),
    ]

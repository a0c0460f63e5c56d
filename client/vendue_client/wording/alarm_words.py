"""An alarm in words: what happened, where, what is kept of it, what it stops."""

from __future__ import annotations

from typing import Final

from vendue_client.language import _
from vendue_client.participant import Participant
from vendue_protocol.proof import ProofFailed
from vendue_protocol.text import clean_line

from .refusals import check_sentence

LONGEST_DETAIL: Final = 90
"""Letters of what was noted that stand on the screen; the log has it all."""


def can_go_on(participant: Participant) -> bool:
    """Whether an alarm waits for the player's word, and the log can be followed."""
    alarm = participant.alarm
    return alarm is not None and alarm.check.is_survivable


def alarm_lines(participant: Participant, alarm: ProofFailed) -> list[str]:
    """The alarm, one thing a line, the most important first; without the choices."""
    return [
        check_sentence(alarm.check),
        _where(participant, alarm),
        _opened(alarm),
        *_evidence(participant),
        _("Noted: {check}, {detail}").format(
            check=alarm.check, detail=clean_line(alarm.detail)[:LONGEST_DETAIL]
        ),
    ]


def choice_lines(participant: Participant, *, is_plain: bool) -> list[tuple[str, str]]:
    """What the player may do about the alarm: (what to type, what it does)."""
    leave = ("/quit" if is_plain else "Ctrl-C", _("leave the host"))
    if can_go_on(participant):
        deed = _("go on: what was held back is sent; the alarm stays noted")
        return [("/goon" if is_plain else "g", deed), leave]
    if is_plain:
        return []
    return [(_("any key"), _("look at the table as it stands")), leave]


def plain_block(participant: Participant) -> list[str]:
    """The alarm for plain mode; each line says that it is one."""
    alarm = participant.alarm
    if alarm is None:
        return []
    choices = choice_lines(participant, is_plain=True)
    told = [_("{key}: {what}").format(key=key, what=what) for key, what in choices]
    lines = [*alarm_lines(participant, alarm), *told]
    return [_("ALARM: {what}").format(what=line) for line in lines]


def _where(participant: Participant, alarm: ProofFailed) -> str:
    if not alarm.s:
        return _("It happened in the set-up, before the first event of the game.")
    newest, number = participant.follower.s, participant.position.round
    if not number:
        return _("It happened at event {s} of the log.").format(s=alarm.s)
    text = _("It happened at event {s} of the log (now: event {now}, round {number}).")
    return text.format(s=alarm.s, now=newest, number=number)


def _opened(alarm: ProofFailed) -> str:
    if alarm.check.is_survivable:
        return _(
            "Nothing of yours is opened until you decide; a sealed bid that is not "
            "opened in time counts as 0."
        )
    return _(
        "Nothing of yours is opened any more: for this client the game has ended, as "
        "its log cannot be followed any further."
    )


def _evidence(participant: Participant) -> list[str]:
    path = participant.evidence
    if not path:
        return [_("No log of it is kept on this machine.")]
    return [
        _("Kept as evidence: {path}").format(path=clean_line(path)),
        _("Give that file to whoever wants to check it: vendue verify FILE"),
    ]

"""What was done to a table from outside its game, and whom it waits for, in words."""

from __future__ import annotations

from typing import assert_never

from vendue_client.attending import away_seats, grace_left_s
from vendue_client.entries import Announcement, Attendance
from vendue_client.language import _
from vendue_client.participant import Participant
from vendue_protocol.interventions import AfterGrace, Authority, Intervention
from vendue_protocol.text import clean_line

from .lobby_sentences import is_owner
from .words import listed, seat_name


def announcement_sentence(told: Announcement) -> str:
    """Who did what to whom, and why."""
    if told.by is Authority.GRACE:
        return _("Paused: {whom} stays away, and the grace is used up").format(
            whom=clean_line(told.whom)
        )
    if told.by is Authority.HISTORY:
        return _("Paused: the host has lost a part of this game that players have")
    sentence = _deed(told).format(who=_who(told), whom=clean_line(told.whom))
    if told.waits:
        sentence = _("{what}, once the bids are opened").format(what=sentence)
    if told.reason:
        return _("{what}: {reason}").format(
            what=sentence, reason=clean_line(told.reason)
        )
    return sentence


def _who(told: Announcement) -> str:
    if told.is_own:
        return _("You")
    if told.by is Authority.HOST or not told.owner:
        return _("The host")
    return _("{name} (owner)").format(name=clean_line(told.owner))


def _deed(told: Announcement) -> str:
    """The sentence of a deed, with places for `who` and `whom`."""
    match told.what:
        case Intervention.PAUSE:
            return _("{who} paused the game")
        case Intervention.RESUME:
            return _("{who} resumed the game")
        case Intervention.TAKE_OVER if told.is_about_me:
            return _("{who} let a bot play your seat; /back takes it again")
        case Intervention.TAKE_OVER:
            return _("{who} let a bot play for {whom}")
        case Intervention.KICK:
            return _kick(told)
        case Intervention.FINISH:
            return _("{who} ended the game")
        case _:
            assert_never(told.what)


def _kick(told: Announcement) -> str:
    if told.in_game and told.is_about_me:
        return _("{who} took your seat away for good; a bot plays on, you watch")
    if told.in_game:
        return _("{who} took the seat of {whom} away for good; a bot plays on")
    if told.is_about_me:
        return _("{who} took your chair away; you watch")
    return _("{who} took the chair of {whom} away")


def attendance_sentence(told: Attendance) -> str:
    """Whose line is lost, and what becomes of the seat; or who is back."""
    name = clean_line(told.name)
    if told.is_here:
        return _("{name} is back").format(name=name)
    if told.is_bot:
        return _("The line to {name} is lost; a bot plays on").format(name=name)
    if not told.grace_s:
        return _("The line to {name} is lost").format(name=name)
    sentences = {
        AfterGrace.BOT: _("The line to {name} is lost; a bot takes over in {time}"),
        AfterGrace.WAIT: _("The line to {name} is lost; the table waits"),
        AfterGrace.PAUSE: _("The line to {name} is lost; the table pauses in {time}"),
    }
    return sentences[told.after].format(name=name, time=minutes(told.grace_s))


def minutes(seconds: float) -> str:
    """A time as people count down: minutes and seconds.

    Example:
        >>> minutes(83.2), minutes(9)
        ('1:23', '0:09')
    """
    whole = int(seconds)
    return f"{whole // 60}:{whole % 60:02}"


def pause_line(participant: Participant) -> str:
    """Why the game stands still, and who can let it go on; empty if it does not."""
    pause = participant.pause
    if pause is None:
        return ""
    if participant.host_has_lost:
        return _lost_line(participant)
    if is_owner(participant):
        how = _("/resume goes on.")
        if pause.by is Authority.GRACE and pause.seat is not None:
            how = _("/resume goes on without {name}, /bot {name} with a bot.").format(
                name=seat_name(participant.names, pause.seat, None)
            )
    else:
        how = _("Wait until it goes on.")
    reason = clean_line(pause.reason)
    line = _("The game is paused. {how}").format(how=how)
    if reason:
        return _("{line} Why: {reason}").format(line=line, reason=reason)
    return line


def _lost_line(participant: Participant) -> str:
    """That the game cannot go on, and who may end it."""
    how = _("The owner can end it, nobody can go on with it.")
    if is_owner(participant):
        how = _("/end ends it; your log of it stays.")
    return _("The host has lost a part of this game. {how}").format(how=how)


def held_up_line(participant: Participant) -> str:
    """Whom a clock that stands waits for, and for how long; empty if it runs."""
    due = participant.due
    if due is None or not due.held_up or participant.pause is not None:
        return ""
    missing = [s for s in away_seats(participant) if s in due.seats]
    if not missing:
        return _("the clock stands: somebody's line is lost")
    names = [_missing(participant, seat) for seat in missing]
    return _("the clock stands for {names}").format(names=listed(names))


def _missing(participant: Participant, seat: int) -> str:
    name = seat_name(participant.names, seat, None)
    left = grace_left_s(participant, seat)
    return f"{name} ({minutes(left)})" if left else name


def owner_may_decide(participant: Participant) -> str:
    """What the owner may do about a seat that a waiting table waits for; or empty."""
    due = participant.due
    if due is None or not due.held_up or not is_owner(participant):
        return ""
    names = [
        seat_name(participant.names, seat, None)
        for seat in away_seats(participant)
        if seat in due.seats and not grace_left_s(participant, seat)
    ]
    if not names or participant.pause is not None:
        return ""
    return _("/resume goes on without {name}, /bot {name} with a bot.").format(
        name=names[0]
    )

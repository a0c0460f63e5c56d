"""Who is there, who is waited for, and what was done about it, as a client hears it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vendue_protocol.host_messages import Intervened, Presence
from vendue_protocol.interventions import AfterGrace, Authority, Intervention
from vendue_shared.seats import Seat

from .entries import Announcement, Attendance
from .sitting_notes import Left
from .stage import Stage
from .wording.words import seat_name

if TYPE_CHECKING:
    from .participant import Participant


def take_presence(participant: Participant, presence: Presence) -> None:
    """Keep the newest presence, and note whose line was lost or is back."""
    before = participant.presence
    participant.presence, participant.presence_at = presence, participant.clock
    seats = range(min(len(presence.here), len(participant.names)))
    for seat in seats:
        was_here = before is None or seat >= len(before.here) or before.here[seat]
        is_other = seat != participant.playing_seat and _is_person(participant, seat)
        if presence.here[seat] != was_here and is_other:
            participant.entries.append(_attendance(participant, presence, seat))


def _is_person(participant: Participant, seat: int) -> bool:
    """Whether the seat still belongs to a person, who may have been kicked."""
    chairs = participant.lobby.chairs if participant.lobby else ()
    return participant.names[seat] in {chair.name for chair in chairs if chair.key}


def _attendance(participant: Participant, presence: Presence, seat: int) -> Attendance:
    grace_ms = presence.grace_ms[seat] if seat < len(presence.grace_ms) else 0
    return Attendance(
        name=participant.names[seat],
        is_here=presence.here[seat],
        grace_s=grace_ms // 1000,
        after=participant.lobby.after if participant.lobby else AfterGrace.BOT,
        is_bot=participant.position.bots[seat],
    )


def is_here(participant: Participant, seat: int) -> bool:
    """Whether the line to a seat is up, as far as the host has told."""
    presence = participant.presence
    return presence is None or seat >= len(presence.here) or presence.here[seat]


def grace_left_s(participant: Participant, seat: int) -> float:
    """What is left of the grace of a seat that is away, in seconds, never below 0."""
    presence = participant.presence
    if presence is None or seat >= len(presence.grace_ms):
        return 0.0
    runs = not presence.stands and not presence.here[seat]
    passed = participant.clock - participant.presence_at if runs else 0.0
    return max(0.0, presence.grace_ms[seat] / 1000 - passed)


def away_seats(participant: Participant) -> tuple[Seat, ...]:
    """The seats whose line is lost, and that no bot plays."""
    presence, bots = participant.presence, participant.position.bots
    if presence is None or participant.over is not None:
        return ()
    seats = range(min(len(presence.here), len(bots)))
    return tuple(Seat(s) for s in seats if not presence.here[s] and not bots[s])


def counts_down(participant: Participant) -> bool:
    """Whether the grace of a seat is being used up."""
    presence = participant.presence
    if presence is None or presence.stands:
        return False
    return any(grace_left_s(participant, seat) for seat in away_seats(participant))


def take_intervention(participant: Participant, message: Intervened) -> None:
    """Note what was done to the table; a pause is kept until all goes on."""
    is_me = message.seat is not None and message.seat == _own_number(participant)
    participant.entries.append(
        Announcement(
            what=message.what,
            by=message.by,
            owner=_owner(participant) if message.by is Authority.OWNER else "",
            is_own=message.by is Authority.OWNER and _is_owner(participant),
            whom=_name_at(participant, message.seat),
            is_about_me=is_me,
            reason=message.reason,
            waits=message.waits,
            in_game=_is_in_game(participant),
        )
    )
    match message.what:
        case Intervention.PAUSE:
            participant.pause = message
        case Intervention.RESUME:
            participant.pause = None
        case Intervention.KICK if is_me and not message.waits:
            participant.note(Left())
            _stand_up(participant)
        case Intervention.TAKE_OVER if is_me and message.by is not Authority.GRACE:
            participant.guard.asks_for_bot()
        case _:
            pass


def _stand_up(participant: Participant) -> None:
    """Watch from now on; what was dealt before is still proved at the end."""
    if participant.own is not None:
        participant.guard.reader = participant.own.seat
    participant.own = participant.chair = participant.in_flight = None


def _is_in_game(participant: Participant) -> bool:
    return participant.stage is Stage.GAME and participant.over is None


def _own_number(participant: Participant) -> int | None:
    """The own seat in a game or its set-up, else the own chair."""
    own = participant.own
    if _is_in_game(participant) or participant.stage is Stage.SETUP:
        return own.seat if own is not None else None
    return participant.chair


def _owner(participant: Participant) -> str:
    lobby = participant.lobby
    if lobby is None or lobby.owner is None or lobby.owner >= len(lobby.chairs):
        return ""
    return lobby.chairs[lobby.owner].name


def _is_owner(participant: Participant) -> bool:
    lobby = participant.lobby
    if lobby is None or lobby.owner is None or lobby.owner >= len(lobby.chairs):
        return False
    return lobby.chairs[lobby.owner].key == participant.key.public


def _name_at(participant: Participant, seat: int | None) -> str:
    """The name on a seat of what is now on, else on a chair; empty: nobody meant."""
    if seat is None:
        return ""
    names = list(participant.names)
    if not _is_in_game(participant):
        chairs = participant.lobby.chairs if participant.lobby else ()
        in_setup = participant.stage is Stage.SETUP
        names = [chair.name for chair in chairs if chair.name or not in_setup]
    return seat_name(names, seat, None)

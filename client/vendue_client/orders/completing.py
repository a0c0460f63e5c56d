"""The commands that are legal now, written out as they would be typed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from vendue_client.participant import Participant
from vendue_client.stage import Stage
from vendue_client.standing_pass import may_pass_lot
from vendue_client.wording.alarm_words import can_go_on
from vendue_client.wording.lobby_sentences import is_owner, may_start, own_line
from vendue_client.wording.rulebook import TOPICS
from vendue_client.wording.situation import wanted
from vendue_shared.choices import (
    AnyChoice,
    CanAdd,
    CanBid,
    CanBuy,
    CanDecline,
    CanFlip,
    CanOffer,
    CanPass,
    CanPrice,
    CanReveal,
    CanSeal,
)
from vendue_shared.paintings import Painting

from .lobby_orders import (
    CLOCK_NAMES,
    DRAWN,
    LEVEL_NAMES,
    OPTION_NAMES,
    PRESET_NAMES,
    may_take_chair,
    values_of_option,
)
from .owner_orders import AFTER_NAMES, kickable, seat_names, stands
from .reading import LANGUAGES


def commands_now(participant: Participant) -> list[str]:
    """Every command that would not be refused now, the most wanted first.

    A command that ends in a space waits for something only its player knows.
    """
    if participant.alarm is not None:
        return _about_alarm(participant)
    moves = [c for choice in wanted(participant) for c in _moves(choice, participant)]
    match participant.stage:
        case Stage.HALL:
            staged = _of_hall(participant)
        case Stage.LOBBY:
            staged = _of_lobby(participant)
        case Stage.SETUP:
            staged = ["/yes", "/no"] if participant.is_asked_again else []
        case Stage.GAME:
            staged = _of_game(participant)
        case _:
            assert_never(participant.stage)
    at_table = ["/say ", "/leave"] if participant.table is not None else []
    return [*moves, *staged, *at_table, *_always()]


def words_now(participant: Participant) -> list[str]:
    """The first word of each of these commands, each once."""
    return list(dict.fromkeys(line.split()[0] for line in commands_now(participant)))


def _about_alarm(participant: Participant) -> list[str]:
    decide = ["/goon"] if can_go_on(participant) else []
    at_table = ["/say ", "/leave"] if participant.table is not None else []
    return [*decide, *at_table, *_always()]


def _moves(choice: AnyChoice, participant: Participant) -> list[str]:  # noqa: C901 - one a choice
    match choice:
        case CanOffer(paintings=paintings):
            return _placed("/offer", paintings, participant)
        case CanAdd(paintings=paintings):
            return _placed("/add", paintings, participant)
        case CanDecline():
            return ["/decline"]
        case CanBid(low=low):
            return [f"/bid {low}", "/bid "]
        case CanPass():
            return ["/pass", *(["/pass lot"] if may_pass_lot(participant) else [])]
        case CanSeal():
            return ["/seal "]
        case CanPrice():
            return ["/price "]
        case CanBuy():
            return ["/buy"]
        case CanFlip():
            return ["/flip"]
        case CanReveal():
            return []
        case _:
            assert_never(choice)


def _placed(
    command: str, paintings: Iterable[Painting], participant: Participant
) -> list[str]:
    return [f"{command} {participant.hand.index(p) + 1}" for p in paintings]


def _of_hall(participant: Participant) -> list[str]:
    lines = participant.tables.tables if participant.tables else ()
    sits = [f"/sit {line.table}" for line in lines if line.free and not line.playing]
    watches = [f"/watch {line.table}" for line in lines]
    return ["/tables", *sits, *watches, "/create "]


def _of_lobby(participant: Participant) -> list[str]:
    own = own_line(participant)
    commands = ["/sit"] if may_take_chair(participant) else []
    if own is not None:
        commands.append("/unready" if own.ready else "/ready")
    return [*commands, *_of_owner(participant)]


def _of_owner(participant: Participant) -> list[str]:
    lobby = participant.lobby
    if lobby is None or not is_owner(participant):
        return []
    chairs = range(1, len(lobby.chairs) + 1)
    bots = [chair for chair in chairs if lobby.chairs[chair - 1].level]
    return [
        *(["/start"] if may_start(lobby) else []),
        *(f"/bot {level}" for level in LEVEL_NAMES),
        *(f"/nobot {chair}" for chair in bots),
        *(f"/chairs {number}" for number in (3, 4, 5)),
        *(f"/preset {name}" for name in PRESET_NAMES),
        *(f"/option {n} {v}" for n in OPTION_NAMES for v in values_of_option(n)),
        *(f"/first {chair}" for chair in (*chairs, DRAWN)),
        *(f"/clock {name} " for name in CLOCK_NAMES),
        *(f"/after {name}" for name in AFTER_NAMES),
        *_kicks(participant),
    ]


def _kicks(participant: Participant) -> list[str]:
    names = seat_names(participant)
    return [f"/kick {names[seat]}" for seat in kickable(participant)]


def _of_game(participant: Participant) -> list[str]:
    if participant.over:
        return ["/back"]
    commands = []
    seat = participant.playing_seat
    if seat is not None:
        commands.append("/back" if participant.position.bots[seat] else "/auto")
    return [*commands, *(_of_owner_in_game(participant))]


def _of_owner_in_game(participant: Participant) -> list[str]:
    if not is_owner(participant):
        return []
    bots, names = participant.position.bots, seat_names(participant)
    is_paused = participant.pause is not None
    return [
        *(["/resume"] if is_paused or stands(participant) else []),
        *([] if is_paused else ["/pause"]),
        *(f"/bot {names[seat]}" for seat in kickable(participant) if not bots[seat]),
        *_kicks(participant),
        "/end",
    ]


def _always() -> list[str]:
    return [
        *("/help", "/hint", "/hand", "/table", "/who", "/log", "/code", "/rules"),
        *(f"/rules {topic}" for topic in TOPICS),
        *(f"/lang {code}" for code in LANGUAGES),
        "/quit",
    ]

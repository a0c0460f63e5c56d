"""Orders of a table's owner about people: pause, go on, a bot, a kick, the end."""

from __future__ import annotations

from collections.abc import Sequence

from vendue_client.language import _
from vendue_client.participant import Participant
from vendue_client.stage import Stage
from vendue_client.wording.lobby_sentences import is_owner
from vendue_client.wording.words import listed
from vendue_protocol.client_messages import Finish, Kick, Pause, Resume, TakeOver
from vendue_protocol.interventions import AfterGrace
from vendue_protocol.message import Message
from vendue_protocol.text import clean_chat, clean_line, name_key

from . import lobby_orders
from .amounts import plain_form
from .order import BadOrder

AFTER_NAMES = tuple(map(str, AfterGrace))


def pause(rest: str, participant: Participant) -> Message:
    """`/pause [REASON]`: let the game stand still."""
    _in_own_game(participant)
    if participant.pause is not None:
        raise BadOrder(_("The game is paused already: /resume goes on."))
    return Pause(reason=clean_chat(rest))


def resume(rest: str, participant: Participant) -> Message:
    """`/resume [REASON]`: let it go on, also without who is away."""
    _in_own_game(participant)
    if participant.pause is None and not stands(participant):
        raise BadOrder(_("Nothing stands still: the game goes on."))
    return Resume(reason=clean_chat(rest))


def bot(rest: str, participant: Participant) -> Message:
    """`/bot [CHAIR] LEVEL` in the lobby; in a game `/bot SEAT [REASON]`."""
    if not _is_in_game(participant):
        return lobby_orders.bot(rest, participant)
    _in_own_game(participant)
    seat, reason = _seat_and_reason(rest, participant)
    name = seat_names(participant)[seat]
    if seat == participant.playing_seat:
        raise BadOrder(_("That is your own seat: /auto lets a bot play it."))
    if participant.position.bots[seat]:
        raise BadOrder(_("A bot plays for {name} already.").format(name=name))
    return TakeOver(seat=seat, reason=reason)


def kick(rest: str, participant: Participant) -> Message:
    """`/kick SEAT [REASON]`: take a seat, or in the lobby a chair, from a person."""
    if participant.stage not in {Stage.LOBBY, Stage.GAME} or participant.over:
        raise BadOrder(_("Only in the lobby of a table, or in a game."))
    _owned(participant)
    seat, reason = _seat_and_reason(rest, participant)
    if seat == own_number(participant):
        raise BadOrder(_("That is you: /leave gives up your place."))
    if seat not in kickable(participant):
        name = seat_names(participant)[seat]
        if not name:
            raise BadOrder(_("Nobody sits there."))
        raise BadOrder(_("{name} is a bot: only a person is kicked.").format(name=name))
    return Kick(seat=seat, reason=reason)


def end(rest: str, participant: Participant) -> Message:
    """`/end [REASON]`: end the game for all."""
    _in_own_game(participant)
    return Finish(reason=clean_chat(rest))


def after(rest: str, participant: Participant) -> Message:
    """`/after bot|wait|pause`: what becomes of a seat whose grace is used up."""
    word = plain_form(rest)
    if word not in AFTER_NAMES:
        raise BadOrder(
            _("/after WORD; one of: {words}.").format(words=listed(AFTER_NAMES))
        )
    return lobby_orders.arranged(participant, after=AfterGrace(word))


def stands(participant: Participant) -> bool:
    """Whether a clock waits for somebody who is away."""
    return participant.due is not None and participant.due.held_up


def own_number(participant: Participant) -> int | None:
    """The own seat in a game, else the own chair."""
    if _is_in_game(participant):
        return participant.playing_seat
    return participant.chair


def seat_names(participant: Participant) -> list[str]:
    """The names as they are typed: of the seats in a game, else of the chairs."""
    if _is_in_game(participant):
        return [clean_line(name) for name in participant.names]
    chairs = participant.lobby.chairs if participant.lobby else ()
    return [clean_line(chair.name) for chair in chairs]


def kickable(participant: Participant) -> list[int]:
    """The seats, or chairs, of other persons."""
    lobby = participant.lobby
    if lobby is None:
        return []
    persons = {clean_line(chair.name) for chair in lobby.chairs if chair.key}
    own = own_number(participant)
    names = enumerate(seat_names(participant))
    return [seat for seat, name in names if name in persons and seat != own]


def _is_in_game(participant: Participant) -> bool:
    return participant.stage is Stage.GAME and participant.over is None


def _owned(participant: Participant) -> None:
    if not is_owner(participant):
        raise BadOrder(_("Only the owner of the table may do that."))


def _in_own_game(participant: Participant) -> None:
    if not _is_in_game(participant):
        raise BadOrder(_("No game is on."))
    _owned(participant)


def _seat_and_reason(rest: str, participant: Participant) -> tuple[int, str]:
    """Whom a line names, by number from 1 or by name, and what it says after that.

    Raises:
        BadOrder: It names nobody here.
    """
    words, names = rest.split(), seat_names(participant)
    if words and (seat := _numbered(words[0], len(names))) is not None:
        return seat, clean_chat(" ".join(words[1:]))
    for count in range(len(words), 0, -1):
        found = _named(" ".join(words[:count]), names)
        if found is not None:
            return found, clean_chat(" ".join(words[count:]))
    here = listed(f"{seat + 1} {name}" for seat, name in enumerate(names) if name)
    raise BadOrder(_("Whom? A number or a name: {names}.").format(names=here))


def _numbered(word: str, count: int) -> int | None:
    text = plain_form(word)
    is_number = text.isascii() and text.isdecimal() and len(text) < count
    return int(text) - 1 if is_number and 1 <= int(text) <= count else None


def _named(typed: str, names: Sequence[str]) -> int | None:
    key = name_key(typed)
    same = (i for i, name in enumerate(names) if name and name_key(name) == key)
    return next(same, None)

"""A typed line, read as the player means it now; nothing happens by reading it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from vendue_client.language import _
from vendue_client.participant import Participant
from vendue_client.stage import Stage
from vendue_client.standing_pass import may_pass_lot
from vendue_client.wording.alarm_words import can_go_on
from vendue_client.wording.away_words import not_sent
from vendue_client.wording.code_words import LARGEST_NUMBER
from vendue_client.wording.situation import asked, wanted
from vendue_protocol.client_messages import HandOver, Say
from vendue_protocol.text import clean_chat
from vendue_shared.events import Player
from vendue_shared.phases.open_auction import OpenAuction

from . import lobby_orders, move_orders, owner_orders
from .amounts import looks_like_number, plain_form
from .order import AnyOrder, BadOrder, Local, LocalKind, Send

LANGUAGES: Final = ("en", "ja", "it")
"""What `/lang` takes."""
_MOST_DIGITS: Final = 20
"""Longer is no number that a person says aloud."""
_Reader = Callable[[str, Participant], AnyOrder]


def parse(line: str, participant: Participant) -> AnyOrder:
    """Read a line as the player means it now.

    A command may do without its slash. A number is a place in the shown hand where
    a painting is asked, and an amount where an amount is. An empty line is what
    Enter does alone: ready or not ready in the lobby, else to be told again.

    Raises:
        BadOrder: It means nothing now, or is not legal, or an alarm must be decided
            about first; the sentence says what is asked.
    """
    is_away = participant.away is not None
    if is_away and not line.strip().startswith("/"):
        raise BadOrder(not_sent())
    order = _read(line, participant)
    if is_away and not isinstance(order, Local):
        raise BadOrder(not_sent())
    if participant.alarm is not None and not _needs_no_trust(order):
        raise BadOrder(asked(participant))
    return order


def _needs_no_trust(order: AnyOrder) -> bool:
    """Whether it may be done while an alarm is undecided."""
    if isinstance(order, Local):
        return order.kind not in {LocalKind.BACK, LocalKind.SIT, LocalKind.SHARE}
    return isinstance(order, Send) and isinstance(order.message, Say)


def _read(line: str, participant: Participant) -> AnyOrder:
    typed = line.strip()
    if not typed:
        return _enter(participant)
    if looks_like_number(typed):
        return move_orders.bare_number(typed, participant)
    word, *rest = typed.split(maxsplit=1)
    name = command_of(typed)
    if name == "+":
        return move_orders.least_raise(participant)
    reader = _COMMANDS.get(name)
    if reader is not None:
        return reader(rest[0].strip() if rest else "", participant)
    if wanted(participant) and move_orders.named_painting(typed) is not None:
        return move_orders.bare_number(typed, participant)
    raise BadOrder(
        _("No such order: {typed}. /help lists them; /say TEXT is for the others.")
        .format(typed=word)
    )  # fmt: skip


def command_of(line: str) -> str:
    """The name of the command that a line begins with, written out, without its mark.

    Args:
        line: Not empty; what it begins with need not be a command.
    """
    name = plain_form(line.split(maxsplit=1)[0]).removeprefix("/")
    return _SHORT.get(name, name)


def _enter(participant: Participant) -> AnyOrder:
    if participant.alarm is not None:
        return Local(LocalKind.AGAIN)
    if participant.stage is Stage.LOBBY:
        return Send(lobby_orders.toggle_ready("", participant))
    if participant.stage is Stage.GAME and participant.over:
        return Local(LocalKind.BACK)
    return Local(LocalKind.AGAIN)


# The table and the seat.


def _say(rest: str, participant: Participant) -> AnyOrder:
    text = clean_chat(rest)
    if participant.table is None:
        raise BadOrder(_("Only at a table: here nobody would hear it."))
    if not text:
        raise BadOrder(_("/say TEXT: there is nothing to say in that."))
    return Send(Say(text=text))


def _auto(rest: str, participant: Participant) -> AnyOrder:
    del rest
    seat = _playing(participant)
    if participant.position.bots[seat]:
        raise BadOrder(_("A bot plays for you already: /back takes your seat again."))
    return Send(HandOver(to=Player.BOT))


def _back(rest: str, participant: Participant) -> AnyOrder:
    del rest
    if participant.over:
        return Local(LocalKind.BACK)
    if not participant.position.bots[_playing(participant)]:
        raise BadOrder(_("You play your seat yourself: /auto lets a bot play it."))
    return Send(HandOver(to=Player.PERSON))


def _playing(participant: Participant) -> int:
    seat = participant.playing_seat
    if participant.stage is not Stage.GAME or participant.over or seat is None:
        raise BadOrder(_("Only while you play a game."))
    return seat


def _pass(rest: str, participant: Participant) -> AnyOrder:
    """`/pass`, or `/pass lot`: only open auctions ask more than once."""
    if plain_form(rest) != "lot" or not isinstance(
        participant.position.phase, OpenAuction
    ):
        return move_orders.pass_by(rest, participant)
    if not may_pass_lot(participant):
        raise BadOrder(_("Not now. {asked}").format(asked=asked(participant)))
    return Local(LocalKind.STAY_OUT)


def _go_on(rest: str, participant: Participant) -> AnyOrder:
    del rest
    if participant.alarm is None:
        raise BadOrder(_("There is no alarm to decide about."))
    if not can_go_on(participant):
        raise BadOrder(asked(participant))
    return Local(LocalKind.GO_ON)


def _yes(rest: str, participant: Participant) -> AnyOrder:
    if participant.is_asked_again:
        return Local(LocalKind.SHARE)
    return move_orders.yes(rest, participant)


def _no(rest: str, participant: Participant) -> AnyOrder:
    if participant.is_asked_again:
        return Local(LocalKind.LEAVE)
    return move_orders.no(rest, participant)


def _code(rest: str, participant: Participant) -> AnyOrder:
    del participant
    typed = plain_form(rest)
    number = typed.isascii() and typed.isdecimal() and len(typed) <= _MOST_DIGITS
    if typed and not (number and int(typed) <= LARGEST_NUMBER):
        raise BadOrder(
            _("/code, or /code NUMBER: a whole number from 0 to {most}.").format(
                most=LARGEST_NUMBER
            )
        )
    return Local(LocalKind.CODE, str(int(typed)) if typed else "")


def _leave(rest: str, participant: Participant) -> AnyOrder:
    del rest
    if participant.table is None:
        raise BadOrder(_("You are at no table: /quit leaves the host."))
    return Local(LocalKind.LEAVE)


def _sit(rest: str, participant: Participant) -> AnyOrder:
    return Local(LocalKind.SIT, str(lobby_orders.table_number(rest, participant)))


def _lang(rest: str, participant: Participant) -> AnyOrder:
    del participant
    code = plain_form(rest)
    if code not in LANGUAGES:
        raise BadOrder(
            _("The languages are: {codes}.").format(codes=", ".join(LANGUAGES))
        )
    return Local(LocalKind.LANG, code)


def _local(kind: LocalKind) -> _Reader:
    return lambda rest, _participant: Local(kind, plain_form(rest))


def _sent(reader: lobby_orders.Reader) -> _Reader:
    return lambda rest, participant: Send(reader(rest, participant))


MOVE_WORDS: Final = frozenset(
    ("offer", "add", "bid", "seal", "price", "pass", "decline", "buy", "flip", "yes")
) | {"no", "+"}
"""The commands that answer what a game asks."""
_READ_APART: Final = frozenset(
    ("sit", "lang", "back", "leave", "goon", "code", "share", "stayout")
)
"""What the screen does by itself, but is typed otherwise, or says more."""
_COMMANDS: Final[dict[str, _Reader]] = {
    "offer": move_orders.offer,
    "add": move_orders.add,
    "bid": move_orders.bid,
    "seal": move_orders.seal,
    "price": move_orders.price,
    "pass": _pass,
    "decline": move_orders.decline,
    "buy": move_orders.buy,
    "flip": move_orders.flip,
    "yes": _yes,
    "no": _no,
    "say": _say,
    "auto": _auto,
    "back": _back,
    "leave": _leave,
    "sit": _sit,
    "lang": _lang,
    "goon": _go_on,
    "code": _code,
    **{kind.value: _local(kind) for kind in LocalKind if kind.value not in _READ_APART},
    "ready": _sent(lobby_orders.ready),
    "unready": _sent(lobby_orders.unready),
    "r": _sent(lobby_orders.toggle_ready),
    "start": _sent(lobby_orders.start),
    "pause": _sent(owner_orders.pause),
    "resume": _sent(owner_orders.resume),
    "bot": _sent(owner_orders.bot),
    "kick": _sent(owner_orders.kick),
    "end": _sent(owner_orders.end),
    "after": _sent(owner_orders.after),
    "nobot": _sent(lobby_orders.no_bot),
    "chairs": _sent(lobby_orders.chairs),
    "preset": _sent(lobby_orders.preset),
    "option": _sent(lobby_orders.option),
    "first": _sent(lobby_orders.first),
    "clock": _sent(lobby_orders.clock),
    "tables": _sent(lobby_orders.tables),
    "watch": _sent(lobby_orders.watch),
    "create": _sent(lobby_orders.create),
}
"""Every command, and what reads the rest of its line."""

_SHORT: Final = {
    "p": "pass",
    "y": "yes",
    "n": "no",
    "s": "start",
    "g": "goon",
    "h": "hint",
    "?": "help",
    "q": "quit",
}
"""What stands for a command."""

"""A player's evening: connect, sit down, play on a screen or in plain lines, leave."""

from __future__ import annotations

import getpass
import secrets
import signal
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec
import trio

from vendue_client.wording.refusals import refusal_sentence
from vendue_protocol.address import Address
from vendue_protocol.client_messages import ListTables, Ready, Sit, Watch
from vendue_protocol.errors import Code
from vendue_protocol.host_messages import TableLine
from vendue_protocol.keys import SigningKey
from vendue_protocol.message import Message
from vendue_protocol.text import BadText, clean_name

from .connecting import Cover
from .desk import Leaving
from .exits import Exit, Stop
from .game_files import GameFiles
from .language import _
from .line import A_DAY_S, Line, open_line
from .participant import Participant
from .remembering import Sitting
from .returning import warn
from .sittings import Kept, restore_from_disk
from .stage import Stage
from .wire import ANSWER_S

SIGNAL_EXITS: Final = {
    signal.SIGINT: Exit.INTERRUPTED,
    signal.SIGTERM: Exit.TERMINATED,
    signal.SIGHUP: Exit.TERMINATED,
}


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What a player asked for on the command line."""

    address: Address
    name: str
    """Empty: the name of who is logged in."""
    table: int | None = None
    """`None`: the first with a free chair."""
    watches: bool = False
    is_plain: bool = False
    """Lines instead of a screen."""
    is_ready: bool = False
    """Whether to be ready at once."""
    may_end_host: bool = False
    """Whether this player started the host."""
    shown_as: str = ""
    """The host's address for others, where this machine joins by another."""
    cover: Cover = Cover.TLS
    password: bytes = b""
    """Of the table; empty: none was asked for yet."""
    heeds_signals: bool = False
    """Whether the player takes care of signals, as a screen does."""
    patience_s: float = A_DAY_S
    """How long a lost line is tried again; infinity where a person sees that."""
    revive: Callable[[], None] | None = None
    """Starts the player's own host again, where it has ended."""
    returns_to: Kept | None = None
    """A sitting to come back to, instead of sitting down."""

    def __repr__(self) -> str:
        return f"Wish(address={self.address}, ...)"


class PasswordWanted(Stop):
    """The table has a password, and this is not it; as it stands, the end."""


class Departure(msgspec.Struct, frozen=True):
    """How a player's evening ended."""

    leaving: Leaving
    participant: Participant
    ended_by: int
    """The signal that ended it; 0: none."""
    stop: Stop | None
    """Why a lost line was not tried again, where trying has shown that."""


Player = Callable[[Line], Awaitable[Leaving]]
"""Plays at a line until it leaves: a screen, plain lines, or a bot."""


def player_name(typed: str) -> str:
    """The name to sit down with.

    Raises:
        Stop: The name typed cannot be used.
    """
    if not typed:
        try:
            return clean_name(getpass.getuser())
        except (BadText, OSError, KeyError):
            return _("Player")
    try:
        return clean_name(typed)
    except BadText as fault:
        raise Stop(
            Exit.USAGE, _("The name cannot be used: {why}").format(why=fault)
        ) from None


async def play_at(wish: Wish, player: Player) -> Departure:
    """Connect, sit down or watch, and let the player play.

    SIGTERM and SIGHUP end it, and SIGINT where the player heeds no signals itself.

    Raises:
        Stop: It cannot connect or sit down.
    """
    kept, files = wish.returns_to, GameFiles(None, warn)
    secret = kept.opened.secret if kept else secrets.token_bytes(32)
    file = kept.file if kept else None
    sitting = Sitting(secret, is_own_host=wish.may_end_host, file=file)
    participant = Participant(
        SigningKey(secret),
        randomness=secrets.token_bytes,
        now=trio.current_time,
        note=sitting.note,
        keeper=files,
    )
    leaving = Leaving.END_FOR_ALL if wish.may_end_host else Leaving.QUIT
    try:
        if kept is not None:
            restore_from_disk(participant, kept, files)
        line = await _line_for(wish, participant)
        sitting.address = line.shown_address
        line.shown_address = wish.shown_as or line.shown_address
        async with trio.open_nursery() as nursery:
            nursery.start_soon(line.run)
            if not wish.heeds_signals:
                await nursery.start(_watch_signals, line, nursery.cancel_scope)
            await (_sit_down(line, wish) if kept is None else _come_back(line))
            leaving = await player(line)
            await line.leave()
            nursery.cancel_scope.cancel()
    finally:
        goes_on = leaving is not Leaving.END_FOR_ALL
        sitting.close(goes_on=goes_on and participant.may_come_back)
        files.close()
    return Departure(leaving, participant, line.ended_by, line.stop)


async def _line_for(wish: Wish, participant: Participant) -> Line:
    """The line that is wished for; raises as `open_line` does."""
    return await open_line(
        wish.address,
        participant,
        cover=wish.cover,
        may_end_host=wish.may_end_host,
        patience_s=wish.patience_s,
        revive=wish.revive,
    )


async def _watch_signals(
    line: Line,
    scope: trio.CancelScope,
    task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
) -> None:
    with trio.open_signal_receiver(*SIGNAL_EXITS) as signals:
        task_status.started()
        async for number in signals:
            line.ended_by = number
            scope.cancel()


async def _sit_down(line: Line, wish: Wish) -> None:
    table = await _find_table(line, wish)
    participant = line.participant
    password = wish.password
    request: Message = Watch(table=table, password=password)
    if not wish.watches:
        name = player_name(wish.name)
        key = participant.key.public
        request = Sit(table=table, name=name, key=key, password=password)
    line.send(request)
    await _until(line, lambda: participant.table is not None and _is_placed(line, wish))
    lobby = participant.lobby
    if wish.is_ready and lobby is not None and participant.stage is Stage.LOBBY:
        line.send(Ready(revision=lobby.revision, ready=True))
        await _until(line, lambda: _is_ready(participant))


def _is_ready(participant: Participant) -> bool:
    lobby, chair = participant.lobby, participant.chair
    if participant.stage is not Stage.LOBBY or lobby is None or chair is None:
        return True
    return lobby.chairs[chair].ready


def _is_placed(line: Line, wish: Wish) -> bool:
    participant = line.participant
    return wish.watches or (
        participant.chair is not None and participant.lobby is not None
    )


async def _come_back(line: Line) -> None:
    line.come_back()
    await _until(line, lambda: not line.participant.back.is_waiting)


async def _find_table(line: Line, wish: Wish) -> int:
    if wish.table is not None:
        return wish.table
    line.send(ListTables())
    await _until(line, lambda: line.participant.tables is not None)
    tables = line.participant.tables
    lines = tables.tables if tables else ()
    found = next((t for t in lines if wish.watches or t.free), None)
    if found is None:
        raise Stop(Exit.REFUSED, _no_chair(lines))
    return found.table


def _no_chair(lines: tuple[TableLine, ...]) -> str:
    if any(line.playing for line in lines):
        return _(
            "A game is on and no chair is free; try again after it, or --watch it."
        )
    return _("No table here has a free chair.")


async def _until(line: Line, is_so: Callable[[], bool]) -> None:
    """Wait for the host's answer.

    Raises:
        Stop: It refused, does not answer, or the line ended.
    """
    with trio.move_on_after(ANSWER_S):
        while not is_so():
            participant = line.participant
            if participant.refusal is not None:
                sentence = refusal_sentence(participant.refusal, participant)
                is_wanted = participant.refusal.code == Code.PASSWORD
                raise (PasswordWanted if is_wanted else Stop)(Exit.REFUSED, sentence)
            if line.is_lost:
                if line.stop is not None:
                    raise line.stop
                raise Stop(Exit.CONNECTION, _("The host closed the line."))
            await line.wait_changed()
        return
    raise Stop(Exit.CONNECTION, _("The host does not answer."))

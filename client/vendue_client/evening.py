"""From a command to an exit code: who plays how, and what is said at the end."""

from __future__ import annotations

import gc
import secrets
import signal
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Final

import click
import msgspec
import trio

from vendue_client.wording.refusals import check_sentence, farewell_sentence
from vendue_protocol.address import Address, parse_address
from vendue_shared.bots.levels import Level
from vendue_shared.options import Preset
from vendue_shared.seats import MOST_SEATS

from .connecting import Cover
from .desk import Leaving
from .exits import Exit, Stop
from .hosting import HostWish, lan_host
from .introductions import introduced, may_ask
from .language import _
from .line import Line
from .playing import SIGNAL_EXITS, Departure, Wish, play_at, player_name
from .returning import accepted, is_listening, kept_at, newest_kept
from .sittings import Kept
from .terminals import is_plain_terminal, play_plainly, screen_settings

HERE: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - the others come from the LAN


class Evening(msgspec.Struct, frozen=True, kw_only=True):
    """All that `vendue join` was told."""

    address: Address | None
    """`None`: nothing was typed, so this machine."""
    name: str
    table: int | None
    watches: bool
    is_plain: bool
    is_json: bool
    bot: Level | None
    pace: float
    stays: bool
    returns: bool = False
    """Whether to come back to a game that was left, unasked."""
    is_insecure: bool = False
    password_file: Path | None = None


def join_evening(evening: Evening) -> Exit:
    """Join somebody's host, and play or watch there.

    Raises:
        Stop: Whatever ends it, but a game played to its end.
    """
    kept = None if evening.watches else _kept(evening)
    if evening.returns and kept is None and evening.address is None:
        why = _("No game that you left is known here; give its address to join anew.")
        raise Stop(Exit.USAGE, why)
    wish = Wish(
        address=kept.address if kept else evening.address or parse_address(HERE),
        returns_to=kept,
        name=_name(evening, kept),
        table=evening.table,
        watches=evening.watches,
        is_plain=evening.is_plain,
        is_ready=evening.bot is not None,
        cover=Cover.NONE if evening.is_insecure else Cover.TLS,
    )
    given = evening.password_file
    if not evening.is_json and evening.bot is None:
        asks = may_ask()
        if kept is not None and kept.opened.is_own_host:
            return _own_host_again(wish, kept, given)
        return _ended(introduced(_person, wish, given=given, may_ask=asks))
    # A person needs no bot.
    from .automatic import automatic  # noqa: PLC0415

    bot, is_json = evening.bot, evening.is_json
    player = automatic(bot, is_json=is_json, pace=evening.pace, stays=evening.stays)

    def play(wish: Wish) -> Departure:
        return _told(lambda: trio.run(play_at, wish, player))

    return _ended(introduced(play, wish, given=given, may_ask=False))


def _kept(evening: Evening) -> Kept | None:
    """The sitting to come back to."""
    if evening.returns:
        return kept_at(evening.address)
    if evening.bot is not None or evening.is_json:
        return None
    return accepted(kept_at(evening.address or parse_address(HERE)))


def _own_host_again(wish: Wish, kept: Kept, given: Path | None) -> Exit:
    """Come back to a host that this player had started, started again if it ended."""
    if is_listening(kept.address):
        return _ended(_person(wish))
    from .child import left_by, was_private  # noqa: PLC0415 - who joins starts no host

    # Where it has left nothing, a new one will say that the game is over.
    left = left_by(kept.address.code or "")
    again = HostWish(
        bind=HERE if left is None or was_private(left) else EVERYWHERE,
        port=kept.address.port,
        seats=MOST_SEATS,
        bots=0,
        level=str(Level.STANDARD),
        rules=str(Preset.CLASSIC),
        pace=1.0,
        starts_alone=False,
        password_file=given,
    )
    return _hosted(again, wish, left)


def host_evening(wish: HostWish, *, name: str, is_plain: bool, is_ready: bool) -> Exit:
    """Start a host, join it, and end it unless the player leaves it running.

    Raises:
        Stop: Whatever ends it, but a game played to its end.
    """
    kept = accepted(newest_kept(lambda kept: kept.opened.is_own_host))
    if kept is not None:
        back = Wish(
            address=kept.address,
            name=kept.name,
            is_plain=is_plain,
            returns_to=kept,
        )
        return _own_host_again(back, kept, wish.password_file)
    joins = Wish(
        address=parse_address(HERE), name=name, is_plain=is_plain, is_ready=is_ready
    )
    return _hosted(wish, joins)


def _hosted(wish: HostWish, joins: Wish, left: Path | None = None) -> Exit:
    """Start a host and join it; it ends with the player, unless left running.

    Args:
        wish: Of the host.
        joins: Of the player.
        left: What an earlier host has left, to go on with; `None`: begin anew.
    """
    # Who joins starts no host.
    from .child import start_child  # noqa: PLC0415

    child = start_child(wish.arguments(), is_private=not wish.is_for_lan, left=left)
    shown_as, leaves_running = "", False
    if wish.is_for_lan:
        shown_as = str(Address(host=lan_host(), port=child.port, code=child.code))
        _tell_others(shown_as, joins)
    try:
        departure = introduced(
            _person,
            msgspec.structs.replace(
                joins,
                address=child.address,
                may_end_host=True,
                shown_as=shown_as,
                cover=Cover.TLS if wish.is_for_lan else Cover.OWN,
                revive=child.revive,
            ),
            given=wish.password_file,
            may_ask=False,
        )
        leaves_running = departure.leaving is Leaving.QUIT
    finally:
        if not leaves_running:
            child.stop()
    if leaves_running:
        goes_on = _("The host goes on at {address}; it ends when nobody is left.")
        click.echo(goes_on.format(address=shown_as or child.address))
    return _ended(departure)


def _tell_others(address: str, joins: Wish) -> None:
    """Say how others on this network join; a screen has it in its top line."""
    if joins.is_plain or is_plain_terminal():
        others = _("The others join with: vendue join {address}")
        click.echo(others.format(address=address))


def _person(wish: Wish) -> Departure:
    """A person at a screen, or in plain lines where none can be drawn."""
    wish = msgspec.structs.replace(wish, patience_s=inf)
    if wish.is_plain or is_plain_terminal():

        async def plainly(line: Line) -> Leaving:
            return await play_plainly(line, wish)

        return _said_way_back(lambda: trio.run(play_at, wish, plainly))
    # Plain lines, and whatever prints, need no screen.
    from vendue_client.screen.bridge import run  # noqa: PLC0415
    from vendue_client.screen.full_screen import run_screen  # noqa: PLC0415

    # What was imported stays: no look for garbage has to go through it.
    gc.freeze()
    settings = screen_settings(player_name(wish.name))
    wish = msgspec.structs.replace(wish, heeds_signals=True)

    async def on_screen(line: Line) -> Leaving:
        return await run_screen(line, settings)

    async def evening() -> Departure:
        return await play_at(wish, on_screen)

    return _said_way_back(lambda: run(evening))


def _said_way_back(run: Callable[[], Departure]) -> Departure:
    """Let a person play; who leaves a game is told how to come back to it."""
    departure = _told(run)
    if departure.leaving is Leaving.QUIT and departure.participant.may_come_back:
        click.echo(_("Your game goes on. To come back: vendue join --return"))
    return departure


def _ended(departure: Departure) -> Exit:
    """The exit code of a player's evening.

    Raises:
        Stop: It did not end well; the sentence says why.
    """
    participant = departure.participant
    if participant.alarm is not None:
        raise Stop(Exit.BAD, check_sentence(participant.alarm.check))
    if departure.ended_by:
        code = SIGNAL_EXITS[signal.Signals(departure.ended_by)]
        interrupted = code is Exit.INTERRUPTED
        raise Stop(code, _("interrupted.") if interrupted else _("told to stop."))
    if departure.leaving is Leaving.LOST:
        if departure.stop is not None:
            raise departure.stop
        why = participant.farewell.why if participant.farewell else ""
        raise Stop(Exit.CONNECTION, farewell_sentence(why))
    return Exit.WELL


def _told(run: Callable[[], Departure]) -> Departure:
    """Run a player; of what a nursery raised together, the reason to stop wins."""
    try:
        return run()
    except BaseExceptionGroup as group:
        stops, others = group.split(Stop)
        if stops is not None and others is None:
            raise _first(stops) from None
        raise


def _first(group: BaseExceptionGroup[Stop]) -> Stop:
    found: BaseException = group
    while isinstance(found, BaseExceptionGroup):
        found = found.exceptions[0]
    if isinstance(found, Stop):
        return found
    raise found


def _name(evening: Evening, kept: Kept | None) -> str:
    if kept is not None:
        return kept.name
    return evening.name or (f"Bot-{secrets.token_hex(2)}" if evening.bot else "")

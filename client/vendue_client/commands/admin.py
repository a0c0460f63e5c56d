"""`vendue admin`: for who runs a host on this machine, whatever happens at it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click
import msgspec

from vendue_client.language import _, ngettext
from vendue_protocol.admin import (
    AdminAnswer,
    AdminRequest,
    Errand,
    HostState,
    SeatState,
    TableState,
)
from vendue_protocol.text import CHAT_CHARACTERS, clean_line

HOUR_S: Final = 3600


class Asking(msgspec.Struct, frozen=True):
    """Whom to ask, and how to tell the answer."""

    data: Path | None
    is_json: bool

    def ask(self, do: Errand, **fields: str | int | None) -> None:
        """Ask for an errand, and print what came of it."""
        from vendue_client.admin_errands import ask, host_directory

        request = msgspec.convert({"do": do, **fields}, AdminRequest)
        answer = ask(host_directory(self.data), request)
        if self.is_json:
            click.echo(msgspec.json.encode(answer).decode())
            return
        for line in lines_of(answer):
            click.echo(line)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--data", type=click.Path(path_type=Path), help="The host's own folder.")
@click.option("--json", "is_json", is_flag=True, help="Print the answer as JSON.")
@click.pass_context
def admin(ctx: click.Context, data: Path | None, *, is_json: bool) -> None:
    """Look after a host that runs on this machine.

    It is reached by a socket in its data directory, which only the user who runs it
    can use; no place among its connections is needed.
    """
    ctx.obj = Asking(data, is_json)


_TABLE = click.option(
    "--table", type=click.IntRange(1), help="Its number; else the only one."
)
_REASON = click.option("--reason", default="", help="What all at the table are told.")


def _short(text: str) -> str:
    return text[:CHAT_CHARACTERS]


@admin.command()
@click.pass_obj
def status(asking: Asking) -> None:
    """Tell how the host is."""
    asking.ask(Errand.STATUS)


@admin.command()
@click.pass_obj
def tables(asking: Asking) -> None:
    """List the tables, and who sits there."""
    asking.ask(Errand.TABLES)


@admin.command()
@_TABLE
@_REASON
@click.pass_obj
def pause(asking: Asking, table: int | None, reason: str) -> None:
    """Let a game stand still."""
    asking.ask(Errand.PAUSE, table=table, text=_short(reason))


@admin.command()
@_TABLE
@_REASON
@click.pass_obj
def resume(asking: Asking, table: int | None, reason: str) -> None:
    """Let a game go on."""
    asking.ask(Errand.RESUME, table=table, text=_short(reason))


@admin.command()
@click.argument("seat")
@_TABLE
@_REASON
@click.pass_obj
def bot(asking: Asking, seat: str, table: int | None, reason: str) -> None:
    """Let a bot play a person's SEAT: its number from 1, or the name."""
    asking.ask(Errand.BOT, seat=seat[:64], table=table, text=_short(reason))


@admin.command()
@click.argument("seat")
@_TABLE
@_REASON
@click.pass_obj
def kick(asking: Asking, seat: str, table: int | None, reason: str) -> None:
    """Take a SEAT, or a chair, from a person for good."""
    asking.ask(Errand.KICK, seat=seat[:64], table=table, text=_short(reason))


@admin.command()
@_TABLE
@_REASON
@click.pass_obj
def end(asking: Asking, table: int | None, reason: str) -> None:
    """End a game early; nobody wins it."""
    asking.ask(Errand.END, table=table, text=_short(reason))


@admin.command()
@click.argument("text")
@click.option("--table", type=click.IntRange(1), help="Its number; else all.")
@click.pass_obj
def say(asking: Asking, text: str, table: int | None) -> None:
    """Say TEXT to all at a table, or at all tables."""
    asking.ask(Errand.SAY, table=table, text=_short(text))


@admin.command()
@_REASON
@click.pass_obj
def stop(asking: Asking, reason: str) -> None:
    """Stop the host in order, as SIGTERM does."""
    asking.ask(Errand.STOP, text=_short(reason))


@admin.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.pass_obj
def backup(asking: Asking, folder: Path) -> None:
    """Copy the host's data directory to a new FOLDER while it runs.

    A host can be started from it (`--data FOLDER`). Whoever reads it can pretend to
    be this host and sees what is hidden: keep it as safe as the directory itself.
    """
    asking.ask(Errand.BACKUP, path=str(folder.absolute()))


def lines_of(answer: AdminAnswer) -> list[str]:
    """An answer in words."""
    if answer.status is not None:
        return [_status_line(answer.status)]
    if answer.tables:
        return [line for table in answer.tables for line in table_lines(table)]
    return [_("done.")]


def _status_line(state: HostState) -> str:
    hours, seconds = divmod(state.up_s, HOUR_S)
    return _(
        "Vendue {version}, code {code}, up {hours} h {minutes} min. "
        "Connected: {connections}, tables: {tables}, games: {games}."
    ).format(
        version=clean_line(state.version),
        code=clean_line(state.code),
        hours=hours,
        minutes=seconds // 60,
        connections=state.connections,
        tables=state.tables,
        games=state.games,
    )


def table_lines(table: TableState) -> list[str]:
    """A table, and one line a seat."""
    watching = ngettext("{count} watching", "{count} watching", table.watchers)
    title = _("{number}. {name}: {state}, {watching}").format(
        number=table.table,
        name=clean_line(table.name),
        state=_state(table),
        watching=watching.format(count=table.watchers),
    )
    return [title, *map(_seat_line, table.seats)]


def _state(table: TableState) -> str:
    if table.broken:
        return _("broken")
    if table.paused:
        return _("paused at event {s}").format(s=table.events)
    if table.events:
        return _("a game is on, event {s}").format(s=table.events)
    return _("shuffling") if table.playing else _("lobby")


def _seat_line(seat: SeatState) -> str:
    if not seat.name:
        what = _("free")
    elif not seat.person:
        what = _("bot")
    elif seat.bot:
        what = _("person, a bot plays on")
    else:
        what = _("person")
    if seat.person and not seat.here:
        what = _("{what}, line lost").format(what=what)
    name = clean_line(seat.name)
    return f"   {seat.seat}  {name}  {what}" if name else f"   {seat.seat}  {what}"

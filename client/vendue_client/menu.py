"""The menu of `vendue` without a command, on a terminal."""

from __future__ import annotations

import click

from .language import _
from .returning import newest_kept, place_of


def menu(ctx: click.Context) -> None:
    """Ask what to do, and do it."""
    click.echo(_("Vendue: Modern Art, the auction game.") + "\n")
    left = newest_kept()
    back: tuple[tuple[str, str, str], ...] = ()
    if left is not None:
        left.file.close()
        says = _("come back to your game at {address}").format(address=place_of(left))
        back = (("c", says, "return"),)
    entries = (
        *back,
        ("p", _("play at once, against bots"), "play"),
        ("h", _("host a game for others on this network"), "host"),
        ("j", _("join a game somebody hosts"), "join"),
        ("r", _("read the rules"), "rules"),
        ("q", _("quit"), ""),
    )
    for key, says, _name in entries:
        click.echo(f"  {key}  {says}")
    keys = [key for key, _says, _name in entries]
    chosen = click.prompt(
        "\n" + _("What shall it be?"), type=click.Choice(keys), default=keys[0]
    )
    arguments: list[str] = []
    command = next(name for key, _says, name in entries if key == chosen)
    if command == "return":
        command, arguments = "join", ["--return"]
    elif command == "join":
        arguments = _address_typed()
    if command:
        _run(ctx, command, arguments)


def _address_typed() -> list[str]:
    """What `join` is to be told; nothing for a host on this machine."""
    address = click.prompt(
        _("The host's address (Enter: this machine)"),
        default="",
        show_default=False,
    )
    return [address] if address else []


def _run(ctx: click.Context, command: str, arguments: list[str]) -> None:
    group = ctx.command
    found = group.get_command(ctx, command) if isinstance(group, click.Group) else None
    if found is not None:
        found.main(arguments, prog_name=f"vendue {command}", standalone_mode=False)

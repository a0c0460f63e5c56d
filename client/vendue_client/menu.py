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
    group = ctx.command
    if not command or not isinstance(group, click.Group):
        return
    found = group.get_command(ctx, command)
    if found is None:
        return
    if command == "join" and not arguments:
        address = click.prompt(
            _("The host's address (Enter: this machine)"),
            default="",
            show_default=False,
        )
        arguments = [address] if address else []
    found.main(arguments, prog_name=f"vendue {command}", standalone_mode=False)

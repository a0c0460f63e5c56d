"""`vendue join`: sit down at somebody's table, watch it, or send a bot."""

from __future__ import annotations

from pathlib import Path

import click

from vendue_client.exits import Exit, Stop
from vendue_client.language import _
from vendue_protocol.address import Address, BadAddress, parse_address
from vendue_shared.bots.levels import Level


@click.command()
@click.argument("address", required=False)
@click.option(
    "--table", type=click.IntRange(1), help="Its number; else the first free."
)
@click.option("--name", default="", help="What the others call you.")
@click.option("--watch", is_flag=True, help="Follow a game without a chair.")
@click.option("--plain", is_flag=True, help="Lines instead of a full screen.")
@click.option("--bot", type=click.Choice([str(x) for x in Level]), help="Send a bot.")
@click.option("--pace", type=click.FloatRange(0, 10), default=1.0, help="Of the bot.")
@click.option("--stay", is_flag=True, help="The bot stays for more games.")
@click.option("--return", "returns", is_flag=True, help="To a game you left, unasked.")
@click.option("--insecure", is_flag=True, help="Without encryption: who listens sees.")
@click.option("--password-file", type=click.Path(path_type=Path), help="Of the table.")
@click.option("--json", "as_json", is_flag=True, help="Print each event as JSON.")
def join(
    address: str | None, *, as_json: bool, bot: str | None, watch: bool, **how: object
) -> None:
    """Join the game at ADDRESS: host, host:port, or host:port#CODE.

    Without an address, this machine. If you left a game there that still goes on,
    you are asked whether to return to it. Without a CODE you are shown the host's,
    once, to compare. A password is asked for, or read from VENDUE_PASSWORD.
    """
    if as_json and not (bot or watch):
        raise click.UsageError(_("--json needs --bot or --watch."))
    if bot and watch:
        raise click.UsageError(_("Choose one of --bot and --watch."))
    if how["returns"] and watch:
        raise click.UsageError(_("Choose one of --return and --watch."))
    where = read_address(address) if address else None
    from vendue_client.evening import Evening, join_evening

    evening = Evening(
        address=where,
        name=str(how["name"]),
        table=int(str(how["table"])) if how["table"] is not None else None,
        watches=watch,
        is_plain=bool(how["plain"]),
        is_json=as_json,
        bot=Level(bot) if bot else None,
        pace=float(str(how["pace"])),
        stays=bool(how["stay"]),
        returns=bool(how["returns"]),
        is_insecure=bool(how["insecure"]),
        password_file=Path(str(how["password_file"])) if how["password_file"] else None,
    )
    raise SystemExit(int(join_evening(evening)))


def read_address(typed: str | None) -> Address:
    """The address a player typed; this machine where nothing was typed.

    Raises:
        Stop: It is no address; the sentence says what to type.
    """
    try:
        return parse_address(typed or "127.0.0.1")
    except BadAddress as error:
        raise Stop(Exit.USAGE, str(error)) from None

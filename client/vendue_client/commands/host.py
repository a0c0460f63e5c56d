"""`vendue host`: a table on this machine for others on the network."""

from __future__ import annotations

from pathlib import Path

import click

from vendue_client.hosting import LEVELS, PRESET_NAMES
from vendue_protocol.address import PORT
from vendue_shared.seats import MOST_SEATS


@click.command()
@click.option("--name", default="", help="What the others call you.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="To listen at; 0: the system chooses.",
)
@click.option("--table", default="", help="The table's name.")
@click.option(
    "--rules",
    type=click.Choice(PRESET_NAMES),
    default="classic",
    show_default=True,
    help="The options to play by.",
)
@click.option(
    "--bots",
    type=click.IntRange(0, MOST_SEATS - 1),
    default=0,
    help="Chairs that bots take.",
)
@click.option(
    "--level",
    type=click.Choice(LEVELS),
    default="standard",
    show_default=True,
    help="Of the bots.",
)
@click.option("--password-file", type=click.Path(path_type=Path), help="Of the table.")
@click.option("--plain", is_flag=True, help="Lines instead of a full screen.")
def host(  # noqa: PLR0913 - one a flag
    name: str,
    port: int,
    table: str,
    rules: str,
    *,
    bots: int,
    level: str,
    password_file: Path | None,
    plain: bool,
) -> None:
    """Host a game on this machine, and join it.

    Give the others the address with its code, and the password if there is one:
    the first line of --password-file, or VENDUE_PASSWORD.
    """
    from vendue_client.evening import EVERYWHERE, host_evening
    from vendue_client.hosting import HostWish

    wish = HostWish(
        bind=EVERYWHERE,
        port=port,
        table=table,
        seats=max(4, bots + 1),
        bots=bots,
        level=level,
        rules=rules,
        pace=1.0,
        starts_alone=False,
        password_file=password_file,
    )
    raise SystemExit(int(host_evening(wish, name=name, is_plain=plain, is_ready=False)))

"""`vendue status`: whether a host answers, how fast, and what is open there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import msgspec

from vendue_client.language import _

from .join import read_address

if TYPE_CHECKING:
    from vendue_client.looking import Looked


@click.command()
@click.argument("address", required=False)
@click.option("--json", "is_json", is_flag=True, help="Print it as JSON.")
def status(address: str | None, *, is_json: bool) -> None:
    """Ask the host at ADDRESS how it is; without one, this machine's.

    Exits with 0 if it answers, 3 if none does, 4 if it is of another version, 5 if
    it has no place for one more, or is another host than the code says.
    """
    where = read_address(address)
    import trio

    from vendue_client.looking import look_at

    looked = trio.run(look_at, where)
    if is_json:
        click.echo(msgspec.json.encode(looked).decode())
        return
    for line in lines_of(looked):
        click.echo(line)


def lines_of(looked: Looked) -> list[str]:
    """What was found, in words."""
    from vendue_client.wording.lobby_sentences import tables_lines

    title = _("{address}: it answers in {ms} ms, protocol {protocol}.").format(
        address=looked.address,
        ms=round(looked.round_trip_ms, 1),
        protocol=looked.protocol,
    )
    return [title, *tables_lines(looked.tables)]

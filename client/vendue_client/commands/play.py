"""`vendue play`: a game against bots, at once."""

from __future__ import annotations

import sys

import click

from vendue_client.hosting import LEVELS, PRESET_NAMES
from vendue_shared.seats import FEWEST_SEATS, MOST_SEATS


@click.command()
@click.option(
    "--players",
    type=click.IntRange(FEWEST_SEATS, MOST_SEATS),
    default=4,
    show_default=True,
    help="At the table, you among them.",
)
@click.option(
    "--level",
    type=click.Choice(LEVELS),
    default="standard",
    show_default=True,
    help="Of the bots.",
)
@click.option(
    "--rules",
    type=click.Choice(PRESET_NAMES),
    default="classic",
    show_default=True,
    help="The options to play by.",
)
@click.option("--name", default="", help="What the bots call you.")
@click.option("--plain", is_flag=True, help="Lines instead of a full screen.")
@click.option("--pace", type=click.FloatRange(0, 10), help="Of the bots; 0: no pauses.")
def play(
    players: int, level: str, rules: str, *, name: str, plain: bool, pace: float | None
) -> None:
    """Play at once, against bots on this machine."""
    if pace is None:
        # Nobody waits where nobody types.
        pace = 1.0 if sys.stdin.isatty() else 0.0
    from vendue_client.evening import host_evening
    from vendue_client.hosting import HostWish

    wish = HostWish(
        bind="127.0.0.1",
        port=0,
        seats=players,
        bots=players - 1,
        level=level,
        rules=rules,
        pace=pace,
        starts_alone=True,
    )
    raise SystemExit(int(host_evening(wish, name=name, is_plain=plain, is_ready=True)))

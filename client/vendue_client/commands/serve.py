"""`vendue serve`: the headless host, in place of this process."""

from __future__ import annotations

import os
import sys

import click


@click.command(
    context_settings={"ignore_unknown_options": True, "help_option_names": []},
    add_help_option=False,
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def serve(arguments: tuple[str, ...]) -> None:
    """Host games without a screen; the flags are those of `vendue-server`."""
    sys.stdout.flush()
    command = [sys.executable, "-m", "vendue_server", *arguments]
    os.execv(command[0], command)  # noqa: S606 - our own program, no shell

"""`vendue`: the command line. Each command is a module, loaded when it is called."""

from __future__ import annotations

import gc
import sys
from importlib import import_module
from typing import Final

import click

from vendue_protocol.version import VERSION

from .exits import Exit, Stop
from .language import _

COMMANDS: Final = {
    "play": "Play at once, against bots.",
    "host": "Host a game on this machine, and join it.",
    "join": "Join a game somebody hosts.",
    "serve": "Host games without a screen.",
    "admin": "Look after a host that runs on this machine.",
    "status": "Ask a host how it is.",
    "arena": "Let bots play bots, and count.",
    "check": "Referee the records of games.",
    "verify": "Prove a finished game from its log.",
    "export": "Write the record of a game from its log.",
    "rules": "Read the rules, by topic.",
}

YOUNG_OBJECTS: Final = 50_000
"""New objects before Python looks for garbage among them: imports make a hundred
thousand, and none of them is. A look takes a few milliseconds."""


class Commands(click.Group):
    """Finds a command's module by its name, and imports it only then."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the help."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command; its help alone does not load it."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"vendue_client.commands.{cmd_name}"), cmd_name)
        return command if isinstance(command, click.Command) else None

    def format_commands(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        """List the commands without importing any."""
        del ctx
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, _(says)) for name, says in COMMANDS.items()])


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(VERSION, prog_name="vendue", message="%(prog)s %(version)s")
@click.pass_context
def vendue(ctx: click.Context) -> None:
    """Modern Art, the auction game, over a LAN, from the terminal."""
    if ctx.invoked_subcommand is not None:
        return
    if sys.stdin.isatty() and sys.stdout.isatty():
        from .menu import menu

        menu(ctx)
    else:
        click.echo(ctx.get_help())


def main() -> None:
    """Run a command; whatever ends it has one line and an exit code."""
    gc.set_threshold(YOUNG_OBJECTS)
    try:
        code = vendue.main(prog_name="vendue", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except click.Abort:
        code = Exit.INTERRUPTED
    except Stop as stop:
        if stop.sentence:
            click.echo(f"vendue: {stop.sentence}", err=True)
        code = stop.code
    except BrokenPipeError:
        _quiet_stdout()
        code = Exit.WELL
    except Exception as error:  # noqa: BLE001 - the last line of defence
        code = _tell_bug(error)
    sys.exit(int(code or 0))


def _quiet_stdout() -> None:
    """Whoever read the output has gone; let the interpreter end without a word."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell_bug(error: Exception) -> Exit:
    import tempfile
    import traceback

    with tempfile.NamedTemporaryFile(
        "w", prefix="vendue-", suffix=".txt", delete=False, encoding="utf-8"
    ) as report:
        report.write("".join(traceback.format_exception(error)))
    click.echo(
        _("vendue: a bug ({kind}); please report it with the file {path}").format(
            kind=type(error).__name__, path=report.name
        ),
        err=True,
    )
    return Exit.BUG


if __name__ == "__main__":
    main()

"""`vendue-server`, `python -m vendue_server`: the host without a screen."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

import click

from vendue_protocol.interventions import AfterGrace
from vendue_protocol.version import VERSION
from vendue_shared.bots.levels import Level
from vendue_shared.options import Preset

from .data_directory import BadDataDirectory
from .diagnostics import LEVELS, LOUDNESS
from .failpoints import BadFailpoint, arm_from
from .listening import BadAddress
from .settings import BadSettings, Fsync, Settings, read_settings, settings_from

EXIT_USAGE: Final = 2
EXIT_DATA: Final = 6
EXIT_ADDRESS: Final = 7
EXIT_BUG: Final = 70

PREFIX: Final = "VENDUE_"


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(
    VERSION, prog_name="vendue-server", message="%(prog)s %(version)s"
)
@click.option("--config", type=click.Path(path_type=Path), help="A TOML file.")
@click.option("--bind", help="Address to listen at; 127.0.0.1: this machine alone.")
@click.option("--port", type=click.IntRange(0, 65535), help="0: the system chooses.")
@click.option("--insecure", is_flag=True, default=None, help="Take plain lines, too.")
@click.option("--password-file", type=click.Path(path_type=Path), help="Of the table.")
@click.option("--table", help="Name of the table that is always open.")
@click.option("--seats", type=click.IntRange(3, 5), help="Its chairs.")
@click.option("--bots", type=click.IntRange(0, 5), help="Chairs that bots take.")
@click.option(
    "--level", type=click.Choice([str(x) for x in Level]), help="Of the bots."
)
@click.option(
    "--rules",
    type=click.Choice([str(x) for x in Preset if x != "custom"]),
    help="The options to play by.",
)
@click.option("--starts-alone/--owner-starts", default=None, help="When ready.")
@click.option(
    "--after-grace",
    type=click.Choice([str(x) for x in AfterGrace]),
    help="For who stays away: a bot, wait, or pause the table.",
)
@click.option("--pace", type=click.FloatRange(0, 10), help="Of the bots; 0: no pauses.")
@click.option("--records", type=click.Path(path_type=Path), help="Folder for records.")
@click.option("--data", type=click.Path(path_type=Path), help="The host's own folder.")
@click.option(
    "--fsync",
    type=click.Choice([str(x) for x in Fsync]),
    help="full: what is stored outlives a power cut; normal: a crash, and is faster.",
)
@click.option("--idle-s", type=click.FloatRange(0), help="End after so long alone.")
@click.option("--tables", type=click.IntRange(1, 1000), help="The most tables.")
@click.option("--connections", type=click.IntRange(1, 10000), help="The most at once.")
@click.option(
    "--messages-per-s",
    type=click.FloatRange(0, min_open=True),
    help="Read of one connection.",
)
def command(config: Path | None, **flags: object) -> None:
    """Host games of Vendue without a screen, until stopped by SIGTERM or Ctrl-C.

    Prints one line of JSON when it is ready; diagnostics go to stderr. Every flag
    can also be set in the environment, --port 4000 as VENDUE_PORT=4000, or in the
    TOML file, as port = 4000.
    """
    try:
        layers = [flags, environment(), read_settings(config) if config else {}]
        settings = settings_from(*layers)
    except BadSettings as error:
        raise click.UsageError(str(error)) from None
    raise SystemExit(serve(settings))


def environment() -> dict[str, object]:
    """The settings that the environment names.

    Raises:
        BadSettings: How much is to be written to the diagnostics is no level.
    """
    names = Settings.__struct_fields__
    found = {name: os.environ.get(PREFIX + name.upper()) for name in names}
    loudness = os.environ.get(LOUDNESS, "info")
    if loudness.lower() not in LEVELS:
        raise BadSettings(f"{LOUDNESS}: '{loudness}' is none of {', '.join(LEVELS)}")
    return {name: value for name, value in found.items() if value is not None}


def serve(settings: Settings) -> int:
    """Serve until stopped; the exit code."""
    from .serving import run  # trio is not imported for --help

    try:
        arm_from(os.environ)
        run(settings)
    except BadDataDirectory as error:
        click.echo(f"vendue-server: cannot use this folder: {error}", err=True)
        return EXIT_DATA
    except (BadSettings, BadFailpoint) as error:
        raise click.UsageError(str(error)) from None
    except BadAddress as error:
        click.echo(f"vendue-server: {error}", err=True)
        return EXIT_ADDRESS
    return 0


def main() -> None:
    """Run the command; a bug is told in one line and has its own exit code."""
    try:
        command(prog_name="vendue-server")
    except Exception as error:  # noqa: BLE001 - the last line of defence
        click.echo(
            f"vendue-server: a bug: {type(error).__name__}; {_reported()}", err=True
        )
        sys.exit(EXIT_BUG)


def _reported() -> str:
    """Where the details of the bug now handled are.

    The file has a name that nobody can guess, is made anew, and is its owner's alone.
    """
    import tempfile
    import traceback

    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="vendue-", suffix=".txt", delete=False, encoding="utf-8"
        ) as report:
            report.write(traceback.format_exc())
    except OSError as error:
        return f"its details cannot be written: {error.strerror}"
    return f"details in {report.name}"


if __name__ == "__main__":
    main()

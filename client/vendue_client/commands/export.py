"""`vendue export LOG`: write the readable record of a game from its log."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import click

from vendue_client.exits import Exit
from vendue_client.given_files import Unreadable, read_given
from vendue_client.language import _
from vendue_client.proof_sentences import step_name
from vendue_protocol.game_file import BadFile, GameFile
from vendue_protocol.log_frames import LARGEST_FILE
from vendue_protocol.record_of_log import NotExportable, Why, record_of_log
from vendue_protocol.text import clean_line
from vendue_protocol.verify.reports import NotSound
from vendue_protocol.verifying import read_whole


@click.command()
@click.argument("log", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where the record is written; else it is printed.",
)
def export(*, log: Path, output: Path | None) -> None:
    """Write the record of a game, *.jsonl, from its log, GAME.vendue.

    The game must be over and its seed in the log. Exit code 1 if the log is not
    sound or has no record yet, 2 if the file is no log.
    """
    record = _printable(_record(log))
    if output is None:
        click.echo(record, nl=False)
    else:
        _write(record, output, log)


def _record(log: Path) -> str:
    try:
        return record_of_log(_read(log))
    except (Unreadable, BadFile) as error:
        _leave(log, _("no log that can be read: {why}").format(why=error), Exit.USAGE)
    except NotSound as failure:
        _leave(log, _not_sound(failure), Exit.BAD)
    except NotExportable as error:
        reasons = {
            Why.OPEN: _(
                "the game was not closed when this log was kept: it has no record yet,"
                " which would tell the deck. Export a log of who stayed to its end."
            ),
            Why.NO_SEED: _(
                "the host did not publish its seed, so nobody knows the deck: there"
                " is no record of this game."
            ),
        }
        _leave(log, reasons[error.why], Exit.BAD)


def _printable(record: str) -> str:
    """Write as JSON escapes what must not reach a terminal; its meaning stays."""
    return "".join(
        character
        if character == "\n" or clean_line(character) == character
        else json.dumps(character)[1:-1]
        for character in record
    )


def _read(log: Path) -> GameFile:
    return read_whole(read_given(log, LARGEST_FILE))


def _not_sound(failure: NotSound) -> str:
    text = _("not sound, so it has no record: step {step} ({name}){where} failed")
    where = "" if failure.s is None else _(", event {s}").format(s=failure.s)
    name = step_name(failure.step)
    return text.format(step=int(failure.step), name=name, where=where)


def _leave(log: Path, why: str, code: Exit) -> NoReturn:
    click.echo(clean_line(f"{log}: {why}"), err=True)
    raise SystemExit(int(code))


def _write(record: str, output: Path, log: Path) -> None:
    """Write the record whole or not at all; never over the log itself."""
    part = output.with_name(f"{output.name}.part")
    try:
        if output.exists() and output.samefile(log):
            _leave(output, _("is the log itself; name another file"), Exit.USAGE)
        part.write_text(record, encoding="utf-8", newline="")
        part.replace(output)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        why = error.strerror or type(error).__name__
        _leave(output, _("cannot be written: {why}").format(why=why), Exit.DATA)

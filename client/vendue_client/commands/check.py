"""`vendue check FILE...`: referee the records of games."""

from __future__ import annotations

from pathlib import Path

import click

from vendue_client.exits import Exit
from vendue_client.given_files import Unreadable, read_given
from vendue_client.language import _
from vendue_protocol.text import clean_line
from vendue_shared.records.referee import check_record
from vendue_shared.records.strict_json import LARGEST_RECORD, BadRecord, NotARecord


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--unfinished", is_flag=True, help="Accept games that were ended early.")
def check(files: tuple[Path, ...], *, unfinished: bool) -> None:
    """Referee game records, *.jsonl: one line a FILE.

    Exit code 1 if a record breaks the rules, 2 if a file is no record.
    """
    worst = Exit.WELL
    for path in files:
        verdict, sentence = _verdict(path, unfinished=unfinished)
        click.echo(clean_line(f"{path}: {sentence}"), err=verdict is Exit.USAGE)
        worst = max(worst, verdict)
    raise SystemExit(int(worst))


def _verdict(path: Path, *, unfinished: bool) -> tuple[Exit, str]:
    try:
        data = read_given(path, LARGEST_RECORD)
        checked = check_record(data, unfinished=unfinished)
    except Unreadable as error:
        return Exit.USAGE, str(error)
    except NotARecord as error:
        return Exit.USAGE, _("not a record: {why}").format(why=error)
    except BadRecord as error:
        return Exit.BAD, str(error)
    if not checked.is_finished:
        return Exit.WELL, _("sound, unfinished")
    names = ", ".join(checked.header.names[seat] for seat in checked.winners)
    money = f"{max(checked.purses)},000"
    return Exit.WELL, _("sound; {names} won with {money}").format(
        names=names, money=money
    )

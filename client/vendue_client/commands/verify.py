"""`vendue verify LOG...`: prove a finished game from the logs that were kept of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click
import msgspec

from vendue_client.exits import Exit
from vendue_client.given_files import Unreadable, read_given
from vendue_client.language import _
from vendue_client.proof_sentences import (
    comparison_lines,
    reader_name,
    sentence_of,
    step_name,
    verdict_sentence,
)
from vendue_protocol.comparing import Comparison, compare
from vendue_protocol.crockford import read_code
from vendue_protocol.game_file import BadFile, GameFile
from vendue_protocol.log_frames import LARGEST_FILE
from vendue_protocol.text import clean_line
from vendue_protocol.verify.reports import (
    AnyReport,
    FileWhole,
    HoldsCounted,
    NotSound,
    ResultTold,
    TermsAgreed,
    VerifyStep,
)
from vendue_protocol.verifying import code_of, read_whole, verify_file

HIGHEST_NUMBER: Final = 2**32 - 1
"""What is said aloud fits four bytes."""


class Outcome(msgspec.Struct):
    """What came of one log."""

    path: Path
    file: GameFile | None = None
    """`None`: unreadable."""
    reports: list[AnyReport] = msgspec.field(default_factory=list)
    """Of the steps that passed."""
    failure: NotSound | None = None
    unreadable: str = ""
    code: str = ""
    """The code at the last hold point; empty where it was not reached."""
    expected_code: str = ""
    """What it is to be; empty: anything."""

    @property
    def exit(self) -> Exit:
        """What it means for the command."""
        if self.file is None and self.failure is None:
            return Exit.USAGE
        bad = self.failure is not None or self.code_differs
        return Exit.BAD if bad else Exit.WELL

    @property
    def code_differs(self) -> bool:
        """Whether the code is another than the one asked for."""
        return self.expected_code not in {"", self.code}


@click.command()
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--compare", "compares", is_flag=True, help="Compare the logs, too.")
@click.option(
    "--code", metavar="XXXX-XXXX", help="The code another player's screen shows."
)
@click.option(
    "--number",
    type=click.IntRange(0, HIGHEST_NUMBER),
    metavar="N",
    help="The number said aloud, that the code was made with.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def verify(
    *,
    logs: tuple[Path, ...],
    compares: bool,
    code: str | None,
    number: int | None,
    as_json: bool,
) -> None:
    """Prove finished games from their logs, GAME.vendue, offline.

    Thirteen steps, each told as it passes. Exit code 1 if a log is not sound, 2 if
    a file is no log.
    """
    expected = _read_code(code)
    if compares and len(logs) == 1:
        raise click.UsageError(_("To compare, name two logs or more."))
    outcomes = []
    for path in logs:
        outcome = Outcome(path=path, expected_code=expected)
        for line in _verify(outcome, number):
            _say(line, is_shown=not as_json)
        outcomes.append(outcome)
    found = _compare(outcomes) if compares else None
    if found is not None and not as_json:
        readable = [str(one.path) for one in outcomes if one.file is not None]
        for line in comparison_lines(found, readable):
            _say(line, is_shown=True)
    if as_json:
        click.echo(json.dumps(_as_json(outcomes, found), default=_hex))
    differs = found is not None and not found.is_same
    raise SystemExit(int(max([*(one.exit for one in outcomes), Exit(differs)])))


def _read_code(typed: str | None) -> str:
    if typed is None:
        return ""
    code = read_code(typed)
    if code is None:
        text = _("{code!r} is no code; it has eight letters and digits, as BX8Q-8VCC.")
        raise click.BadParameter(
            clean_line(text.format(code=typed)), param_hint="'--code'"
        )
    return code


def _say(line: str, *, is_shown: bool) -> None:
    if is_shown:
        click.echo(clean_line(line))


def _compare(outcomes: Sequence[Outcome]) -> Comparison | None:
    files = [one.file for one in outcomes if one.file is not None]
    return compare(files) if len(files) > 1 else None


# One log.


def _verify(outcome: Outcome, number: int | None) -> Iterator[str]:
    """Verify a log and yield what to say, line by line."""
    try:
        outcome.file = read_whole(read_given(outcome.path, LARGEST_FILE))
    except (Unreadable, BadFile) as error:
        outcome.unreadable = str(error)
        step = f"{VerifyStep.FILE} ({step_name(VerifyStep.FILE)})"
        text = _("{path}: step {step}: no log that can be read: {why}")
        yield text.format(path=outcome.path, step=step, why=error)
        return
    except NotSound as failure:
        outcome.failure = failure
        yield f"{outcome.path}:"
        yield from _failure_lines(failure)
        return
    try:
        yield from _step_lines(outcome, outcome.file, number)
    except NotSound as failure:
        outcome.failure = failure
        yield from _failure_lines(failure)


def _step_lines(outcome: Outcome, file: GameFile, number: int | None) -> Iterator[str]:
    names: tuple[str, ...] = ()
    for report in verify_file(file):
        outcome.reports.append(report)
        if isinstance(report, FileWhole):
            yield _heading(outcome.path, report)
        elif isinstance(report, TermsAgreed):
            names = report.names
        elif isinstance(report, HoldsCounted):
            outcome.code = code_of(report, number)
        name = step_name(report.step)
        yield f"{report.step:>4}  {name}: {sentence_of(report, names)}"
        if isinstance(report, ResultTold):
            yield verdict_sentence(report)
    yield _code_line(outcome, number)


def _heading(path: Path, report: FileWhole) -> str:
    text = _("{path}: the log of {reader}, game {game}, written by Vendue {program}")
    return text.format(
        path=path,
        reader=reader_name(report.reader),
        game=report.game.hex(),
        program=report.program,
    )


def _failure_lines(failure: NotSound) -> Iterator[str]:
    where = "" if failure.s is None else _(", event {s}").format(s=failure.s)
    text = _("{step:>4}  {name}: FAILED{where}")
    yield text.format(step=int(failure.step), name=step_name(failure.step), where=where)
    yield _("      expected: {expected}").format(expected=failure.expected)
    yield _("      found: {found}").format(found=failure.found)
    yield _("not sound")


def _code_line(outcome: Outcome, number: int | None) -> str:
    what = _("code") if number is None else _("code for {n}").format(n=number)
    if outcome.code_differs:
        text = _("{what}: DIFFERS: {found} here, {expected} there")
        return text.format(
            what=what, found=outcome.code, expected=outcome.expected_code
        )
    same = _(", the same there") if outcome.expected_code else ""
    return f"{what}: {outcome.code}{same}"


# For programs.


def _hex(value: object) -> str:
    if isinstance(value, bytes):
        return value.hex()
    raise TypeError(f"{type(value).__name__} in JSON")


def _as_json(
    outcomes: Sequence[Outcome], found: Comparison | None
) -> dict[str, object]:
    logs = [_log_as_json(one) for one in outcomes]
    if found is None:
        return {"logs": logs}
    told = _builtins(found)
    return {"logs": logs, "compare": told | {"is_same": found.is_same}}


def _log_as_json(outcome: Outcome) -> dict[str, object]:
    steps = [
        {"step": int(report.step), **_builtins(report)} for report in outcome.reports
    ]
    told: dict[str, object] = {
        "file": clean_line(str(outcome.path)),
        "sound": bool(outcome.reports) and outcome.failure is None,
        "verdict": next(
            (r.verdict for r in outcome.reports if isinstance(r, ResultTold)), None
        ),
        "steps": steps,
        "code": outcome.code or None,
    }
    if outcome.expected_code:
        told["code_fits"] = not outcome.code_differs
    if outcome.unreadable:
        told["unreadable"] = clean_line(outcome.unreadable)
    if outcome.failure is not None:
        told["failure"] = {
            "step": int(outcome.failure.step),
            "event": outcome.failure.s,
            "expected": clean_line(outcome.failure.expected),
            "found": clean_line(outcome.failure.found),
        }
    return told


def _builtins(value: msgspec.Struct) -> dict[str, object]:
    found: dict[str, object] = msgspec.to_builtins(value, builtin_types=(bytes,))
    return found

"""`vendue export`: the readable record of a finished game, from its log."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.client.test_verify_command import BAD_INPUT
from tests.protocol.kept_games import (
    begin,
    bytes_of,
    ended_early,
    file_of,
    finished,
    with_seed,
)

from vendue_client.commands.check import check
from vendue_client.commands.export import _printable, export
from vendue_client.exits import Exit


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(export, [str(argument) for argument in arguments])


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "game.vendue"
    path.write_bytes(finished(1).file_of(0))
    return path


def test_the_record_is_printed(log: Path) -> None:
    result = run(log)

    header = json.loads(result.stdout.splitlines()[0])
    assert result.exit_code == Exit.WELL
    assert header["record"] == "vendue/1"
    assert header["deck"] == list(finished(1).deal.deck)


def test_the_record_is_written_and_refereed_well(log: Path, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"

    result = run(log, "-o", record)

    assert (result.exit_code, result.output) == (Exit.WELL, "")
    assert record.read_text() == run(log).stdout
    assert CliRunner().invoke(check, [str(record)]).exit_code == Exit.WELL
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "game.jsonl",
        "game.vendue",
    ]


def test_every_reader_exports_the_same_record(tmp_path: Path) -> None:
    game, records = finished(1), set()
    for reader in game.readers:
        path = tmp_path / f"{reader}.vendue"
        path.write_bytes(game.file_of(reader))
        records.add(run(path).stdout)

    assert len(records) == 1


def test_a_game_ended_early_has_a_record_without_a_result(tmp_path: Path) -> None:
    path = tmp_path / "early.vendue"
    path.write_bytes(ended_early(1).file_of(0))

    result = run(path)

    assert result.exit_code == Exit.WELL
    assert "result" not in result.stdout


def test_an_open_game_has_no_record_yet(tmp_path: Path) -> None:
    path = tmp_path / "open.vendue"
    path.write_bytes(begin(1).file_of(0))

    result = run(path)

    assert (result.exit_code, result.stdout) == (Exit.BAD, "")
    assert "was not closed" in result.stderr


def test_a_game_without_its_seed_has_no_record(tmp_path: Path) -> None:
    path = tmp_path / "seedless.vendue"
    path.write_bytes(finished(1, tells_seed=False).file_of(0))

    result = run(path)

    assert (result.exit_code, result.stdout) == (Exit.BAD, "")
    assert "did not publish its seed" in result.stderr


def test_a_log_that_is_not_sound_has_no_record(tmp_path: Path) -> None:
    path = tmp_path / "forged.vendue"
    path.write_bytes(bytes_of(with_seed(file_of(finished(1)), bytes(32))))

    result = run(path)

    assert (result.exit_code, result.stdout) == (Exit.BAD, "")
    assert "step 3 (the host's seed)" in result.stderr


def test_the_log_is_never_written_over(log: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(log)
    before = log.read_bytes()

    for output in (log, tmp_path / "link"):
        assert run(log, "-o", output).exit_code == Exit.USAGE
    assert log.read_bytes() == before


def test_a_place_that_cannot_be_written_to_is_said(log: Path, tmp_path: Path) -> None:
    result = run(log, "-o", tmp_path / "no folder" / "game.jsonl")

    assert result.exit_code == Exit.DATA
    assert "cannot be written: No such file or directory" in result.stderr


def test_what_must_not_reach_a_terminal_is_escaped_and_means_the_same() -> None:
    line = json.dumps(
        {"seats": ["A\x9b\u202e", "千恵", "\U000e0041"]}, ensure_ascii=False
    )

    escaped = _printable(line + "\n")

    assert "\x9b" not in escaped
    assert "\u202e" not in escaped
    assert "千恵" in escaped
    assert json.loads(escaped) == json.loads(line)


@BAD_INPUT
def test_bad_input_has_one_line_and_code_2(
    make: object, says: str, tmp_path: Path
) -> None:
    assert callable(make)

    result = run(make(tmp_path))

    assert result.exit_code == Exit.USAGE
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert says in result.stderr


def test_nothing_half_written_is_left_behind(log: Path, tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.mkdir()
    (target / "inside").touch()

    result = run(log, "-o", target)

    assert result.exit_code == Exit.DATA
    assert not os.path.lexists(tmp_path / "target.part")

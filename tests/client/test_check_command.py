"""`vendue check`: one line a file, and the exit code of the worst."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner, Result

from vendue_client.commands.check import check

RECORDS: Final = Path(__file__).parents[1] / "shared" / "records"
SOUND: Final = sorted(RECORDS.glob("*.jsonl"))


def checked(*arguments: object) -> Result:
    return CliRunner().invoke(check, [str(argument) for argument in arguments])


def test_sound_records_are_called_sound_each_on_its_line() -> None:
    result = checked(*SOUND)

    lines = result.output.splitlines()
    assert result.exit_code == 0
    assert len(lines) == len(SOUND)
    assert all("sound; " in line and " won with " in line for line in lines)


def test_a_broken_rule_is_told_with_its_line(tmp_path: Path) -> None:
    lines = SOUND[0].read_bytes().splitlines(keepends=True)
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"".join([*lines[:5], lines[4], *lines[5:]]))

    result = checked(bad)

    assert result.exit_code == 1
    assert "line " in result.output


def test_a_game_ended_early_is_good_only_where_asked(tmp_path: Path) -> None:
    early = tmp_path / "early.jsonl"
    early.write_bytes(b"".join(SOUND[0].read_bytes().splitlines(keepends=True)[:12]))

    assert checked(early).exit_code == 1
    assert checked("--unfinished", early).exit_code == 0


@pytest.mark.parametrize("content", [b"", b"hello\n", b"\xff\xfe", b"{}\n"])
def test_what_is_no_record_is_unreadable(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "none.jsonl"
    path.write_bytes(content)

    result = checked(path)

    assert result.exit_code == 2
    assert "not a record" in result.output


def test_neither_a_folder_nor_a_pipe_nor_nothing_is_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    for path in (tmp_path, pipe, tmp_path / "nowhere"):
        result = checked(path)
        assert result.exit_code == 2
        assert len(result.output.splitlines()) == 1


def test_the_worst_file_decides_the_exit_code(tmp_path: Path) -> None:
    assert checked(SOUND[0], tmp_path / "nowhere").exit_code == 2

"""The command line of the host, as far as it goes before anything starts."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from vendue_protocol.address import PORT
from vendue_server.__main__ import _reported, command
from vendue_server.settings import Settings


def invoked(*flags: str, environment: dict[str, str] | None = None) -> Result:
    return CliRunner().invoke(command, flags, env=environment)


def told_by(result: Result) -> list[str]:
    """The lines that say what is wrong."""
    return [line for line in result.stderr.splitlines() if line.startswith("Error: ")]


@pytest.mark.parametrize(
    ("flags", "named"),
    [
        (("--port", "70000"), "port"),
        (("--port", "many"), "port"),
        (("--seats", "6"), "seats"),
        (("--bots", "6"), "bots"),
        (("--bots", "4"), "bots"),
        (("--level", "grandmaster"), "level"),
        (("--rules", "custom"), "rules"),
        (("--after-grace", "leave"), "after-grace"),
        (("--pace", "11"), "pace"),
        (("--pace", "nan"), "pace"),
        (("--table", ""), "table"),
        (("--idle-s", "inf"), "idle_s"),
        (("--tables", "0"), "tables"),
        (("--connections", "0"), "connections"),
        (("--messages-per-s", "inf"), "messages_per_s"),
        (("--config", "/nowhere.toml"), "/nowhere.toml"),
        (("--no-such-flag",), "no-such-flag"),
        (("argument",), "argument"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_bad_flag_is_told_by_name_in_one_line(
    flags: tuple[str, ...], named: str
) -> None:
    result = invoked(*flags)

    told = told_by(result)
    assert (result.exit_code, len(told)) == (2, 1)
    assert named in told[0]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("seats", "many"),
        ("rules", "custom"),
        ("port", ""),
        ("starts_alone", "perhaps"),
        ("messages_per_s", "inf"),
        ("LOG", "loud"),
    ],
)
def test_bad_environment_is_told_by_name_in_one_line(name: str, value: str) -> None:
    result = invoked(environment={f"VENDUE_{name.upper()}": value})

    told = told_by(result)
    assert (result.exit_code, len(told)) == (2, 1)
    assert name in told[0]


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("prot = 1", "prot"),
        ("seats = 'many'", "seats"),
        ("records = [1]", "records"),
        ("seats = ", "TOML"),
    ],
)
def test_bad_file_is_told_by_name_in_one_line(
    tmp_path: Path, content: str, named: str
) -> None:
    file = tmp_path / "vendue.toml"
    file.write_text(content, encoding="utf-8")

    result = invoked("--config", str(file))

    told = told_by(result)
    assert (result.exit_code, len(told)) == (2, 1)
    assert named in told[0]


def test_help_needs_no_directory() -> None:
    result = invoked("--help")

    assert (result.exit_code, "--port" in result.stdout) == (0, True)


def test_port_of_a_host_is_the_one_that_addresses_have_by_themselves() -> None:
    assert Settings().port == PORT


def test_report_of_a_bug_is_new_and_its_owners_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    (tmp_path / f"vendue-{os.getpid()}.txt").symlink_to(tmp_path / "planted")

    said = _reported()

    (report,) = [p for p in tmp_path.iterdir() if not p.is_symlink()]
    assert str(report) in said
    assert stat.S_IMODE(report.stat().st_mode) == 0o600


def test_report_that_cannot_be_written_is_said_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))

    assert "cannot be written" in _reported()

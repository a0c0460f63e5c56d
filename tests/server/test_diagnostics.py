"""What the host says on stderr, and what it costs to say nothing."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterator

import pytest
import structlog
from tests.server.host_process import ENVIRONMENT

from vendue_server import diagnostics as diagnostics_module
from vendue_server.diagnostics import log


@pytest.fixture
def unconfigured() -> Iterator[None]:
    """As structlog is in a process that has said nothing yet."""
    before = structlog.get_config()
    structlog.reset_defaults()
    yield
    structlog.configure(**before)


def said(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    """What was written to stderr, one object a line."""
    return [json.loads(line) for line in capsys.readouterr().err.splitlines()]


@pytest.mark.usefixtures("unconfigured")
def test_a_line_is_one_object_with_its_values(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log.warning("nobody let in", error="too many files")

    [line] = said(capsys)
    assert line.pop("timestamp")
    assert line == {
        "level": "warning", "event": "nobody let in", "error": "too many files",
    }  # fmt: skip


@pytest.mark.usefixtures("unconfigured")
def test_a_bug_is_told_with_where_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    log.error("a bug", ValueError("in here"), table=3)

    [line] = said(capsys)
    assert (line["level"], line["table"]) == ("error", 3)
    assert "ValueError: in here" in str(line["exception"])


@pytest.mark.parametrize(
    ("least", "heard"),
    [
        ("debug", ["debug", "info", "warning"]),
        ("info", ["info", "warning"]),
        ("error", []),
        ("nonsense", ["info", "warning"]),
    ],
)
@pytest.mark.usefixtures("unconfigured")
def test_what_is_below_the_level_wanted_is_not_said(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    least: str,
    heard: list[str],
) -> None:
    monkeypatch.setenv("VENDUE_LOG", least)

    for say in (log.debug, log.info, log.warning):
        say("something")

    assert [line["level"] for line in said(capsys)] == heard


def test_a_host_that_says_nothing_does_without_what_it_would_say_it_with() -> None:
    program = "import sys, vendue_server.serving; print(*sys.modules)"

    loaded = subprocess.run(
        [sys.executable, "-c", program],
        env=ENVIRONMENT, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip

    assert "trio" in loaded
    assert not {"structlog", "wcwidth", "tomllib", "platformdirs"} & set(loaded)


@pytest.mark.usefixtures("unconfigured")
@pytest.mark.parametrize(("lines", "written"), [(10, 10), (11, 10), (500, 10)])
def test_peer_causes_ten_lines_a_second_and_no_more(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    lines: int,
    written: int,
) -> None:
    monkeypatch.setattr(diagnostics_module, "monotonic", lambda: 7.0)

    for _ in range(lines):
        log.info("peer refused", peer="192.0.2.1")

    assert len(said(capsys)) == written


@pytest.mark.usefixtures("unconfigured")
def test_what_was_suppressed_is_counted_in_the_next_second(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = iter([7.0] * 25 + [8.0])
    monkeypatch.setattr(diagnostics_module, "monotonic", lambda: next(seconds))
    for _ in range(25):
        log.info("peer refused", peer="192.0.2.1")
    capsys.readouterr()

    log.info("nobody is here")

    first, second = said(capsys)
    assert (first["event"], first["peer"], first["lines"]) == (
        "suppressed", "192.0.2.1", 15,
    )  # fmt: skip
    assert second["event"] == "nobody is here"


@pytest.mark.usefixtures("unconfigured")
def test_loud_peer_silences_no_other(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diagnostics_module, "monotonic", lambda: 7.0)
    for _ in range(50):
        log.info("peer refused", peer="192.0.2.1")

    log.info("peer refused", peer="192.0.2.2")

    assert said(capsys)[-1]["peer"] == "192.0.2.2"


@pytest.mark.usefixtures("unconfigured")
def test_a_line_is_said_even_where_structlog_cannot_be_loaded(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "structlog", None)

    log.error("a bug", ValueError("in here"), table=3)

    assert said(capsys) == [
        {"level": "error", "event": "a bug", "table": 3, "exc_info": "in here"}
    ]


@pytest.mark.usefixtures("unconfigured")
def test_nobody_who_reads_is_no_reason_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError(text)

    monkeypatch.setattr(sys, "stderr", Closed())

    log.warning("nobody let in", error="too many files")

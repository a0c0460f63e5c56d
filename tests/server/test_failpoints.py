"""Failpoints in a real process: it dies at a write, and the next one goes on."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from tests.server.host_process import ends, started

from vendue_server.failpoints import (
    PLACES,
    BadFailpoint,
    Failpoint,
    arm,
    failpoint_of,
    reach,
)

AT_START = (
    "key-write:1", "file-written:1", "key-written:1", "file-written:2",
    "journal-create:1", "journal-created:1", "journal-prune:1", "journal-pruned:1",
)  # fmt: skip
"""The second file is the certificate."""


@pytest.mark.parametrize("place", AT_START)
def test_a_host_killed_at_its_first_start_leaves_nothing_that_stops_the_next(
    data: Path, place: str
) -> None:
    killed = ends(
        "--port", "0", "--data", str(data),
        environment={"VENDUE_FAILPOINT": f"{place}:kill9"},
    )  # fmt: skip

    assert killed.returncode == -signal.SIGKILL
    with started(data) as host:
        assert host.end() == 0


def test_a_full_disk_at_the_first_start_is_said_in_one_line(data: Path) -> None:
    full = ends(
        "--port", "0", "--data", str(data),
        environment={"VENDUE_FAILPOINT": "journal-create:1:enospc"},
    )  # fmt: skip

    assert full.returncode == 6
    assert full.stderr.count("\n") == 1
    assert "No space left on device" in full.stderr


@pytest.mark.parametrize("text", ["", "x:1:raise", "key-write:0:raise", "key-write:1"])
def test_what_names_no_failpoint_is_refused(text: str) -> None:
    with pytest.raises(BadFailpoint, match="not name:n:kill9"):
        failpoint_of(text)


def test_only_the_nth_time_fails() -> None:
    failed: list[int] = []
    arm(Failpoint("log-write", 2, lambda: failed.append(1)))

    counts = []
    for _ in range(3):
        reach("log-write")
        reach("log-written")
        counts.append(len(failed))
    arm(None)

    assert counts == [0, 1, 1]


@pytest.mark.parametrize("name", PLACES)
def test_every_place_stands_in_the_program(name: str) -> None:
    room = Path(__file__).parents[2] / "server" / "vendue_server"
    sources = [path.read_text(encoding="utf-8") for path in room.rglob("*.py")]

    assert sum(f'reach("{name}")' in source for source in sources) == 1

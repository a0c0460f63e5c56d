"""How many files a host may open; the limit is the system's, so a fake one here."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest
from tests.server.host_process import ENVIRONMENT, HOST, PATIENCE_S

from vendue_server.descriptors import BESIDE, allow
from vendue_server.settings import BadSettings


class Limit:
    """What the system lets a process open: now, and at most."""

    def __init__(self, soft: int, hard: int) -> None:
        self.soft, self.hard = soft, hard

    def get(self, kind: int) -> tuple[int, int]:
        assert kind == resource.RLIMIT_NOFILE
        return self.soft, self.hard

    def set(self, kind: int, pair: tuple[int, int]) -> None:
        assert kind == resource.RLIMIT_NOFILE
        self.soft, self.hard = pair


def limit(monkeypatch: pytest.MonkeyPatch, soft: int, hard: int) -> Limit:
    found = Limit(soft, hard)
    monkeypatch.setattr(resource, "getrlimit", found.get)
    monkeypatch.setattr(resource, "setrlimit", found.set)
    return found


def test_limit_is_raised_to_what_the_connections_need(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    system = limit(monkeypatch, soft=1024, hard=4096)

    allow(2000)

    assert (system.soft, system.hard) == (2000 + BESIDE, 4096)


@pytest.mark.parametrize("soft", [1024, resource.RLIM_INFINITY])
def test_limit_that_is_enough_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, soft: int
) -> None:
    system = limit(monkeypatch, soft=soft, hard=resource.RLIM_INFINITY)

    allow(64)

    assert system.soft == soft


def test_system_without_a_highest_limit_gives_what_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    system = limit(monkeypatch, soft=256, hard=resource.RLIM_INFINITY)

    allow(10_000)

    assert system.soft == 10_000 + BESIDE


def test_more_than_the_system_gives_is_refused_with_what_it_gives(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limit(monkeypatch, soft=256, hard=1024)

    with pytest.raises(BadSettings, match=f"at most {1024 - BESIDE}"):
        allow(2000)


def test_host_with_too_few_files_does_not_start(data: Path) -> None:
    flags = ["--port", "0", "--data", str(data), "--connections", "2000"]

    ended = subprocess.run(
        ["/bin/sh", "-c", 'ulimit -n 256; exec "$@"', "sh", sys.executable,
         *HOST[1:], *flags],
        env=ENVIRONMENT, capture_output=True, text=True, timeout=PATIENCE_S,
        check=False,
    )  # fmt: skip

    assert ended.returncode == 2
    assert "256 files" in ended.stderr

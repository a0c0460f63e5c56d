"""`vendue status` against real hosts, and against what is none."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from tests.server.host_process import HOST, PATIENCE_S

ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = [str(ROOT / room) for room in ("server", "client", "protocol", "shared")]
ENVIRONMENT: Final = {**os.environ, "PYTHONPATH": os.pathsep.join(ROOMS)}


@contextmanager
def hosting(data: Path, *flags: str) -> Iterator[str]:
    """A host of this program; its address."""
    process = subprocess.Popen(
        [*HOST, "--port", "0", "--bind", "127.0.0.1", "--data", str(data), *flags],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    with process, process.stdout:
        try:
            yield f"127.0.0.1:{json.loads(process.stdout.readline())['port']}"
        finally:
            process.terminate()


def status(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "vendue_client", "status", *arguments],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=3 * PATIENCE_S,
        check=False,
    )


def test_host_that_answers_is_well(tmp_path: Path) -> None:
    with hosting(tmp_path, "--bots", "2") as address:
        words, as_json = status(address), status("--json", address)

    looked = json.loads(as_json.stdout)
    assert (words.returncode, as_json.returncode) == (0, 0)
    assert words.stdout.startswith(f"{address}#{looked['code']}: it answers in")
    assert [table["free"] for table in looked["tables"]] == [2]
    assert 0 < looked["round_trip_ms"] < 1000


def test_host_without_a_place_says_so(tmp_path: Path) -> None:
    with hosting(tmp_path, "--connections", "1") as address:
        host, _, port = address.rpartition(":")
        with socket.create_connection((host, int(port))) as taken:
            taken.sendall(b"\x00\x00\x00")  # the one place is taken
            done = status(address)

    assert done.returncode == 5
    assert "no place" in done.stderr


def test_another_host_than_the_code_says_is_refused(tmp_path: Path) -> None:
    with hosting(tmp_path) as address:
        done = status(f"{address}#0000-0000-0000-0000")

    assert done.returncode == 5


def test_nobody_there_is_3() -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]

    assert status(f"127.0.0.1:{port}").returncode == 3


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (b"\x83\xa1p\xa6vendue\xa2lo\x07\xa2hi\x08", 3),
        (b"\x85\xa1p\xa6vendue\xa2lo\x07\xa2hi\x08\xa1v\xa39.0\xa3use\x00", 4),
        (b"HTTP/1.0 400 Bad Request\r\n", 3),
    ],
    ids=["half a hello", "another version", "another program"],
)
def test_what_is_no_such_host_has_its_own_code(answer: bytes, code: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        thread = threading.Thread(target=_answer_once, args=(listening, answer))
        thread.start()
        done = status(f"127.0.0.1:{port}")
        thread.join(PATIENCE_S)

    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr


def _answer_once(listening: socket.socket, answer: bytes) -> None:
    sock, _address = listening.accept()
    with sock:
        sock.recv(1024)
        sock.sendall(len(answer).to_bytes(4, "big") + answer)


@pytest.mark.parametrize("typed", ["host:99999", "no such host!"])
def test_what_is_no_address_is_2(typed: str) -> None:
    assert status(typed).returncode == 2

"""The host as a process of its own, started and ended by a test."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HOST = (sys.executable, "-m", "vendue_server")
ROOT = Path(__file__).parents[2]
ENVIRONMENT = {
    "PATH": os.environ["PATH"],
    "PYTHONPATH": os.pathsep.join(
        str(ROOT / room) for room in ("server", "protocol", "shared")
    ),
}
PATIENCE_S = 10.0


def ends(
    *flags: str, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """A host that is to end by itself."""
    return subprocess.run(
        [*HOST, *flags],
        env={**ENVIRONMENT, **(environment or {})},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


class RunningHost:
    """A host that is ready.

    Args:
        process: It; its ready line has been read.
        line: That line.
    """

    def __init__(self, process: subprocess.Popen[str], line: str) -> None:
        self.process, self.line = process, line
        self.ready = json.loads(line)

    @property
    def port(self) -> int:
        port = self.ready["port"]
        assert isinstance(port, int)
        return port

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(PATIENCE_S)


@contextmanager
def started(
    data: Path, *flags: str, stderr: int = subprocess.PIPE
) -> Iterator[RunningHost]:
    """A host as a process, as long as the block lasts.

    Args:
        data: Its data directory.
        flags: More of its command line.
        stderr: A file for its diagnostics, where they are many.
    """
    process = subprocess.Popen(
        [*HOST, "--port", "0", "--bind", "127.0.0.1", "--data", str(data), *flags],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield RunningHost(process, process.stdout.readline())
    finally:
        process.kill()
        process.wait(PATIENCE_S)
        process.stdout.close()
        if process.stderr is not None:
            process.stderr.close()

"""A host as a process of its own: started, watched from outside, ended. Linux only."""

from __future__ import annotations

import json
import os
import resource
import select
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench.sides import NotMeasuredError

READY_S = 20.0
"""The slowest start on a busy machine is well below."""

FILES = 8_192
"""What driver and host may each have open: 2,000 connections and to spare."""

STOP_S = 5.0
"""A host that has not ended by then is killed."""


class HostProcess:
    """What a running host costs, as the kernel counts it.

    Args:
        pid: Its process.
        ready: Its ready line, one JSON object.
    """

    def __init__(self, pid: int, ready: Mapping[str, object]) -> None:
        self._pid = pid
        self._clock = (~pid << 3) | 2  # what clock_getcpuclockid(3) answers
        self.ready = ready

    @property
    def port(self) -> int:
        """The `port` of the ready line.

        Raises:
            NotMeasuredError: It has none.
        """
        port = self.ready.get("port")
        if not isinstance(port, int):
            raise NotMeasuredError(f"no port in the ready line {self.ready!r}")
        return port

    def cpu_s(self) -> float:
        """CPU seconds so far, all threads, user and system.

        The sum of utime and stime in /proc/PID/stat, but in nanoseconds where that
        counts hundredths of a second.
        """
        return time.clock_gettime(self._clock)

    def resident_bytes(self) -> int:
        """Memory that is in RAM now, shared libraries included."""
        pages = int(Path(f"/proc/{self._pid}/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def running_host(
    command: Sequence[str], env: Mapping[str, str] | None = None
) -> Iterator[HostProcess]:
    """Start a host, wait for its ready line, end it on leaving.

    It may open as many files as this process, which may open enough.

    Args:
        command: Prints one JSON object as its first line when it listens.
        env: Its environment; None for this one.

    Raises:
        NotMeasuredError: It ended or said nothing for `READY_S`.
    """
    _allow_files()
    with (
        tempfile.TemporaryFile() as diagnostics,
        subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=diagnostics,
            env=env,
        ) as process,
    ):
        try:
            line = first_line(process, READY_S)
            if not line:
                diagnostics.seek(0)
                last = diagnostics.read().decode(errors="replace").strip()[-200:]
                raise NotMeasuredError(f"{' '.join(command)} did not start: {last}")
            yield HostProcess(process.pid, _parse(line))
        finally:
            end(process)


def first_line(process: subprocess.Popen[bytes], limit_s: float) -> bytes:
    """The first line of a process's standard output, empty if there is none in time."""
    stdout = process.stdout
    if stdout is None:
        raise ValueError("the process has no pipe as standard output")
    poll = select.poll()  # select takes no descriptor above 1,023
    poll.register(stdout, select.POLLIN)
    return stdout.readline() if poll.poll(limit_s * 1000) else b""


def end(process: subprocess.Popen[bytes]) -> None:
    """Ask a process to end, then make it."""
    process.terminate()
    try:
        process.wait(STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _allow_files() -> None:
    """Raise this process's own limit, which its children begin with."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _parse(line: bytes) -> Mapping[str, object]:
    try:
        ready: object = json.loads(line)
    except ValueError as error:
        raise NotMeasuredError(f"the ready line is no JSON: {line[:80]!r}") from error
    if not isinstance(ready, dict):
        raise NotMeasuredError(f"the ready line is no object: {line[:80]!r}")
    return ready

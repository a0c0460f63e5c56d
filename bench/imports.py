"""References of the S rows: what Python and the libraries take to start."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from statistics import median

from bench.host_process import READY_S, end, first_line
from bench.sides import Effort, NotMeasuredError, Sampler, Side

STARTS = 5
"""Of a sample, which is their median."""


def started(seconds: Callable[[], float]) -> Side:
    """A side that starts something several times; milliseconds.

    Args:
        seconds: Starts it once, waits and ends it; answers what it waited.
    """

    @contextmanager
    def side(effort: Effort) -> Iterator[Sampler]:
        times = effort.of(STARTS)
        yield lambda: median(seconds() for _ in range(times)) * 1e3

    return side


def first_line_s(command: Sequence[str], env: Mapping[str, str] | None = None) -> float:
    """Seconds until a command has said its first line; then it is ended.

    Args:
        command: The program and its arguments.
        env: Its environment; None for this one.

    Raises:
        NotMeasuredError: It says none.
    """
    start = time.perf_counter()
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=env,
    ) as process:
        try:
            if not first_line(process, READY_S):
                raise NotMeasuredError(f"{' '.join(command)} says nothing")
            return time.perf_counter() - start
        finally:
            end(process)


def whole_run_s(command: Sequence[str], env: Mapping[str, str] | None = None) -> float:
    """Seconds until a command has ended.

    Args:
        command: The program and its arguments.
        env: Its environment; None for this one.

    Raises:
        NotMeasuredError: It failed or did not end.
    """
    start = time.perf_counter()
    try:
        subprocess.run(
            command,
            check=True,
            timeout=READY_S,
            stdin=subprocess.DEVNULL,
            # A closed pipe tells at once that it has ended; without one it is only
            # asked now and then, at last every 50 ms.
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=env,
        )
    except subprocess.SubprocessError as error:
        raise NotMeasuredError(f"{' '.join(command)} failed") from error
    return time.perf_counter() - start


def _import_s(names: str) -> float:
    program = f"import {names}; print('ready', flush=True)"
    return first_line_s([sys.executable, "-c", program])


trio_and_msgpack = started(lambda: _import_s("trio, msgpack"))
trio_msgpack_and_prompt_toolkit = started(
    lambda: _import_s("trio, msgpack, prompt_toolkit")
)
nothing = started(lambda: whole_run_s([sys.executable, "-c", "pass"]))

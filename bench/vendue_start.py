"""Vendue's sides of the S rows: its two programs, started as anybody starts them."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count

from bench.host_process import READY_S, end, running_host
from bench.imports import first_line_s, started, whole_run_s
from bench.sides import Effort, NotMeasuredError, Sampler, Side

CLIENT = (sys.executable, "-m", "vendue_client")
HOST = (sys.executable, "-m", "vendue_server", "--bind", "127.0.0.1", "--port", "0")
"""Prints its ready line when it listens, on a port that is free."""

FULL_SCREEN = b"\x1b[?1049h"
"""How a terminal is told to show another screen, which is then drawn on."""

LEAST_PICTURE_BYTES = 200
"""Less is no picture but the preparation of one."""

WINDOW = struct.pack("HHHH", 40, 100, 0, 0)


def picture_s(command: Sequence[str], env: Mapping[str, str]) -> float:
    """Seconds until a command has drawn on a full screen of 100x40; then it is ended.

    Raises:
        NotMeasuredError: It drew nothing.
    """
    near, far = pty.openpty()
    try:
        fcntl.ioctl(far, termios.TIOCSWINSZ, WINDOW)
        start = time.perf_counter()
        with subprocess.Popen(
            command, stdin=far, stdout=far, stderr=far, env=env, start_new_session=True
        ) as process:
            try:
                _wait_for_picture(near, process)
                return time.perf_counter() - start
            finally:
                end(process)
    finally:
        os.close(near)
        os.close(far)


def _wait_for_picture(terminal: int, process: subprocess.Popen[bytes]) -> None:
    """Read until there is a picture; the rest of it is left in the terminal."""
    drawn = b""
    limit = time.monotonic() + READY_S
    while len(drawn.partition(FULL_SCREEN)[2]) < LEAST_PICTURE_BYTES:
        left = limit - time.monotonic()
        if left <= 0 or process.poll() is not None:
            raise NotMeasuredError(f"no picture, but {drawn[-200:]!r}")
        if select.select([terminal], [], [], min(left, 0.5))[0]:
            drawn += os.read(terminal, 65_536)


@contextmanager
def _home() -> Iterator[Mapping[str, str]]:
    """An environment of its own: none of the person's files, and room for bytecode.

    The warm-up compiles what is started, into that room and nowhere else.
    """
    with tempfile.TemporaryDirectory() as folder:
        places = dict.fromkeys(
            ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"), folder
        )
        env = {**os.environ, **places, "TERM": "xterm-256color"}
        # Installed programs have their bytecode, as the reference's libraries do.
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        yield {**env, "PYTHONPYCACHEPREFIX": folder}


def _at_home(seconds: Callable[[Mapping[str, str]], float]) -> Side:
    """A side that starts something in an environment of its own."""

    @contextmanager
    def side(effort: Effort) -> Iterator[Sampler]:
        with _home() as env, started(lambda: seconds(env))(effort) as sample:
            yield sample

    return side


host_listening = _at_home(lambda env: first_line_s(HOST, env))


@contextmanager
def first_picture(effort: Effort) -> Iterator[Sampler]:
    """`vendue join` until it shows the lobby of a host that is there already."""
    names = (f"Person {number}" for number in count())
    with _home() as env, running_host(HOST, env) as host:
        join = (*CLIENT, "join", f"127.0.0.1:{host.port}", "--name")
        pictures = started(lambda: picture_s([*join, next(names)], env))
        with pictures(effort) as sample:
            yield sample


version = _at_home(lambda env: whole_run_s([*CLIENT, "--version"], env))
usage = _at_home(lambda env: whole_run_s([*CLIENT, "--help"], env))

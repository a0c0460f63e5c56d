"""The client as a process of its own: in plain lines, as a bot, or on a terminal."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec
import pyte

ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = ("client", "server", "protocol", "shared")
CLIENT: Final = (sys.executable, "-m", "vendue_client")
PATIENCE_S: Final = 20.0
ROWS: Final = 24
COLUMNS: Final = 80
LEAVES_FULL_SCREEN: Final = b"\x1b[?1049l"


def environment_of(home: Path, **more: str) -> Mapping[str, str]:
    """An environment in which the client keeps its files under `home`."""
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.pathsep.join(str(ROOT / room) for room in ROOMS),
        "HOME": str(home),
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
        "LANG": "C.UTF-8",
        **more,
    }


def run_client(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `vendue` without input, to its end."""
    return subprocess.run(
        [*CLIENT, *arguments],
        env=environment_of(home),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


class OnTerminal(msgspec.Struct, frozen=True, kw_only=True):
    """How a client on a terminal ended."""

    code: int
    """Its exit code."""
    raw: bytes
    """All that it wrote."""
    shown: list[str]
    """What stands on the terminal afterwards."""
    is_restored: bool
    """Whether the terminal has the modes that it had before."""


def run_on_terminal(home: Path, *arguments: str, keys: bytes = b"") -> OnTerminal:
    """Run `vendue` on a terminal of its own, to its end; `keys` are typed once."""
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (ROWS, COLUMNS))
    before = termios.tcgetattr(slave)
    process = subprocess.Popen(
        [*CLIENT, *arguments],
        env=environment_of(home, TERM="xterm-256color"),
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
    )
    try:
        raw = _written(master, process, keys)
        after = termios.tcgetattr(slave)
    finally:
        process.kill()
        process.wait()
        os.close(master)
        os.close(slave)
    screen = pyte.Screen(COLUMNS, ROWS)
    pyte.ByteStream(screen).feed(raw)
    return OnTerminal(
        code=process.returncode,
        raw=raw,
        shown=list(screen.display),
        is_restored=before == after,
    )


def _written(master: int, process: subprocess.Popen[bytes], keys: bytes) -> bytes:
    """All that a process writes until it ends."""
    raw, until = b"", time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        ended = process.poll() is not None
        if select.select([master], [], [], 0 if ended else 0.05)[0]:
            raw += os.read(master, 2**16)
            if keys and b"\x1b[?1049h" in raw:
                os.write(master, keys)
                keys = b""
        elif ended:
            return raw
    raise AssertionError(f"it did not end; it wrote {raw[-2000:]!r}")

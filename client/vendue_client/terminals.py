"""Which way of playing fits this terminal, and the plain one's reading and writing."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator

import trio

from .desk import Leaving
from .line import Line
from .plain import run_plain
from .playing import Wish


def is_plain_terminal() -> bool:
    """Whether a full screen cannot be drawn here, or is not wanted."""
    dumb = os.environ.get("TERM", "dumb") in {"dumb", ""}
    wanted = bool(os.environ.get("TERM_ACCESSIBILITY"))
    return dumb or wanted or not (sys.stdin.isatty() and sys.stdout.isatty())


async def play_plainly(line: Line, wish: Wish) -> Leaving:
    """Play line by line on standard input and output."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    return await run_plain(line, _typed_lines(), _write, name=wish.name)


async def _typed_lines() -> AsyncIterator[str]:
    """What is typed, line by line, until the input ends."""
    while True:
        try:
            line = await trio.to_thread.run_sync(
                sys.stdin.readline, abandon_on_cancel=True
            )
        except (OSError, ValueError, UnicodeDecodeError):
            return
        if not line:
            return
        yield line


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()

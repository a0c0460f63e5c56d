"""Which way of playing fits this terminal, and the plain one's reading and writing."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import trio

from vendue_client.screen.screen_settings import ScreenSettings, depth_of

from .desk import Leaving
from .line import Line
from .playing import Wish, player_name


def is_plain_terminal() -> bool:
    """Whether a full screen cannot be drawn here, or is not wanted."""
    dumb = os.environ.get("TERM", "dumb") in {"dumb", ""}
    wanted = bool(os.environ.get("TERM_ACCESSIBILITY"))
    return dumb or wanted or not (sys.stdin.isatty() and sys.stdout.isatty())


def screen_settings(name: str) -> ScreenSettings:
    """What the environment says of this terminal's colours and signs."""
    encoding = (sys.stdout.encoding or "ascii").lower().replace("-", "")
    is_unicode = encoding.startswith("utf")
    return ScreenSettings(
        name=name,
        depth=depth_of(os.environ),
        is_ascii=not is_unicode,
        shows_pictures=is_unicode,
    )


async def play_plainly(line: Line, wish: Wish) -> Leaving:
    """Play line by line on standard input and output."""
    # A full screen needs no plain lines.
    from vendue_client.plain.line_by_line import run_plain  # noqa: PLC0415

    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    typed = _typed_lines() if _has_input() else None
    return await run_plain(line, typed, _write, name=player_name(wish.name))


def _has_input() -> bool:
    """Whether anything can ever be typed: not where input is closed or null."""
    try:
        return not os.path.samestat(
            os.fstat(sys.stdin.fileno()), Path(os.devnull).stat()
        )
    except (OSError, ValueError, AttributeError):
        return False


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

"""A terminal in memory: keys go in by a pipe, and what is drawn can be read."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from errno import EIO
from typing import Final

import pyte
import trio
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

PATIENCE_S: Final = 5.0
"""More than any screen needs to show something."""
LEAVES_FULL_SCREEN: Final = "\x1b[?1049l"
"""What gives the terminal back as it was."""


class _Sheet(io.StringIO):
    """Takes what is written for the terminal, and says when."""

    encoding = "utf-8"

    def __init__(self, screen: pyte.Screen) -> None:
        super().__init__()
        self.stream = pyte.Stream(screen)
        self.raw = ""
        self.is_gone = False
        self.written = trio.Event()

    def write(self, text: str) -> int:
        if self.is_gone:
            raise OSError(EIO, "the terminal is gone")
        self.raw += text
        self.stream.feed(text)
        self.written.set()
        self.written = trio.Event()
        return len(text)

    def isatty(self) -> bool:
        return True


class Terminal:
    """A terminal of some size, which a test types on and reads."""

    def __init__(self, columns: int, rows: int) -> None:
        self.size = Size(rows=rows, columns=columns)
        self._screen = pyte.Screen(columns, rows)
        self._sheet = _Sheet(self._screen)
        self.output = Vt100_Output(self._sheet, lambda: self.size, term="xterm")

    @property
    def raw(self) -> str:
        """Everything that was written, escapes and all."""
        return self._sheet.raw

    @property
    def lines(self) -> list[str]:
        """What stands on the screen."""
        return list(self._screen.display)

    @property
    def cursor(self) -> tuple[int, int]:
        """The cursor's row and column."""
        return self._screen.cursor.y, self._screen.cursor.x

    def resize(self, columns: int, rows: int) -> None:
        """Change the size; the program is not told by this."""
        self.size = Size(rows=rows, columns=columns)
        self._screen.resize(rows, columns)

    def vanish(self) -> None:
        """Be closed: nothing can be written any longer."""
        self._sheet.is_gone = True

    def keys(self, text: str) -> None:
        """Type."""
        self._pipe.send_text(text)

    async def shows(self, text: str) -> None:
        """Wait until some text stands on the screen."""
        await self._until(lambda: any(text in line for line in self.lines), text)

    async def hides(self, text: str) -> None:
        """Wait until some text stands nowhere on the screen."""
        await self._until(lambda: not any(text in line for line in self.lines), text)

    async def rings(self) -> None:
        """Wait until the bell rings."""
        await self._until(lambda: "\a" in self.raw, "the bell")

    async def _until(self, claim: Callable[[], bool], text: str) -> None:
        with trio.move_on_after(PATIENCE_S):
            while not claim():
                await self._sheet.written.wait()
            return
        raise AssertionError("\n".join([f"waited for {text!r}", *self.lines]))

    @contextmanager
    def in_use(self) -> Iterator[Terminal]:
        """Be the terminal of whatever application is made meanwhile."""
        with (
            create_pipe_input() as self._pipe,
            create_app_session(input=self._pipe, output=self.output),
        ):
            yield self

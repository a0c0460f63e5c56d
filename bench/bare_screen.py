"""Reference of C1, C2 and C3: prompt-toolkit drawing styled text and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output import Output
from prompt_toolkit.styles import Style

from bench.screen_timing import (
    COLUMNS,
    ROWS,
    KeyTimer,
    redraw_ms,
    running,
    terminal,
)
from bench.sides import Effort, Sampler

CELL = 10
"""Characters of one style: ten pieces a line, as a table of a game has."""

KEYS = 40
REDRAWS = 100

STYLE = Style.from_dict(
    {
        "piece0": "#ffffff bg:#303030",
        "piece1": "#e0b040 bold",
        "piece2": "#40a0e0",
        "piece3": "#a0a0a0 italic",
        "piece4": "#60c060 underline",
    }
)


class BareScreen:
    """A full screen of text; its first piece is a counter.

    Args:
        keys: Any `k` counts one up.
        output: What it draws into.
    """

    def __init__(self, keys: Input, output: Output) -> None:
        self.count = 0
        self.shown = 0
        """What the counter was when the text was last asked for."""
        self._rest: StyleAndTextTuples = [
            (f"class:piece{(row + piece) % 5}", text)
            for row in range(ROWS)
            for piece in range(COLUMNS // CELL)
            if (text := self._text(row, piece))
        ]
        bindings = KeyBindings()
        bindings.add("k")(self._on_key)
        self.application: Application[None] = Application(
            layout=Layout(Window(FormattedTextControl(self._lines))),
            key_bindings=bindings,
            style=STYLE,
            full_screen=True,
            input=keys,
            output=output,
        )

    def add(self) -> None:
        """Count one up."""
        self.count += 1

    def shows_all(self) -> bool:
        """Whether the latest count was drawn."""
        return self.shown == self.count

    def _text(self, row: int, piece: int) -> str:
        """One piece, with the end of a line after the last; the first is left out."""
        if not row and not piece:
            return ""
        end = "\n" if piece == COLUMNS // CELL - 1 and row < ROWS - 1 else ""
        return f"piece {row:2}{piece:1}"[:CELL].ljust(CELL) + end

    def _lines(self) -> StyleAndTextTuples:
        self.shown = self.count
        return [("class:piece1", f"{self.count:{CELL}}"), *self._rest]

    def _on_key(self, event: KeyPressEvent) -> None:
        del event
        self.add()


@contextmanager
def redraw(effort: Effort) -> Iterator[Sampler]:
    """Milliseconds to draw again when the counter has changed, p50."""

    async def timed() -> float:
        with terminal() as (keys, output):
            screen = BareScreen(keys, output)
            async with running(screen.application):
                return redraw_ms(screen.application, screen.add, effort.of(REDRAWS))

    yield lambda: asyncio.run(timed())


@contextmanager
def key_to_screen(effort: Effort) -> Iterator[Sampler]:
    """Milliseconds from a key to the screen that shows its count, p50."""

    async def timed() -> float:
        with terminal() as (keys, output):
            screen = BareScreen(keys, output)
            async with running(screen.application):
                timer = KeyTimer(screen.application, keys, screen.shows_all)
                return await timer.key_to_screen_ms("k", effort.of(KEYS))

    yield lambda: asyncio.run(timed())

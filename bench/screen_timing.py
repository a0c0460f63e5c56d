"""Timing a prompt-toolkit application that draws into nothing, 100 columns by 40."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from statistics import median
from typing import TypeVar

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.output.vt100 import Vt100_Output

T = TypeVar("T")

COLUMNS, ROWS = 100, 40

PATIENCE_S = 5.0
"""A picture that has not come by then never will."""


@contextmanager
def terminal() -> Iterator[tuple[PipeInput, Output]]:
    """Keys from a pipe, and a 24-bit terminal that throws everything away."""
    with (
        create_pipe_input() as keys,
        Path(os.devnull).open("w", encoding="utf-8") as sink,
    ):
        yield (
            keys,
            Vt100_Output(
                sink,
                lambda: Size(rows=ROWS, columns=COLUMNS),
                term="xterm-256color",
                default_color_depth=ColorDepth.DEPTH_24_BIT,
            ),
        )


@asynccontextmanager
async def running(application: Application[T]) -> AsyncIterator[None]:
    """Run an application until the block is left; it has drawn when it begins."""
    drawn = asyncio.Event()

    def on_drawn(_: object) -> None:
        drawn.set()

    application.after_render += on_drawn
    task = asyncio.create_task(application.run_async())
    try:
        await asyncio.wait_for(drawn.wait(), PATIENCE_S)
        yield
    finally:
        application.after_render -= on_drawn
        if application.is_running:
            application.exit()
        await task


def redraw_ms(
    application: Application[T], change: Callable[[], None], times: int
) -> float:
    """Draw a running application again and again on the spot.

    Args:
        application: Running in this thread.
        change: Changes a little of what is shown; not timed.
        times: At least 1.

    Returns:
        Milliseconds of the process's own time, p50.
    """
    taken = []
    for _ in range(times):
        change()
        start = time.process_time()
        application._redraw()
        taken.append(time.process_time() - start)
    return median(taken) * 1e3


class KeyTimer:
    """Presses a key and waits for the picture that shows it.

    Args:
        application: Running.
        keys: Its input.
        shows: Whether what was just drawn shows the latest key.
    """

    def __init__(
        self,
        application: Application[T],
        keys: PipeInput,
        shows: Callable[[], bool],
    ) -> None:
        self._keys = keys
        self._shows = shows
        self._shown = asyncio.Event()
        application.after_render += self._on_drawn

    async def key_to_screen_ms(self, key: str, times: int) -> float:
        """Milliseconds from a key sent to the screen written, p50."""
        taken = []
        for _ in range(times):
            self._shown.clear()
            start = time.perf_counter()
            self._keys.send_text(key)
            await asyncio.wait_for(self._shown.wait(), PATIENCE_S)
            taken.append(self._at - start)
        return median(taken) * 1e3

    def _on_drawn(self, _: object) -> None:
        if self._shows():
            self._at = time.perf_counter()
            self._shown.set()

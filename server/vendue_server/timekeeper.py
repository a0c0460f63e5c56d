"""Who wakes the tables: each of them whenever it has something due."""

from __future__ import annotations

from math import inf

import trio

from .faults import guarded
from .hall import Hall
from .table import Table


class Timekeeper:
    """Sleeps until the first table is due; a message may make one due sooner.

    Args:
        hall: The tables.
    """

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._alarm = trio.Event()
        self._sleeps_until = inf

    def look_at(self, table: Table) -> None:
        """Something at a table has changed: wake in time for it."""
        if due_at(table) < self._sleeps_until:
            self._alarm.set()

    async def run(self) -> None:
        """Wake tables; never returns."""
        while True:
            now = trio.current_time()
            for table in self._hall:
                self._tick(table, now)
            self._sleeps_until = min(map(due_at, self._hall), default=inf)
            if self._sleeps_until <= now:
                await trio.lowlevel.checkpoint()
                continue
            self._alarm = trio.Event()
            with trio.move_on_at(self._sleeps_until):
                await self._alarm.wait()

    def _tick(self, table: Table, now: float) -> None:
        if due_at(table) <= now:
            guarded(table, lambda: table.tick(now))
            self._hall.close_if_empty(table)


def due_at(table: Table) -> float:
    """When a table has something due; infinity if never, or if it is broken."""
    due = guarded(table, table.deadline)
    return inf if due is None else due

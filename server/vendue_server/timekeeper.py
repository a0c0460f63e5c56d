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
        self._sleep = trio.CancelScope()

    def look_at(self, table: Table) -> None:
        """Something at a table has changed: wake in time for it."""
        due = guarded(table, table.deadline)
        if due is not None and due < self._sleep.deadline:
            self._sleep.deadline = due

    async def run(self) -> None:
        """Wake tables; never returns."""
        while True:
            now = trio.current_time()
            for table in self._hall:
                self._tick(table, now)
            first = min(map(due_at, self._hall), default=inf)
            with trio.CancelScope(deadline=first) as self._sleep:
                await trio.sleep_forever()

    def _tick(self, table: Table, now: float) -> None:
        if due_at(table) <= now:
            guarded(table, lambda: table.tick(now))
            self._hall.close_if_empty(table)


def due_at(table: Table) -> float:
    """When a table has something due; infinity if never, or if it is broken."""
    due = guarded(table, table.deadline)
    return inf if due is None else due

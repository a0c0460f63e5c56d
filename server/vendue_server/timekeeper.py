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
        self._due: dict[Table, float] = {}
        """When each table is due, as it was last looked at."""
        self._sleep = trio.CancelScope()

    def look_at(self, table: Table) -> None:
        """Something at a table has changed: wake in time for it."""
        self._due[table] = due = due_at(table)
        self._sleep.deadline = min(self._sleep.deadline, due)

    async def run(self) -> None:
        """Wake tables; never returns."""
        while True:
            now = trio.current_time()
            self._due = {table: self._tick(table, now) for table in self._hall}
            first = min(self._due.values(), default=inf)
            with trio.CancelScope(deadline=first) as self._sleep:
                await trio.sleep_forever()

    def _tick(self, table: Table, now: float) -> float:
        """Let a table do one thing if it is due; when it is due next."""
        due = self._due.get(table, -inf)
        if due <= now:
            due = due_at(table)
        if due <= now:
            guarded(table, lambda: table.tick(now))
            self._hall.close_if_empty(table)
            due = due_at(table)
        return due


def due_at(table: Table) -> float:
    """When a table has something due; infinity if never, or if it is broken."""
    due = guarded(table, table.deadline)
    return inf if due is None else due

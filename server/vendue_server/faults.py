"""What a bug costs: the table it is in, and nothing more."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from .diagnostics import log
from .table import Table

_T = TypeVar("_T")


def guarded(table: Table, work: Callable[[], _T]) -> _T | None:
    """Do something for a table; a bug in it freezes that table alone.

    Returns:
        What the work gave; `None` after a bug.
    """
    try:
        return work()
    except Exception as bug:  # noqa: BLE001 - reported by `freeze`
        freeze(table, bug)
        return None


def freeze(table: Table, bug: Exception) -> None:
    """Freeze a table in which there was a bug, and report it."""
    log.error("a bug", bug, table=table.number)
    try:
        table.freeze()
    except Exception as another:  # noqa: BLE001 - the table is frozen as it is
        log.error("a table cannot say that it is frozen", another, table=table.number)

"""The hall: the tables of a host."""

from __future__ import annotations

from collections.abc import Iterator

from vendue_protocol.errors import Code
from vendue_protocol.limits import Limits
from vendue_protocol.messages import Tables
from vendue_protocol.text import clean_title

from .dealer import Dealer
from .lobby import TableLobby
from .refusal import Refusal
from .returns import Returns
from .table import Table


class Hall:
    """All tables, by number; one that nobody is at closes, unless it is kept.

    Args:
        dealer: What every table needs of the host.
        limits: How many tables there may be.
    """

    def __init__(self, dealer: Dealer, limits: Limits) -> None:
        self._dealer, self._limits = dealer, limits
        self.returns = Returns(limits)
        """Who came back to them lately, or tried to."""
        self._tables: dict[int, Table] = {}
        self._kept: set[int] = set()
        self._last = 0

    def __iter__(self) -> Iterator[Table]:
        return iter(tuple(self._tables.values()))

    def shown(self) -> Tables:
        """The list of tables, oldest first."""
        tables = list(self._tables.values())[: self._limits.lobby_tables_listed]
        return Tables(tables=tuple(table.line() for table in tables))

    def open(
        self, name: str, chairs: int, *, kept: bool = False, starts_alone: bool = False
    ) -> Table:
        """Open a table.

        Args:
            name: As somebody typed it.
            chairs: How many, 3 to 5.
            kept: Whether it stays when nobody is at it.
            starts_alone: Whether a game begins as soon as all chairs are ready.

        Raises:
            Refusal: The limit is reached, or the name cannot be shown.
        """
        if len(self._tables) >= self._limits.tables:
            raise Refusal(Code.FULL, f"{len(self._tables)} tables")
        title = clean_title(name)
        if not title:
            raise Refusal(Code.NAME, "a table's name cannot be empty")
        self._last += 1
        lobby = TableLobby(chairs, starts_alone=starts_alone)
        table = Table(self._last, title, lobby, self._dealer)
        self._tables[table.number] = table
        if kept:
            self._kept.add(table.number)
        return table

    def table(self, number: int) -> Table:
        """A table by its number.

        Raises:
            Refusal: There is none.
        """
        if number not in self._tables:
            raise Refusal(Code.TABLE, f"table {number}")
        return self._tables[number]

    def close_if_empty(self, table: Table) -> bool:
        """Close a table that nobody is at and no game is on; tell whether it was."""
        goes_on = table.is_playing and not table.is_frozen
        if table.number in self._kept or goes_on or len(table.members):
            return False
        return self._tables.pop(table.number, None) is not None

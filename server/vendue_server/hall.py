"""The hall: the tables of a host."""

from __future__ import annotations

from collections.abc import Iterator

from vendue_protocol.errors import Code
from vendue_protocol.host_messages import Tables
from vendue_protocol.limits import Limits
from vendue_protocol.text import clean_title

from .dealer import Dealer
from .diagnostics import log
from .journal.chain import Chain
from .journal.story import Story
from .journal.tables import lobby_of
from .lobby import TableLobby
from .passwords import TablePassword
from .refusal import Refusal, StorageFailed
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
        self._last = 0
        self._is_resting = False

    def __iter__(self) -> Iterator[Table]:
        return iter(tuple(self._tables.values()))

    @property
    def standing(self) -> Table | None:
        """A table that stays when nobody is at it; `None`: there is none."""
        return next((t for t in self._tables.values() if t.lobby.is_kept), None)

    def shown(self) -> Tables:
        """The list of tables, oldest first."""
        tables = list(self._tables.values())[: self._limits.lobby_tables_listed]
        return Tables(tables=tuple(table.line() for table in tables))

    def open(
        self,
        name: str,
        chairs: int,
        *,
        kept: bool = False,
        starts_alone: bool = False,
        password: TablePassword | None = None,
    ) -> Table:
        """Open a table.

        Args:
            name: As somebody typed it.
            chairs: How many, 3 to 5.
            kept: Whether it stays when nobody is at it.
            starts_alone: Whether a game begins as soon as all chairs are ready.
            password: What who sits down or watches must know; `None`: nothing.

        Raises:
            Refusal: The limit is reached, the name cannot be shown, or the journal
                cannot be written.
        """
        if len(self._tables) >= self._limits.tables:
            raise Refusal(Code.FULL, f"{len(self._tables)} tables")
        title = clean_title(name)
        if not title:
            raise Refusal(Code.NAME, "a table's name cannot be empty")
        lobby = TableLobby(chairs, starts_alone=starts_alone)
        lobby.is_kept, lobby.password = kept, password
        table = Table(self._last + 1, title, lobby, self._dealer)
        table.store()
        self._add(table)
        return table

    def take_up(self, number: int, story: Story, chain: Chain, now: float) -> None:
        """Open a table again as the journal has left it.

        Args:
            number: The table's.
            story: What the journal says of it.
            chain: Its end there.
            now: Seconds on the host's clock.

        Raises:
            Damaged: Its game cannot be played again.
            StorageFailed: The journal cannot be written.
        """
        lobby = lobby_of(story.table)
        table = Table(number, story.table.name, lobby, self._dealer, chain)
        table.take_up(story, now)
        self._add(table)

    def pass_over(self, number: int) -> None:
        """Give no table this number: the journal has something else under it."""
        self._last = max(self._last, number)

    def _add(self, table: Table) -> None:
        self._tables[table.number] = table
        self._last = max(self._last, table.number)

    def table(self, number: int) -> Table:
        """A table by its number.

        Raises:
            Refusal: There is none.
        """
        if number not in self._tables:
            raise Refusal(Code.TABLE, f"table {number}")
        return self._tables[number]

    def rest(self, now: float) -> None:
        """The host is ending: everybody goes, and every table is to come back."""
        self._is_resting = True
        for table in self._tables.values():
            if not table.is_frozen:
                table.course.rest(now)

    def close_if_empty(self, table: Table) -> bool:
        """Close a table that nobody is at and no game is on; tell whether it was."""
        if self._is_resting:
            return False
        goes_on = table.is_playing and not table.is_frozen
        if table.lobby.is_kept or goes_on or len(table.members):
            return False
        if self._tables.pop(table.number, None) is None:
            return False
        if not table.is_frozen:  # what a bug has stopped, a restart takes up again
            try:
                table.journal.begin_again(())
            except StorageFailed as fault:
                log.warning("journal not pruned", table=table.number, error=str(fault))
        return True

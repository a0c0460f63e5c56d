"""A table's lobby in the journal: stored when it has changed, before it is shown."""

from __future__ import annotations

from vendue_server.course import Course
from vendue_server.lobby import TableLobby
from vendue_server.refusal import StorageFailed

from .chain import Chain
from .entries import TableIs
from .tables import table_is


class StoredLobby:
    """Knows what of a lobby is stored.

    Args:
        lobby: The table's.
        course: What is on at the table.
        journal: Where it is stored.
    """

    def __init__(self, lobby: TableLobby, course: Course, journal: Chain) -> None:
        self._lobby, self._course, self._journal = lobby, course, journal
        self.was: TableIs | None = None
        """As the journal has it; `None`: not at all."""

    def keep(self, before: TableLobby | None = None) -> None:
        """Store the lobby, if it has changed; else do nothing.

        Args:
            before: What it is again, if it cannot be stored.

        Raises:
            StorageFailed: It is not stored.
        """
        is_now = table_is(self._lobby)
        if is_now == self.was or not self._journal.is_kept:
            return
        try:
            if self._course.needs_no_past:
                self._journal.begin_again((is_now,))
            else:
                self._journal.put(is_now)
        except StorageFailed:
            if before is not None:
                self._lobby.become(before)
            raise
        self.was = is_now

"""The journal's file: SQLite, one writer, durable before anybody is told.

Source:
    docs/JOURNAL.md.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from vendue_server import failpoints
from vendue_server.data_directory import BadDataDirectory
from vendue_server.durable import sync_names
from vendue_server.refusal import StorageFailed
from vendue_server.settings import Fsync

from .chain import Row
from .entries import VERSION

FILE: Final = "journal.sqlite"
APPLICATION: Final = 0x56454E44
"""`VEND`, in the file's header: whose file it is."""
CACHE_KIB: Final = 256
"""What is appended to is in it; nothing is read again before the next start."""
BUSY_S: Final = 0.1
"""How long a write may wait for somebody who looks into the file."""

_HEADER: Final = b"SQLite format 3\0"
_CREATE: Final = f"""
PRAGMA synchronous = OFF;
PRAGMA journal_mode = WAL;
BEGIN;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
CREATE TABLE entry (
    place INTEGER PRIMARY KEY, body BLOB NOT NULL, total BLOB NOT NULL
);
COMMIT;
"""
_APPEND: Final = "INSERT INTO entry (place, body, total) VALUES (?, ?, ?)"
_ALL: Final = "SELECT place, body, total FROM entry ORDER BY place"
_PRUNE: Final = "DELETE FROM entry WHERE place BETWEEN ? AND ?"
_BITS: Final = 32
"""An entry's place is its table's number, so many bits further left, and its own: one
integer, SQLite's own key, takes half the time of two in an index."""


class BadJournal(BadDataDirectory):
    """The journal cannot be read; the message names it and says what to do."""


class Journal:
    """The journal of a host; whoever opened it closes it.

    Args:
        path: Made by `open_journal`.
        fsync: See there.

    Raises:
        sqlite3.Error: It cannot be opened.
    """

    def __init__(self, path: Path, fsync: Fsync) -> None:
        self.path = path
        self.is_unsettled = False
        """Whether a round has ended since the last checkpoint."""
        self._line = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)
        self._line.execute("PRAGMA journal_mode = WAL")
        self._line.execute(f"PRAGMA synchronous = {fsync.upper()}")
        self._line.execute("PRAGMA wal_autocheckpoint = 0")
        self._line.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        self._append = self._line.cursor().execute

    def check(self) -> None:
        """Look whether it is a journal, and whole as far as SQLite can tell.

        Raises:
            BadJournal: It is not.
        """
        if self._number("application_id") != APPLICATION:
            raise BadJournal(f"{self.path} belongs to another program; {_MOVE}")
        version = self._number("user_version")
        if not 1 <= version <= VERSION:
            raise BadJournal(
                f"{self.path} was written by a newer Vendue (version {version}, this "
                f"one reads {VERSION}); start that Vendue, or {_MOVE}"
            )
        (found,) = self._line.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise BadJournal(f"{self.path} is damaged ({found}); {_MOVE}")

    def chains(self) -> Iterator[tuple[int, list[Row]]]:
        """All rows, a table at a time, in order."""
        self._line.text_factory = bytes  # what is damaged may be of any type
        rows = [
            Row(place >> _BITS, place & (1 << _BITS) - 1, body, total)
            for place, body, total in self._line.execute(_ALL).fetchall()
        ]
        self._line.text_factory = str
        for chain, of_table in groupby(rows, key=lambda row: row.chain):
            yield chain, list(of_table)

    def append(self, row: Row) -> None:
        """Make a row durable.

        Raises:
            StorageFailed: It is not there.
        """
        try:
            failpoints.reach("journal-append")
            self._append(_APPEND, (row.chain << _BITS | row.i, row.body, row.total))
        except (sqlite3.Error, OSError) as error:
            raise StorageFailed(str(error)) from None
        failpoints.reach("journal-appended")

    def replace(self, chain: int, rows: Sequence[Row]) -> None:
        """Put these rows in the place of all of a table, at once.

        Raises:
            StorageFailed: All is as before.
        """
        try:
            failpoints.reach("journal-prune")
            with self._line:
                self._line.execute("BEGIN IMMEDIATE")
                first = chain << _BITS
                self._line.execute(_PRUNE, (first, first + (1 << _BITS) - 1))
                for row in rows:
                    self._line.execute(_APPEND, (first | row.i, row.body, row.total))
        except (sqlite3.Error, OSError) as error:
            raise StorageFailed(str(error)) from None
        failpoints.reach("journal-pruned")

    def settle(self) -> None:
        """A round has ended: let a checkpoint be made soon."""
        self.is_unsettled = True

    def checkpoint(self) -> None:
        """Bring what was written since into the one file; in any thread.

        Raises:
            StorageFailed: It was not; nothing is lost.
        """
        self.is_unsettled = False
        try:
            line = sqlite3.connect(self.path, timeout=BUSY_S, isolation_level=None)
            try:
                line.execute("PRAGMA wal_checkpoint(PASSIVE)")
            finally:
                line.close()
        except sqlite3.Error as error:
            raise StorageFailed(str(error)) from None

    def copy(self, path: Path) -> None:
        """Write all there is at this instant to a new file; in any thread.

        Args:
            path: For its owner alone; nothing may be there.

        Raises:
            StorageFailed: It is not whole.
            OSError: It cannot be made.
        """
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            line = sqlite3.connect(self.path, timeout=BUSY_S, isolation_level=None)
            try:
                line.execute("VACUUM INTO ?", (str(path),))
            finally:
                line.close()
            os.fsync(descriptor)
        except sqlite3.Error as error:
            raise StorageFailed(str(error)) from None
        finally:
            os.close(descriptor)

    def close(self) -> None:
        """Put all into the one file, and let it go."""
        self._line.close()

    def _number(self, pragma: str) -> int:
        (number,) = self._line.execute(f"PRAGMA {pragma}").fetchone()
        return int(number)


_MOVE: Final = "move it away to begin without its games"


def open_journal(directory: Path, fsync: Fsync) -> Journal:
    """Open a host's journal, made at the first start.

    Args:
        directory: The data directory; this process holds its lock.
        fsync: See there.

    Raises:
        BadJournal: It cannot be read or written.
    """
    path = directory / FILE
    try:
        if not path.exists():
            _create(path)
        _check_header(path)
        journal = Journal(path, fsync)
        journal.check()
    except OSError as error:
        raise BadJournal(f"{path}: {error.strerror}") from None
    except sqlite3.OperationalError as error:
        raise BadJournal(f"{path}: {error}") from None
    except sqlite3.Error as error:
        raise BadJournal(f"{path} is damaged ({error}); {_MOVE}") from None
    return journal


def _create(path: Path) -> None:
    """Make an empty journal under another name first, so that no half one is met."""
    new = path.with_suffix(".new")
    for leftover in path.parent.glob(f"{new.name}*"):
        leftover.unlink()
    failpoints.reach("journal-create")
    descriptor = os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        line = sqlite3.connect(new, isolation_level=None)
        try:
            line.executescript(_CREATE)
        finally:
            line.close()
        os.fsync(descriptor)  # once, where SQLite would do it at each step
    finally:
        os.close(descriptor)
    new.replace(path)
    sync_names(path.parent)
    failpoints.reach("journal-created")


def _check_header(path: Path) -> None:
    with path.open("rb") as file:
        header = file.read(len(_HEADER))
    if not header:
        raise BadJournal(f"{path} is empty; {_MOVE}")
    if header != _HEADER:
        raise BadJournal(f"{path} is no journal; {_MOVE}")

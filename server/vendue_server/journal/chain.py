"""One table's entries: each carries a sum of itself and of all before it.

So a changed, lost or moved entry is found when the journal is opened, whatever it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, Protocol

import msgspec

from vendue_protocol.log_frames import LONGEST_FRAME
from vendue_server.refusal import StorageFailed

from .entries import AnyEntry, WroteAgain

_START: Final = b"vendue/journal\0\0"
_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(AnyEntry)


class Row(NamedTuple):
    """An entry as it is stored."""

    chain: int
    """The number of its table."""
    i: int
    """Its number at the table, from 1 without a gap."""
    body: bytes
    """The entry, one msgpack map."""
    total: bytes
    """SHA-256 of the total before it and the body, 32 bytes."""


class Store(Protocol):
    """Where rows go."""

    def append(self, row: Row) -> None:
        """Make a row durable.

        Raises:
            StorageFailed: It is not there.
        """

    def replace(self, chain: int, rows: Sequence[Row]) -> None:
        """Put these rows in the place of all of a table, at once.

        Raises:
            StorageFailed: All is as before.
        """

    def settle(self) -> None:
        """A round has ended: what was stored shall soon lie in one file."""


class NoStore:
    """Keeps nothing: for a table that need not outlive its process."""

    def append(self, row: Row) -> None:
        """Forget it."""

    def replace(self, chain: int, rows: Sequence[Row]) -> None:
        """Forget them."""

    def settle(self) -> None:
        """There is nothing to do."""


NOWHERE: Final = NoStore()


class Damaged(Exception):
    """A table's entries are not what was written; the message says how."""


class Chain:
    """A table's end of the journal.

    Args:
        store: Where its rows go.
        table: The table's number.
    """

    __slots__ = ("_i", "_store", "_table", "_total", "is_failing")

    def __init__(self, store: Store, table: int) -> None:
        self._store, self._table = store, table
        self._i, self._total = 0, _first_total(table)
        self.is_failing = False
        """Whether the last entry could not be stored."""

    def __len__(self) -> int:
        return self._i

    @property
    def is_kept(self) -> bool:
        """Whether anything is stored at all."""
        return self._store is not NOWHERE

    def put(self, entry: AnyEntry) -> None:
        """Store an entry; it is durable when this returns.

        Raises:
            StorageFailed: Nothing has changed.
        """
        if self._store is NOWHERE:
            return
        row = self._row(self._i + 1, self._total, entry)
        try:
            self._store.append(row)
        except StorageFailed:
            self.is_failing = True
            raise
        self.is_failing = False
        self._i, self._total = row.i, row.total

    def settle(self) -> None:
        """A round has ended: what was stored shall soon lie in one file."""
        self._store.settle()

    def tries_again(self) -> bool:
        """Whether an entry can be stored again; says so in the journal."""
        try:
            self.put(WroteAgain(room=bytes(LONGEST_FRAME)))
        except StorageFailed:
            return False
        return True

    def begin_again(self, entries: Iterable[AnyEntry]) -> None:
        """Store these in the place of all there are: what was is not needed any more.

        Raises:
            StorageFailed: Nothing has changed.
        """
        if self._store is NOWHERE:
            return
        total, rows = _first_total(self._table), list[Row]()
        for entry in entries:
            rows.append(self._row(len(rows) + 1, total, entry))
            total = rows[-1].total
        try:
            self._store.replace(self._table, rows)
        except StorageFailed:
            self.is_failing = True
            raise
        self.is_failing = False
        self._i, self._total = len(rows), total

    def take_up(self, rows: Sequence[Row]) -> list[AnyEntry]:
        """Go on from what was stored.

        Args:
            rows: All of the table, in order.

        Returns:
            What they say.

        Raises:
            Damaged: They are not what was written.
        """
        entries = []
        for row in rows:
            if row.i != self._i + 1:
                raise Damaged(f"entry {self._i + 1} is missing")
            if type(row.body) is not bytes or type(row.total) is not bytes:
                raise Damaged(f"entry {row.i} is of another type")
            if row.total != _total(self._total, row.body):
                raise Damaged(f"entry {row.i} has changed")
            try:
                entries.append(_decoder.decode(row.body))
            except (msgspec.DecodeError, ValueError) as error:
                raise Damaged(f"entry {row.i}: {error}") from None
            self._i, self._total = row.i, row.total
        return entries

    def _row(self, i: int, total: bytes, entry: AnyEntry) -> Row:
        body = _encoder.encode(entry)
        return Row(self._table, i, body, _total(total, body))


def _first_total(table: int) -> bytes:
    return hashlib.sha256(_START + table.to_bytes(8, "big")).digest()


def _total(before: bytes, body: bytes) -> bytes:
    return hashlib.sha256(before + body).digest()


UNKEPT: Final = Chain(NOWHERE, 0)
"""The end of no journal."""

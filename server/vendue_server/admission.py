"""Who gets a place: how many connections there may be, in all and of one address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from vendue_protocol.limits import Limits

from .session import Session


class Admission:
    """Counts connections by address while they last.

    Args:
        limits: How many there may be.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._addresses: Counter[str] = Counter()

    def count(self, address: str) -> None:
        """A connection has come from an address."""
        self._addresses[address] += 1

    def discount(self, address: str) -> None:
        """A counted connection has ended."""
        self._addresses[address] -= 1
        if not self._addresses[address]:
            del self._addresses[address]

    def is_full(self, sessions: Collection[Session], address: str) -> bool:
        """Whether there is no place for one more, already counted, of an address."""
        limits = self._limits
        strangers = [one for one in sessions if one.table is None]
        neighbours = [one for one in strangers if one.connection.peer == address]
        return (
            len(sessions) >= limits.connections
            or self._addresses[address] > limits.connections_per_address
            or len(strangers) >= limits.strangers
            or len(neighbours) >= limits.strangers_per_address
        )

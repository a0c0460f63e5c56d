"""How often somebody may try to come back: bad proofs by address, good ones by seat."""

from __future__ import annotations

from typing import Final, TypeVar

from vendue_protocol.errors import Code
from vendue_protocol.limits import Limits

from .refusal import Refusal

MINUTE_S: Final = 60.0
MOST_KEPT: Final = 1024
"""Addresses and seats remembered at once; then those of long ago are forgotten."""

_K = TypeVar("_K")
Times = dict[_K, list[float]]
"""When something happened lately, oldest first."""


class Returns:
    """The returns of the last minute.

    Args:
        limits: How many there may be.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._failed: Times[str] = {}
        self._came: Times[bytes] = {}

    def check_address(self, address: str, now: float) -> None:
        """Look whether an address may try at all.

        Raises:
            Refusal: Too many of its returns have failed lately.
        """
        failed = self._failed.get(address, [])
        is_full = len(failed) >= self._limits.failed_returns_per_minute
        if is_full and now < failed[-1] + self._limits.returns_refused_s:
            raise Refusal(Code.OFTEN, f"{len(failed)} returns failed")

    def failed(self, address: str, now: float) -> None:
        """A return of this address was not proved."""
        _count(self._failed, address, now)

    def came(self, key: bytes, now: float) -> None:
        """A return was proved with the key of a seat.

        Raises:
            Refusal: The seat has come back too often lately.
        """
        if len(_lately(self._came, key, now)) >= self._limits.returns_per_minute:
            raise Refusal(Code.OFTEN, "the seat came back too often")
        _count(self._came, key, now)


def _lately(times: Times[_K], key: _K, now: float) -> list[float]:
    return [then for then in times.get(key, []) if then > now - MINUTE_S]


def _count(times: Times[_K], key: _K, now: float) -> None:
    if len(times) >= MOST_KEPT:
        for old in [k for k, then in times.items() if then[-1] <= now - MINUTE_S]:
            del times[old]
    times[key] = [*_lately(times, key, now), now]

"""How fast a peer is read: above its rate it is read later, nothing is lost."""

from __future__ import annotations

from vendue_protocol.limits import Limits


class Throttle:
    """Two buckets, of messages and of bytes, that fill with time.

    Args:
        limits: Rates and burst.
        now: Seconds on a clock that never goes back.
    """

    __slots__ = ("_bytes", "_limits", "_messages", "_since")

    def __init__(self, limits: Limits, now: float) -> None:
        self._limits, self._since = limits, now
        self._messages = float(limits.burst_messages)
        self._bytes = limits.bytes_per_s

    def wait_s(self, messages: int, size: int, now: float) -> float:
        """Count what was read; tell how long to read nothing more.

        Args:
            messages: How many came in this piece.
            size: How many bytes it had.
            now: Seconds on the same clock.

        Returns:
            0 within the rate.
        """
        limits, passed = self._limits, now - self._since
        self._since = now
        filled = self._messages + passed * limits.messages_per_s
        self._messages = min(float(limits.burst_messages), filled) - messages
        filled = self._bytes + passed * limits.bytes_per_s
        self._bytes = min(limits.bytes_per_s, filled) - size
        return max(
            0.0,
            -self._messages / limits.messages_per_s,
            -self._bytes / limits.bytes_per_s,
        )

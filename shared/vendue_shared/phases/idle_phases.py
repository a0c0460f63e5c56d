"""The phases in which no seat is asked: before the game, and after it."""

from __future__ import annotations

from .phase import Phase


class NotBegun(Phase, frozen=True):
    """Only the event `begun` can come."""


class Over(Phase, frozen=True):
    """The fourth round is paid out; only `ended` can come."""


class Closed(Phase, frozen=True):
    """The log has ended; nothing can come."""

"""What a participant hands to whoever keeps the log of its games."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from vendue_protocol.follower import Step
from vendue_protocol.host_messages import (
    Commitments,
    Dealt,
    GivenUp,
    Held,
    Logged,
    Proposal,
)
from vendue_shared.seats import Seat


class Keeper(Protocol):
    """Keeps what comes, in the order in which it comes; it never raises."""

    @property
    def path(self) -> Path | None:
        """Where the log of the game now on is; `None`: nowhere."""

    def seated(self) -> None:
        """At another table now."""

    def proposed(self, proposal: Proposal) -> None:
        """Step 1 of a set-up."""

    def committed(self, commitments: Commitments) -> None:
        """Step 3 of a set-up."""

    def given_up(self, message: GivenUp) -> None:
        """A set-up failed."""

    def event(self, step: Step, head: bytes, seat: Seat | None) -> None:
        """An event was taken; the head after it, and the own seat if there is one."""

    def evidence(self, logged: Logged) -> None:
        """An event was refused."""

    def held(self, held: Held) -> None:
        """A signature came, whether or not it fits."""

    def dealt(self, dealt: Dealt) -> None:
        """Paintings of the own hand came."""


class NoKeeper:
    """Keeps nothing."""

    path: Path | None = None
    """Nowhere."""

    def seated(self) -> None:
        """Keep nothing."""

    def proposed(self, proposal: Proposal) -> None:
        """Keep nothing."""

    def committed(self, commitments: Commitments) -> None:
        """Keep nothing."""

    def given_up(self, message: GivenUp) -> None:
        """Keep nothing."""

    def event(self, step: Step, head: bytes, seat: Seat | None) -> None:
        """Keep nothing."""

    def evidence(self, logged: Logged) -> None:
        """Keep nothing."""

    def held(self, held: Held) -> None:
        """Keep nothing."""

    def dealt(self, dealt: Dealt) -> None:
        """Keep nothing."""

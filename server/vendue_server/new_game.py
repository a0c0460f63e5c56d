"""What a game is made from: the deal of a set-up, and a host's manners."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from vendue_protocol.deal import Deal
from vendue_shared.bots.levels import Level
from vendue_shared.events import Begun
from vendue_shared.seats import Seat


class Manners(msgspec.Struct, frozen=True, kw_only=True):
    """What a host adds to the terms that no player agrees on."""

    pace: float = 1.0
    """What bots' pauses are multiplied by; 0: none."""
    stand_in: Level = Level.STANDARD
    """The level of a bot that takes over from a person."""


class NewGame(msgspec.Struct, frozen=True, kw_only=True):
    """What a set-up hands over; full of secrets, so its repr shows nothing."""

    deal: Deal
    """The whole deal."""
    begun: Begun
    """Event 1."""
    seed: bytes
    """Published with the last event, 32 bytes."""
    levels: Mapping[Seat, Level]
    """The levels of the seats that are bots from the beginning."""

    def __repr__(self) -> str:
        return "NewGame(...)"

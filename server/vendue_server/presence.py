"""Whose line is up, and how long who is away is waited for, as `presence` says it."""

from __future__ import annotations

from collections.abc import Sequence

from vendue_protocol.host_messages import Presence
from vendue_shared.seats import Seat

from .chairs import Chair
from .game import Game


def presence_of(
    game: Game, chairs: Sequence[Chair], watchers: int, now: float
) -> Presence:
    """What all are told of who is there.

    Args:
        game: The one now on.
        chairs: Of those who play, in seat order.
        watchers: How many are spectators.
        now: Seconds on the host's clock.
    """
    grace = game.patience.grace
    left_s = [grace.left_s(Seat(seat), now) for seat in range(len(chairs))]
    return Presence(
        s=game.follower.s,
        here=tuple(chair.is_here for chair in chairs),
        watchers=watchers,
        grace_ms=tuple(int(seconds * 1000) for seconds in left_s),
        stands=grace.stands,
    )

"""Whether the host has lost a part of its own history: what those who return show.

A disk that lied, or a file that was deleted or put back from an older copy, can leave
a journal that is whole but too short. The host cannot see that; its players can.

Source:
    docs/FAIRPLAY.md, "The public log".
"""

from __future__ import annotations

from typing import Final

from vendue_protocol.chain import HOST, is_hold
from vendue_protocol.client_messages import Return
from vendue_protocol.host_messages import Intervened
from vendue_protocol.interventions import Authority, Intervention
from vendue_shared.seats import Seat

from .game import Game

WHY: Final = Intervened(
    what=Intervention.PAUSE,
    by=Authority.HISTORY,
    seat=None,
    reason="the host has lost events that players have",
)
"""What all are told."""

ENOUGH: Final = 2
"""So many who return must show the same; one alone may be lying."""


def has_lost(game: Game, message: Return) -> bool:
    """Tell whether a return, refused as another history, shows that it is the host's.

    Args:
        game: As the host has it; it remembers what was shown.
        message: Signed by the key of its seat.

    Returns:
        Whether the host's own signature is on what it does not have; or all who came
        back since its restart show one and the same history, which goes on from its
        own.
    """
    return game.has_lost or _has_signed(game, message) or _all_say_so(game, message)


def _has_signed(game: Game, message: Return) -> bool:
    held, follower = message.held, game.follower
    if held is None:
        return False
    if held.s <= follower.s and follower.heads[held.s] == held.h:
        return False
    return is_hold(
        held.hold,
        follower.terms.host_key,
        game=follower.game,
        who=HOST,
        s=held.s,
        head=held.h,
    )


def _all_say_so(game: Game, message: Return) -> bool:
    patience = game.patience
    if not game.was_taken_up or any(map(patience.grace.is_here, patience.persons)):
        return False
    if message.s <= game.follower.s:
        return False
    game.claims[Seat(message.seat)] = message.s, message.h
    return len(game.claims) >= ENOUGH and len(set(game.claims.values())) == 1

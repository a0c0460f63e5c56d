"""What the host asks for now, as `due` says it."""

from __future__ import annotations

from vendue_protocol.messages import Due
from vendue_shared.choices import Decision
from vendue_shared.fixed_price import Asking
from vendue_shared.once_around import OnceAround
from vendue_shared.open_auction import OpenAuction
from vendue_shared.phase import Phase
from vendue_shared.position import Position
from vendue_shared.seats import Seat

from .clocks import DEFAULTS, DecisionClock


def due_of(
    position: Position, s: int, clock: DecisionClock, *, seat: Seat | None, now: float
) -> Due:
    """Who is awaited, for what, how long.

    Args:
        position: The position after event `s`.
        s: The newest event.
        clock: The clock of what is asked.
        seat: Whom it is told; only a seat that is asked is told its purse.
        now: Seconds on the host's clock.
    """
    awaited = position.awaited
    decision = position.phase.decision
    return Due(
        s=s,
        seats=awaited,
        decision=decision,
        auction=position.auction + (decision is Decision.OFFER),
        price=_price(position.phase),
        ms=int(clock.left_s(now) * 1000),
        default=DEFAULTS[decision],
        purse=position.purses[seat] if seat in awaited else None,
        held_up=clock.deadline is None,
    )


def _price(phase: Phase) -> int:
    if isinstance(phase, OpenAuction | OnceAround):
        return phase.high
    return phase.price if isinstance(phase, Asking) else 0

"""What the host asks for now, as `due` says it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from vendue_protocol.codec import encode
from vendue_protocol.host_messages import Due
from vendue_shared.choices import Decision
from vendue_shared.money import Money
from vendue_shared.phases.fixed_price import Asking
from vendue_shared.phases.once_around import OnceAround
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.phase import Phase
from vendue_shared.position import Position
from vendue_shared.seats import Seat

from .clocks import DEFAULTS, DecisionClock

_BIDDING: Final = (OpenAuction, OnceAround)


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
    phase, awaited = position.phase, position.awaited
    decision = phase.decision
    return Due(
        s=s,
        seats=awaited,
        decision=decision,
        auction=position.auction + (decision is Decision.OFFER),
        price=_price(phase),
        ms=int(clock.left_s(now) * 1000),
        default=DEFAULTS[decision],
        purse=position.purses[seat] if seat in awaited else None,
        held_up=clock.deadline is None,
    )


def frames_of(due: Due, purses: Sequence[Money]) -> Mapping[Seat | None, bytes]:
    """The frame for each seat that is asked, with its purse; for all others `None`'s.

    Args:
        due: As a spectator is told.
        purses: By seat.
    """
    frames: dict[Seat | None, bytes] = {None: encode(due)}
    for number in due.seats:
        seat = Seat(number)
        frames[seat] = encode(msgspec.structs.replace(due, purse=purses[seat]))
    return frames


def _price(phase: Phase) -> int:
    if isinstance(phase, _BIDDING):
        return phase.high
    return phase.price if isinstance(phase, Asking) else 0

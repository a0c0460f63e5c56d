"""What the host may do for a seat: the clock's defaults, and its own bots' bids."""

from __future__ import annotations

from vendue_shared.events import AnyEvent, Declined, Offered, Opened, Passed, Priced
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.sealed_bids import Revealing
from vendue_shared.position import Position

from .proof import Check, ProofFailed


def check_host_moves(event: AnyEvent, s: int, position: Position) -> None:
    """Look whether the clock makes another move than it may, or a bid is kept back.

    Which painting the clock offers is drawn, and can be checked with the seed alone.

    Args:
        event: The next event of the log.
        s: Its number.
        position: What it meets.

    Raises:
        ProofFailed: No honest host has such a clock, or such bots.

    Source:
        docs/RULES.md, "Clocks"; docs/FAIRPLAY.md, "Sealed bids".
    """
    if getattr(event, "auto", False) and not _is_default(event, position):
        raise ProofFailed(Check.RULES, s, "the clock makes no such move")
    phase = position.phase
    if not isinstance(event, Opened) or not isinstance(phase, Revealing):
        return
    for seat, opening in enumerate(event.openings[: position.seats]):
        is_sealed = phase.commitments[seat] is not None
        if opening is None and is_sealed and position.bots[seat]:
            raise ProofFailed(Check.RULES, s, f"the bid of the bot in seat {seat}")


def _is_default(event: AnyEvent, position: Position) -> bool:
    match event:
        case Offered() | Declined():
            return True
        case Priced(amount=amount):
            return amount == 0
        case Passed():
            return not isinstance(position.phase, OpenAuction)
        case _:
            return False

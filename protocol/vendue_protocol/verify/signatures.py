"""Step 12: who signed this history, and at which of its points."""

from __future__ import annotations

from collections import Counter

from vendue_protocol.chain import HOST, is_hold
from vendue_protocol.game_file import GameFile
from vendue_protocol.host_messages import Held
from vendue_shared.seats import Seat, seat_said
from vendue_shared.terms import Terms

from .history import History
from .reports import HoldsCounted, KeyHolds, NotSound, VerifyStep
from .sealed import opened_auctions


def check_holds(file: GameFile, history: History) -> HoldsCounted:
    """Step 12: every hold fits; those missing are counted, for they prove nothing.

    Args:
        file: For its holds.
        history: A legal one, its openings proved: their holds count too.

    Raises:
        NotSound: One does not fit this history: another was signed.
    """
    points = history.hold_points
    held = {
        (auction.lock, seat)
        for auction in opened_auctions(history)
        for seat, opening in enumerate(auction.openings)
        if opening is not None and opening.hold
    }
    seen: set[tuple[int, int, bytes]] = set()
    for one in file.holds:
        if (one.s, one.who, one.hold) not in seen:
            _check_hold(one, history, points)
            seen.add((one.s, one.who, one.hold))
            held.add((one.s, one.who))
    return _counted(history, held)


def key_of(terms: Terms, who: int) -> bytes | None:
    """The key that signs as this one; `None` where nobody does."""
    if who == HOST:
        return terms.host_key
    if who < len(terms.chairs) and not terms.chairs[who].bot:
        return terms.chairs[who].key
    return None


def _check_hold(held: Held, history: History, points: tuple[int, ...]) -> None:
    terms = history.begun.terms
    key = key_of(terms, held.who)
    if key is None:
        expected = "a hold of the host or of a person"
        raise NotSound(VerifyStep.HOLDS, held.s, expected, f"one of {_name(held.who)}")
    if held.s not in points:
        expected = f"a hold at one of the events {', '.join(map(str, points))}"
        raise NotSound(
            VerifyStep.HOLDS, held.s, expected, f"one of {_name(held.who)} elsewhere"
        )
    head = history.heads[held.s]
    if not is_hold(held.hold, key, game=terms.game, who=held.who, s=held.s, head=head):
        expected = f"a hold of {_name(held.who)} on the head {head.hex()}"
        found = f"{held.hold.hex()}, which signs something else"
        raise NotSound(VerifyStep.HOLDS, held.s, expected, found)


def _name(who: int) -> str:
    return "the host" if who == HOST else seat_said(who)


def _counted(history: History, held: set[tuple[int, int]]) -> HoldsCounted:
    chairs, points = history.begun.terms.chairs, history.hold_points
    by_who = Counter(who for _s, who in held)
    signers = (HOST, *(i for i, chair in enumerate(chairs) if not chair.bot))
    return HoldsCounted(
        points=len(points),
        by_key=tuple(KeyHolds(who=who, points=by_who[who]) for who in signers),
        bots=tuple(Seat(i) for i, chair in enumerate(chairs) if chair.bot),
        last_s=points[-1],
        last_head=history.heads[points[-1]],
    )

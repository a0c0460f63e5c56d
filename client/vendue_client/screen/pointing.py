"""What the arrows do: choose a painting of the hand, or make an amount larger."""

from __future__ import annotations

from enum import Enum

from vendue_client.participant import Participant
from vendue_client.wording.situation import wanted
from vendue_shared.choices import CanAdd, CanBid, CanOffer, CanPrice, CanSeal
from vendue_shared.money import Money


class Arrow(Enum):
    """A step with the arrows."""

    BACK = -1
    ON = 1


def places_to_choose(participant: Participant) -> list[int]:
    """The places in the hand that may be offered or added now, from 0."""
    for choice in wanted(participant):
        if isinstance(choice, CanOffer | CanAdd):
            hand = enumerate(participant.hand)
            return [place for place, p in hand if p in choice.paintings]
    return []


def next_place(
    participant: Participant, chosen: int | None, arrow: Arrow
) -> int | None:
    """The place in the hand to point at after a step; `None` where none is asked."""
    places = places_to_choose(participant)
    if not places:
        return None
    if chosen not in places:
        return places[0 if arrow is Arrow.ON else -1]
    return places[(places.index(chosen) + arrow.value) % len(places)]


def stepped(participant: Participant, line: str, arrow: Arrow) -> str | None:
    """The line with its amount one step on or back; the least in an empty one.

    Returns:
        `None` where no amount is asked, or where the line is something else.
    """
    for choice in wanted(participant):
        if isinstance(choice, CanBid):
            return _within(choice.low, choice.high, line, arrow)
        if isinstance(choice, CanSeal | CanPrice):
            return _within(Money(0), choice.high, line, arrow)
    return None


def _within(low: Money, high: Money, line: str, arrow: Arrow) -> str | None:
    if not line:
        return str(low)
    if not line.isdecimal():
        return None
    return str(min(high, max(low, int(line) + arrow.value)))

"""What a log can fail, and what event 1 alone must prove."""

from __future__ import annotations

from enum import StrEnum

from vendue_shared.events import Begun
from vendue_shared.seats import Seat

from .agreement import terms_digest
from .entropy import NO_ENTROPY, entropy_commitment
from .leaves import lists_fit


class Check(StrEnum):
    """What a log failed; each has its own sentence in docs/FAIRPLAY.md."""

    ORDER = "order"
    """An event, a round's paintings or the end is missing, doubled or out of order."""
    FORM = "form"
    """An event is not in its canonical form."""
    REWRITTEN = "rewritten"
    """Other bytes came for an event that this machine has."""
    RULES = "rules"
    """The rules forbid the event, to anybody or to the host's clock and bots."""
    TERMS = "terms"
    """The terms are not those that the player was shown or has agreed to."""
    AGAIN = "again"
    """A game's id was used before, with other terms, or its log is begun again."""
    ENTROPY = "entropy"
    """A share of the chance does not open its commitment."""
    LISTS = "lists"
    """The lists of the deal have not the right form."""
    LEAF = "leaf"
    """A painting was not dealt to who played it, or was played before."""
    OPENING = "opening"
    """A sealed bid was opened that is not the one sealed."""
    HOLD = "hold"
    """A signature does not fit this history, or is missing where it must be."""
    OWN = "own"
    """A move was made for this seat that its machine never sent."""
    SEAT = "seat"
    """A bot took this seat over while its player was there and had not asked."""
    EARLY = "early"
    """The time for an own decision was cut short."""
    SEED = "seed"
    """The seed published at the end does not make the deal of this game."""
    DEFAULT = "default"
    """What the clock offered for somebody is not what the deal draws."""
    PLACES = "places"
    """A painting was played before the round in which it was dealt."""

    @property
    def is_survivable(self) -> bool:
        """Whether the log can still be followed, if the player wants to go on."""
        return self in _SURVIVABLE


_SURVIVABLE = frozenset(
    {Check.HOLD, Check.SEAT, Check.EARLY, Check.SEED, Check.DEFAULT, Check.PLACES}
)


class ProofFailed(Exception):
    """The log is not what an honest host writes; nothing of the event was taken.

    Args:
        check: What failed.
        s: At which event.
        detail: What was expected and found; never a secret.
    """

    def __init__(self, check: Check, s: int, detail: str) -> None:
        super().__init__(f"event {s}: {check}: {detail}")
        self.check = check
        self.s = s
        self.detail = detail


def prove_begun(event: Begun, s: int) -> None:
    """Check all that event 1 proves to anybody, without a seed.

    Args:
        event: The event, well formed.
        s: Its number, for the failure.

    Raises:
        ProofFailed: The terms fit no game, a share does not open its commitment,
            or the lists are not those of such a deal.

    Source:
        docs/FAIRPLAY.md, "The deal".
    """
    terms = event.terms
    try:
        terms_digest(terms)
        fit = lists_fit(
            event.lists, len(terms.chairs), mystery_hand=terms.options.mystery_hand
        )
    except ValueError as error:
        raise ProofFailed(Check.RULES, s, str(error)) from None
    _prove_shares(event, s)
    if not fit:
        raise ProofFailed(Check.LISTS, s, "not the lists of such a deal")
    if terms.first is not None and event.first != terms.first:
        raise ProofFailed(
            Check.RULES, s, f"first is {event.first}, agreed was {terms.first}"
        )


def _prove_shares(event: Begun, s: int) -> None:
    chairs = event.terms.chairs
    if not len(event.ks) == len(event.es) == len(chairs):
        raise ProofFailed(Check.ENTROPY, s, f"not one share for each of {len(chairs)}")
    for seat, (k, e) in enumerate(zip(event.ks, event.es, strict=True)):
        if entropy_commitment(event.terms.game, Seat(seat), event.hs, e) != k:
            raise ProofFailed(Check.ENTROPY, s, f"seat {seat}")
        if chairs[seat].bot and e != NO_ENTROPY:
            raise ProofFailed(Check.ENTROPY, s, f"seat {seat} is the host's")

"""What is sound of a game that is over, in words: its holds and its deck."""

from __future__ import annotations

from functools import lru_cache

from vendue_client.language import _, ngettext
from vendue_client.participant import Participant
from vendue_protocol.codec import decode_event
from vendue_protocol.deal import make_deal
from vendue_protocol.follower import Step
from vendue_protocol.keys import NO_HEAD
from vendue_shared.events import Begun, Ended

from .hold_words import holds_line


def checked_lines(participant: Participant) -> list[tuple[bool, str]]:
    """What is sound of a game that is over: (whether it is proven, the sentence)."""
    begun, ended = _first_and_last(participant)
    if begun is None or ended is None:
        return []
    lines = [(True, holds_line(participant)), _deck_line(begun, ended)]
    again = restarts_line(participant)
    return [*lines, (False, again)] if again else lines


def restarts_line(participant: Participant) -> str:
    """How many set-ups were given up before this game; empty: none."""
    given_up = participant.attempts - 1 if participant.own is not None else 0
    if given_up > 0:
        text = ngettext(
            "{n} set-up was given up before this game",
            "{n} set-ups were given up before this game",
            given_up,
        )
        return text.format(n=given_up)
    if participant.follower.s and participant.follower.terms.prev != NO_HEAD:
        return _("a set-up was given up before this game")
    return ""


def _deck_line(begun: bytes, ended: Ended) -> tuple[bool, str]:
    if not ended.seed:
        return False, _("the deck of this game is not proven: the host gave no seed")
    if is_deck_made(begun, ended.seed):
        return True, _("the deck follows from everybody's share and the host's seed")
    return False, _("the deck of this game is not the one that its seed makes")


@lru_cache(maxsize=2)  # the game on the screen, and the one before
def is_deck_made(begun: bytes, seed: bytes) -> bool:
    """Whether the seed makes the deal of a game, lists and first auctioneer.

    Args:
        begun: Event 1, as it travelled.
        seed: What the host published at the end.
    """
    event = decode_event(begun)
    if not isinstance(event, Begun):
        return False
    try:
        deal = make_deal(event.terms, seed, event.es)
    except ValueError:
        return False
    right = (deal.hs, deal.lists, deal.first)
    return right == (event.hs, event.lists, event.first)


def _first_and_last(participant: Participant) -> tuple[bytes | None, Ended | None]:
    """The payload of event 1 and the event `ended` of the newest game, if there."""
    ended: Ended | None = None
    for entry in reversed(participant.entries):
        if not isinstance(entry, Step):
            continue
        if isinstance(entry.event, Ended):
            ended = entry.event
        if isinstance(entry.event, Begun):
            return entry.payload, ended
    return None, None

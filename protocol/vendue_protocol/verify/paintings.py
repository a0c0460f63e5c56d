"""Step 9: every painting was dealt to who played it, and was dealt by then."""

from __future__ import annotations

from math import inf

from vendue_protocol.deal import Deal
from vendue_protocol.game_file import GameFile
from vendue_protocol.leaves import leaf_of
from vendue_protocol.tags import HASH_SIZE
from vendue_shared.events import Added, Flipped, Offered, Player, Plays
from vendue_shared.paintings import Painting
from vendue_shared.seats import seat_said
from vendue_shared.shares import places_of

from .history import History, Played
from .reports import NotSound, PaintingsProved, VerifyStep, hand_said

Play = Offered | Added | Flipped
"""The events that turn a painting up."""


def check_paintings(
    file: GameFile, history: History, deal: Deal | None
) -> PaintingsProved:
    """Step 9: each play's leaf, position and order.

    Args:
        file: For what its reader was dealt, and when.
        history: A legal one.
        deal: What the seed gives; without it nobody can tell in which round a
            painting was dealt.

    Raises:
        NotSound: A painting came from elsewhere, came twice, or came too early.
    """
    unplayed = [list(leaves) for leaves in history.begun.lists]
    played = 0
    for one in history.played:
        if isinstance(one.event, Offered | Added | Flipped):
            _spend(one.event, one.s, history, unplayed)
            if deal is not None:
                _check_place(one.event, one, deal)
            played += 1
    _check_deals(file, history)
    return PaintingsProved(played=played, is_order_proved=deal is not None)


def hand_of(play: Play, seats: int) -> int:
    """Which list a painting must lie in: its seat's, or the mystery hand's."""
    return seats if isinstance(play, Flipped) else play.seat


def _spend(play: Play, s: int, history: History, unplayed: list[list[bytes]]) -> None:
    """Strike out the leaf; the mystery hand's come from the top of its pile."""
    if len(play.blind) != HASH_SIZE:
        expected = f"a blind of {HASH_SIZE} bytes"
        raise NotSound(VerifyStep.PAINTINGS, s, expected, f"{len(play.blind)} bytes")
    hand = hand_of(play, history.position.seats)
    leaf = leaf_of(history.begun.terms.game, Painting(play.painting), play.blind)
    leaves = unplayed[hand]
    if leaf not in (leaves[:1] if isinstance(play, Flipped) else leaves):
        which = (
            "the next leaf of" if isinstance(play, Flipped) else "an unplayed leaf of"
        )
        raise NotSound(
            VerifyStep.PAINTINGS,
            s,
            f"{which} the list of {hand_said(hand, history.position.seats)}",
            f"painting {play.painting} with the leaf {leaf.hex()}",
        )
    leaves.remove(leaf)


def _check_place(play: Play, played: Played, deal: Deal) -> None:
    """The leaf is in the list, so it is this place's; was it dealt by this round?"""
    seats, options = len(deal.terms.chairs), deal.terms.options
    hand = hand_of(play, seats)
    place = deal.deck.index(play.painting)
    dealt = {
        place
        for number in range(1, played.round_before + 1)
        for place in places_of(hand, number, seats, mystery_hand=options.mystery_hand)
    }
    if place not in dealt:
        whose = hand_said(hand, seats)
        raise NotSound(
            VerifyStep.PAINTINGS,
            played.s,
            f"a painting dealt to {whose} by round {played.round_before}",
            f"painting {play.painting} of place {place}, dealt later",
        )


def _check_deals(file: GameFile, history: History) -> None:
    """The reader was dealt each round as it began, and every one of them.

    Who lost the seat to a bot for good, may have been dealt nothing after that.
    """
    starts = history.round_starts
    found = tuple(dealt.s for dealt in file.dealt)
    if found != starts[: len(found)]:
        expected = f"deals at the events {_told(starts)}"
        raise NotSound(VerifyStep.PAINTINGS, None, expected, _told(found))
    is_closed = history.position.is_over
    due = [s for s in starts if s < _lost_at(file.header.reader, history)]
    missing = len(due) - len(found)
    if file.header.reader < history.position.seats and missing > (not is_closed):
        expected = f"{len(due)} deals to {seat_said(file.header.reader)}"
        raise NotSound(VerifyStep.PAINTINGS, None, expected, f"{len(found)}")


def _lost_at(reader: int, history: History) -> float:
    """The event that gave the reader's seat to a bot for good; infinity: none did."""
    handed_over = [
        (one.s, one.event.by)
        for one in history.played
        if isinstance(one.event, Plays) and one.event.seat == reader
    ]
    s, by = handed_over[-1] if handed_over else (0, Player.PERSON)
    return s if by is Player.BOT else inf


def _told(events: tuple[int, ...]) -> str:
    return ", ".join(map(str, events)) or "none"

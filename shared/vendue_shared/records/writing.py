"""The record of a game, `vendue/1`: what its lines say, and how they are written.

A record is text, one JSON object a line; docs/RECORD.md describes it. What a line
says is the event it stands for, with filler for what a record leaves out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, assert_never

import msgspec
import msgspec.structs

from vendue_shared.events import (
    Added,
    AnyEvent,
    Begun,
    Bought,
    Called,
    Declined,
    Ended,
    Flipped,
    Hammer,
    Locked,
    Offered,
    Opened,
    Passed,
    Plays,
    Priced,
    Revealed,
    Sealed,
)
from vendue_shared.happened import BidsShown, GameWon, Happened, RoundEnded, Void
from vendue_shared.money import Money
from vendue_shared.options import Options, Preset, preset_of
from vendue_shared.paintings import Artist, Painting
from vendue_shared.seats import Seat

VERSION: Final = "vendue/1"
"""What the first line names; a reader of another version must not guess."""


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line: what was agreed on, and how the deck lay."""

    game: bytes
    """The game's id, 16 bytes."""
    preset: Preset
    """Its promises are kept by `options`."""
    options: Options
    names: tuple[str, ...]
    """By seat, 3 to 5, as somebody typed them: clean them before showing them."""
    deck: tuple[Painting, ...] | None
    """All seventy, top first; `None`: unknown, because the game is unfinished."""
    first: Seat
    """The first auctioneer."""


class BidOpened(msgspec.Struct, frozen=True, kw_only=True):
    """A line `open`: what one seat had sealed."""

    seat: Seat
    amount: Money


class BidVoid(msgspec.Struct, frozen=True, kw_only=True):
    """A line `void`: the sealed bid of one seat counts as 0."""

    seat: Seat
    reason: Void


class RoundLine(msgspec.Struct, frozen=True, kw_only=True):
    """The line after the move that ended a round."""

    round: int
    """1 to 4."""
    shown: tuple[int, ...]
    """Paintings shown of each artist, board order, whether or not they counted."""
    ranking: tuple[Artist, ...]
    """At most three, best first."""
    values: tuple[Money, ...]
    """What one painting of each artist brought, board order."""
    purses: tuple[Money, ...]
    """By seat, after the bank has paid."""


EventLine = (
    Offered | Added | Declined | Called | Passed | Hammer | Sealed | Priced | Bought
    | Flipped
)  # fmt: skip
"""The events that leave one line each."""

MoveLine = EventLine | BidOpened | BidVoid
"""What the line of a move can say; the last two are parts of an event."""

Line = MoveLine | RoundLine | GameWon
"""What a line after the header can say; `GameWon` is the result."""


def round_line(fact: RoundEnded) -> RoundLine:
    """Tell what the line of a round says."""
    return RoundLine(
        round=fact.number,
        shown=fact.shown,
        ranking=fact.ranking,
        values=fact.values,
        purses=fact.purses,
    )


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A record as it was read, not refereed."""

    header: Header
    lines: tuple[Line, ...]
    """In order; the first of them is line 2."""


def header_of(begun: Begun, deck: Sequence[Painting] | None) -> Header:
    """Make the header of a game from its first event.

    Args:
        begun: The event.
        deck: All seventy paintings, top first; `None` to keep it secret.
    """
    terms = begun.terms
    return Header(
        game=terms.game,
        preset=preset_of(terms.options),
        options=terms.options,
        names=tuple(chair.name for chair in terms.chairs),
        deck=None if deck is None else tuple(deck),
        first=Seat(begun.first),
    )


def write_record(
    header: Header, played: Iterable[tuple[AnyEvent, Sequence[Happened]]]
) -> str:
    """Write a whole record.

    Args:
        header: Its first line.
        played: The events of the log in order, each with the facts that
            `Position.play` returned for it.

    Returns:
        The text, each line ended by a line feed.

    Source:
        docs/RECORD.md.
    """
    lines = [header_line(header)]
    for event, facts in played:
        lines.extend(lines_of(event, facts))
    return "".join(f"{line}\n" for line in lines)


def header_line(header: Header) -> str:
    """Write the first line, without its line feed."""
    options = header.options
    rules = {
        "preset": header.preset,
        "double_proceeds": options.double_proceeds,
        "count_unsold": options.count_unsold,
        "unranked_value": options.unranked_value,
        "mystery_hand": options.mystery_hand,
        "mystery_flip_by": options.mystery_flip_by,
        "open_money": options.open_money,
    }
    return _text(
        {
            "record": VERSION,
            "game": header.game.hex(),
            "rules": rules,
            "seats": header.names,
            "deck": header.deck,
            "first": header.first,
        }
    )


def lines_of(event: AnyEvent, facts: Sequence[Happened]) -> tuple[str, ...]:
    """Write the lines that one event leaves, without their line feeds.

    Args:
        event: An event of the log.
        facts: What `Position.play` returned for it.

    Returns:
        Often one; several where bids are opened or a round ends; none for an
        event that a record leaves out.
    """
    moves = _moves(event, facts)
    return tuple(map(_text, (*moves, *_endings(facts))))


def _moves(  # noqa: C901, PLR0912 - one line an event, closed by assert_never
    event: AnyEvent, facts: Sequence[Happened]
) -> Iterator[dict[str, object]]:
    match event:
        case Offered(painting=painting):
            yield _move(event, "offer", painting=painting)
        case Added(painting=painting):
            yield _move(event, "add", painting=painting)
        case Declined():
            yield _move(event, "decline")
        case Called(amount=amount):
            yield _move(event, "bid", amount=amount)
        case Passed():
            yield _move(event, "pass")
        case Hammer():
            yield {"seat": None, "move": "hammer"}
        case Sealed():
            yield _move(event, "seal")
        case Locked(absent=absent):
            yield from (_void(seat, Void.ABSENT) for seat in absent)
        case Opened():
            yield from _openings(facts)
        case Priced(amount=amount):
            yield _move(event, "price", amount=amount)
        case Bought():
            yield _move(event, "buy")
        case Flipped(painting=painting):
            yield _move(event, "flip", painting=painting)
        case Begun() | Revealed() | Plays() | Ended():
            return
        case _:
            assert_never(event)


def _move(
    event: Offered | Added | Declined | Called | Passed | Sealed | Priced | Bought
    | Flipped,
    name: str,
    **more: int,
) -> dict[str, object]:  # fmt: skip
    auto = {"auto": True} if event.auto else {}
    return {"seat": event.seat, "move": name, **more, **auto}


def _void(seat: int, reason: Void) -> dict[str, object]:
    return {"seat": seat, "move": "void", "reason": reason}


def _openings(facts: Sequence[Happened]) -> Iterator[dict[str, object]]:
    """One line a sealed seat; who was absent has a line since the lock."""
    bids = next(fact.bids for fact in facts if isinstance(fact, BidsShown))
    for seat, bid in enumerate(bids):
        if not isinstance(bid, Void):
            yield {"seat": seat, "move": "open", "amount": bid}
        elif bid is not Void.ABSENT:
            yield _void(seat, bid)


def _endings(facts: Sequence[Happened]) -> Iterator[dict[str, object]]:
    for fact in facts:
        if isinstance(fact, RoundEnded):
            line = msgspec.structs.asdict(round_line(fact))
            yield line | {"ranking": [artist.code for artist in fact.ranking]}
        elif isinstance(fact, GameWon):
            yield {"result": {"purses": fact.purses, "winners": fact.winners}}


def _text(line: dict[str, object]) -> str:
    """One line as the page shows it: a blank after each colon and comma."""
    return json.dumps(line, ensure_ascii=False)

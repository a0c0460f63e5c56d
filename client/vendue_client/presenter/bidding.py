"""What is said in the auctions with bids: open, once around, sealed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from vendue_client.language import _
from vendue_client.wording.hold_words import late_holds
from vendue_client.wording.words import listed, money
from vendue_shared.choices import CanBid
from vendue_shared.phases.once_around import OnceAround
from vendue_shared.phases.open_auction import NOBODY, OpenAuction
from vendue_shared.phases.sealed_bids import Revealing, SealedPhase
from vendue_shared.seats import Seat, clockwise_from, left_of

from .cells import Line, ends, joined, line_width, short, width_of
from .clock import room_beside_clock
from .players import said_by
from .view import LEAST_NAME, View


class Telling(NamedTuple):
    """What an auction tells besides the worth of its lot."""

    first: list[Line]
    """What stands before the worth; at least one row."""
    then: list[Line]
    """What stands after it: what may be done, or what follows."""
    more: Sequence[Line] = ()
    """What stands elsewhere, too, and is told once more where there is room."""


def open_telling(view: View, phase: OpenAuction, width: int) -> Telling:
    """The highest bid and what may be bid now, then who has passed."""
    first = [_highest(view, phase, width), *_range(view, width)]
    passed = [view.who(seat) for seat in view.seats if phase.passed >> seat & 1]
    if not passed:
        return Telling(first, [])
    text = _("passed: {names}").format(names=listed(passed))
    return Telling(first, [], [(("class:bid.passed", text),)])


def once_telling(view: View, phase: OnceAround, width: int) -> Telling:
    """The highest bid and who said what, then what may be bid now."""
    left = left_of(view.position.auctioneer, view.position.seats)
    order = clockwise_from(left, view.position.seats)
    said = strip(view, order, width, asked=phase.speaker)
    return Telling([_highest(view, phase, width), *said], _range(view, width))


def sealed_telling(view: View, phase: SealedPhase, width: int) -> Telling:
    """How many have sealed or opened and the own bid's fate, then who has sealed."""
    sealed = sum(c is not None for c in phase.commitments)
    text = _("{count} of {seats} are sealed")
    count, seats = sealed, view.position.seats
    if isinstance(phase, Revealing):
        text = _("all is sealed; {count} of {seats} can be opened")
        count, seats = phase.revealed.bit_count(), sealed
    first: list[Line] = [(("class:title", text.format(count=count, seats=seats)),)]
    if view.me is not None:
        first.append(_own_seal(view, phase, view.me))
    order = clockwise_from(view.position.auctioneer, view.position.seats)
    more = strip(view, order, width, asked=None)
    late = late_holds(view.participant) if isinstance(phase, Revealing) else ""
    return Telling(first, [], [*more, (("class:head", late),)] if late else more)


def _own_seal(view: View, phase: SealedPhase, me: Seat) -> Line:
    if phase.commitments[me] is not None:
        tick = ("class:checked", f"{view.glyphs.tick} ")
        return (tick, ("class:bid.spoken", _("your bid is sealed and sent")))
    if isinstance(phase, Revealing):
        return (("class:refused", _("you did not seal in time: your bid is 0")),)
    return (("", _("your bid stays hidden until all are opened")),)


def _highest(view: View, phase: OpenAuction | OnceAround, width: int) -> Line:
    """The highest bid, and whose it is in the cells that the clock leaves."""
    if phase.leader == NOBODY:
        return (("class:title", _("no bid yet")),)
    bid = (
        ("", _("HIGHEST BID") + "  "),
        ("class:bid.highest", money(phase.high)),
        ("", "  "),
    )
    room = room_beside_clock(view, width) - line_width(bid)
    name = short(view.who(phase.leader), max(LEAST_NAME, room), view.glyphs)
    return (*bid, ("class:title", name))


def _range(view: View, width: int) -> list[Line]:
    """From where to where the player may bid; else why there is no need to."""
    for choice in view.participant.choices:
        if isinstance(choice, CanBid):
            low = _("next bid from {amount}").format(amount=money(choice.low))
            high = _("you can go to {amount}").format(amount=money(choice.high))
            if width_of(low) + width_of(high) < width:
                return [ends((("", low),), (("", high),), width, view.glyphs)]
            return [(("", low),), (("", high),)]
    if view.leader is not None and view.leader == view.me:
        return [(("", _("the highest bid is yours")),)]
    if view.leader is None:
        free = _("without a bid it is free to {name}")
        return [(("", free.format(name=view.who(view.position.auctioneer))),)]
    return []


def strip(
    view: View, order: Iterable[Seat], width: int, *, asked: Seat | None
) -> list[Line]:
    """Who said what, in the order of asking; as many rows as it takes."""
    between = "  " if asked is None else " > "
    rows: list[list[Line]] = [[]]
    for seat in order:
        piece = _spoken(view, seat, is_asked=seat == asked)
        if rows[-1] and line_width(joined([*rows[-1], piece], between)) > width:
            rows.append([])
        rows[-1].append(piece)
    return [joined(row, between) for row in rows]


def _spoken(view: View, seat: Seat, *, is_asked: bool) -> Line:
    name = view.who(seat)
    if is_asked:
        return (("class:player.awaited", f"[{name}]"),)
    said = said_by(view, seat)
    if said is None:
        return (("", name),)
    style, text = said
    return (("", f"{name} "), (style, text))

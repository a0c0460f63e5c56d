"""Between two lots: how the last one ended, and how the round ended."""

from __future__ import annotations

from typing import Final

from vendue_client.language import _
from vendue_client.wording.hold_words import sealed_line
from vendue_client.wording.words import (
    artist_name,
    auction_name,
    listed,
    lot_name,
    money,
    painting_name,
    rank_name,
)
from vendue_shared.happened import LotSold, LotUnsold, RoundEnded, Void
from vendue_shared.money import Money
from vendue_shared.paintings import ARTIST_OF, KIND_OF, Painting
from vendue_shared.phases.turn import Flipping
from vendue_shared.seats import Seat

from .asking import flipping_rows
from .cells import Line, columns_of, fit, joined, line_width, wrapped
from .clock import with_clock
from .frames import Pane
from .hand import chosen_painting
from .pictures import beside
from .sales import sale_line
from .view import View, artist_chip

_CLOCK: Final = 6
"""Cells kept for the shortest clock beside the first row."""
_LEAST_SALES: Final = 2
"""Rows from which on earlier sales are told: a head and one sale."""


def results_pane(view: View, width: int, rows: int, *, tells_sales: bool) -> Pane:
    """What ended last, the clock beside its first row, then the newest sales.

    The painting shown is the one that is chosen, while one is asked for; else those
    that were just sold, or were not.
    """
    chosen = chosen_painting(view)
    last = view.story.last.lot if view.story.last is not None else ()
    pictures = beside(view, last if chosen is None else (chosen,), width, rows)
    room = width - line_width(pictures[0]) - 1
    first, *others = _ended(view, room) or [()]
    words = [*with_clock(view, first, room), *others]
    title, proof = _title(view, chosen), _proof_rows(view, room)
    if len(words) + len(proof) <= rows:
        words += proof
    else:
        title = (*title, ("", "  "), *joined(_proof_rows(view, 2 * width), " "))
    if tells_sales:
        words += _sales_rows(view, room, rows - len(words))
    words += [()] * (rows - len(words))
    lines = [
        (*art, *fit(word, room, view.glyphs))
        for art, word in zip(pictures, words, strict=False)
    ]
    return Pane(title, lines)


def _title(view: View, chosen: Painting | None) -> Line:
    title = (("class:title", _heading(view)),)
    if chosen is None:
        return title
    kind = auction_name(KIND_OF[chosen])
    text = f" {painting_name(chosen)}, {kind}"
    return (*title, ("", "  "), artist_chip(ARTIST_OF[chosen]), ("class:title", text))


def _heading(view: View) -> str:
    story, auctioneer = view.story, view.position.auctioneer
    if isinstance(view.position.phase, Flipping):
        return _("MYSTERY HAND")
    if story.round_ended is not None:
        return _("ROUND {number} IS OVER").format(number=story.round_ended.number)
    if auctioneer == view.me:
        return _("YOUR OFFER")
    return _("{name} OFFERS").format(name=view.name(auctioneer))


def _ended(view: View, width: int) -> list[Line]:
    story, phase = view.story, view.position.phase
    if isinstance(phase, Flipping):
        return [*flipping_rows(view, phase), *_last_rows(view, width)]
    if story.round_ended is not None:
        return _round_rows(view, story.round_ended, width)
    return _last_rows(view, width)


def _sales_rows(view: View, width: int, rows: int) -> list[Line]:
    """The sales before the last one, in the rows that are left."""
    earlier = view.story.sales_of(view.position.round)[:-1]
    if rows < _LEAST_SALES or view.story.round_ended is not None:
        return []
    head = (("class:head", _("before that:")),)
    lines = [sale_line(view, sale, width) for sale in earlier[1 - rows :]]
    return [head, *lines] if lines else []


def _last_rows(view: View, width: int) -> list[Line]:
    """How the last lot ended; its sealed bids, each with the mark of a check."""
    last = view.story.last
    if last is None:
        return [(("", _("nothing was offered yet")),)]
    told = wrapped(_ending_of(view, last), width - _CLOCK, indent=2)
    return [*((("class:log.sold", row),) for row in told), *_bids_rows(view, width)]


def _ending_of(view: View, last: LotSold | LotUnsold) -> str:
    lot = lot_name(last.lot)
    if isinstance(last, LotUnsold):
        text = _("{lot}: the fifth, unsold") if last.is_fifth else _("{lot}: unsold")
        return text.format(lot=lot)
    buyer = view.who(last.buyer)
    if not last.price:
        return _("{lot}: free to {buyer}").format(lot=lot, buyer=buyer)
    payees = [view.who(seat) for seat, paid in enumerate(last.paid) if paid]
    if sum(last.paid) < last.price:
        payees.append(_("the bank"))
    return _("{lot}: to {buyer} for {price}, paid to {payees}").format(
        lot=lot, buyer=buyer, price=money(last.price), payees=listed(payees)
    )


def _bids_rows(view: View, width: int) -> list[Line]:
    if view.story.bids is None:
        return []
    pieces = [
        _bid_of(view, Seat(seat), bid) for seat, bid in enumerate(view.story.bids.bids)
    ]
    return columns_of(pieces, width)


def _proof_rows(view: View, width: int) -> list[Line]:
    """What the sealed auction that just ended proves; none after another one."""
    if view.story.bids is None:
        return []
    line = sealed_line(view.participant, view.story.opened_at, view.story.bids)
    text = _("opened: {what}").format(what=line)
    return [(("class:head", row),) for row in wrapped(text, width)] if line else []


def _bid_of(view: View, seat: Seat, bid: Money | Void) -> Line:
    if isinstance(bid, Void):
        return (("", f"{view.who(seat)} {void_name(bid)}"),)
    return (
        ("", f"{view.who(seat)} "),
        ("class:bid.opened", money(bid)),
        ("class:checked", view.glyphs.tick),
    )


def void_name(void: Void) -> str:
    """Why a sealed bid counts as 0, in a word."""
    return {
        Void.ABSENT: _("absent"),
        Void.WITHHELD: _("withheld"),
        Void.ILLEGAL: _("illegal"),
    }[void]


def _round_rows(view: View, fact: RoundEnded, width: int) -> list[Line]:
    """The ranking with its values, then what the bank paid everybody."""
    ranked = [
        (
            ("", f"{rank_name(rank)} "),
            artist_chip(artist),
            ("class:title", f" {artist_name(artist)} {money(fact.values[artist])}"),
        )
        for rank, artist in enumerate(fact.ranking)
    ]
    earned = listed(f"{view.who(i)} {money(e)}" for i, e in enumerate(fact.earned))
    paid = wrapped(_("the bank paid: {earned}").format(earned=earned), width, indent=3)
    rows = columns_of(ranked, width) or [(("", _("nobody is ranked")),)]
    rows += [(("", row),) for row in paid]
    last = view.story.last
    if last is not None:
        rows.append((("class:head", _ending_of(view, last)),))
    return rows

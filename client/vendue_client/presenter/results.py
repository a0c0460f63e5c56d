"""Between two lots: how the last one ended, and how the round ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from vendue_client.language import _
from vendue_client.wording.hold_words import sealed_line
from vendue_client.wording.unsold_words import offered_as
from vendue_client.wording.words import (
    artist_name,
    listed,
    lot_name,
    money,
    rank_name,
)
from vendue_shared.happened import LotSold, LotUnsold, RoundEnded, Void
from vendue_shared.money import Money
from vendue_shared.paintings import ARTIST_OF, Painting
from vendue_shared.phases.turn import Flipping
from vendue_shared.seats import Seat

from .asking import flipping_rows
from .cells import Line, columns_of, joined, wrapped
from .clock import room_beside_clock, with_clock
from .fitting import best_beside
from .frames import Pane
from .hand import chosen_painting
from .sales import sale_line, sales_head
from .state import Size
from .view import View, artist_chip

_LEAST_SALES: Final = 2
"""Rows from which on earlier sales are told: a head and one sale."""


def results_pane(view: View, width: int, rows: int, *, tells_sales: bool) -> Pane:
    """What ended last, the clock beside its first row, then the newest sales.

    The painting shown is the one that is chosen, while one is asked for; else those
    that were just sold, or were not.
    """
    chosen = chosen_painting(view)
    last = view.story.last.lot if view.story.last is not None else ()
    shown = last if chosen is None else (chosen,)

    def versions(seen: View, room: int, rows: int) -> Iterator[list[Line]]:
        for words in _versions(seen, room):
            sales = _sales_rows(seen, room, rows - len(words)) if tells_sales else []
            yield [*words, *sales]

    version, lines = best_beside(view, shown, Size(width, rows), versions)
    title, proof = _title(view, chosen), _proof_rows(view, 2 * width)
    if version:
        title = (*title, ("", "  "), *joined(proof, " "))
    return Pane(title, lines)


def _versions(view: View, width: int) -> Iterator[list[Line]]:
    """What ended, the clock beside its first row: with all, and with less."""
    story, phase = view.story, view.position.phase
    proof = _proof_rows(view, width)
    if isinstance(phase, Flipping):
        asked = flipping_rows(view, phase, width)
        ended = [*asked, *_last_rows(view, width, beside=0)]
        told = [[*ended, *proof], ended]
    elif story.round_ended is not None:
        told = _round_rows(view, story.round_ended, width)
    else:
        beside = width - room_beside_clock(view, width)
        ended = _last_rows(view, width, beside=beside)
        told = [[*ended, *proof], ended]
    for first, *others in told:
        yield [*with_clock(view, first, width), *others]


def _title(view: View, chosen: Painting | None) -> Line:
    title = (("class:title", _heading(view)),)
    if chosen is None:
        return title
    text = f" {offered_as(view.position, chosen)}"
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


def _sales_rows(view: View, width: int, rows: int) -> list[Line]:
    """The sales before the last one, in the rows that are left."""
    earlier = view.story.sales_of(view.position.round)[:-1]
    if rows < _LEAST_SALES or view.story.round_ended is not None:
        return []
    head = sales_head(view, _("before that:"), width)
    lines = [sale_line(view, sale, width) for sale in earlier[1 - rows :]]
    return [head, *lines] if lines else []


def _last_rows(view: View, width: int, *, beside: int) -> list[Line]:
    """How the last lot ended; its sealed bids, each with the mark of a check.

    Args:
        view: Who sees it.
        width: Cells a row.
        beside: Cells of the first row that are left free.
    """
    last = view.story.last
    if last is None:
        return [(("", _("nothing was offered yet")),)]
    told = wrapped(_ending_of(view, last), width, indent=2, beside=beside)
    return [*((("class:log.sold", row),) for row in told), *_bids_rows(view, width)]


def _ending_of(view: View, last: LotSold | LotUnsold) -> str:
    lot = lot_name(last.lot)
    if isinstance(last, LotUnsold):
        return _unsold(last).format(lot=lot)
    buyer = view.who(last.buyer)
    if not last.price:
        return _("{lot}: free to {buyer}").format(lot=lot, buyer=buyer)
    payees = [view.who(seat) for seat, paid in enumerate(last.paid) if paid]
    if sum(last.paid) < last.price:
        payees.append(_("the bank"))
    return _("{lot}: to {buyer} for {price}, paid to {payees}").format(
        lot=lot, buyer=buyer, price=money(last.price), payees=listed(payees)
    )


def _unsold(last: LotUnsold) -> str:
    if not last.is_fifth:
        return _("{lot}: unsold")
    if len(last.lot) > 1:
        return _("{lot}: with the fifth, unsold")
    return _("{lot}: the fifth, unsold")


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


def _round_rows(view: View, fact: RoundEnded, width: int) -> list[list[Line]]:
    """What ended the round, the ranking, what the bank paid: in full, and shorter."""
    last, beside = view.story.last, width - room_beside_clock(view, width)
    ended = "" if last is None else _ending_of(view, last)
    top: list[Line] = [
        (("class:log.sold", row),)
        for row in wrapped(ended, width, indent=2, beside=beside)
    ]
    earned = listed(f"{view.who(i)} {money(e)}" for i, e in enumerate(fact.earned))
    text = _("the bank paid: {earned}").format(earned=earned)
    paid: list[Line] = [(("", row),) for row in wrapped(text, width, indent=3)]
    nobody: list[Line] = [(("", _("nobody is ranked")),)]
    return [
        [*top, *(columns_of(ranked, width) or nobody), *paid]
        for ranked in (_ranked(fact, is_named=True), _ranked(fact, is_named=False))
    ]


def _ranked(fact: RoundEnded, *, is_named: bool) -> list[Line]:
    """The ranking with its values; the artists by letter alone where names are long."""
    return [
        (
            ("", f"{rank_name(rank)} "),
            artist_chip(artist),
            ("class:title", f" {artist_name(artist)}" * is_named),
            ("class:title", f" {money(fact.values[artist])}"),
        )
        for rank, artist in enumerate(fact.ranking)
    ]

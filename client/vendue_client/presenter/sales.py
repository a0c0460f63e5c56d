"""The sales of the game: who got what from whom, and what it brought or would bring."""

from __future__ import annotations

from collections.abc import Sequence

from vendue_client.language import _
from vendue_client.wording.words import artist_name, money
from vendue_shared.happened import LotSold
from vendue_shared.money import Money
from vendue_shared.paintings import ARTIST_OF
from vendue_shared.scoring import worth

from .cells import Fragment, Line, ends, fit, right_in, short, width_of
from .frames import Pane
from .history import Sale
from .view import LEAST_NAME, View, artist_chip

_LOT = 12
"""Cells of a lot: a letter, a name, and how many."""
_MONEY = 20
"""Cells of what it brought, and of what it is worth."""


def sales_pane(view: View, width: int, rows: int) -> Pane:
    """The newest sales that fit, oldest first, with a line at each new round."""
    title = (
        ("class:title", _("SALES")),
        ("class:head", "  " + _("price, and worth now")),
    )
    newest = view.story.sales[-rows:] if rows else []
    lines: list[Line] = []
    number = 0
    for sale in newest:
        if sale.round != number:
            number = sale.round
            head = _("Round {number}").format(number=number)
            lines.append((("class:head", " " + head),))
        lines.append(sale_line(view, sale, width))
    return Pane(title, [*lines[-rows:], *[()] * (rows - len(lines))])


def sales_head(view: View, text: str, width: int) -> Line:
    """What stands above rows of `sale_line`: a text, and what the two amounts are."""
    amounts = f"{right_in(_('price'), 8)}   {right_in(_('worth'), 8)} "
    return ends((("class:head", text),), (("class:head", amounts),), width, view.glyphs)


def sale_line(view: View, sale: Sale, width: int) -> Line:
    """One sale: the lot, from whom to whom, the price, what the bank pays for it."""
    fact = sale.fact
    way = _way(view, fact, width - _LOT - _MONEY - 3)
    price = money(fact.price) if fact.price else _("free")
    value = money(value_of(view, sale))
    left: Sequence[Fragment] = (
        ("", " "),
        *fit(_lot(fact), _LOT, view.glyphs),
        ("", f" {way}"),
    )
    right: Sequence[Fragment] = (
        ("class:money", right_in(price, 8)),
        ("", f"   {value:>8} "),
    )
    return ends(left, right, width, view.glyphs)


def _way(view: View, fact: LotSold, room: int) -> str:
    """From whom to whom, with both names shortened so that the money has its cells."""
    if fact.buyer == fact.auctioneer == view.me:
        return _("you keep")
    if fact.buyer == fact.auctioneer:
        text = _("{name} keeps")
        cells = max(LEAST_NAME, room - width_of(text.format(name="")))
        return text.format(name=short(view.who(fact.buyer), cells, view.glyphs))
    names, between = [view.who(fact.auctioneer), view.who(fact.buyer)], " > "
    if width_of(between.join(names)) > room:
        cells = max(LEAST_NAME, (room - width_of(between)) // 2)
        names = [short(name, cells, view.glyphs) for name in names]
    return between.join(names)


def _lot(fact: LotSold) -> Line:
    artist = ARTIST_OF[fact.lot[0]]
    times = f" x{len(fact.lot)}" if len(fact.lot) > 1 else ""
    return (artist_chip(artist), ("", f" {artist_name(artist)}{times}"))


def value_of(view: View, sale: Sale) -> Money:
    """What the bank paid for a lot, or would pay if the round ended now."""
    ended = [f for f in view.participant.rounds if f.number == sale.round]
    values = ended[0].values if ended else view.values
    return worth(sale.fact.lot, values)

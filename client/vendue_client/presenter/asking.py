"""What is said where one seat after the other is asked: price, double, flip."""

from __future__ import annotations

from vendue_client.language import _, ngettext
from vendue_client.words import artist_name, money
from vendue_shared.double import Doubling
from vendue_shared.fixed_price import Asking, Pricing
from vendue_shared.paintings import ARTIST_OF
from vendue_shared.seats import clockwise_from, left_of
from vendue_shared.turn import Flipping

from .bidding import strip
from .cells import Line
from .view import View


def price_rows(view: View, phase: Pricing | Asking, width: int) -> list[Line]:
    """The price, who was asked, and who must take it in the end."""
    auctioneer = view.position.auctioneer
    name = view.who(auctioneer)
    if isinstance(phase, Pricing):
        text = _("{name} names the price").format(name=name)
        if auctioneer == view.me:
            text = _("you name the price")
        return [(("class:title", text),)]
    first = left_of(auctioneer, view.position.seats)
    order = list(clockwise_from(first, view.position.seats))
    must = _("if all pass, {name} must take it").format(name=name)
    if auctioneer == view.me:
        must = _("if all pass, you must take it")
    return [
        (("", _("PRICE") + "  "), ("class:bid.highest", money(phase.price))),
        *strip(view, order, width, asked=phase.asked),
        (("", must),),
    ]


def doubling_rows(view: View, phase: Doubling, width: int) -> list[Line]:
    """Who was asked for a second painting, and what happens if nobody adds one."""
    position = view.position
    artist = artist_name(ARTIST_OF[position.lot[0]])
    order = clockwise_from(position.opener, position.seats)
    asked = [seat for seat in order if _is_in_order(view, seat)]
    free = _("if nobody adds, it is free to {name}")
    return [
        (("class:title", _("a second {artist}?").format(artist=artist)),),
        *strip(view, asked, width, asked=phase.asked),
        (("", free.format(name=view.who(position.opener))),),
    ]


def _is_in_order(view: View, seat: int) -> bool:
    """Whoever has an empty hand is not asked."""
    return view.position.hand_sizes[seat] > 0


def flipping_rows(view: View, phase: Flipping) -> list[Line]:
    """Who may flip, and how many paintings the mystery hand still has."""
    left = view.position.mystery
    rest = ngettext(
        "the mystery hand has {count} painting",
        "the mystery hand has {count} paintings",
        left,
    )
    text = _("{name} may flip a painting").format(name=view.name(phase.asked))
    if phase.asked == view.me:
        text = _("you may flip a painting")
    return [
        (("class:title", text),),
        (("", rest.format(count=left)),),
    ]

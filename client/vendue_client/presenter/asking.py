"""What is said where one seat after the other is asked: price, double, flip."""

from __future__ import annotations

from vendue_client.language import _, ngettext
from vendue_client.wording.unsold_words import second_ends
from vendue_client.wording.words import artist_name, money
from vendue_shared.paintings import ARTIST_OF
from vendue_shared.phases.double import Doubling
from vendue_shared.phases.fixed_price import Asking, Pricing
from vendue_shared.phases.turn import Flipping
from vendue_shared.seats import clockwise_from, left_of

from .bidding import Telling, strip
from .cells import Line, short, width_of
from .clock import room_beside_clock
from .view import LEAST_NAME, View


def price_telling(view: View, phase: Pricing | Asking, width: int) -> Telling:
    """The price and who was asked, then who must take it in the end."""
    auctioneer = view.position.auctioneer
    name, is_own = view.who(auctioneer), auctioneer == view.me
    if isinstance(phase, Pricing):
        text = _("{name} names the price")
        title = _("you name the price") if is_own else _in_row(view, text, name, width)
        return Telling([(("class:title", title),)], [])
    left = left_of(auctioneer, view.position.seats)
    order = clockwise_from(left, view.position.seats)
    price = (("", _("PRICE") + "  "), ("class:bid.highest", money(phase.price)))
    must = _("if all pass, {name} must take it")
    if is_own:
        must = _("if all pass, you must take it")
    return Telling(
        [price, *strip(view, order, width, asked=phase.asked)],
        [(("", must.format(name=name)),)],
    )


def doubling_telling(view: View, phase: Doubling, width: int) -> Telling:
    """Who was asked for a second painting, then what happens if nobody adds one."""
    position = view.position
    artist = artist_name(ARTIST_OF[position.lot[0]])
    order = clockwise_from(position.opener, position.seats)
    asked = [seat for seat in order if _is_in_order(view, seat)]
    question = (("class:title", _("a second {artist}?").format(artist=artist)),)
    free = _("if nobody adds, it is free to {name}")
    ends = second_ends(position)
    warning: list[Line] = [(("class:clock.soon", ends),)] if ends else []
    return Telling(
        [question, *strip(view, asked, width, asked=phase.asked), *warning],
        [(("", free.format(name=view.who(position.opener))),)],
    )


def _in_row(view: View, text: str, name: str, width: int) -> str:
    """A text about a name, which is shortened so that the clock keeps its cells."""
    room = room_beside_clock(view, width) - width_of(text.format(name=""))
    return text.format(name=short(name, max(LEAST_NAME, room), view.glyphs))


def _is_in_order(view: View, seat: int) -> bool:
    """Whoever has an empty hand is not asked."""
    return view.position.hand_sizes[seat] > 0


def flipping_rows(view: View, phase: Flipping, width: int) -> list[Line]:
    """Who may flip, and how many paintings the mystery hand still has."""
    left = view.position.mystery
    rest = ngettext(
        "the mystery hand has {count} painting",
        "the mystery hand has {count} paintings",
        left,
    )
    text = _("you may flip a painting")
    if phase.asked != view.me:
        name, text = view.name(phase.asked), _("{name} may flip a painting")
        text = _in_row(view, text, name, width)
    return [
        (("class:title", text),),
        (("", rest.format(count=left)),),
    ]

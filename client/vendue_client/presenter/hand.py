"""The own hand, numbered as one types it, with the own money and wall."""

from __future__ import annotations

from collections.abc import Callable

from vendue_client.language import _, ngettext
from vendue_client.wording.words import artist_name, kind_name, money
from vendue_shared.choices import CanAdd, CanOffer
from vendue_shared.paintings import ARTIST_OF, KIND_OF, Kind, Painting
from vendue_shared.scoring import worth
from vendue_shared.seats import Seat

from .cells import Line, columns_of, line_width
from .frames import Pane
from .players import wall_text
from .view import View, artist_chip

_AIR = 6
"""Cells that a title leaves free: between its parts and before the corner."""


def hand_pane(view: View, me: Seat, width: int, most_rows: int) -> Pane:
    """The hand in columns, in full words where there is room for them.

    Args:
        view: Of a player.
        me: The own seat.
        width: Of the pane, in cells.
        most_rows: Rows from which on short words are taken.
    """
    rows = hand_rows(view, width, most_rows)
    title = (*_title(view), *purse_line(view, me))
    wall = wall_line(view, me)
    if line_width(title) + line_width(wall) + _AIR <= width:
        return Pane((*title, ("", "   "), *wall), rows)
    return Pane(title, [*rows, (("", " "), *wall)])


def _title(view: View) -> Line:
    size = len(view.participant.hand)
    paintings = ngettext("{count} painting", "{count} paintings", size)
    return (
        ("class:title", _("YOUR HAND")),
        ("", "  " + paintings.format(count=size) + "   "),
    )


def purse_line(view: View, me: Seat) -> Line:
    """The own money."""
    purse = money(view.position.purses[me])
    return (("class:title", _("PURSE") + " "), ("class:money", purse))


def wall_line(view: View, me: Seat) -> Line:
    """The own wall, and what it would bring if the round ended now."""
    wall = view.position.walls[me]
    if not wall and view.story.payout is not None:
        paid = money(view.story.payout.earned[me])
        return (("", _("the bank paid you") + " "), ("class:money", paid))
    if not wall:
        return (("class:head", _("your wall is empty")),)
    worth_now = money(worth(wall, view.values))
    text = _("wall {letters}, worth {money} now")
    return (("", text.format(letters=wall_text(wall, 12), money=worth_now)),)


def hand_rows(view: View, width: int, most_rows: int) -> list[Line]:
    """The numbered paintings; what cannot be chosen now is not emphasised.

    In full words where they take no more rows than asked, else in short ones.
    """
    if not view.participant.hand:
        return [(("class:head", " " + _("Your hand is empty.")),)]
    rows = columns_of(_items(view, _in_full), width - 2)
    if len(rows) > most_rows:
        rows = columns_of(_items(view, _in_short), width - 2)
    return [(("", " "), *row) for row in rows]


def _items(view: View, name: Callable[[Painting], Line]) -> list[Line]:
    hand = view.participant.hand
    digits = len(str(len(hand)))
    return [
        _item(view, place, f"{place + 1:>{digits}}", name(painting))
        for place, painting in enumerate(hand)
    ]


def _item(view: View, place: int, number: str, name: Line) -> Line:
    can = can_be_chosen(view, view.participant.hand[place])
    if place == view.state.chosen and can:
        return (
            ("class:hand.chosen", f"{number} "),
            name[0],
            ("class:hand.chosen", name[1][1]),
        )
    return (("class:hand.number" if can else "class:hand.idle", f"{number} "), *name)


def can_be_chosen(view: View, painting: Painting) -> bool:
    """Whether a painting may be offered or added now; any, where none is asked."""
    choices = [
        choice
        for choice in view.participant.choices
        if isinstance(choice, CanOffer | CanAdd)
    ]
    return not choices or any(painting in choice.paintings for choice in choices)


def _in_full(painting: Painting) -> Line:
    artist = ARTIST_OF[painting]
    return (
        artist_chip(artist),
        ("", f" {artist_name(artist)} {kind_name(KIND_OF[painting])}"),
    )


def _in_short(painting: Painting) -> Line:
    style, letter = artist_chip(ARTIST_OF[painting])
    return ((style, letter.strip()), ("", f" {short_kind(KIND_OF[painting])}"))


def short_kind(kind: Kind) -> str:
    """A kind in at most six cells, for a hand that is large."""
    return {
        Kind.OPEN: _("open"),
        Kind.ONCE: _("once"),
        Kind.SEALED: _("sealed"),
        Kind.FIXED: _("fixed"),
        Kind.DOUBLE: _("double"),
    }[kind]


def short_rows(view: View, width: int) -> list[Line]:
    """The hand as close as it can stand."""
    return columns_of(_items(view, _in_short), width)


def chosen_painting(view: View) -> Painting | None:
    """The painting that the arrows point at, while one is asked for."""
    place, hand = view.state.chosen, view.participant.hand
    is_asked = any(isinstance(c, CanOffer | CanAdd) for c in view.participant.choices)
    if place is None or place >= len(hand) or not is_asked:
        return None
    return hand[place] if can_be_chosen(view, hand[place]) else None

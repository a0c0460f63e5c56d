"""The words that sentences are made of: money, paintings, kinds, names, ranks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from vendue_client.language import _
from vendue_protocol.text import clean_line
from vendue_shared.money import Money
from vendue_shared.paintings import ARTIST_OF, KIND_OF, Artist, Kind, Painting
from vendue_shared.seats import Seat

LONGEST_NAME: Final = 5
"""Letters of the longest artist's name; names do not change with the language."""


def money(amount: float) -> str:
    """Write an amount of thousands, or a mean of such, out in dollars.

    Example:
        >>> money(18), money(0), money(1250), money(18.4)
        ('18,000', '0', '1,250,000', '18,400')
    """
    # What stands between thousands: a comma, or a point.
    return f"{round(amount * 1000):,}".replace(",", _(","))


def artist_name(artist: Artist) -> str:
    """The artist's name, the same in every language."""
    return artist.name.title()


def number_of(painting: Painting) -> int:
    """The painting's number among those of its artist, from 1: the one people see.

    Example:
        >>> number_of(Painting(0)), number_of(Painting(69))
        (1, 16)
    """
    return painting - ARTIST_OF.index(ARTIST_OF[painting]) + 1


def painting_name(painting: Painting) -> str:
    """The artist and the number among the artist's paintings.

    Example:
        >>> painting_name(Painting(28))
        'Vetro 4'
    """
    return f"{artist_name(ARTIST_OF[painting])} {number_of(painting)}"


def painting_label(painting: Painting) -> str:
    """Letter, artist and kind, with the kinds of all artists below each other.

    Example:
        >>> painting_label(Painting(25)), painting_label(Painting(24))
        ('V Vetro  open', 'S Sora   double')
    """
    artist = ARTIST_OF[painting]
    name = artist_name(artist).ljust(LONGEST_NAME)
    return f"{artist.code} {name}  {kind_name(KIND_OF[painting])}"


def lot_name(lot: Sequence[Painting]) -> str:
    """The names of a lot's one or two paintings."""
    if len(lot) > 1:
        first, second = map(painting_name, lot)
        return _("{first} and {second}").format(first=first, second=second)
    return painting_name(lot[0])


def kind_name(kind: Kind) -> str:
    """How a painting is auctioned, in one or two words."""
    return {
        Kind.OPEN: _("open"),
        Kind.ONCE: _("once around"),
        Kind.SEALED: _("sealed"),
        Kind.FIXED: _("fixed price"),
        Kind.DOUBLE: _("double"),
    }[kind]


def auction_name(kind: Kind) -> str:
    """The auction that a kind of painting brings."""
    return {
        Kind.OPEN: _("open auction"),
        Kind.ONCE: _("once around"),
        Kind.SEALED: _("sealed auction"),
        Kind.FIXED: _("fixed price"),
        Kind.DOUBLE: _("double"),
    }[kind]


def rank_name(rank: int) -> str:
    """1st, 2nd or 3rd, the rank counted from 0."""
    return (_("1st"), _("2nd"), _("3rd"))[rank]


def seat_name(names: Sequence[str], seat: int, me: Seat | None) -> str:
    """Who sits there: the player's name, or "you".

    Args:
        names: In seat order, as the host told them.
        seat: Whose name; where there is none, the number of the seat is said.
        me: The own seat; `None`: watching.
    """
    if seat == me:
        return _("you")
    if not 0 <= seat < len(names):
        return _("seat {number}").format(number=seat + 1)
    return _clean_name(names[seat])


_clean_name = lru_cache(maxsize=64)(clean_line)
"""A name is said many times in each picture of the table."""


def listed(names: Iterable[str]) -> str:
    """Names in a row, with what stands between them."""
    # What stands between two of a list.
    return _(", ").join(names)


def lower_first(sentence: str) -> str:
    """A sentence as it goes on after a colon."""
    return sentence[:1].lower() + sentence[1:]


def upper_first(sentence: str) -> str:
    """A sentence as it begins after a full stop."""
    return sentence[:1].upper() + sentence[1:]


def money_range(low: Money, high: Money) -> str:
    """Two amounts and all between them; one where they are the same."""
    if low == high:
        return money(low)
    return _("{low} to {high}").format(low=money(low), high=money(high))


class Teller(NamedTuple):
    """Who is told, and how everybody is called."""

    names: Sequence[str]
    """In seat order."""
    me: Seat | None
    """The own seat; `None`: watching."""

    def name(self, seat: int) -> str:
        """Who sits there, or "you"."""
        return seat_name(self.names, seat, self.me)

    def says(self, seat: int, yours: str, others: str, **values: str) -> str:
        """A sentence about a seat: one form for the player, one for all others.

        Args:
            seat: Whom it is about.
            yours: The form that says "you".
            others: The form with a place for `name`.
            values: What else has a place in both.
        """
        if seat == self.me:
            return yours.format(**values)
        return others.format(name=self.name(seat), **values)

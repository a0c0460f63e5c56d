"""The bot of level random: legal moves in a style drawn once a game.

Moves drawn evenly would leave corners of the rules unseen: nobody would run out
of money, or keep doubles for the end. A few habits, mixed anew for each game,
reach them all.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

import msgspec
import msgspec.structs

from vendue_shared.money import Money
from vendue_shared.paintings import ARTIST_OF, Painting, is_double
from vendue_shared.tabletop import FIFTH

from .view import Chance, View

FEW: Final = 4
"""Sealed bids drawn from so few amounts often tie."""

OFF_TASTE: Final = 10
"""How often a seat offers against its taste, in percent."""


class Taste(Enum):
    """Which paintings a seat likes to offer."""

    ANY = "any"
    DOUBLES_FIRST = "doubles first"
    PAIRS_LAST = "doubles and what fits them last"
    MOST_SHOWN = "hunts for the fifth"
    LEAST_SHOWN = "keeps the round going"
    ONE_KIND = "hoards: offers what it has most of last"


LASTING: Final = (Taste.LEAST_SHOWN, Taste.PAIRS_LAST)
"""The tastes that never play a fifth which they can help."""


class Nerve(Enum):
    """How a seat deals with money."""

    EVEN = "any amount up to a third of the purse"
    LEAST = "always the least raise"
    TIMID = "hardly anything"
    WILD = "close to the whole purse"
    NONE = "never a bid"


class Style(msgspec.Struct, frozen=True, kw_only=True):
    """The habits of one seat in one game."""

    taste: Taste
    nerve: Nerve
    speaks: int
    """How often it bids, or buys, where it could, in percent."""
    adds: int
    """How often it adds a second painting, in percent."""
    flips: int
    """How often it turns up a mystery painting, in percent."""


def drawn_style(chance: Chance) -> Style:
    """Draw the habits of one seat for a game."""
    tastes, nerves = tuple(Taste), tuple(Nerve)
    return Style(
        taste=tastes[chance(len(tastes))],
        nerve=nerves[chance(len(nerves))],
        speaks=(30, 50, 70)[chance(3)],
        adds=(0, 50, 100)[chance(3)],
        flips=(0, 50, 100)[chance(3)],
    )


def drawn_styles(seats: int, chance: Chance) -> tuple[Style, ...]:
    """Draw the habits of a whole table, which now and then has some in common.

    A hand that runs out in the third round, or a game without a bid, needs all
    seats: in one game of four all are alike, in two all keep rounds going.
    """
    mood = chance(4)
    common = drawn_style(chance)
    if mood == 0:
        return (common,) * seats
    styles = tuple(drawn_style(chance) for _ in range(seats))
    if mood == 1:
        return styles
    return tuple(
        msgspec.structs.replace(
            style, taste=LASTING[chance(len(LASTING))], flips=common.flips
        )
        for style in styles
    )


class Erratic:
    """A mind that draws its moves.

    Args:
        style: What it likes to draw.
    """

    __slots__ = ("style",)

    def __init__(self, style: Style) -> None:
        self.style = style

    def offer(self, view: View) -> Painting:
        """A painting to its taste; now and then any, unless a round must go on."""
        if self.style.taste not in LASTING and view.happens(OFF_TASTE):
            return view.drawn(view.hand)
        ranks = [self._dislike(view, painting) for painting in view.hand]
        least = min(ranks)
        liked = [p for p, rank in zip(view.hand, ranks, strict=True) if rank == least]
        return view.drawn(liked)

    def _dislike(self, view: View, painting: Painting) -> int:
        shown = view.position.shown
        match self.style.taste:
            case Taste.DOUBLES_FIRST:
                return not is_double(painting)
            case Taste.PAIRS_LAST:
                artist = ARTIST_OF[painting]
                doubles = {ARTIST_OF[other] for other in view.hand if is_double(other)}
                return FIFTH * (artist in doubles) + shown[artist]
            case Taste.MOST_SHOWN:
                return -shown[ARTIST_OF[painting]]
            case Taste.LEAST_SHOWN:
                return shown[ARTIST_OF[painting]]
            case Taste.ONE_KIND:
                artist = ARTIST_OF[painting]
                return sum(ARTIST_OF[other] is artist for other in view.hand)
            case Taste.ANY:
                return 0

    def second(self, view: View, fitting: tuple[Painting, ...]) -> Painting | None:
        """One of them, or none; who keeps rounds going adds no fifth."""
        keeps = self.style.taste in LASTING
        is_fifth = view.position.shown[ARTIST_OF[fitting[0]]] + 1 == FIFTH
        if not view.happens(self.style.adds) or (keeps and is_fifth):
            return None
        return view.drawn(fitting)

    def bid(self, view: View, high: Money) -> Money | None:
        """A raise to its nerve, or a pass."""
        if self.style.nerve is Nerve.NONE or not view.happens(self.style.speaks):
            return None
        room = view.purse - high
        return Money(high + 1 + min(room - 1, self._amount(view, room)))

    def seal(self, view: View) -> Money:
        """An amount to its nerve; often one of a few, so that bids tie."""
        if self.style.nerve is Nerve.NONE:
            return Money(0)
        if self.style.nerve is Nerve.LEAST:
            return Money(min(view.purse, view.chance(FEW)))
        return Money(min(view.purse, self._amount(view, view.purse + 1)))

    def price(self, view: View) -> Money:
        """An amount to its nerve."""
        return self.seal(view)

    def buys(self, view: View, price: Money) -> bool:
        """Now and then; where it never bids, only what costs nothing."""
        if self.style.nerve is Nerve.NONE and price:
            return False
        return view.happens(self.style.speaks)

    def flips(self, view: View) -> bool:
        """Now and then."""
        return view.happens(self.style.flips)

    def _amount(self, view: View, room: int) -> int:
        """0 to about `room`, by nerve."""
        match self.style.nerve:
            case Nerve.LEAST | Nerve.NONE:
                return 0
            case Nerve.TIMID:
                return view.chance(3)
            case Nerve.EVEN:
                return view.chance(room // 3 + 1)
            case Nerve.WILD:
                return room - 1 - view.chance(room // 4 + 1)

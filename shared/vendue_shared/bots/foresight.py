"""What rollouts tell of a lot, an offer, a second painting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from vendue_shared.paintings import ARTIST_OF, ARTISTS, KIND_OF, Kind, Painting
from vendue_shared.seats import Seat, left_of

from .dice import SEEDS, Dice
from .lots import table_value
from .memory import Memory
from .offers import Offering
from .rollouts import Rollout
from .view import View
from .worlds import Outset

GAIN_COUNTS: Final = 0.5
"""What the gain reckoned one lot ahead counts beside the score of the rollouts."""


class Reach(NamedTuple):
    """How many turns rollouts play on."""

    near: int
    """Beyond that chance adds as much noise as the turns tell..."""
    far: int
    """...but what traders do can be foreseen: where all others trade, so many."""

    def turns(self, outset: Outset) -> int:
        """How many from here."""
        return round(self.near + (self.far - self.near) * outset.foreseen)


OF_VALUES: Final = Reach(near=8, far=14)
OF_OFFERS: Final = Reach(near=6, far=10)

OF_WORLD: Final = 6
OF_ROLLOUT: Final = 3
"""What it takes to draw a world, and to begin and end a rollout, in turns played. The
time for a decision is given in turns, so that it is the same whether rounds are long or
short: short ones are tried in more worlds."""

OF_HELD: Final = 1.2
OF_HUNG: Final = 2.0
OF_NONE: Final = 1.0
"""What the table does not know, in thousands a painting: each one held of the lot's
artist, more than of others, and each one on the own wall makes it surer that the artist
is ranked; where there are none it is less than the table says. A regression of what
70,000 lots brought gave the first two."""


class Depth(msgspec.Struct, frozen=True, kw_only=True):
    """How far a bot thinks ahead: what makes one level of another."""

    values: int = 0
    """Turns played in rollouts for the value of a lot; 0: the fitted table alone tells
    it."""
    trust: float = 0.0
    """What part of the value comes from them; the rest from the table. Where the
    others are traders all of it does."""
    heats: tuple[int, ...] = ()
    """Turns played to compare offers, by heat; none: they are reckoned one lot
    ahead."""
    offers: tuple[int, ...] = ()
    """How many of the best offers each heat compares."""
    reckons: bool = False
    """Whether it thinks of others that they may reckon with who is asked a fixed price
    after them."""


def value_of_lot(view: View, memory: Memory, depth: Depth) -> float:
    """The value of the lot on sale, in thousands: what its paintings will bring."""
    position = view.position
    table = table_value(position, memory)
    if not depth.values:
        return table + len(position.lot) * _own_doing(view)
    outset, dice = Outset(view, memory), Dice(view.chance(SEEDS))
    artist, total = ARTIST_OF[position.lot[0]], 0.0
    turns, left, times = OF_VALUES.turns(outset), depth.values, 0
    while left > 0:
        rollout = Rollout(outset, outset.world(dice))
        rollout.play_on(position.auctioneer, turns)
        total += rollout.values()[artist]
        left -= OF_WORLD + OF_ROLLOUT + rollout.played
        times += 1
    mean = len(position.lot) * total / times
    trust = depth.trust + (1 - depth.trust) * outset.foreseen
    return trust * mean + (1 - trust) * table


def _own_doing(view: View) -> float:
    """What a painting of the lot brings more by the seat's own hand and wall."""
    artist, hand = ARTIST_OF[view.position.lot[0]], view.hand
    held = sum(ARTIST_OF[painting] is artist for painting in hand)
    hung = sum(ARTIST_OF[p] is artist for p in view.position.walls[view.seat])
    return OF_HELD * (held - len(hand) / len(ARTISTS)) + OF_HUNG * hung - OF_NONE


def best_offer(
    view: View, memory: Memory, depth: Depth, offerings: Sequence[Offering]
) -> Painting:
    """Of the best few offers, the one whose rounds go on best.

    All are tried in the same worlds; who falls behind is tried no further.

    Args:
        view: Of the auctioneer.
        memory: What is known of the others.
        depth: How many offers, and how long.
        offerings: All of them, the best first by what they gain at once.
    """
    if len(offerings) == 1:
        return offerings[0].painting
    outset, worlds = Outset(view, memory), 0
    dice = Dice(view.chance(SEEDS))
    few = [Tried(offering) for offering in offerings[: depth.offers[0]]]
    turns = OF_OFFERS.turns(outset)
    for count, heat in zip(depth.offers, depth.heats, strict=True):
        few, left = few[:count], heat
        while left > 0:
            world = outset.world(dice)
            worlds += 1
            left -= OF_WORLD
            for tried in few:
                rollout = Rollout(outset, world)
                tried.play(rollout, view.seat, turns)
                left -= OF_ROLLOUT + rollout.played
        few.sort(key=lambda tried: -tried.mean(worlds))
    return few[0].offering.painting


class Tried:
    """An offer, and what it came to in the worlds where it was made."""

    __slots__ = ("_score", "offering")

    def __init__(self, offering: Offering) -> None:
        self.offering = offering
        self._score = 0.0

    def play(self, rollout: Rollout, seat: Seat, turns: int) -> None:
        """Make the offer in one more world, and play so many turns on."""
        painting, second, _ = self.offering
        added = None if second is None else KIND_OF[second]
        last = rollout.offer(seat, ARTIST_OF[painting], KIND_OF[painting], added)
        rollout.play_on(last, turns)
        self._score += rollout.score()

    def mean(self, worlds: int) -> float:
        """What it is good for, after so many worlds, in thousands."""
        return self._score / worlds + GAIN_COUNTS * self.offering.gain


def best_second(
    view: View, memory: Memory, depth: Depth, fitting: Sequence[Painting]
) -> Painting | None:
    """The painting to add to the double on the table; `None`: better none."""
    position, me = view.position, view.seat
    outset, dice = Outset(view, memory), Dice(view.chance(SEEDS))
    by_kind: dict[Kind | None, Painting | None] = {KIND_OF[p]: p for p in fitting}
    by_kind[None] = None
    artist, opener = ARTIST_OF[fitting[0]], position.opener
    scores = dict.fromkeys(by_kind, 0.0)
    turns, left = OF_OFFERS.turns(outset), sum(depth.heats)
    while left > 0:
        world = outset.world(dice)
        left -= OF_WORLD
        for kind in scores:
            rollout = Rollout(outset, world)
            if kind is None:
                left = left_of(me, position.seats)
                last = rollout.ask(opener, left, artist)
            else:
                last = rollout.add(opener, me, artist, kind)
            rollout.play_on(last, turns)
            scores[kind] += rollout.score()
            left -= OF_ROLLOUT + rollout.played
    return by_kind[max(scores, key=lambda kind: scores[kind])]

"""What rollouts tell of a lot, an offer, a second painting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

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

VALUE_TURNS: Final = 8
OFFER_TURNS: Final = 6
"""How far rollouts go. Beyond that chance adds as much noise as the turns tell..."""

FAR: Final = 10
FEW: Final = 0.6
"""...but of traders it can be foreseen what they do: where all others trade rollouts go
so far, and this part of them does."""

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
    """Rollouts for the value of a lot; 0: the fitted table alone tells it."""
    trust: float = 0.0
    """What part of the value comes from them; the rest from the table. Where the
    others are traders all of it does."""
    worlds: tuple[int, ...] = ()
    """Worlds in which offers are compared, by heat; none: they are reckoned one lot
    ahead."""
    reckons: bool = False
    """Whether it thinks of others that they may reckon with who is asked a fixed price
    after them."""
    offers: tuple[int, ...] = ()
    """How many of the best offers each heat compares."""


def value_of_lot(view: View, memory: Memory, depth: Depth) -> float:
    """The value of the lot on sale, in thousands: what its paintings will bring."""
    position = view.position
    table = table_value(position, memory)
    if not depth.values:
        return table + len(position.lot) * _own_doing(view)
    outset, dice = Outset(view, memory), Dice(view.chance(SEEDS))
    artist, total = ARTIST_OF[position.lot[0]], 0.0
    turns, times = _turns(VALUE_TURNS, outset), _times(depth.values, outset)
    for _ in range(times):
        rollout = Rollout(outset, outset.world(dice))
        rollout.play_on(position.auctioneer, turns)
        total += rollout.values()[artist]
    mean = len(position.lot) * total / times
    trust = depth.trust + (1 - depth.trust) * outset.foreseen
    return trust * mean + (1 - trust) * table


def _turns(turns: int, outset: Outset) -> int:
    """How far rollouts go: farther the more of the others trade."""
    return round(turns + (FAR - turns) * outset.foreseen)


def _times(times: int, outset: Outset) -> int:
    """How many of them: fewer the more of the others trade."""
    return round(times * (1 + (FEW - 1) * outset.foreseen))


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
        depth: How many offers in how many worlds.
        offerings: All of them, the best first by what they gain at once.
    """
    outset, worlds = Outset(view, memory), 0
    dice = Dice(view.chance(SEEDS))
    turns = _turns(OFFER_TURNS, outset)
    few = [Tried(offering) for offering in offerings[: depth.offers[0]]]
    for count, more in zip(depth.offers, depth.worlds, strict=True):
        few = few[:count]
        if len(few) == 1:
            break
        times = _times(more, outset)
        worlds += times
        for _ in range(times):
            world = outset.world(dice)
            for tried in few:
                tried.play(Rollout(outset, world), view.seat, turns)
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
    turns = _turns(OFFER_TURNS, outset)
    for _ in range(_times(sum(depth.worlds), outset)):
        world = outset.world(dice)
        for kind in scores:
            rollout = Rollout(outset, world)
            if kind is None:
                left = left_of(me, position.seats)
                last = rollout.ask(opener, left, artist)
            else:
                last = rollout.add(opener, me, artist, kind)
            rollout.play_on(last, turns)
            scores[kind] += rollout.score()
    return by_kind[max(scores, key=lambda kind: scores[kind])]

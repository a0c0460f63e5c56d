"""What rollouts tell of a lot, an offer, a second painting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from vendue_shared.paintings import ARTIST_OF, ARTISTS, KIND_OF, Kind, Painting
from vendue_shared.seats import left_of

from .lots import table_value
from .memory import Memory
from .offers import Offering
from .rollouts import Rollout
from .view import View
from .worlds import SEEDS, Dice, Outset

GAIN_COUNTS: Final = 0.5
"""What the gain reckoned one lot ahead counts beside the score of the rollouts."""


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
    """What part of the value comes from them; the rest from the table."""
    worlds: int = 0
    """Worlds in which offers are compared; 0: they are reckoned one lot ahead."""
    offers: int = 5
    """How many of the best offers are compared."""
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
    artist, total = ARTIST_OF[position.lot[0]], 0
    for _ in range(depth.values):
        rollout = Rollout(outset, outset.world(dice))
        rollout.play_on(position.auctioneer)
        total += outset.scale.final(rollout.code)[artist]
    mean = len(position.lot) * total / depth.values
    return depth.trust * mean + (1 - depth.trust) * table


def _own_doing(view: View) -> float:
    """What a painting of the lot brings more by the seat's own hand and wall."""
    artist, hand = ARTIST_OF[view.position.lot[0]], view.hand
    held = sum(ARTIST_OF[painting] is artist for painting in hand)
    hung = sum(ARTIST_OF[p] is artist for p in view.position.walls[view.seat])
    return OF_HELD * (held - len(hand) / len(ARTISTS)) + OF_HUNG * hung - OF_NONE


def best_offer(
    view: View, memory: Memory, depth: Depth, offerings: Sequence[Offering]
) -> Painting:
    """Of the best few offers, the one whose rounds end best.

    Args:
        view: Of the auctioneer.
        memory: What is known of the others.
        depth: How many offers in how many worlds.
        offerings: All of them, the best first by what they gain at once.
    """
    few = offerings[: depth.offers]
    if len(few) == 1:
        return few[0].painting
    outset, dice = Outset(view, memory), Dice(view.chance(SEEDS))
    scores = [GAIN_COUNTS * depth.worlds * offering.gain for offering in few]
    for _ in range(depth.worlds):
        world = outset.world(dice)
        for at, (painting, second, _) in enumerate(few):
            rollout = Rollout(outset, world)
            artist, kind = ARTIST_OF[painting], KIND_OF[painting]
            added = None if second is None else KIND_OF[second]
            rollout.play_on(rollout.offer(view.seat, artist, kind, added))
            scores[at] += rollout.score()
    return few[scores.index(max(scores))].painting


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
    for _ in range(depth.worlds):
        world = outset.world(dice)
        for kind in scores:
            rollout = Rollout(outset, world)
            if kind is None:
                left = left_of(me, position.seats)
                last = rollout.ask(opener, left, artist)
            else:
                last = rollout.add(opener, me, artist, kind)
            rollout.play_on(last)
            scores[kind] += rollout.score()
    return by_kind[max(scores, key=lambda kind: scores[kind])]

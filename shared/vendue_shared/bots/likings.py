"""What is liked as an offer: by one rule, which players follow in their own ways.

Whoever offers is taken to choose what gains most: what is counted on for the lot, and
how far the own wall then rises against the others', less what the painting would bring
later.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import sub
from typing import Final, NamedTuple, TypeAlias

from vendue_shared.paintings import ARTISTS, Kind
from vendue_shared.tabletop import FIFTH

from .dice import STEP
from .standard import Manner
from .value import ONE, Scale, counts_of

DOUBLE: Final = int(Kind.DOUBLE)

KINDS: Final = len(Kind)

FACES: Final = KINDS * len(ARTISTS)
"""A painting is, by its artist and its kind, one of so many."""

FACE: Final = tuple(divmod(face, KINDS) for face in range(FACES))
"""The artist and the kind of a face."""

KEPT: Final = 0.7
KEPT_MORE: Final = 38
"""A painting kept for a later round is worth this part of its artist's chips and so
many thousands: without it a bot spends two paintings where one would do as well."""

HELD: Final = 0.5
"""What a painting in the hand counts for, of one on the wall: it is sold for more
where its artist rises."""

LONE: Final = 0.3
"""What is counted on for a double offered alone, of its value: others add to it."""

COUNTS_ON: Final = tuple(part / 100 for part in Manner().counts_on)
"""What part of its worth a trader counts on for a lot, by kind."""

NEVER: Final = 1e6
"""How many thousands a trader would want for ending a round."""


class Way(NamedTuple):
    """A way of following the rule."""

    looks: bool
    """Whether it goes by what artists look to be worth, or by what they bring on
    average."""
    held: float
    """What a painting in the hand counts for, of one on the wall."""
    kept: float
    kept_more: float
    """What a painting would bring later: this part of its artist's chips, and so many
    thousands; in the last round nothing."""
    ends: bool
    """Whether it ends a round where that gains most, or only if it must."""
    strays: float
    """How far it strays from the rule, for us: it counts on so much more, at most, of
    a lot's worth."""


TRADES: Final = Way(
    looks=True, held=0.0, kept=0.0, kept_more=0.0, ends=False, strays=0.02
)
"""A trader's."""

THINKS: Final = Way(
    looks=False,
    held=HELD,
    kept=KEPT,
    kept_more=KEPT_MORE,
    ends=True,
    strays=0.2,
)
"""That of everybody else: `expert` does so."""

PLANS: Final = THINKS._replace(kept=0.4, kept_more=28)
"""That of the seat that thinks rounds on, of itself."""

Stack: TypeAlias = list[tuple[float, int]]
"""One artist's paintings in one hand, the best liked last: what part of its worth is
counted on for it, and the kind."""


class Prospect(NamedTuple):
    """What the next painting of each artist comes to with some counts.

    All in thousands, in board order.
    """

    worths: tuple[float, ...]
    """What it is worth itself; nothing if it ends the round, unsold."""
    changes: tuple[tuple[float, ...], ...]
    """By how much more, or less, each artist is then worth."""
    costs: tuple[float, ...]
    """What it would bring later."""
    pairs: tuple[bool, ...]
    """Whether a pair would be sold."""


class Taste:
    """What is liked in one round by those who follow the rule in one way.

    Args:
        way: Which.
        scale: Of the round.
        is_last: Whether it is the last one, after which nothing is worth anything.
    """

    __slots__ = ("_kept", "_prospects", "_scale", "way")

    def __init__(self, way: Way, scale: Scale, *, is_last: bool) -> None:
        self.way, self._scale = way, scale
        self._kept = 0.0 if is_last else way.kept
        self._prospects: dict[int, Prospect] = {}

    def kept(self, sums: Sequence[int]) -> tuple[float, ...]:
        """What a painting of each artist is worth in a hand after the round.

        Args:
            sums: All chips of each artist by then.
        """
        return tuple(self._kept * (chips + self.way.kept_more) for chips in sums)

    def prospect(self, code: int) -> Prospect:
        """What the next painting comes to; remembered."""
        found = self._prospects.get(code)
        if found is None:
            found = self._prospects[code] = self._reckoned(code)
        return found

    def _reckoned(self, code: int) -> Prospect:
        scale = self._scale
        measure = scale.plain if self.way.looks else scale.fitted
        now, shown, costs = measure(code), counts_of(code), self.kept(scale.sums)
        thens: list[Sequence[float]] = [
            measure(code + one)
            if count + 1 < FIFTH
            else scale.final(code + one * scale.options.count_unsold)
            for one, count in zip(ONE, shown, strict=True)
        ]
        is_sold = [count + 1 < FIFTH for count in shown]
        dear = 0.0 if self.way.ends else NEVER
        return Prospect(
            tuple(then[at] * is_sold[at] for at, then in enumerate(thens)),
            tuple(tuple(map(sub, then, now)) for then in thens),
            tuple(cost + dear * (not is_sold[at]) for at, cost in enumerate(costs)),
            tuple(count + 2 < FIFTH for count in shown),
        )


@lru_cache(maxsize=16)
def taste_of(way: Way, scale: Scale, *, is_last: bool) -> Taste:
    """The taste of a round; one for all that is thought in it."""
    return Taste(way, scale, is_last=is_last)


def face_of(artist: int, kind: int) -> int:
    """The number of an artist and a kind, 0 to FACES - 1."""
    return artist * KINDS + kind


def stacks_of(
    hand: Iterable[tuple[int, int]], counts_on: Sequence[float], strays: float
) -> list[Stack]:
    """A hand by artist.

    Args:
        hand: Dice and faces, in any order.
        counts_on: What part of its worth is counted on for a lot, by kind.
        strays: How much more it is at most, by chance.
    """
    stacks: list[Stack] = [[] for _ in ARTISTS]
    each = strays * STEP
    for die, face in hand:
        artist, kind = FACE[face]
        stacks[artist].append((counts_on[kind] + each * die, kind))
    for stack in stacks:
        stack.sort()
    return stacks

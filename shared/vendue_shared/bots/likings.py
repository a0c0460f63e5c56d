"""What is liked as an offer, in rollouts: the numbers, and a hand in their order."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from operator import sub
from typing import Final, NamedTuple, TypeAlias

from vendue_shared.paintings import ARTISTS, Kind
from vendue_shared.tabletop import FIFTH

from .dice import STEP
from .hands import FACES, KINDS, PARTS
from .value import ONE, Scale, counts_of, slots_of, slotted

LIKES_WORTH: Final = 0.25
LIKES_SHOWN: Final = 5.0
"""What makes a painting liked as an offer: what its artist looks to be worth, and each
one shown..."""

LIKES_OWN: Final = 5.0
LIKES_MANY: Final = 3.0
"""...each one of its artist on the own wall, and in the hand..."""

LIKING: Final = 110.0
OWN_LIKING: Final = 75.0
"""...and chance: from nothing up to this; for the seat that thinks not quite as far."""

SHY: Final = 30.0
"""How much less a fifth is liked that ends the round..."""

THRIFTY: Final = 120.0
"""...and by a seat that ends none if it can help it, whatever it gains."""

ENDS_GAIN: Final = 1.0
"""How much more a fifth is liked for each thousand that the end of the round gains."""

KEPT: Final = 0.4
KEPT_MORE: Final = 28
"""What a painting is worth that is left in the hand, but in the last round: this part
of its artist's chips by then, and so many thousands."""

EMPTY: Final = -1e9
"""How much an artist is liked of whom there is nothing to offer."""

AVOIDED: Final = 1e6
"""How much less a trader likes a fifth."""

TIES: Final = 0.02
"""What a trader gets the same for it offers by chance: it counts on so much more, or
less, of a lot's worth."""

DOUBLE: Final = int(Kind.DOUBLE)

FACE: Final = tuple(divmod(face, KINDS) for face in range(FACES))
"""The artist and the kind of a face."""

Stack: TypeAlias = list[tuple[float, int]]
"""One artist's paintings in one hand, the best liked last: how much, and the kind. A
trader's are liked by what part of their worth it counts on."""

Changes: TypeAlias = tuple[tuple[int, tuple[float, ...]], ...]
"""What some artists' next painting changes: the artist, and by how much more, or less,
each artist is then worth, in board order."""


class Taken(NamedTuple):
    """How the artists are taken with some counts, all in board order."""

    plain: tuple[int, ...]
    """What each looks to be worth, in thousands."""
    fitted: tuple[float, ...]
    """What it brings on average."""
    liked: tuple[float, ...]
    """How much it is liked as an offer by who does not trade."""
    ends: Changes
    """The end of the round by those of whom four are shown."""


class Traded(NamedTuple):
    """What is liked with some counts by a trader."""

    worths: tuple[int, ...]
    """What the next painting of each artist looks to be worth."""
    rises: Changes
    """By those whose next painting changes what any artist looks to be worth."""
    fours: tuple[int, ...]
    """Those of whom four are shown."""


class Tastes:
    """What is liked in one round, kept by its counts."""

    __slots__ = ("_kept", "_liked", "_scale", "_taken", "_traded")

    def __init__(self, scale: Scale) -> None:
        self._scale = scale
        self._liked = slotted(
            lambda artist, rank, count: (
                LIKES_WORTH * scale.plain_of(artist, rank) + LIKES_SHOWN * count
            )
        )
        self._taken: dict[int, Taken] = {}
        self._traded: dict[int, Traded] = {}
        self._kept: dict[int, list[float]] = {}

    def taken(self, code: int) -> Taken:
        """How the artists are taken with these counts."""
        found = self._taken.get(code)
        if found is None:
            scale, fitted = self._scale, self._scale.fitted(code)
            ended = scale.options.count_unsold
            found = self._taken[code] = Taken(
                scale.plain(code),
                fitted,
                tuple(map(self._liked.__getitem__, slots_of(code))),
                tuple(
                    (at, tuple(map(sub, scale.final(code + ended * ONE[at]), fitted)))
                    for at in _fours(code)
                ),
            )
        return found

    def traded(self, code: int) -> Traded:
        """What is liked with these counts by a trader."""
        found = self._traded.get(code)
        if found is None:
            now = self._scale.plain(code)
            thens = [self._scale.plain(code + one) for one in ONE]
            found = self._traded[code] = Traded(
                tuple(then[artist] for artist, then in enumerate(thens)),
                tuple(
                    (artist, tuple(map(sub, then, now)))
                    for artist, then in enumerate(thens)
                    if then != now
                ),
                _fours(code),
            )
        return found

    def kept(self, code: int) -> list[float]:
        """What a painting of each artist is worth in a hand after the round."""
        found = self._kept.get(code)
        if found is None:
            sums = self._scale.sums_after(code)
            found = self._kept[code] = [KEPT * (chips + KEPT_MORE) for chips in sums]
        return found


@lru_cache(maxsize=16)
def tastes_of(scale: Scale) -> Tastes:
    """The tastes of a round; one for all that is thought in it."""
    return Tastes(scale)


@cache
def _fours(code: int) -> tuple[int, ...]:
    counts = enumerate(counts_of(code))
    return tuple(artist for artist, count in counts if count == FIFTH - 1)


def liked_stacks(hand: Iterable[tuple[int, int]], most: float) -> list[Stack]:
    """A hand by artist, each painting liked by chance.

    Args:
        hand: Dice, the lowest first, and faces in any order.
        most: How far chance goes.
    """
    stacks: list[Stack] = [[] for _ in ARTISTS]
    each = most * STEP
    for die, face in hand:
        artist, kind = FACE[face]
        stack = stacks[artist]
        stack.append((each * die + LIKES_MANY * len(stack), kind))
    return stacks


def traded_stacks(hand: Iterable[tuple[int, int]]) -> list[Stack]:
    """A trader's hand by artist.

    Args:
        hand: Dice and faces, in any order.
    """
    stacks: list[Stack] = [[] for _ in ARTISTS]
    for die, face in hand:
        artist, kind = FACE[face]
        stacks[artist].append((PARTS[kind] + TIES * STEP * die, kind))
    for stack in stacks:
        stack.sort()
        # A double is sold with the best of the others; alone it is liked least.
        if stack and stack[0][1] == DOUBLE != stack[-1][1]:
            stack.append((2 * stack[-1][0], stack.pop(0)[1]))
    return stacks

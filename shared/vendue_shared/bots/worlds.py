"""Worlds: what is hidden, drawn in a way that fits all that a seat has seen."""

from __future__ import annotations

from math import exp
from typing import Final

from vendue_shared.options import DoubleProceeds
from vendue_shared.paintings import ARTIST_OF, KIND_OF, PAINTINGS
from vendue_shared.shares import ROUNDS

from .beliefs import Word
from .memory import Memory
from .offers import owned_by
from .value import code_of
from .view import View

Stack = list[tuple[float, int]]
"""One artist's paintings in one hand, the best liked last: how much, and the kind."""

LIKING: Final = 90.0
"""Others like a painting by chance, from nothing up to this..."""

OWN_LIKING: Final = 60.0
"""...and so does this seat itself, not quite as far."""

SHY: Final = 25.0
"""How much less a fifth is liked that ends the round..."""

THRIFTY: Final = 120.0
"""...and by a seat that ends none if it can help it."""

OWN_PARTS: Final = (1.0, 0.85, 0.8)
"""How far this seat is taken to go itself, by word; the own lot by its price."""

SEEDS: Final = 2**31
"""A world's dice have so many states."""


FACES: Final = tuple((int(ARTIST_OF[p]), int(KIND_OF[p])) for p in PAINTINGS)
"""All of a painting that counts, by number: its artist and its kind."""


class Dice:
    """Fast even draws, from a state that the chance handed in has drawn.

    A linear congruence: its draws must be neither secret nor perfect, but a world
    takes a hundred of them.
    """

    __slots__ = ("_state",)

    def __init__(self, state: int) -> None:
        self._state = state

    def places(self, count: int, draws: int) -> list[int]:
        """Whole numbers, each below a count that is one less every time."""
        state, found = self._state, []
        for left in range(count, count - draws, -1):
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            found.append((state >> 8) * left >> 23)
        self._state = state
        return found

    def parts(self, draws: int, most: float) -> list[float]:
        """Numbers from 0 to below this."""
        state, found, step = self._state, [], most / SEEDS
        for _ in range(draws):
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            found.append(state * step)
        self._state = state
        return found


class World:
    """One way in which what is hidden may lie, and what everybody feels like."""

    __slots__ = ("hands", "pile", "shy")

    def __init__(
        self, hands: list[list[Stack]], pile: list[int], shy: list[float]
    ) -> None:
        self.hands = hands
        """By seat and artist."""
        self.pile = pile
        """The artists of the mystery hand, the next to be flipped last."""
        self.shy = shy
        """By seat, how much less it likes to play a fifth."""


class Outset:
    """Where all rounds begin that are played on from one decision.

    Plain lists and numbers, so that they are copied quickly. A lot on sale is
    nobody's yet; a double on the table counts as shown.
    """

    __slots__ = (
        "code", "count_unsold", "hand", "is_last_round", "me", "measures", "money",
        "mystery", "owned", "parts", "scale", "seats", "sizes", "splits", "thrift",
        "unseen",
    )  # fmt: skip

    def __init__(self, view: View, memory: Memory) -> None:
        position, options = view.position, view.position.options
        self.me, self.seats = view.seat, position.seats
        self.hand = [FACES[painting] for painting in view.hand]
        self.scale = memory.scale(position)
        self.code = code_of(position.shown)
        self.owned = owned_by(position)
        self.money = [int(purse) for purse in position.purses]
        self.sizes = list(position.hand_sizes)
        self.sizes[self.me] = len(view.hand)
        self.mystery = position.mystery
        self.splits = options.double_proceeds is DoubleProceeds.SPLIT
        self.count_unsold = options.count_unsold
        self.is_last_round = position.round == ROUNDS
        seen = position.played | sum(1 << painting for painting in view.hand)
        self.unseen = [FACES[p] for p in PAINTINGS if not seen >> p & 1]
        keeps = self.seats / (2 * self.seats - 1)
        players = memory.players[: self.seats]
        parts = [[player.mean(word) for word in Word] for player in players]
        parts[self.me] = [*OWN_PARTS, keeps]
        self.parts = list(zip(*parts, strict=True))
        """By word and seat: what part of the worth each goes up to."""
        self.measures = [player.measure for player in players]
        """By seat: which measure of the worth."""
        self.measures[self.me] = 1
        self.thrift = [1 / (1 + exp(-odds)) for odds in memory.thrift[: self.seats]]
        """By seat: the chance that it ends no round if it can help it."""
        self.thrift[self.me] = 0.0

    def world(self, dice: Dice) -> World:
        """Draw one."""
        unseen, left = self.unseen[:], len(self.unseen)
        hands = []
        for seat, size in enumerate(self.sizes):
            stacks: list[Stack] = [[], [], [], [], []]
            if seat == self.me:
                likings = dice.parts(len(self.hand), OWN_LIKING)
                for (artist, kind), liking in zip(self.hand, likings, strict=True):
                    stacks[artist].append((liking, kind))
            else:
                places = dice.places(left, size)
                for at, liking in zip(places, dice.parts(size, LIKING), strict=True):
                    left -= 1
                    (artist, kind), unseen[at] = unseen[at], unseen[left]
                    stacks[artist].append((liking, kind))
            for stack in stacks:
                if len(stack) > 1:
                    stack.sort()
            hands.append(stacks)
        pile = []
        for at in dice.places(left, self.mystery):
            left -= 1
            (artist, _), unseen[at] = unseen[at], unseen[left]
            pile.append(artist)
        draws = zip(dice.parts(self.seats, 1.0), self.thrift, strict=True)
        shy = [THRIFTY if drawn < odds else SHY for drawn, odds in draws]
        return World(hands, pile, shy)

"""Worlds: what is hidden, drawn in a way that fits all that a seat has seen."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import shake_128
from math import exp
from struct import unpack
from typing import Final, TypeAlias

from vendue_shared.options import DoubleProceeds
from vendue_shared.paintings import ARTIST_OF, KIND_OF, PAINTINGS
from vendue_shared.shares import ROUNDS

from .beliefs import Beliefs, Word
from .memory import WORDS, Memory
from .offers import owned_by
from .value import code_of
from .view import View

Stack: TypeAlias = list[tuple[float, int]]
"""One artist's paintings in one hand, the best liked last: how much, and the kind."""

Draw: TypeAlias = Callable[[], float]
"""Gives the next of some even draws, from 0 to below 1."""

LIKING: Final = 110.0
"""Others like a painting by chance, from nothing up to this..."""

OWN_LIKING: Final = 75.0
"""...and so does this seat itself, not quite as far."""

LIKES_OWN: Final = 5.0
LIKES_MANY: Final = 3.0
"""What makes a painting liked as an offer: each one of its artist on the own wall, and
in the hand."""

EMPTY: Final = -1e9
"""How much an artist is liked of whom there is nothing to offer."""

SHY: Final = 30.0
"""How much less a fifth is liked that ends the round..."""

THRIFTY: Final = 120.0
"""...and by a seat that ends none if it can help it, whatever it gains."""

ZEAL: Final = 0.08
"""Others go so much further, or less far, than is believed of them: this part of it at
most, one way in one world, so that it is not always the same seat that buys."""

OWN_PARTS: Final = (1.0, 0.85, 0.8, 1.0)
"""How far this seat is taken to go itself, by kind; the own lot by its price."""

LEAD: Final = (60.0, 50.0, 40.0, 20.0)
"""By round: who is so many thousands behind another rival counts e times less. Early
all count, at the end the strongest."""

SEEDS: Final = 2**31
"""Dice begin in one of so many states."""

STEP: Final = 2.0**-32
"""Between a draw and the next higher one."""


FACES: Final = tuple((int(ARTIST_OF[p]), int(KIND_OF[p])) for p in PAINTINGS)
"""All of a painting that counts, by number: its artist and its kind."""

Parts: TypeAlias = list[tuple[float, float]]
"""By seat: what part of a lot's worth it goes up to, as it looks and as the table says;
one of the two is 0."""


class Dice:
    """Fast even draws, from a state that the chance handed in has drawn.

    A world takes a hundred of them, so they are thrown together.
    """

    __slots__ = ("_state",)

    def __init__(self, state: int) -> None:
        self._state = state

    def throw(self, draws: int) -> Draw:
        """Throw for so many draws; they are given one by one."""
        self._state += 1
        thrown = shake_128(self._state.to_bytes(8)).digest(4 * draws)
        return iter([face * STEP for face in unpack(f">{draws}I", thrown)]).__next__


class World:
    """One way in which what is hidden may lie, and what everybody feels like."""

    __slots__ = ("biases", "hands", "pile", "shy", "zeal")

    def __init__(
        self,
        hands: list[list[Stack]],
        biases: list[list[float]],
        pile: list[int],
        shy: list[float],
        zeal: list[float],
    ) -> None:
        self.hands = hands
        """By seat and artist."""
        self.biases = biases
        """By seat and artist: how much the best liked painting is liked, but for what
        the round makes of it."""
        self.pile = pile
        """The artists of the mystery hand, the next to be flipped last."""
        self.shy = shy
        """By seat, how much less it likes to play a fifth."""
        self.zeal = zeal
        """By seat, what its ceilings are multiplied by."""


class Outset:
    """Where all rounds begin that are played on from one decision.

    Plain lists and numbers, so that they are copied quickly. A lot on sale is
    nobody's yet; a double on the table counts as shown.
    """

    __slots__ = (
        "code", "count_unsold", "hand", "is_last_round", "keeps", "lead", "me", "money",
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
        self.money = [float(purse) for purse in position.purses]
        self.sizes = list(position.hand_sizes)
        self.sizes[self.me] = len(view.hand)
        self.mystery = position.mystery
        self.splits = options.double_proceeds is DoubleProceeds.SPLIT
        self.count_unsold = options.count_unsold
        self.is_last_round = position.round == ROUNDS
        self.lead = LEAD[position.round - 1]
        seen = position.played | sum(1 << painting for painting in view.hand)
        self.unseen = [FACES[p] for p in PAINTINGS if not seen >> p & 1]
        players = memory.players[: self.seats]
        self.parts = [
            self._parts(players, word, own)
            for word, own in zip(WORDS, OWN_PARTS, strict=True)
        ]
        """By kind."""
        keeps = self.seats / (2 * self.seats - 1)
        self.keeps = self._parts(players, Word.KEEPS, keeps)
        """What part of its own lot's worth each would pay for it."""
        self.thrift = [1 / (1 + exp(-odds)) for odds in memory.thrift[: self.seats]]
        """By seat: the chance that it ends no round if it can help it."""
        self.thrift[self.me] = 0.0

    def _parts(self, players: tuple[Beliefs, ...], word: Word, own: float) -> Parts:
        parts = []
        for player in players:
            part = player.mean(word)
            parts.append((0.0, part) if player.measure else (part, 0.0))
        parts[self.me] = 0.0, own
        return parts

    def world(self, dice: Dice) -> World:
        """Draw one."""
        draw = dice.throw(len(self.unseen) + sum(self.sizes) + 2 * self.seats)
        unseen, at = sorted(self.unseen, key=lambda _: draw()), 0
        hands, biases = [], []
        for seat, size in enumerate(self.sizes):
            if seat == self.me:
                stacks = _stacked(self.hand, OWN_LIKING, draw)
            else:
                stacks = _stacked(unseen[at : at + size], LIKING, draw)
                at += size
            hands.append(stacks)
            pairs = zip(stacks, self.owned[seat], strict=True)
            biases.append(
                [s[-1][0] + LIKES_OWN * own if s else EMPTY for s, own in pairs]
            )
        zeal = [1 - ZEAL + 2 * ZEAL * draw() for _ in hands]
        zeal[self.me] = 1.0
        return World(
            hands,
            biases,
            pile=[artist for artist, _ in unseen[at : at + self.mystery]],
            shy=[THRIFTY if draw() < odds else SHY for odds in self.thrift],
            zeal=zeal,
        )


def _stacked(cards: list[tuple[int, int]], most: float, draw: Draw) -> list[Stack]:
    """A hand, by artist; each painting liked by chance, up to this."""
    stacks: list[Stack] = [[], [], [], [], []]
    for liking, (artist, kind) in sorted([(draw() * most, card) for card in cards]):
        stack = stacks[artist]
        stack.append((liking + LIKES_MANY * len(stack), kind))
    return stacks

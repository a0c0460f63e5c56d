"""Worlds: what is hidden, drawn in a way that fits all that a seat has seen."""

from __future__ import annotations

from math import exp
from operator import mul
from typing import Final, TypeAlias

from vendue_shared.options import DoubleProceeds
from vendue_shared.paintings import ARTIST_OF, KIND_OF, PAINTINGS
from vendue_shared.shares import ROUNDS

from .beliefs import Beliefs, Word
from .dice import STEP, Dice
from .hands import face_of
from .likings import (
    EMPTY,
    FACE,
    LIKES_OWN,
    LIKING,
    OWN_LIKING,
    SHY,
    THRIFTY,
    Stack,
    liked_stacks,
    tastes_of,
    traded_stacks,
)
from .memory import WORDS, Memory
from .value import code_of
from .view import View
from .walls import owned_by

ZEAL: Final = 0.08
"""Others go so much further, or less far, than is believed of them: this part of it at
most, one way in one world, so that it is not always the same seat that buys."""

OWN_PARTS: Final = (1.0, 0.85, 0.8, 1.0)
"""How far this seat is taken to go itself, by kind; the own lot by its price."""

LEAD: Final = (60.0, 50.0, 40.0, 20.0)
"""By round: who is so many thousands behind another rival counts e times less. Early
all count, at the end the strongest."""

FACES: Final = tuple(face_of(ARTIST_OF[p], KIND_OF[p]) for p in PAINTINGS)
"""All of a painting that counts, by number."""

Parts: TypeAlias = list[tuple[float, float]]
"""By seat: what part of a lot's worth it goes up to, as it looks and as the table says;
one of the two is 0."""


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
        the round makes of it; of a trader, what part of its worth it counts on."""
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
        "_ceilings", "_parts", "_strangers", "_traders", "_unlikely", "all_owned",
        "code", "count_unsold", "foreseen", "hand", "is_last_round", "keeps", "lead",
        "left", "me", "money", "mystery", "owned", "scale", "seats", "sizes", "splits",
        "tastes", "thrift", "trades", "unseen",
    )  # fmt: skip

    def __init__(self, view: View, memory: Memory) -> None:
        position, options = view.position, view.position.options
        self.me, self.seats = view.seat, position.seats
        self.hand = [FACES[painting] for painting in view.hand]
        self.scale = memory.scale(position)
        self.tastes = tastes_of(self.scale)
        self.code = code_of(position.shown)
        self.owned = owned_by(position)
        self.all_owned = [sum(counts) for counts in zip(*self.owned, strict=True)]
        """On all walls, by artist."""
        self.money = [float(purse) for purse in position.purses]
        self.sizes = list(position.hand_sizes)
        self.sizes[self.me] = len(view.hand)
        self.left = sum(self.sizes)
        """Paintings in all hands."""
        self.mystery = position.mystery
        self.splits = options.double_proceeds is DoubleProceeds.SPLIT
        self.count_unsold = options.count_unsold
        self.is_last_round = position.round == ROUNDS
        self.lead = LEAD[position.round - 1]
        seen = position.played | sum(1 << painting for painting in view.hand)
        self.unseen = [FACES[p] for p in PAINTINGS if not seen >> p & 1]
        self._believe(memory)

    def _believe(self, memory: Memory) -> None:
        """Take over what is believed of the others."""
        players = memory.players[: self.seats]
        self._parts = [
            self._parts_of(players, word, own)
            for word, own in zip(WORDS, OWN_PARTS, strict=True)
        ]
        keeps = self.seats / (2 * self.seats - 1)
        self.keeps = self._parts_of(players, Word.KEEPS, keeps)
        """What part of its own lot's worth each would pay for it."""
        self._ceilings: dict[tuple[int, float, float], list[float]] = {}
        self.thrift = [1 / (1 + exp(-odds)) for odds in memory.thrift[: self.seats]]
        """By seat: the chance that it ends no round if it can help it."""
        self.thrift[self.me] = 0.0
        self.trades = [player.trades for player in players]
        """By seat: whether it offers as a trader does."""
        self.trades[self.me] = False
        others = [seat for seat in range(self.seats) if seat != self.me]
        self._traders = [seat for seat in others if self.trades[seat]]
        self.foreseen = sum(self.trades) / len(others)
        """What part of the others are traders, 0 to 1."""
        self._strangers = [seat for seat in others if not self.trades[seat]]
        self._unlikely = {
            seat: [1 / odds for odds in memory.hands.odds(seat)]
            for seat in self._traders
        }

    def _parts_of(self, players: tuple[Beliefs, ...], word: Word, own: float) -> Parts:
        parts = []
        for player in players:
            part = player.mean(word)
            parts.append((0.0, part) if player.measure else (part, 0.0))
        parts[self.me] = 0.0, own
        return parts

    def ceilings(self, kind: int, looks: float, brings: float) -> list[float]:
        """How far the seats go for a lot that they do not sell, in thousands.

        Args:
            kind: How it is auctioned; never double.
            looks: What it looks to be worth, in thousands.
            brings: What it brings on average.
        """
        key = kind, looks, brings
        found = self._ceilings.get(key)
        if found is None:
            parts = self._parts[kind]
            found = self._ceilings[key] = [a * looks + b * brings for a, b in parts]
        return found

    def world(self, dice: Dice) -> World:
        """Draw one."""
        hands, pile = self._dealt(dice)
        thrown = dice.throw(self.left + 2 * self.seats)
        drawn, biases, at = [], [], 0
        for seat, hand in enumerate(hands):
            rolls = thrown[at : at + len(hand)]
            at += len(hand)
            if seat == self.me:
                rolled = sorted(zip(rolls, hand, strict=True))
                stacks = liked_stacks(rolled, OWN_LIKING)
            elif self.trades[seat]:
                stacks = traded_stacks(zip(rolls, hand, strict=True))
            else:
                stacks = liked_stacks(zip(sorted(rolls), hand, strict=True), LIKING)
            drawn.append(stacks)
            likes = 0.0 if self.trades[seat] else LIKES_OWN
            pairs = zip(stacks, self.owned[seat], strict=True)
            biases.append([s[-1][0] + likes * own if s else EMPTY for s, own in pairs])
        middle = at + self.seats
        zeal = [1 + ZEAL * (2 * STEP * die - 1) for die in thrown[at:middle]]
        zeal[self.me] = 1.0
        shy = [
            THRIFTY if STEP * die < odds else SHY
            for die, odds in zip(thrown[middle:], self.thrift, strict=True)
        ]
        return World(drawn, biases, pile, shy, zeal)

    def _dealt(self, dice: Dice) -> tuple[list[list[int]], list[int]]:
        """Deal what is unseen: the hands, in any order, and the mystery hand.

        Strangers are dealt by chance, then traders what they hold rather than what
        they passed over.
        """
        thrown = dice.throw(len(self.unseen))
        left = [face for _, face in sorted(zip(thrown, self.unseen, strict=True))]
        hands: list[list[int]] = [[] for _ in self.sizes]
        hands[self.me] = self.hand
        for seat in self._strangers:
            size = self.sizes[seat]
            hands[seat], left = left[:size], left[size:]
        pile = [FACE[face][0] for face in left[: self.mystery]]
        left = left[self.mystery :]
        if self._traders and left:
            turn = thrown[0] % len(self._traders)
            for seat in self._traders[turn:] + self._traders[:turn]:
                unlikely, size = self._unlikely[seat], self.sizes[seat]
                weights = [unlikely[face] for face in left]
                keys = map(mul, dice.throw(len(left)), weights)
                order = sorted(zip(keys, left, strict=True))
                left = [face for _, face in order]
                hands[seat], left = left[:size], left[size:]
        return hands, pile

"""Worlds: what is hidden, drawn in a way that fits all that a seat has seen."""

from __future__ import annotations

from operator import mul
from typing import Final, TypeAlias

from vendue_shared.options import DoubleProceeds
from vendue_shared.paintings import ARTIST_OF, KIND_OF, PAINTINGS
from vendue_shared.shares import ROUNDS

from .beliefs import Beliefs, Word
from .dice import STEP, Dice
from .likings import (
    COUNTS_ON,
    FACE,
    PLANS,
    THINKS,
    TRADES,
    Stack,
    face_of,
    stacks_of,
    taste_of,
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

AMONG_TRADERS: Final = (100.0, 75.0, 52.0, 0.0)
"""By round: what a painting is worth to this seat that is left in its hand (see
`Way.kept_more`) where all others are traders, who pay what it looks to be worth."""

FACES: Final = tuple(face_of(ARTIST_OF[p], KIND_OF[p]) for p in PAINTINGS)
"""All of a painting that counts, by number."""

Parts: TypeAlias = list[tuple[float, float]]
"""By seat: what part of a lot's worth it goes up to, as it looks and as the table says;
one of the two is 0."""


class World:
    """One way in which what is hidden may lie, and what everybody feels like."""

    __slots__ = ("hands", "pile", "zeal")

    def __init__(
        self, hands: list[list[Stack]], pile: list[int], zeal: list[float]
    ) -> None:
        self.hands = hands
        """By seat and artist."""
        self.pile = pile
        """The artists of the mystery hand, the next to be flipped last."""
        self.zeal = zeal
        """By seat, what its ceilings are multiplied by."""


class Outset:
    """Where all rounds begin that are played on from one decision.

    Plain lists and numbers, so that they are copied quickly. A lot on sale is
    nobody's yet; a double on the table counts as shown.
    """

    __slots__ = (
        "_ceilings", "_counts_on", "_parts", "_strangers", "_unlikely",
        "all_owned", "code", "count_unsold", "foreseen", "hand", "is_last_round",
        "keeps", "lead", "left", "me", "money", "mystery", "owned", "scale", "seats",
        "sizes", "splits", "tastes", "trades", "unseen",
    )  # fmt: skip

    def __init__(self, view: View, memory: Memory) -> None:
        position, options = view.position, view.position.options
        self.me, self.seats = view.seat, position.seats
        self.hand = [FACES[painting] for painting in view.hand]
        self.scale = memory.scale(position)
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
        self._believe(memory, position.round)

    def _believe(self, memory: Memory, number: int) -> None:
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
        self.trades = [player.trades for player in players]
        """By seat: whether it is a trader."""
        self.trades[self.me] = False
        others = [seat for seat in range(self.seats) if seat != self.me]
        self.foreseen = sum(self.trades) / len(others)
        """What part of the others are traders, 0 to 1."""
        ways = [TRADES if trades else THINKS for trades in self.trades]
        more = AMONG_TRADERS[number - 1] - PLANS.kept_more
        ways[self.me] = PLANS._replace(kept_more=PLANS.kept_more + self.foreseen * more)
        self.tastes = [
            taste_of(way, self.scale, is_last=self.is_last_round) for way in ways
        ]
        """By seat."""
        self._counts_on = [
            COUNTS_ON if trades else memory.counts_on(seat, self.seats)
            for seat, trades in enumerate(self.trades)
        ]
        self._strangers = [seat for seat in others if not self.trades[seat]]
        self._unlikely = {
            seat: [1 / odd for odd in memory.hands.odds(seat)]
            for seat in others
            if self.trades[seat]
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
        thrown = dice.throw(self.left + self.seats)
        zeal = [1 + ZEAL * (2 * STEP * die - 1) for die in thrown[: self.seats]]
        zeal[self.me] = 1.0
        drawn, at = [], self.seats
        for hand, taste, parts in zip(hands, self.tastes, self._counts_on, strict=True):
            rolled = zip(thrown[at : at + len(hand)], hand, strict=True)
            drawn.append(stacks_of(rolled, parts, taste.way.strays))
            at += len(hand)
        return World(drawn, pile, zeal)

    def _dealt(self, dice: Dice) -> tuple[list[list[int]], list[int]]:
        """Deal what is unseen: the hands, in any order, and the mystery hand.

        Strangers are dealt by chance, then traders what they hold rather than what
        they passed over.
        """
        thrown = dice.throw(len(self.unseen))
        left = [face for _, face in sorted(zip(thrown, self.unseen, strict=True))]
        hands: list[list[int]] = [[] for _ in self.sizes]
        hands[self.me] = self.hand
        pile = [FACE[face][0] for face in left[: self.mystery]]
        left = left[self.mystery :]
        for seat in self._strangers:
            size = self.sizes[seat]
            hands[seat], left = left[:size], left[size:]
        traders = list(self._unlikely)
        turn = thrown[0] % len(traders) if traders and left else 0
        for seat in traders[turn:] + traders[:turn]:
            unlikely, size = self._unlikely[seat], self.sizes[seat]
            weights = [unlikely[face] for face in left]
            keys = map(mul, dice.throw(len(left)), weights)
            left = [face for _, face in sorted(zip(keys, left, strict=True))]
            hands[seat], left = left[:size], left[size:]
        return hands, pile

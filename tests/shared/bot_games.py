"""Bots at a table: positions made by hand, games played by bots, and their twins.

A twin of a game is the same to one seat, and different in all that it cannot see.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from vendue_shared.arena.one_game import ArenaGame, play_game
from vendue_shared.bots.sparring import Contender
from vendue_shared.events import Added, Offered
from vendue_shared.money import Money
from vendue_shared.options import DoubleProceeds, FlipBy, Options, UnrankedValue
from vendue_shared.paintings import PAINTINGS, Painting
from vendue_shared.phases.phase import Phase
from vendue_shared.position import Position
from vendue_shared.seats import Seat
from vendue_shared.shares import places_of

L_OPEN, L_ONCE, L_SEALED, L_FIXED, L_DOUBLE = map(Painting, (0, 3, 6, 8, 10))
S_OPEN, S_SEALED, S_DOUBLE = map(Painting, (12, 17, 23))
K_OPEN, K_SEALED = map(Painting, (54, 61))


def position_of(
    phase: Phase,
    *,
    shown: Sequence[int] = (1, 0, 0, 0, 0),
    lot: tuple[Painting, ...] = (L_OPEN,),
    options: Options | None = None,
    purses: Sequence[int] = (100, 100, 100, 100),
) -> Position:
    """Four seats in round 2, Lumen first and Sora second in round 1; seat 0 sells."""
    position = Position()
    position.options = options or Options()
    position.seats, position.round, position.auction = len(purses), 2, 7
    position.purses = [Money(purse) for purse in purses]
    position.hand_sizes = [5] * len(purses)
    position.walls = [[] for _ in purses]
    position.bots = [True] * len(purses)
    position.shown = list(shown)
    position.board = [tuple(map(Money, (30, 20, 10, 0, 0)))]
    position.lot, position.phase = lot, phase
    return position


def drawn_options(chance: random.Random, seats: int) -> Options:
    return Options(
        double_proceeds=chance.choice(tuple(DoubleProceeds)),
        count_unsold=chance.random() < 0.5,
        unranked_value=chance.choice(tuple(UnrankedValue)),
        mystery_hand=seats == 3 and chance.random() < 0.6,
        mystery_flip_by=chance.choice(tuple(FlipBy)),
        open_money=chance.random() < 0.5,
    )


def game_of(
    levels: Sequence[Contender], seed: str, options: Options | None = None
) -> ArenaGame:
    chance = random.Random(seed)
    if options is None:
        options = drawn_options(chance, len(levels))
    deck = list(PAINTINGS)
    chance.shuffle(deck)
    first = Seat(chance.randrange(len(levels)))
    return play_game(levels, options, deck, first, chance.randrange, clock=True)


def replayed(
    game: ArenaGame, deck: Sequence[Painting], steps: int
) -> tuple[Position, list[set[Painting]]]:
    """The position and the hands after some steps, dealt from this deck."""
    position = Position()
    hands: list[set[Painting]] = [set() for _ in game.begun.terms.chairs]
    dealt = 0
    for event, _ in game.steps[:steps]:
        if isinstance(event, Offered | Added):
            hands[event.seat].remove(Painting(event.painting))
        position.play(event)
        while dealt < position.round:
            dealt += 1
            mystery = position.options.mystery_hand
            for seat, hand in enumerate(hands):
                places = places_of(seat, dealt, position.seats, mystery_hand=mystery)
                hand.update(deck[place] for place in places)
    return position, hands


def with_the_unseen_shuffled(
    game: ArenaGame, seat: int, steps: int, chance: random.Random
) -> tuple[Painting, ...]:
    """The deck with all that this seat has not seen after some steps laid anew."""
    position, hands = replayed(game, game.deck, steps)
    unseen = [
        place
        for place, painting in enumerate(game.deck)
        if painting not in hands[seat] and not position.played >> painting & 1
    ]
    laid = [game.deck[place] for place in unseen]
    chance.shuffle(laid)
    deck = list(game.deck)
    for place, painting in zip(unseen, laid, strict=True):
        deck[place] = painting
    return tuple(deck)

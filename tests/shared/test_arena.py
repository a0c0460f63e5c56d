"""Whole games of bots: the same from the same chance, and through every branch."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from vendue_shared.arena.branches.branch import Branch
from vendue_shared.arena.one_game import ArenaGame, play_game
from vendue_shared.bots.levels import Level
from vendue_shared.events import Hammer, Locked, Opened
from vendue_shared.happened import BidsShown, GameWon, LotSold, RoundEnded, Void
from vendue_shared.options import (
    PRESETS,
    DoubleProceeds,
    FlipBy,
    Options,
    UnrankedValue,
)
from vendue_shared.paintings import PAINTINGS
from vendue_shared.records.referee import check_record
from vendue_shared.records.writing import header_of, write_record
from vendue_shared.seats import Seat

RARE = {
    Branch.STARTER_SKIPPED,
    Branch.FIXED_BUY_REFUSED,
    Branch.SECOND_DOUBLE,
    Branch.SEALED_ALL_ABSENT,
    Branch.RUN_OUT_PAIR,
    Branch.RUN_OUT_ADDED,
    Branch.RUN_OUT_EARLY,
    Branch.ROUND_EMPTY,
    Branch.SHARED_WIN,
}
"""Less than one of a hundred games takes these."""

OPEN_ENDS = (
    Branch.OPEN_ALL_BUT_LEADER, Branch.OPEN_HAMMER, Branch.OPEN_ALL_PASS,
    Branch.OPEN_HAMMER_NO_BID,
)  # fmt: skip
ONCE_ENDS = (
    Branch.ONCE_OTHER_WINS, Branch.ONCE_AUCTIONEER_OUTBIDS,
    Branch.ONCE_AUCTIONEER_ALONE, Branch.ONCE_ALL_PASS,
)  # fmt: skip
SEALED_ENDS = (
    Branch.SEALED_HIGHEST, Branch.SEALED_TIE_AUCTIONEER, Branch.SEALED_TIE_CLOCKWISE,
    Branch.SEALED_ALL_ZERO, Branch.SEALED_ALL_ABSENT,
)  # fmt: skip
FIXED_ENDS = (Branch.FIXED_BOUGHT, Branch.FIXED_NOBODY)


def options_of(number: int, seats: int, chance: random.Random) -> Options:
    """The presets in turn, and drawn ones between them."""
    if number % 5 < len(PRESETS):
        return list(PRESETS.values())[number % 5]
    return Options(
        double_proceeds=chance.choice(tuple(DoubleProceeds)),
        count_unsold=chance.random() < 0.5,
        unranked_value=chance.choice(tuple(UnrankedValue)),
        mystery_hand=seats == 3 and chance.random() < 0.7,
        mystery_flip_by=chance.choice(tuple(FlipBy)),
    )


def game_of(
    levels: Sequence[Level],
    seed: object,
    options: Options | None = None,
    *,
    clock: bool = True,
) -> ArenaGame:
    chance = random.Random(f"arena {seed}")
    deck = list(PAINTINGS)
    chance.shuffle(deck)
    first = Seat(chance.randrange(len(levels)))
    return play_game(
        levels, options or Options(), deck, first, chance.randrange, clock=clock
    )


def random_games(count: int) -> list[ArenaGame]:
    games = []
    for number in range(count):
        seats = 3 + number % 3
        options = options_of(number, seats, random.Random(number))
        games.append(game_of([Level.RANDOM] * seats, number, options))
    return games


@pytest.fixture(scope="module")
def played() -> list[ArenaGame]:
    """Three hundred games of random bots under all options."""
    return random_games(300)


def total(games: Sequence[ArenaGame]) -> Counter[Branch]:
    found: Counter[Branch] = Counter()
    for game in games:
        found.update(game.branches)
    return found


def test_the_same_chance_gives_the_same_game() -> None:
    games = [game_of([Level.RANDOM, Level.STANDARD, Level.RANDOM], 5) for _ in "ab"]

    assert games[0].steps == games[1].steps
    assert games[0].branches == games[1].branches


def test_another_chance_gives_another_game() -> None:
    games = [game_of([Level.RANDOM] * 3, seed) for seed in (5, 6)]

    assert games[0].steps != games[1].steps


def test_a_deck_with_a_painting_twice_is_refused() -> None:
    deck = (*PAINTINGS[:-1], PAINTINGS[0])

    with pytest.raises(ValueError, match="not the deck"):
        play_game(
            [Level.RANDOM] * 3, Options(), deck, Seat(0), random.randrange, clock=False
        )


def test_without_the_clock_it_never_moves_for_a_seat() -> None:
    for seed in range(20):
        game = game_of([Level.RANDOM] * 4, seed, clock=False)

        events = [event for event, _ in game.steps]
        assert not any(isinstance(event, Hammer | Locked) for event in events)
        assert not any(getattr(event, "auto", False) for event in events)
        assert all(None not in e.openings for e in events if isinstance(e, Opened))


def test_the_clock_only_moves_for_random_seats() -> None:
    for seed in range(20):
        levels = [Level.RANDOM, Level.STANDARD, Level.RANDOM, Level.STANDARD]

        game = game_of(levels, seed)

        for event, facts in game.steps:
            if getattr(event, "auto", False):
                assert levels[getattr(event, "seat")] is Level.RANDOM  # noqa: B009
            for fact in facts:
                if isinstance(fact, BidsShown):
                    assert not isinstance(fact.bids[1], Void)
                    assert not isinstance(fact.bids[3], Void)


def test_every_game_is_a_record_that_the_referee_takes(
    played: list[ArenaGame],
) -> None:
    for game in played[:60]:
        text = write_record(header_of(game.begun, game.deck), game.steps)

        checked = check_record(text.encode())

        assert checked.purses == tuple(game.position.purses)
        assert checked.winners == game.position.winners


def test_all_but_the_rare_branches_come_up_in_a_few_hundred_games(
    played: list[ArenaGame],
) -> None:
    found = total(played)

    assert {branch for branch in Branch if not found[branch]} <= RARE


@pytest.mark.soak
def test_all_branches_come_up_in_three_thousand_games() -> None:
    found = total(random_games(3000))

    assert [branch for branch in Branch if not found[branch]] == []


def test_each_sale_closes_in_exactly_one_way(played: list[ArenaGame]) -> None:
    found = total(played)
    facts = [f for game in played for _, facts in game.steps for f in facts]
    sales = sum(isinstance(fact, LotSold) for fact in facts)
    ends = (*OPEN_ENDS, *ONCE_ENDS, *SEALED_ENDS, *FIXED_ENDS, Branch.DOUBLE_ALONE)

    assert sum(found[branch] for branch in ends) == sales


def test_each_round_and_each_game_ends_once(played: list[ArenaGame]) -> None:
    found = total(played)
    facts = [f for game in played for _, facts in game.steps for f in facts]

    rounds = found[Branch.RANKED_THREE] + found[Branch.RANKED_FEWER]
    assert rounds == sum(isinstance(fact, RoundEnded) for fact in facts)
    assert rounds == 4 * len(played)
    wins = found[Branch.ONE_WINNER] + found[Branch.SHARED_WIN]
    assert wins == sum(isinstance(fact, GameWon) for fact in facts) == len(played)


def test_a_hundred_branches_have_labels_of_their_own() -> None:
    labels = {branch.label for branch in Branch}

    assert len(labels) == len(Branch) >= 100


def test_every_ruling_has_a_branch() -> None:
    rulings = {branch.ruling for branch in Branch}

    assert {str(number) for number in range(1, 33)} <= rulings

"""What expert and master foresee, and how the levels stand to each other."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

import pytest
from tests.shared.bot_games import K_OPEN, L_OPEN, S_OPEN, game_of, position_of

from vendue_shared.bots.answers import Bot
from vendue_shared.bots.dice import Dice
from vendue_shared.bots.foresight import Depth
from vendue_shared.bots.levels import Level, bot_of, thinking
from vendue_shared.bots.memory import Memory
from vendue_shared.bots.rollouts import Rollout
from vendue_shared.bots.sparring import Contender, Sparring, contender_named
from vendue_shared.bots.value import Scale, code_of, counts_of
from vendue_shared.bots.view import View
from vendue_shared.bots.worlds import Outset
from vendue_shared.money import Money
from vendue_shared.moves import Add, Bid, Decline, Offer, Pass
from vendue_shared.options import DoubleProceeds, Options, UnrankedValue
from vendue_shared.paintings import Painting
from vendue_shared.phases.double import Doubling
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.turn import Offering
from vendue_shared.scoring import chips_of, rank_artists, values_of
from vendue_shared.seats import Seat

L_DOUBLE = Painting(10)

TINY = 1e-9

MANY = 70
"""More turns than a round has."""


def wins_of(
    candidate: Contender, others: Sequence[Contender], seats: int, games: int
) -> float:
    """What part of its games one seat wins, turned through all places."""
    wins = 0.0
    for number in range(games):
        levels = [others[at % len(others)] for at in range(seats)]
        levels[number % seats] = candidate
        game = game_of(levels, f"strength {number}", Options())
        winners = game.position.winners
        wins += (number % seats in winners) / len(winners)
    return wins / games


# Values.


@pytest.mark.parametrize("unranked", UnrankedValue)
def test_the_end_of_a_round_is_worth_what_the_rules_say(
    unranked: UnrankedValue,
) -> None:
    chance, sums = random.Random(3), (30, 0, 20, 60, 10)
    scale = Scale(sums, Options(unranked_value=unranked))
    for _ in range(200):
        shown = [chance.randrange(6) for _ in range(5)]
        ranking = rank_artists(shown)
        pairs = zip(sums, chips_of(ranking), strict=True)
        after = [Money(before + chip) for before, chip in pairs]

        assert scale.final(code_of(shown)) == values_of(ranking, after, unranked)
        assert counts_of(code_of(shown)) == tuple(shown)


def test_who_leads_is_worth_more_the_surer_it_is() -> None:
    scale = Scale((20, 0, 0, 0, 0), Options())

    values = [scale.fitted(code_of((n, 0, 0, 0, 0)))[0] for n in range(1, 5)]

    assert all(less < more for less, more in pairwise(values))
    assert values[-1] < 50


# Rollouts.


def outset(
    hand: Sequence[Painting], options: Options | None = None, seats: int = 4
) -> Outset:
    position = position_of(Offering(), lot=(), options=options, purses=(100,) * seats)
    position.hand_sizes[0] = len(hand)
    if position.options.mystery_hand:
        position.mystery = 6
    view = View(position, Seat(0), tuple(hand), random.Random(1).randrange)
    return Outset(view, Memory())


@pytest.mark.parametrize("split", [False, True])
@pytest.mark.parametrize("mystery", [False, True])
def test_rollouts_keep_purses_and_end_a_round(*, split: bool, mystery: bool) -> None:
    options = Options(
        double_proceeds=tuple(DoubleProceeds)[split],
        mystery_hand=mystery,
    )
    start = outset((L_OPEN, L_DOUBLE, K_OPEN), options, 3 if mystery else 4)
    dice = Dice(7)
    for _ in range(100):
        world = start.world(dice)
        rollout = Rollout(start, world)

        rollout.play_on(0, MANY)

        counts = counts_of(rollout.code)
        assert max(counts) == 5 or not rollout.left
        assert min(rollout.money) > -TINY
        assert sum(rollout.money) < 100 * start.seats + TINY


def test_a_world_fits_what_is_seen() -> None:
    hand = (L_OPEN, K_OPEN)
    start = outset(hand)

    world = start.world(Dice(3))

    held = [sum(len(stack) for stack in stacks) for stacks in world.hands]
    assert held == [2, 5, 5, 5]
    assert [len(stack) for stack in world.hands[0]] == [1, 0, 0, 0, 1]


def test_the_same_dice_give_the_same_world() -> None:
    start = outset((L_OPEN,))

    worlds = [start.world(Dice(seed)) for seed in (3, 3, 4)]

    assert worlds[0].hands == worlds[1].hands
    assert worlds[0].hands != worlds[2].hands


def test_what_others_keep_counts_against_what_is_kept() -> None:
    """Five paintings in every hand of a round that is over: nobody is ahead."""
    start = outset((L_OPEN, L_DOUBLE, K_OPEN, S_OPEN, Painting(40)))
    world = start.world(Dice(7))
    for stacks in world.hands:
        stacks[:] = [list(stack) for stack in world.hands[0]]

    assert Rollout(start, world).score() == 0


def offers_of_a_fifth(walls: Sequence[Sequence[Painting]]) -> int:
    """How often seat 1 ends the round with a Lumen in a hundred worlds."""
    position = position_of(Offering(), lot=(), shown=(4, 1, 1, 0, 0))
    position.walls = [list(wall) for wall in walls]
    position.hand_sizes[0] = 1
    view = View(position, Seat(0), (K_OPEN,), random.Random(1).randrange)
    start, dice = Outset(view, Memory()), Dice(5)
    ended = 0
    for _ in range(100):
        rollout = Rollout(start, start.world(dice))
        left = rollout.left

        rollout.play_on(0, MANY)

        ended += rollout.left == left - 1 and counts_of(rollout.code)[0] == 5
    return ended


def test_who_is_ahead_in_an_artist_likes_to_end_the_round_with_it() -> None:
    behind = offers_of_a_fifth(([Painting(1)], [], [], []))
    ahead = offers_of_a_fifth(([], [Painting(1), Painting(2), Painting(4)], [], []))

    assert ahead > behind + 10


# Decisions.


def asked(level: Level) -> Bot:
    return bot_of(level, random.Random(1).randrange)


@pytest.mark.parametrize("level", [Level.EXPERT, Level.MASTER])
def test_a_thinker_bids_below_the_value_and_not_above(level: Level) -> None:
    bot = asked(level)
    cheap = position_of(OpenAuction(Money(5), Seat(2)))
    dear = position_of(OpenAuction(Money(58), Seat(2)))
    draws = random.Random(2).randrange

    assert isinstance(bot.choose(cheap, Seat(1), (), draws), Bid)
    assert bot.choose(dear, Seat(1), (), draws) == Pass(auction=7, on=58)


@pytest.mark.parametrize("level", [Level.EXPERT, Level.MASTER])
def test_a_thinker_adds_to_a_dear_double(level: Level) -> None:
    position = position_of(Doubling(Seat(1)), lot=(L_DOUBLE,), shown=(3, 1, 0, 0, 0))

    answer = asked(level).choose(
        position, Seat(1), (L_OPEN,), random.Random(2).randrange
    )

    assert answer == Add(auction=7, painting=L_OPEN)


def test_expert_adds_no_second_that_would_only_end_the_round() -> None:
    position = position_of(Doubling(Seat(1)), lot=(L_DOUBLE,), shown=(4, 1, 1, 1, 1))

    answer = asked(Level.EXPERT).choose(
        position, Seat(1), (L_OPEN,), random.Random(2).randrange
    )

    assert answer == Decline(auction=7)


def test_a_single_painting_is_offered_without_a_thought() -> None:
    position = position_of(Offering(), lot=())

    answer = asked(Level.MASTER).choose(
        position, Seat(0), (S_OPEN,), random.Random(2).randrange
    )

    assert answer == Offer(auction=8, painting=S_OPEN)


def test_another_level_is_one_line() -> None:
    bot = thinking(Depth(values=60, trust=0.4, heats=(90, 60), offers=(3, 2)))
    position = position_of(Offering(), lot=())
    hand = (L_OPEN, S_OPEN, K_OPEN)

    answer = bot.choose(position, Seat(0), hand, random.Random(2).randrange)

    assert isinstance(answer, Offer)


def test_contenders_are_named_as_in_the_arena() -> None:
    assert contender_named("master") is Level.MASTER
    assert contender_named("tight") is Sparring.TIGHT
    with pytest.raises(ValueError, match="genius"):
        contender_named("genius")


# The order of the levels; the bounds are three deviations below what long runs give.


def test_novice_beats_random() -> None:
    assert wins_of(Level.NOVICE, [Level.RANDOM], 4, 40) >= 0.55


def test_standard_beats_novice() -> None:
    assert wins_of(Level.STANDARD, [Level.NOVICE], 4, 60) >= 0.33


def test_expert_beats_standard() -> None:
    assert wins_of(Level.EXPERT, [Level.STANDARD], 4, 24) >= 0.65


def test_expert_beats_a_mixed_table() -> None:
    mixed: list[Contender] = [
        Sparring.LAVISH,
        Sparring.TIGHT,
        Level.STANDARD,
        Sparring.HASTY,
    ]

    assert wins_of(Level.EXPERT, mixed, 4, 16) >= 0.55


def test_master_beats_standard() -> None:
    assert wins_of(Level.MASTER, [Level.STANDARD], 4, 8) >= 0.6


@pytest.mark.soak
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_master_beats_expert(seats: int) -> None:
    # More than the fair share by three deviations of 200 games.
    assert wins_of(Level.MASTER, [Level.EXPERT], seats, 200) >= 1 / seats + 0.1

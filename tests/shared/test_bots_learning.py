"""What bots learn from the log of a game: ceilings, measures, hands."""

from __future__ import annotations

import random
from math import inf

import pytest
from tests.shared.bot_games import game_of

from vendue_shared.arena.one_game import ArenaGame
from vendue_shared.bots.beliefs import GRID, PRIORS, Beliefs, Word
from vendue_shared.bots.levels import Level, bot_of
from vendue_shared.bots.likings import FACES
from vendue_shared.bots.memory import Memory
from vendue_shared.bots.sparring import Contender, Sparring
from vendue_shared.options import Options
from vendue_shared.position import Position


def memory_of(game: ArenaGame, *, reckons: bool = False) -> Memory:
    memory, position = Memory(reckons=reckons), Position()
    for event, facts in game.steps:
        position.play(event)
        memory.saw(event, facts, position)
    return memory


def watched(opponent: Contender, seed: str = "watched") -> Memory:
    """What was learnt of seats 1 to 3 in a game of one expert."""
    return memory_of(game_of([Level.EXPERT, *[opponent] * 3], seed, Options()))


def test_beliefs_begin_with_the_usual_ceilings() -> None:
    beliefs = Beliefs()

    assert beliefs.odds(Word.SEALED) == PRIORS[Word.SEALED]
    assert sum(PRIORS[Word.SEALED]) == pytest.approx(1)
    assert beliefs.mean(Word.ALOUD) > beliefs.mean(Word.ONCE) > beliefs.mean(Word.KEEPS)


def test_a_sealed_bid_tells_the_ceiling() -> None:
    beliefs = Beliefs()

    for _ in range(3):
        beliefs.learn(Word.SEALED, (60.0, 60.0), 45, 45)

    odds = beliefs.odds(Word.SEALED)
    assert GRID[odds.index(max(odds))] == pytest.approx(0.75)
    assert beliefs.odds(Word.ALOUD) == PRIORS[Word.ALOUD]


def test_the_measure_that_foretells_the_bids_rules() -> None:
    by_looks, by_outcome = Beliefs(), Beliefs()

    for looks, outcome in ((30.0, 12.0), (5.0, 9.0), (60.0, 41.0), (5.0, 20.0)):
        by_looks.learn(Word.ALOUD, (looks, outcome), looks, looks)
        by_outcome.learn(Word.ALOUD, (looks, outcome), outcome, outcome)

    assert by_looks.measure == 0
    assert by_outcome.measure == 1


def test_a_game_tells_the_manner_of_standard() -> None:
    memory = watched(Level.STANDARD)

    for player in memory.players[1:4]:
        assert player.measure == 0
        assert player.mean(Word.ALOUD) == pytest.approx(1.0, abs=0.08)
        assert player.mean(Word.SEALED) == pytest.approx(0.75, abs=0.08)


def test_a_game_tells_the_lavish_from_the_tight() -> None:
    lavish, tight = watched(Sparring.LAVISH), watched(Sparring.TIGHT)

    for seat in (1, 2, 3):
        assert lavish.players[seat].mean(Word.ALOUD) > 1.1
        assert tight.players[seat].mean(Word.ALOUD) < 0.8


def test_answers_tell_who_reckons() -> None:
    heedful, heedless = Beliefs(), Beliefs()

    for _ in range(3):
        heedful.answered(bare=0.1, felt=0.8)
        heedless.answered(bare=0.9, felt=0.2)

    assert heedless.reckons < 0.1
    assert heedful.reckons > 0.9
    assert Beliefs().reckons == 0.5


def reckoning_of(opponent: Contender) -> float:
    """How likely seats 1 and 2 looked to reckon, after some games of three."""
    found = []
    for number in range(8):
        levels = [Level.STANDARD, opponent, opponent]
        game = game_of(levels, f"reckoning {number}", Options())
        memory = memory_of(game, reckons=True)
        found += [memory.players[seat].reckons for seat in (1, 2)]
    return sum(found) / len(found)


def test_games_tell_that_standard_does_not_reckon_and_expert_does() -> None:
    assert reckoning_of(Level.STANDARD) < 0.35
    assert reckoning_of(Level.EXPERT) > 0.5


def test_who_does_not_reckon_itself_never_asks() -> None:
    memory = watched(Level.EXPERT)

    assert {player.reckons for player in memory.players} == {0.5}


def test_a_seat_that_is_not_there_stays_unknown() -> None:
    memory = watched(Level.STANDARD)

    assert memory.players[4].odds(Word.ALOUD) == PRIORS[Word.ALOUD]
    assert memory.hands.odds(4) == [1.0] * FACES


@pytest.mark.parametrize("level", [Level.EXPERT, Level.MASTER])
def test_a_bot_that_takes_over_has_caught_up(level: Level) -> None:
    game = game_of([Level.EXPERT, Level.STANDARD, Level.RANDOM], "taken over")
    always, late = (bot_of(level, random.Random(1).randrange) for _ in range(2))
    position = Position()
    for event, facts in game.steps:
        position.play(event)
        always.saw(event, facts, position)

    late.catch_up(event for event, _ in game.steps)

    assert isinstance(always.memory, Memory)
    assert isinstance(late.memory, Memory)
    for seat in range(3):
        assert late.memory.hands.odds(seat) == always.memory.hands.odds(seat)
    for old, new in zip(always.memory.players, late.memory.players, strict=True):
        assert [old.odds(word) for word in Word] == [new.odds(word) for word in Word]


def test_a_bot_that_was_told_nothing_still_plays() -> None:
    game = game_of([Level.STANDARD] * 3, "untold")
    bot = bot_of(Level.EXPERT, random.Random(1).randrange)

    bot.catch_up([])

    assert isinstance(bot.memory, Memory)
    assert bot.memory.players[0].odds(Word.ALOUD) == PRIORS[Word.ALOUD]
    assert game.position.is_over


@pytest.mark.parametrize("level", [Level.RANDOM, Level.NOVICE, Level.STANDARD])
def test_simple_levels_remember_nothing(level: Level) -> None:
    game = game_of([Level.STANDARD] * 3, "simple")
    bot = bot_of(level, random.Random(1).randrange)

    bot.catch_up(event for event, _ in game.steps)

    assert bot.memory is None


@pytest.mark.parametrize(
    ("opponent", "trades"),
    [
        (Level.STANDARD, True),
        (Sparring.TIGHT, True),
        (Level.NOVICE, False),
        (Level.EXPERT, False),
    ],
)
def test_games_tell_who_trades(opponent: Contender, *, trades: bool) -> None:
    found = [
        player.trades
        for number in range(4)
        for player in watched(opponent, f"trades {number}").players[1:4]
    ]

    assert found.count(trades) >= 11


def test_a_trader_is_known_by_its_single_words() -> None:
    frank, other = Beliefs(), Beliefs()

    for worth in (40.0, 25.0, 60.0, 35.0, 50.0):
        frank.learn(Word.ONCE, (worth, 30.0), worth, inf, frank=worth)
        other.learn(Word.ONCE, (worth, 30.0), worth, inf)

    assert frank.trades
    assert not other.trades
    assert not Beliefs().trades

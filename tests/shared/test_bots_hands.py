"""What offers tell of a player's hand, and what it is expected to offer next."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from tests.shared.bot_games import game_of, replayed

from vendue_shared.arena.one_game import ArenaGame
from vendue_shared.bots.dice import Dice
from vendue_shared.bots.hands import Hands
from vendue_shared.bots.levels import Level
from vendue_shared.bots.likings import COUNTS_ON, FACES, face_of, stacks_of
from vendue_shared.bots.memory import Memory
from vendue_shared.bots.rollouts import Rollout
from vendue_shared.bots.value import counts_of
from vendue_shared.bots.view import View
from vendue_shared.bots.worlds import Outset
from vendue_shared.events import Offered
from vendue_shared.options import Options
from vendue_shared.paintings import ARTIST_OF, KIND_OF, Painting
from vendue_shared.position import Position
from vendue_shared.seats import Seat, left_of

PURSE = 100


def faces(paintings: set[Painting]) -> list[int]:
    return [face_of(ARTIST_OF[p], KIND_OF[p]) for p in sorted(paintings)]


def offers_of(
    game: ArenaGame,
) -> Iterator[tuple[Position, Memory, list[set[Painting]], Offered]]:
    """Every offer that a player made: what was known just before it, and all hands."""
    memory, position = Memory(), Position()
    for step, (event, facts) in enumerate(game.steps):
        if isinstance(event, Offered) and not event.auto:
            yield position, memory, replayed(game, game.deck, step)[1], event
        position.play(event)
        memory.saw(event, facts, position)


@pytest.mark.parametrize("seed", range(4))
def test_no_offer_of_a_trader_speaks_against_what_it_holds(seed: int) -> None:
    game = game_of([Level.STANDARD] * (3 + seed % 3), f"hands {seed}")
    spoke = 0
    before: tuple[list[float], list[int], int] | None = None
    for _, memory, hands, event in offers_of(game):
        if before is not None:
            odds, held, seat = before
            after = memory.hands.odds(seat)
            spoke += sum(new < old / 2 for new, old in zip(after, odds, strict=True))
            for face in held:
                assert after[face] >= odds[face]
        held = faces(hands[event.seat] - {Painting(event.painting)})
        before = [*memory.hands.odds(event.seat)], held, event.seat

    assert spoke > 100


def test_of_what_is_dealt_nothing_is_known() -> None:
    hands = Hands()
    game = game_of([Level.STANDARD] * 4, "dealt", Options())
    memory = next(
        memory for position, memory, _, _ in offers_of(game) if position.auction == 12
    )
    odds = list(memory.hands.odds(0))

    memory.hands.dealt([8] * 4, 4)
    hands.dealt([9] * 4, 9)

    assert min(odds) < 0.1
    assert memory.hands.odds(0) == pytest.approx([(1 + odd) / 2 for odd in odds])
    assert hands.odds(0) == [1.0] * FACES


@pytest.mark.parametrize(
    ("level", "often"), [(Level.STANDARD, 10 / 11), (Level.EXPERT, 0.75)]
)
def test_a_player_is_expected_to_offer_what_it_offers(
    level: Level, often: float
) -> None:
    """With the hand known; by chance it would be one time in four."""
    right = told = 0
    for seed in range(3):
        game = game_of([level] * 4, f"offers {seed}", Options())
        for position, memory, hands, event in offers_of(game):
            me, seat = left_of(Seat(event.seat), 4), event.seat
            view = View(
                position, me, tuple(sorted(hands[me])), random.Random(1).randrange
            )
            outset = Outset(view, memory)
            if outset.trades[seat] is not (level is Level.STANDARD):
                continue
            world = outset.world(Dice(seed))
            parts = COUNTS_ON if outset.trades[seat] else memory.counts_on(seat, 4)
            held = [(0, face) for face in faces(hands[seat])]
            world.hands[seat] = stacks_of(held, parts, 0.0)
            rollout = Rollout(outset, world)

            rollout.play_on((seat - 1) % 4, 1)

            shown = counts_of(rollout.code)
            expected = max(range(5), key=lambda at: shown[at] - position.shown[at])
            right += expected == ARTIST_OF[event.painting]
            told += 1

    assert told > 100
    assert right > often * told


def test_a_trader_has_little_of_what_is_thought_unlikely() -> None:
    held: list[bool] = []
    hidden: list[bool] = []
    for seed in range(6):
        game = game_of([Level.STANDARD] * 4, f"likely {seed}", Options())
        for _, memory, hands, event in offers_of(game):
            odds = memory.hands.odds(event.seat)
            held.extend(odds[face] < 0.3 for face in faces(hands[event.seat]))
            others = [hand for at, hand in enumerate(hands) if at != event.seat]
            hidden.extend(odds[face] < 0.3 for hand in others for face in faces(hand))

    assert sum(hidden) > 300
    assert sum(held) / len(held) < sum(hidden) / len(hidden) / 5


def test_a_world_has_less_of_what_a_trader_passed_over() -> None:
    game = game_of([Level.STANDARD] * 4, "worlds", Options())
    found = usual = 0
    for position, memory, hands, event in offers_of(game):
        me, seat = left_of(Seat(event.seat), 4), Seat(event.seat)
        view = View(position, me, tuple(sorted(hands[me])), random.Random(1).randrange)
        for known, trades in ((memory, True), (Memory(), False)):
            outset, dice = Outset(view, known), Dice(3)
            if trades and not outset.trades[seat]:
                break
            for _ in range(10):
                stacks = outset.world(dice).hands[seat]
                passed = sum(
                    memory.hands.odds(seat)[face_of(artist, kind)] < 0.1
                    for artist, stack in enumerate(stacks)
                    for _, kind in stack
                )
                found += trades * passed
                usual += (not trades) * passed

    assert 3 * found < usual


def test_a_world_of_traders_may_have_nothing_left_to_deal() -> None:
    """All seventy are dealt to five, and in the end only one hand is left."""
    for seed in range(6):
        game = game_of([Level.STANDARD] * 5, f"all dealt {seed}", Options())
        for position, memory, hands, event in offers_of(game):
            me = Seat(event.seat)
            view = View(position, me, tuple(sorted(hands[me])), int)

            world = Outset(view, memory).world(Dice(1))

            sizes = [sum(map(len, stacks)) for stacks in world.hands]
            assert sizes == [len(hand) for hand in hands]


def test_a_kept_painting_is_worth_more_among_traders() -> None:
    game = game_of([Level.STANDARD] * 4, "kept", Options())
    known = 0
    for position, memory, hands, event in offers_of(game):
        me = Seat(event.seat)
        view = View(position, me, tuple(sorted(hands[me])), int)
        outset = Outset(view, memory)
        kept = outset.tastes[me].kept((30, 20, 10, 0, 0))
        usual = Outset(view, Memory()).tastes[me].kept((30, 20, 10, 0, 0))
        if outset.is_last_round:
            assert kept == usual == (0,) * 5
        elif outset.foreseen == 1:
            known += 1
            assert min(more - less for more, less in zip(kept, usual, strict=True)) > 8

    assert known > 10

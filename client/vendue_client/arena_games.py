"""Games of the arena by the hundred: who sits where, under which rules, who won.

Each game's chance follows from the seed and the game's number alone, so that
games can be played in any order, by any number of processes, with one result.
The decks do not depend on who plays: with one seed all candidates get the same.
Where several play each other, as many games as there are seats have one deck and
one first auctioneer, and everybody sits in every place.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from vendue_client.proved_games import play_proved
from vendue_shared.arena.branches.branch import Branch
from vendue_shared.arena.one_game import ArenaGame, play_game
from vendue_shared.bots.sparring import Contender
from vendue_shared.bots.view import Chance
from vendue_shared.options import (
    PRESETS,
    DoubleProceeds,
    FlipBy,
    Options,
    Preset,
    UnrankedValue,
)
from vendue_shared.paintings import PAINTINGS
from vendue_shared.records.writing import header_of, write_record
from vendue_shared.seats import FEWEST_SEATS, Seat

ALL_RULES: Final = (
    Preset.CLASSIC, Preset.CUSTOM, Preset.ITALIAN, Preset.CLASSIC_SPLIT, Preset.CUSTOM,
)  # fmt: skip
"""What `--rules all` plays in turn; the options of a custom game are drawn."""

WHOLE_WIN: Final = 60
"""Wins are counted in sixtieths: 2, 3, 4 or 5 who win together share it evenly."""

BATCH: Final = 10
"""Games handed to a process at once: a tenth of a second's work of simple bots, a few
seconds of those that think."""


TWO_SIDED_95: Final = 1.96
"""Deviations to each side that hold 95 % of a normal draw."""


class RecordNotWritten(Exception):
    """A record could not be written; the message says where and why."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What to play."""

    games: int
    seed: str
    entries: tuple[Contender, ...]
    """Who plays, as listed; one alone plays all seats."""
    players: tuple[int, ...]
    """Numbers of seats, gone through in turn; one number if `entries` fill them."""
    rules: tuple[Preset, ...]
    """Gone through in turn; `CUSTOM`: drawn."""
    mystery: bool = False
    """Whether all games have the mystery hand; all are for three then."""
    records: str | None
    """The folder for one record a game; it exists."""
    proof: bool = False
    """Whether each game is played with every proof, and each of its logs verified."""


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """How one game is set up."""

    seated: tuple[int, ...]
    """By seat: which entry plays it."""
    options: Options
    deal: str
    """Names the deck and the first auctioneer: games of one name have the same."""


class Tally(msgspec.Struct, kw_only=True):
    """What came of some games, by entry."""

    games: int = 0
    wins: Counter[int] = msgspec.field(default_factory=Counter)
    """In sixtieths of a win."""
    money: Counter[int] = msgspec.field(default_factory=Counter)
    """At the end, over all its seats, in thousands of dollars."""
    seats: Counter[int] = msgspec.field(default_factory=Counter)
    """How many seats it has played."""
    branches: Counter[Branch] = msgspec.field(default_factory=Counter)

    def add_game(self, setting: Setting, game: ArenaGame) -> None:
        """Count one game."""
        self.games += 1
        winners = game.position.winners
        for seat, entry in enumerate(setting.seated):
            self.seats[entry] += 1
            self.money[entry] += game.position.purses[seat]
            if seat in winners:
                self.wins[entry] += WHOLE_WIN // len(winners)
        self.branches.update(game.branches)

    def add(self, other: Tally) -> None:
        """Count the games of another tally."""
        self.games += other.games
        self.wins.update(other.wins)
        self.money.update(other.money)
        self.seats.update(other.seats)
        self.branches.update(other.branches)


def play_all(plan: Plan, jobs: int) -> Iterator[Tally]:
    """Play the games of a plan, batch by batch.

    Args:
        plan: What to play.
        jobs: Processes that play, at least 1.

    Yields:
        The tally of each batch, in no promised order; their sum is always the same.

    Raises:
        RecordNotWritten: The games end with it.
    """
    batches = [
        (plan, range(start, min(start + BATCH, plan.games)))
        for start in range(0, plan.games, BATCH)
    ]
    if jobs == 1:
        yield from map(_play_batch, batches)
        return
    with get_context("spawn").Pool(min(jobs, len(batches))) as pool:
        yield from pool.imap_unordered(_play_batch, batches)


def _play_batch(batch: tuple[Plan, range]) -> Tally:
    plan, numbers = batch
    tally = Tally()
    for number in numbers:
        setting, game = play_number(plan, number)
        tally.add_game(setting, game)
        if plan.records is not None:
            _write(Path(plan.records), number, game)
    return tally


def play_number(plan: Plan, number: int) -> tuple[Setting, ArenaGame]:
    """Play one game of a plan, counted from 0."""
    # Nothing secret is drawn here: a seed must give the same games everywhere.
    source = random.Random(f"{plan.seed}/{number}")  # noqa: S311
    chance: Chance = source.randrange
    setting = set_up(plan, number, chance)
    levels = tuple(plan.entries[entry] for entry in setting.seated)
    if plan.proof:
        return setting, play_proved(levels, setting.options, source)
    dealer = source
    if len(plan.entries) > 1:
        dealer = random.Random(f"{plan.seed}/{setting.deal}")  # noqa: S311
    deck = list(PAINTINGS)
    dealer.shuffle(deck)
    first = Seat(dealer.randrange(len(levels)))
    return setting, play_game(levels, setting.options, deck, first, chance, clock=True)


def set_up(plan: Plan, number: int, chance: Chance) -> Setting:
    """Turn players, rules and places on from game to game, each at its own pace.

    The number of players changes with every game, the rules when all numbers
    have had their turn, and the places when all rules have.
    """
    step, at = divmod(number, len(plan.players))
    seats = plan.players[at]
    turn, at = divmod(step, len(plan.rules))
    preset = plan.rules[at]
    if preset is Preset.CUSTOM:
        options = _drawn_options(seats, chance)
    else:
        options = PRESETS[preset]
    if plan.mystery:
        options = replace(options, mystery_hand=True)
    return Setting(
        seated=seated(len(plan.entries), seats, turn),
        options=options,
        deal=f"{seats} seats, rules {at}, deck {turn // seats}",
    )


def seated(entries: int, seats: int, turn: int) -> tuple[int, ...]:
    """Tell which entry plays each seat in the game after `turn` others.

    From game to game all move on by a seat; when they are round, they sit down
    in another order, since it counts who sits on whose left.

    Args:
        entries: How many there are: one for all seats, or one a seat.
        seats: 3 to 5.
        turn: From 0.

    Example:
        >>> [seated(3, 3, turn) for turn in range(4)]
        [(0, 1, 2), (2, 0, 1), (1, 2, 0), (0, 2, 1)]
    """
    if entries == 1:
        return (0,) * seats
    orders = tuple(permutations(range(1, seats)))
    order = (0, *orders[turn // seats % len(orders)])
    return tuple(order[(seat - turn) % seats] for seat in range(seats))


def _drawn_options(seats: int, chance: Chance) -> Options:
    """Any options that fit; the mystery hand in two of three games that can have it."""
    return Options(
        double_proceeds=tuple(DoubleProceeds)[chance(len(DoubleProceeds))],
        count_unsold=bool(chance(2)),
        unranked_value=tuple(UnrankedValue)[chance(len(UnrankedValue))],
        mystery_hand=seats == FEWEST_SEATS and chance(3) > 0,
        mystery_flip_by=tuple(FlipBy)[chance(len(FlipBy))],
        open_money=bool(chance(2)),
    )


def _write(folder: Path, number: int, game: ArenaGame) -> None:
    """Write a record under a name of its own, whole or not at all."""
    begun = game.begun
    path = folder / f"{number:06d}-{begun.terms.game.hex()}.jsonl"
    part = path.with_suffix(".part")
    try:
        text = write_record(header_of(begun, game.deck), game.steps)
        part.write_text(text, encoding="utf-8", newline="")
        part.replace(path)
    except OSError as error:
        raise RecordNotWritten(f"{path}: {error.strerror}") from None


def reached(branches: Counter[Branch]) -> Sequence[Branch]:
    """The branches that were taken at least once, in the order of the rules."""
    return [branch for branch in Branch if branches[branch]]


def interval(share: float, games: int) -> tuple[float, float]:
    """Between what a share lies with 95 % certainty, after so many games.

    Args:
        share: What was found, 0 to 1.
        games: How many games it was found in, at least 1.

    Returns:
        The bounds, 0 to 1, by Wilson's formula, which holds at the ends too.
    """
    z2 = TWO_SIDED_95**2
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    spread = sqrt(share * (1 - share) / games + z2 / (4 * games**2))
    reach = TWO_SIDED_95 * spread / (1 + z2 / games)
    return max(0.0, middle - reach), min(1.0, middle + reach)

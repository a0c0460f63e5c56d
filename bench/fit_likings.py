"""`python -m bench.fit_likings`: how well rollouts foretell what lots bring.

It plays games of bots. At every lot that came up, one seat thinks the round on, many
times, and what it foretells is held against what the artist brought. Then each number
that says what is liked as an offer is tried a step lower and a step higher: where the
error falls by more than a hundredth, and what is foretold is not off on average, the
number should be changed. To be off on average costs more than an error: a master who
took all lots for 1.6 thousand too cheap won seven games less of a hundred.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from vendue_shared.arena.one_game import ArenaGame, play_game
from vendue_shared.bots import foresight, likings, rollouts, worlds
from vendue_shared.bots.dice import Dice
from vendue_shared.bots.lots import table_value
from vendue_shared.bots.memory import Memory
from vendue_shared.bots.sparring import Contender, contender_named
from vendue_shared.bots.view import View
from vendue_shared.events import Added, Offered
from vendue_shared.happened import AuctionBegan, RoundEnded
from vendue_shared.options import PRESETS, Preset
from vendue_shared.paintings import ARTIST_OF, PAINTINGS, Artist, Painting
from vendue_shared.position import Position
from vendue_shared.seats import Seat
from vendue_shared.shares import places_of

STEPS: Final[Sequence[tuple[str, float]]] = (
    ("held", 0.25),
    ("kept", 0.2),
    ("kept_more", 10),
    ("strays", 0.1),
)
"""Numbers of `likings.Way`, and a step of each."""


class Lot(NamedTuple):
    """A lot as one seat saw it, and what came of it; in thousands a painting."""

    outset: worlds.Outset
    auctioneer: Seat
    artist: Artist
    by_table: float
    brought: int


class Error(NamedTuple):
    """Of what was foretold: mean squares, in thousands squared, but for the first."""

    off: float
    """What lots brought less what rollouts foretold, on average, in thousands."""
    rollouts: float
    """Without what more rollouts would still take away."""
    table: float
    mixed: float
    """Of the best mixture of both."""
    trust: float
    """What part of it are rollouts."""


def lots_of(game: ArenaGame, seat: Seat) -> Iterator[Lot]:
    """All lots of a game as a seat saw them when they came up."""
    position, memory = Position(), Memory()
    seats, dealt, hand = len(game.begun.terms.chairs), 0, set[Painting]()
    offered: list[tuple[worlds.Outset, Seat, Artist, float]] = []
    for event, facts in game.steps:
        if isinstance(event, Offered | Added):
            hand.discard(Painting(event.painting))
        position.play(event)
        memory.saw(event, facts, position)
        while dealt < position.round:
            dealt += 1
            places = places_of(seat, dealt, seats, mystery_hand=False)
            hand.update(game.deck[place] for place in places)
        for fact in facts:
            if isinstance(fact, AuctionBegan):
                view = View(position, seat, tuple(sorted(hand)), int)
                outset = worlds.Outset(view, memory)
                value = table_value(position, memory) / len(fact.lot)
                artist = ARTIST_OF[fact.lot[0]]
                offered.append((outset, position.auctioneer, artist, value))
            elif isinstance(fact, RoundEnded):
                for outset, auctioneer, artist, value in offered:
                    brought = fact.values[artist]
                    yield Lot(outset, auctioneer, artist, value, brought)
                offered.clear()


def played(levels: Sequence[Contender], games: int, seed: str) -> Iterator[Lot]:
    """The lots of some games of 3, 4 and 5, the seats drawn of the levels."""
    for number in range(games):
        source = random.Random(f"{seed}/{number}")
        deck, seats = list(PAINTINGS), 3 + number % 3
        source.shuffle(deck)
        drawn = [levels[source.randrange(len(levels))] for _ in range(seats)]
        first, seat = (Seat(source.randrange(seats)) for _ in range(2))
        options, chance = PRESETS[Preset.CLASSIC], source.randrange
        game = play_game(drawn, options, deck, first, chance, clock=False)
        yield from lots_of(game, seat)


def foretold(lot: Lot, times: int, dice: Dice) -> tuple[float, float]:
    """The mean of so many rollouts, and the variance of that mean."""
    found = []
    turns = foresight.OF_VALUES.turns(lot.outset)
    for _ in range(times):
        rollout = rollouts.Rollout(lot.outset, lot.outset.world(dice))
        rollout.play_on(lot.auctioneer, turns)
        found.append(rollout.values()[lot.artist])
    mean = sum(found) / times
    return mean, sum((one - mean) ** 2 for one in found) / (times - 1) / times


def error_of(lots: Sequence[Lot], times: int, name: str, more: float) -> Error:
    """How far off the foretelling is if one number of all who think is so much more.

    The same chance for all numbers.
    """
    means, noise, off = [], 0.0, 0.0
    for number, lot in enumerate(lots):
        tastes = lot.outset.tastes
        lot.outset.tastes = [
            _changed(lot.outset, taste, name, more) for taste in tastes
        ]
        mean, variance = foretold(lot, times, Dice(number))
        lot.outset.tastes = tastes
        means.append(mean)
        noise += variance / len(lots)
        off += (lot.brought - mean) / len(lots)

    def mixed(trust: float) -> float:
        return _square(
            trust * mean + (1 - trust) * lot.by_table - lot.brought
            for mean, lot in zip(means, lots, strict=True)
        )

    trust = min((tenths / 10 for tenths in range(11)), key=mixed)
    return Error(off, mixed(1.0) - noise, mixed(0.0), mixed(trust), trust)


def _changed(
    outset: worlds.Outset, taste: likings.Taste, name: str, more: float
) -> likings.Taste:
    way = taste.way
    if way.looks:
        return taste
    way = way._replace(**{name: getattr(way, name) + more})
    return likings.taste_of(way, outset.scale, is_last=outset.is_last_round)


def _square(misses: Iterable[float]) -> float:
    squares = [miss * miss for miss in misses]
    return sum(squares) / len(squares)


def main() -> None:
    """Play, foretell, try other likings, and print the errors."""
    parser = argparse.ArgumentParser(prog="python -m bench.fit_likings")
    parser.add_argument("--games", type=int, default=45)
    parser.add_argument("--times", type=int, default=16, help="rollouts a lot")
    parser.add_argument("--seed", default="likings")
    parser.add_argument("--levels", default="master,expert,standard,tight")
    arguments = parser.parse_args()
    levels = [contender_named(name) for name in arguments.levels.split(",")]
    lots = list(played(levels, arguments.games, arguments.seed))
    print(f"{len(lots)} lots of {arguments.games} games, seed {arguments.seed}")
    print(f"{'':24}{'off':>10}{'rollouts':>10}{'table':>10}{'mixed':>10}{'trust':>8}")
    print(_row("as it is", error_of(lots, arguments.times, "held", 0)))
    for name, step in STEPS:
        for more in (-step, step):
            error = error_of(lots, arguments.times, name, more)
            print(_row(f"{name} {more:+g}", error))


def _row(what: str, error: Error) -> str:
    figures = (
        f"{error.off:10.2f}{error.rollouts:10.1f}{error.table:10.1f}{error.mixed:10.1f}"
    )
    return f"{what:24}{figures}{error.trust:8.1f}"


if __name__ == "__main__":
    main()

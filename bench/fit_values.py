"""`python -m bench.fit_values`: fit anew what paintings bring, from games of bots.

It plays games, looks at every lot that came up for sale, and counts by round, earlier
chips, rank and number shown how often its artist was ranked in the end and what chip
it got. What it prints is the text of `vendue_shared/bots/fitted.py` and of
`fitted_uncounted.py`, without their first lines.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from multiprocessing import Pool
from typing import Final, NamedTuple

from vendue_shared.arena.one_game import ArenaGame, play_game
from vendue_shared.bots.levels import Level
from vendue_shared.bots.stages import STAGES, STEPS, stages_of
from vendue_shared.bots.valuation import rank_of
from vendue_shared.happened import AuctionBegan, RoundEnded
from vendue_shared.options import PRESETS, Options, Preset
from vendue_shared.paintings import ARTIST_OF, ARTISTS, PAINTINGS, Artist
from vendue_shared.position import Position
from vendue_shared.scoring import CHIPS
from vendue_shared.seats import Seat
from vendue_shared.tabletop import FIFTH

TABLES: Final = (
    ("COUNTED", Preset.CLASSIC, "`count_unsold` true"),
    ("UNCOUNTED", Preset.ITALIAN, "`count_unsold` false"),
)
"""The tables: the name, the rules they are fitted under, and what they are for."""

PRIOR: Final = 30
"""A cell counts as if it had seen so many lots like those of its step of chips in all
rounds, and these as if so many like those of all steps."""

UNSHOWN: Final = 0.8
"""No lot has none shown: what such an artist has of one with one shown."""


class Lot(NamedTuple):
    """A lot that came up for sale, and what became of its artist."""

    stage: int
    rank: int
    shown: int
    chip: int
    is_ranked: bool


Cell = tuple[float, float]
"""The mean chip, and the part that was ranked."""


def lots_of(game: ArenaGame) -> Iterator[Lot]:
    """All lots of a game, round by round."""
    position = Position()
    offered: list[tuple[Artist, int, int, int]] = []
    for event, facts in game.steps:
        position.play(event)
        for fact in facts:
            if isinstance(fact, AuctionBegan):
                artist, shown = ARTIST_OF[fact.lot[0]], position.shown
                stage = stages_of(position.sums())[artist]
                rank = rank_of(artist, shown)
                offered.append((artist, stage, rank, shown[artist]))
            elif isinstance(fact, RoundEnded):
                chips = dict(zip(fact.ranking, CHIPS, strict=False))
                for artist, stage, rank, count in offered:
                    chip = int(chips.get(artist, 0))
                    yield Lot(stage, rank, count, chip, artist in chips)
                offered.clear()


def lots_of_game(task: tuple[int, str, tuple[Level, ...], Options]) -> list[Lot]:
    """Play one game, and find its lots."""
    number, seed, levels, options = task
    source = random.Random(f"{seed}/{number}")
    deck = list(PAINTINGS)
    source.shuffle(deck)
    seats = 3 + number % 3
    drawn = [levels[source.randrange(len(levels))] for _ in range(seats)]
    first = Seat(source.randrange(seats))
    game = play_game(drawn, options, deck, first, source.randrange, clock=False)
    return list(lots_of(game))


def table_of(lots: Sequence[Lot]) -> list[list[list[Cell]]]:
    """The mean of each cell, by stage, rank and number shown."""
    cells: dict[tuple[int, int, int], list[Lot]] = defaultdict(list)
    steps: dict[tuple[int, int, int], list[Lot]] = defaultdict(list)
    rough: dict[tuple[int, int], list[Lot]] = defaultdict(list)
    for lot in lots:
        cells[lot.stage, lot.rank, lot.shown].append(lot)
        steps[lot.stage % STEPS, lot.rank, lot.shown].append(lot)
        rough[lot.rank, lot.shown].append(lot)

    def cell(stage: int, rank: int, shown: int) -> Cell:
        if shown == FIFTH:
            return (CHIPS[rank], 1.0) if rank < len(CHIPS) else (0.0, 0.0)
        if not shown:
            chip, ranked = cell(stage, rank, 1)
            return UNSHOWN * chip, UNSHOWN * ranked
        prior = _mean(rough[rank, shown], (0.0, 0.0), 0)
        prior = _mean(steps[stage % STEPS, rank, shown], prior, PRIOR)
        return _mean(cells[stage, rank, shown], prior, PRIOR)

    return [
        [[cell(stage, rank, n) for n in range(FIFTH + 1)] for rank in ARTISTS]
        for stage in range(STAGES)
    ]


def _mean(lots: Sequence[Lot], prior: Cell, weight: int) -> Cell:
    count = len(lots) + weight
    if not count:
        return prior
    chips = sum(lot.chip for lot in lots) + weight * prior[0]
    ranked = sum(lot.is_ranked for lot in lots) + weight * prior[1]
    return chips / count, ranked / count


def text_of(name: str, lots: Sequence[Lot], origin: str) -> str:
    """One table as it stands in the module of fitted numbers."""
    table = table_of(lots)
    lines = [f"{name}: Final = Fit("]
    for field, part, form in (("chip", 0, "{:.1f}"), ("ranked", 1, "{:.2f}")):
        lines.append(f"    {field}=(")
        for ranks in table:
            lines.append("        (")
            for cells in ranks:
                numbers = ", ".join(form.format(cell[part]) for cell in cells)
                lines.append(f"            ({numbers}),")
            lines.append("        ),")
        lines.append("    ),")
    lines += [")  # fmt: skip", f'"""{origin}"""']
    return "\n".join(lines)


def main() -> None:
    """Play, fit, and print."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.fit_values",
        description="Fit what paintings bring; prints the tables of fitted.py.",
    )
    parser.add_argument("--games", type=int, default=1500, help="for each table")
    parser.add_argument("--seed", default="fit")
    parser.add_argument("--levels", default="expert,standard", metavar="LEVEL,...")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    levels = tuple(Level(name) for name in arguments.levels.split(","))
    with Pool(arguments.jobs) as pool:
        for name, preset, purpose in TABLES:
            options = PRESETS[preset]
            tasks = [
                (n, arguments.seed, levels, options) for n in range(arguments.games)
            ]
            found = pool.imap(lots_of_game, tasks, chunksize=10)
            lots = [lot for game in found for lot in game]
            origin = (
                f"For {purpose}: {len(lots):,} lots of {arguments.games:,} games,"
                f" {preset},\nseats drawn of {arguments.levels}, seed"
                f" {arguments.seed!r}."
            )
            print(text_of(name, lots, origin), end="\n\n")


if __name__ == "__main__":
    main()

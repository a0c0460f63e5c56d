"""The games that are kept as text, each played anew from nothing but its name."""

from __future__ import annotations

from typing import Final

import msgspec
from tests.server.game_by_hand import GameByHand, terms_for

from vendue_server.record_files import record_of
from vendue_shared.options import PRESETS, Options, Preset

LONG_ENOUGH_S: Final = 24 * 3600.0


class Playthrough(msgspec.Struct, frozen=True, kw_only=True):
    """One game: who plays what, from which chance."""

    name: str
    """Of its two files."""
    seats: int
    options: Options
    seed: int
    """Of the deck, and of the bots' dice."""
    asleep: bool = False
    """Whether persons sit there who never answer, instead of bots."""


PLAYTHROUGHS: Final = (
    Playthrough(name="classic-4", seats=4, options=Options(), seed=41),
    Playthrough(name="italian-5", seats=5, options=PRESETS[Preset.ITALIAN], seed=51),
    Playthrough(
        name="classic-split-3",
        seats=3,
        options=PRESETS[Preset.CLASSIC_SPLIT],
        seed=31,
    ),
    Playthrough(name="mystery-3", seats=3, options=Options(mystery_hand=True), seed=32),
    Playthrough(name="asleep-3", seats=3, options=Options(), seed=33, asleep=True),
)


def played(playthrough: Playthrough) -> GameByHand:
    """The game, from its beginning to its end."""
    bots = () if playthrough.asleep else range(playthrough.seats)
    terms = terms_for(
        playthrough.seats, bots=bots, options=playthrough.options, first=None
    )
    game = GameByHand(terms, seed=playthrough.seed)
    game.wait(LONG_ENOUGH_S)
    return game


def record_text(game: GameByHand) -> str:
    """The record of the game, as a host writes it."""
    return record_of(game.game)


def heads_text(game: GameByHand) -> str:
    """The hold points, one a line: the event, and the head after it."""
    points = game.game.follower.hold_points
    return "".join(f"{point.s} {point.head.hex()}\n" for point in points)

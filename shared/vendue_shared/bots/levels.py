"""How strong a bot plays: each level by name, and what it is made of."""

from __future__ import annotations

from enum import StrEnum
from typing import assert_never

from .answers import Bot
from .erratic import Erratic, drawn_style
from .standard import Manner, Trader
from .view import Chance


class Level(StrEnum):
    """The levels, weakest first; the value is the name that players use."""

    RANDOM = "random"
    """Legal moves in a style drawn for the game."""
    STANDARD = "standard"
    """Trades by the present ranking."""


def bot_of(level: Level, chance: Chance) -> Bot:
    """Make the bot of one seat for one game.

    Args:
        level: How strong it plays.
        chance: Draws what the bot keeps for the whole game, such as a style.
    """
    match level:
        case Level.RANDOM:
            return Bot(Erratic(drawn_style(chance)))
        case Level.STANDARD:
            return Bot(Trader(Manner()))
        case _:
            assert_never(level)

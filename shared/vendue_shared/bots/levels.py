"""How strong a bot plays: each level by name, and what it is made of."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, assert_never

from .answers import Bot
from .erratic import Erratic, drawn_style
from .foresight import Depth
from .memory import Memory
from .novice import Novice
from .standard import Manner, Trader
from .thinker import Thinker
from .view import Chance


class Level(StrEnum):
    """The levels, weakest first; the value is the name that players use."""

    RANDOM = "random"
    """Legal moves in a style drawn for the game."""
    NOVICE = "novice"
    """As standard, but misjudges every lot, and offers at whim."""
    STANDARD = "standard"
    """Trades by the present ranking."""
    EXPERT = "expert"
    """Foresees what lots will bring, and learns what the others pay."""
    MASTER = "master"
    """As expert, and plays rounds on in its mind."""


EXPERT: Final = Depth()
MASTER: Final = Depth(
    values=850, trust=0.85, heats=(750, 750, 750), offers=(5, 3, 2), reckons=True
)

THINK_LONG: Final = frozenset({Level.MASTER})
"""Levels that may take longer than a millisecond: nobody may wait for them while they
think."""


def bot_of(level: Level, chance: Chance) -> Bot:
    """Make the bot of one seat for one game.

    Args:
        level: How strong it plays.
        chance: Draws what the bot keeps for the whole game, such as a style.
    """
    match level:
        case Level.RANDOM:
            return Bot(Erratic(drawn_style(chance)))
        case Level.NOVICE:
            return Bot(Novice())
        case Level.STANDARD:
            return Bot(Trader(Manner()))
        case Level.EXPERT:
            return thinking(EXPERT)
        case Level.MASTER:
            return thinking(MASTER)
        case _:
            assert_never(level)


def thinking(depth: Depth) -> Bot:
    """A bot that learns from what it sees, and thinks so far ahead."""
    memory = Memory(reckons=depth.reckons, hands=bool(depth.values or depth.heats))
    return Bot(Thinker(memory, depth), memory)

"""Sparring partners: manners of play to measure levels against.

A level that is tuned on one opponent alone learns that opponent's faults. These
are no levels: nobody meets them at a table.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, TypeAlias

from .answers import Bot
from .levels import Level, bot_of
from .standard import Manner, Trader
from .view import Chance


class Sparring(StrEnum):
    """The partners; the value is the name that the arena uses."""

    LAVISH = "lavish"
    """Pays more than a lot looks to be worth."""
    TIGHT = "tight"
    """Pays no more than two thirds of it."""
    HASTY = "hasty"
    """Pays all of it, and asks for all of it, in every kind of auction."""


MANNERS: Final = {
    Sparring.LAVISH: Manner(open=130, once=110, sealed=105, asks=105, buys=125),
    Sparring.TIGHT: Manner(open=70, once=60, sealed=55, asks=60, buys=70),
    Sparring.HASTY: Manner(open=100, once=100, sealed=100, asks=100, buys=101),
}
"""What part of the worth each pays and asks."""

Contender: TypeAlias = Level | Sparring
"""Who may sit down in the arena."""


def contender_named(name: str) -> Contender:
    """The level or sparring partner of this name.

    Raises:
        ValueError: There is none.
    """
    return Sparring(name) if name in set(Sparring) else Level(name)


def bot_for(contender: Contender, chance: Chance) -> Bot:
    """Make the bot of one seat for one game, as `bot_of` does."""
    if isinstance(contender, Sparring):
        return Bot(Trader(MANNERS[contender]))
    return bot_of(contender, chance)

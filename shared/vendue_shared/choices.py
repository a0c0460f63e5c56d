"""What a seat may do now, in a player's terms: amounts as ranges, never lists."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from .money import Money
from .paintings import Painting


class Decision(StrEnum):
    """What a seat is asked for; each has a clock of its own."""

    OFFER = "offer"
    ADD = "add"
    OPEN = "open"
    ONCE = "once"
    SEAL = "seal"
    REVEAL = "reveal"
    PRICE = "price"
    BUY = "buy"
    FLIP = "flip"
    NONE = "none"
    """Nobody is asked: the game has not begun, or is over."""


class Choice(msgspec.Struct, frozen=True):
    """One thing a seat may do."""


class CanOffer(Choice, frozen=True):
    """Put one of these up for sale."""

    paintings: tuple[Painting, ...]


class CanAdd(Choice, frozen=True):
    """Add one of these to the double."""

    paintings: tuple[Painting, ...]


class CanDecline(Choice, frozen=True):
    """Add nothing, or turn nothing up."""


class CanBid(Choice, frozen=True):
    """Call any whole amount of this range."""

    low: Money
    high: Money


class CanPass(Choice, frozen=True):
    """Say nothing this time."""


class CanSeal(Choice, frozen=True):
    """Seal any whole amount from 0."""

    high: Money


class CanReveal(Choice, frozen=True):
    """Open the own sealed bid; the client does it by itself."""


class CanPrice(Choice, frozen=True):
    """Name any whole price from 0."""

    high: Money


class CanBuy(Choice, frozen=True):
    """Take the lot at this price."""

    price: Money


class CanFlip(Choice, frozen=True):
    """Turn up the oldest painting of the mystery hand."""


AnyChoice = (
    CanOffer | CanAdd | CanDecline | CanBid | CanPass | CanSeal | CanReveal
    | CanPrice | CanBuy | CanFlip
)  # fmt: skip
"""The closed set of choices."""

DECLINE = CanDecline()
PASS = CanPass()
REVEAL = CanReveal()
FLIP = CanFlip()

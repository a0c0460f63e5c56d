"""The options of a game, and the three presets that name a set of them."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from .seats import FEWEST_SEATS


class Preset(StrEnum):
    """A name for a set of options; `CUSTOM` promises nothing."""

    CLASSIC = "classic"
    ITALIAN = "italian"
    CLASSIC_SPLIT = "classic-split"
    CUSTOM = "custom"


class DoubleProceeds(StrEnum):
    """Who is paid for a pair whose second painting another seat added."""

    SECOND_ALL = "second_all"
    SPLIT = "split"


class UnrankedValue(StrEnum):
    """What a painting is worth whose artist is not ranked this round."""

    ZERO = "zero"
    ACCUMULATED = "accumulated"


class FlipBy(StrEnum):
    """Who may turn up a painting of the mystery hand after an auction."""

    AUCTIONEER = "auctioneer"
    BUYER = "buyer"


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that can differ between two games, fixed before the deal.

    Source:
        docs/RULES.md, "Options".
    """

    double_proceeds: DoubleProceeds = DoubleProceeds.SECOND_ALL
    """Who gets the price when another seat added the second painting."""
    count_unsold: bool = True
    """Whether the unsold paintings that end a round count for the ranking."""
    unranked_value: UnrankedValue = UnrankedValue.ZERO
    """What paintings outside the round's three ranked artists bring."""
    mystery_hand: bool = False
    """Whether a fourth hand is dealt to nobody; three players only."""
    mystery_flip_by: FlipBy = FlipBy.AUCTIONEER
    """Who may turn up its oldest painting after an auction."""
    open_money: bool = False
    """Whether screens show everybody's purse: display only, no rule asks."""


PRESETS: Final[dict[Preset, Options]] = {
    Preset.CLASSIC: Options(),
    Preset.ITALIAN: Options(
        double_proceeds=DoubleProceeds.SPLIT,
        count_unsold=False,
        unranked_value=UnrankedValue.ACCUMULATED,
    ),
    Preset.CLASSIC_SPLIT: Options(double_proceeds=DoubleProceeds.SPLIT),
}
"""What each preset promises; the last three options are free in all of them."""


def preset_of(options: Options) -> Preset:
    """Name the options: the preset whose three promises they keep, else custom."""
    for preset, promised in PRESETS.items():
        if (
            options.double_proceeds is promised.double_proceeds
            and options.count_unsold is promised.count_unsold
            and options.unranked_value is promised.unranked_value
        ):
            return preset
    return Preset.CUSTOM


def check_options(options: Options, seats: int) -> None:
    """Refuse options that do not fit the number of seats.

    Raises:
        ValueError: A mystery hand with other than three seats.
    """
    if options.mystery_hand and seats != FEWEST_SEATS:
        raise ValueError(f"the mystery hand is for {FEWEST_SEATS} players, not {seats}")

"""What the players agree on before anything is drawn, as bytes and as a digest."""

from __future__ import annotations

from typing import Final

import msgspec

from vendue_shared.money import START_PURSE
from vendue_shared.options import (
    DoubleProceeds,
    FlipBy,
    Options,
    UnrankedValue,
    check_options,
)
from vendue_shared.paintings import COUNTS
from vendue_shared.scoring import CHIPS
from vendue_shared.shares import ROUNDS, share_of
from vendue_shared.tabletop import FIFTH
from vendue_shared.terms import Chair, Clocks, Terms

from .keys import NO_KEY, is_weak
from .tags import GAME_SIZE, sha256, sized, unsigned, versioned

_RULES: Final = versioned("rules")
_TERMS: Final = versioned("terms")
_DRAWN: Final = 255

_DOUBLE_PROCEEDS: Final = {DoubleProceeds.SECOND_ALL: 0, DoubleProceeds.SPLIT: 1}
_UNRANKED_VALUE: Final = {UnrankedValue.ZERO: 0, UnrankedValue.ACCUMULATED: 1}
_FLIP_BY: Final = {FlipBy.AUCTIONEER: 0, FlipBy.BUYER: 1}


def rules_bytes(options: Options, seats: int) -> bytes:
    """Lay out the rules of a game.

    Args:
        options: What can differ between two games.
        seats: 3 to 5.

    Returns:
        60 bytes: the options, then what no option changes (the purse a seat starts
        with, the rounds, the painting of an artist that ends one, the three
        chips), then the shares and the paintings.

    Raises:
        ValueError: There is no such game.

    Source:
        docs/FAIRPLAY.md, "Terms".
    """
    check_options(options, seats)
    chosen = (
        _DOUBLE_PROCEEDS[options.double_proceeds],
        options.count_unsold,
        _UNRANKED_VALUE[options.unranked_value],
        options.mystery_hand,
        _FLIP_BY[options.mystery_flip_by],
        options.open_money,
    )
    shares = (
        share_of(number, seats, mystery_hand=options.mystery_hand)
        for number in range(1, ROUNDS + 1)
    )
    counts = (count for artist in COUNTS for count in artist)
    return b"".join(
        (
            _RULES,
            bytes(chosen),
            unsigned(START_PURSE, 2),
            bytes((ROUNDS, FIFTH, *CHIPS, *shares, *counts)),
        )
    )


def terms_bytes(terms: Terms) -> bytes:
    """Lay out the whole agreement.

    Args:
        terms: As this machine showed them to its player.

    Raises:
        ValueError: They cannot be agreed on: options that do not fit the seats, a
            first auctioneer who is not there, a name that is empty or over 255
            bytes, a bot with a key, a person with a weak one, or something of the
            wrong size. Terms from a host may well be so.

    Source:
        docs/FAIRPLAY.md, "Terms".
    """
    seats = len(terms.chairs)
    return b"".join(
        (
            _TERMS,
            sized("a game id", terms.game, GAME_SIZE),
            sha256(rules_bytes(terms.options, seats)),
            sized("prev", terms.prev),
            sized("a host's key", terms.host_key),
            _clocks_bytes(terms.clocks),
            _first_byte(terms.first, seats),
            unsigned(seats, 1),
            *map(_chair_bytes, terms.chairs),
        )
    )


def terms_digest(terms: Terms) -> bytes:
    """Hash the agreement to the 32 bytes that everybody commits to, R.

    Raises:
        ValueError: The terms cannot be agreed on; see `terms_bytes`.

    Source:
        docs/FAIRPLAY.md, "Terms".
    """
    return sha256(terms_bytes(terms))


def _clocks_bytes(clocks: Clocks) -> bytes:
    return b"".join(unsigned(seconds, 2) for seconds in msgspec.structs.astuple(clocks))


def _first_byte(first: int | None, seats: int) -> bytes:
    if first is None:
        return unsigned(_DRAWN, 1)
    if not 0 <= first < seats:
        raise ValueError(f"no seat {first} of {seats} to begin")
    return unsigned(first, 1)


def _chair_bytes(chair: Chair) -> bytes:
    if chair.bot and chair.key != NO_KEY:
        raise ValueError(f"the bot {chair.name!r} has a key")
    if not chair.bot and is_weak(chair.key):
        raise ValueError(f"the key of {chair.name!r} is weak: {chair.key.hex()}")
    name = chair.name.encode()
    if not name:
        raise ValueError("a chair has no name")
    return b"".join(
        (
            unsigned(chair.bot, 1),
            sized("a seat's key", chair.key),
            unsigned(len(name), 1),
            name,
        )
    )

"""The public log: one event an accepted move, the same bytes for everybody.

An event says only what could not be known. What follows from it (sales,
payments, turns, rankings) is worked out by `Position.play`, on every machine.
Its keys travel in the order in which they stand here.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from .moves import Amount, Hash, Number, Signature
from .terms import Terms

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=4)]
Leaves = Annotated[tuple[Hash, ...], msgspec.Meta(max_length=70)]
Blind = Annotated[bytes, msgspec.Meta(max_length=32)]


class Player(StrEnum):
    """Who makes the moves of a seat."""

    PERSON = "person"
    BOT = "bot"


class Ending(StrEnum):
    """Why a log was closed."""

    FINISHED = "finished"
    OWNER = "owner"
    ABANDONED = "abandoned"
    HOST = "host"


class Event(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True,
            tag_field="t", omit_defaults=True):  # fmt: skip
    """What every event has; on the wire the key `t` comes first and names it."""


class Begun(Event, frozen=True, kw_only=True, tag="begun"):
    """Event 1: what was agreed on, and the deal that nobody could choose."""

    terms: Terms
    hs: Hash
    """The host's commitment to its seed."""
    ks: Annotated[tuple[Hash, ...], msgspec.Meta(max_length=5)]
    """Each seat's commitment to its share of the chance, in seat order."""
    es: Annotated[tuple[Hash, ...], msgspec.Meta(max_length=5)]
    """Each seat's share, in seat order (a host-run seat: zeros)."""
    lists: Annotated[tuple[Leaves, ...], msgspec.Meta(max_length=6)]
    """The leaves of each hand, then of the mystery hand if there is one, then of
    the paintings never dealt."""
    first: SeatNumber
    """The first auctioneer, named in the terms or drawn."""


class Moved(Event, frozen=True, kw_only=True):
    """An event of a seat; `auto` marks the host's clock moving for it."""

    seat: SeatNumber


class Offered(Moved, frozen=True, kw_only=True, tag="offered"):
    """A painting was put up; it is the next auction by number."""

    painting: Number
    blind: Blind
    auto: bool = False


class Added(Moved, frozen=True, kw_only=True, tag="added"):
    """A second painting joined a double."""

    painting: Number
    blind: Blind
    auto: bool = False


class Declined(Moved, frozen=True, kw_only=True, tag="declined"):
    """No second painting; no mystery flip."""

    auto: bool = False


class Called(Moved, frozen=True, kw_only=True, tag="bid"):
    """A price called aloud, open or once around."""

    amount: Amount
    auto: bool = False


class Passed(Moved, frozen=True, kw_only=True, tag="passed"):
    """A pass, open, once around or fixed price."""

    auto: bool = False


class Hammer(Event, frozen=True, kw_only=True, tag="hammer"):
    """The host's clock closed the open auction."""


class Sealed(Moved, frozen=True, kw_only=True, tag="sealed"):
    """A seat committed to a sealed bid."""

    commitment: Hash
    auto: bool = False


class Locked(Event, frozen=True, kw_only=True, tag="locked"):
    """At the deadline: who did not seal; the last `sealed` locks by itself."""

    absent: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=5)]
    """In seat order, at least one."""


class Revealed(Moved, frozen=True, kw_only=True, tag="revealed"):
    """The host has this seat's opening; the amount is not told yet."""

    auto: bool = False


class Opening(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What opens one commitment."""

    bid: Amount
    nonce: Hash
    hold: Signature
    """The seat's signature on the history at the lock; empty for a host's bot."""


class Opened(Event, frozen=True, kw_only=True, tag="opened"):
    """All openings at once."""

    openings: Annotated[tuple[Opening | None, ...], msgspec.Meta(max_length=5)]
    """One a seat, in seat order; `None`: did not seal, or did not reveal."""


class Priced(Moved, frozen=True, kw_only=True, tag="priced"):
    """The auctioneer named the fixed price."""

    amount: Amount
    auto: bool = False


class Bought(Moved, frozen=True, kw_only=True, tag="bought"):
    """A seat took the lot at the fixed price."""

    auto: bool = False


class Flipped(Moved, frozen=True, kw_only=True, tag="flipped"):
    """The oldest painting of the mystery hand was turned up."""

    painting: Number
    blind: Blind
    auto: bool = False


class Plays(Event, frozen=True, kw_only=True, tag="plays"):
    """From now on this seat's moves are made by a person, or by the host's bot."""

    seat: SeatNumber
    by: Player


class Ended(Event, frozen=True, kw_only=True, tag="ended"):
    """The last event of every log."""

    reason: Ending
    seed: Blind
    """The host's seed, 32 bytes; empty where it was lost."""


AnyEvent = (
    Begun | Offered | Added | Declined | Called | Passed | Hammer | Sealed | Locked
    | Revealed | Opened | Priced | Bought | Flipped | Plays | Ended
)  # fmt: skip
"""The closed set of events."""

"""What playing an event brought about, in order, for the screen."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from .money import Money
from .paintings import Artist, Kind, Painting
from .seats import Seat


class Fact(msgspec.Struct, frozen=True):
    """Something that followed from an event by the rules."""


class RoundBegan(Fact, frozen=True):
    """A round began; each hand took its share from the deck."""

    number: int
    """1 to 4."""
    share: int
    """Paintings dealt to each hand, 0 to 10."""
    mystery_share: int
    """Paintings laid beneath the mystery hand."""


class TurnCame(Fact, frozen=True):
    """A seat is to offer a painting."""

    auctioneer: Seat
    skipped: tuple[Seat, ...]
    """Seats passed over because their hands are empty."""


class SecondAsked(Fact, frozen=True):
    """A seat is asked for a second painting to a double."""

    seat: Seat


class AuctionBegan(Fact, frozen=True):
    """A lot is for sale."""

    auctioneer: Seat
    kind: Kind
    """Never DOUBLE: a pair is sold by its second painting."""
    lot: tuple[Painting, ...]
    """One painting, or a double and its second."""


class AllSealed(Fact, frozen=True):
    """The sealed bids are locked; now they are opened."""

    absent: tuple[Seat, ...]


class Void(StrEnum):
    """Why a sealed bid counts as 0."""

    ABSENT = "absent"
    WITHHELD = "withheld"
    ILLEGAL = "illegal"


class BidsShown(Fact, frozen=True):
    """All sealed bids were opened."""

    bids: tuple[Money | Void, ...]
    """In seat order; a void bid counts as 0."""


class LotSold(Fact, frozen=True):
    """A lot has an owner."""

    lot: tuple[Painting, ...]
    auctioneer: Seat
    buyer: Seat
    price: Money
    """0: the auctioneer has it free."""
    paid: tuple[Money, ...]
    """What each seat received, in seat order; the rest of the price went to the
    bank."""


class LotUnsold(Fact, frozen=True):
    """Paintings were shown that belong to nobody."""

    lot: tuple[Painting, ...]
    is_fifth: bool
    """Whether an artist's fifth painting ended the round; else the last painting
    of all hands did."""


class FlipAsked(Fact, frozen=True):
    """A seat may turn up a painting of the mystery hand."""

    seat: Seat


class MysteryShown(Fact, frozen=True):
    """A painting of the mystery hand was turned up."""

    painting: Painting


class RoundEnded(Fact, frozen=True):
    """The bank has bought what everybody owned."""

    number: int
    shown: tuple[int, ...]
    """Paintings shown of each artist, board order, whether or not they counted."""
    ranking: tuple[Artist, ...]
    """At most three, best first."""
    values: tuple[Money, ...]
    """What one painting of each artist brought, board order."""
    earned: tuple[Money, ...]
    """What the bank paid each seat."""
    purses: tuple[Money, ...]
    """Everybody's money after that."""


class GameWon(Fact, frozen=True):
    """The fourth round is paid out."""

    purses: tuple[Money, ...]
    winners: tuple[Seat, ...]
    """All who have the most, in seat order."""


class SeatPlayedBy(Fact, frozen=True):
    """A seat changed hands."""

    seat: Seat
    is_bot: bool


class LogClosed(Fact, frozen=True):
    """Nothing comes after this."""

    reason: str


Happened = (
    RoundBegan | TurnCame | SecondAsked | AuctionBegan | AllSealed | BidsShown
    | LotSold | LotUnsold | FlipAsked | MysteryShown | RoundEnded | GameWon
    | SeatPlayedBy | LogClosed
)  # fmt: skip
"""The closed set of facts."""

"""What each step of a verification says when it passes, and when it does not."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import ClassVar

import msgspec

from vendue_protocol.log_frames import How
from vendue_shared.money import Money
from vendue_shared.paintings import Painting
from vendue_shared.seats import Seat, seat_said


class VerifyStep(IntEnum):
    """The thirteen steps, in their order.

    Source:
        docs/LOGS.md, "How a log is verified".
    """

    FILE = 1
    """The file is whole."""
    TERMS = 2
    """The rules and the terms are such as can be agreed on."""
    SEED = 3
    """The published seed is the one the host committed to."""
    SHARES = 4
    """Every seat's share of the chance opens its commitment."""
    DEAL = 5
    """Deck, leaves, lists and own paintings follow from seed and shares."""
    CHAIN = 6
    """Every event is in its place, and the last head is right."""
    FORM = 7
    """Every event is written in the one canonical way."""
    RULES = 8
    """Every event is legal where it stands."""
    PAINTINGS = 9
    """Every painting played was dealt to who played it, by then."""
    SEALED = 10
    """Every opened bid is the one that was sealed."""
    DEFAULTS = 11
    """Every move of the host's clock is the one that was laid down."""
    HOLDS = 12
    """Every signature fits this history."""
    RESULT = 13
    """The log ends as it says."""


class Verdict(StrEnum):
    """What a log is that passes all steps."""

    SOUND = "sound"
    """Played to its end."""
    ENDED_EARLY = "sound, ended early"
    OPEN = "sound so far, not closed"
    """The reader left before the log was closed."""


def hand_said(hand: int, seats: int) -> str:
    """Whose hand, or list of leaves, people are told this is.

    Args:
        hand: A seat, or as many as there are seats: the mystery hand.
        seats: Of the table, 3 to 5.
    """
    return "the mystery hand" if hand == seats else seat_said(hand)


class NotSound(Exception):
    """The first step that a log fails.

    What it says is for people, so it counts seats from 1.

    Args:
        step: Which.
        s: The event it is about; `None`: the file or the whole log.
        expected: What an honest log has there.
        found: What this one has.
    """

    def __init__(
        self, step: VerifyStep, s: int | None, expected: str, found: str
    ) -> None:
        where = "" if s is None else f", event {s}"
        super().__init__(f"step {step}{where}: expected {expected}; found {found}")
        self.step = step
        self.s = s
        self.expected = expected
        self.found = found


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A step that has passed, and what it found."""

    step: ClassVar[VerifyStep]


class FileWhole(Report, frozen=True, kw_only=True):
    """Step 1."""

    step: ClassVar[VerifyStep] = VerifyStep.FILE
    size: int
    """Bytes."""
    frames: int
    reader: int
    """A seat, 254 a spectator, 255 the host."""
    program: str
    """The version that wrote it, as the file says: clean it before showing it."""
    game: bytes
    """The game's id, 16 bytes."""


class TermsAgreed(Report, frozen=True, kw_only=True):
    """Step 2."""

    step: ClassVar[VerifyStep] = VerifyStep.TERMS
    digest: bytes
    """R, which everybody committed to, 32 bytes."""
    names: tuple[str, ...]
    """By seat: clean them before showing them."""
    bots: tuple[Seat, ...]
    """The seats that the host ran from the beginning."""
    given_up: int
    """How many set-ups before are in the file."""
    follows_another: bool
    """Whether the terms name a set-up given up before."""


class SeedOpened(Report, frozen=True, kw_only=True):
    """Step 3."""

    step: ClassVar[VerifyStep] = VerifyStep.SEED
    hs: bytes
    """The host's commitment, 32 bytes."""
    is_known: bool
    """Whether the seed is in the log; else the deck is not proved."""


class SharesOpened(Report, frozen=True, kw_only=True):
    """Step 4."""

    step: ClassVar[VerifyStep] = VerifyStep.SHARES
    persons: int
    """Seats that gave 32 bytes of their own."""


class DealMade(Report, frozen=True, kw_only=True):
    """Step 5."""

    step: ClassVar[VerifyStep] = VerifyStep.DEAL
    salt: bytes
    root: bytes
    deck: tuple[Painting, ...] | None
    """All seventy, top first; `None`: not proved, for want of the seed."""
    first: Seat
    own_paintings: int
    """How many this reader was dealt, all of them checked."""


class ChainWhole(Report, frozen=True, kw_only=True):
    """Step 6."""

    step: ClassVar[VerifyStep] = VerifyStep.CHAIN
    events: int
    head: bytes
    """After the last of them."""


class FormsKept(Report, frozen=True, kw_only=True):
    """Step 7."""

    step: ClassVar[VerifyStep] = VerifyStep.FORM
    events: int


class RulesKept(Report, frozen=True, kw_only=True):
    """Step 8."""

    step: ClassVar[VerifyStep] = VerifyStep.RULES
    rounds: int
    """Rounds that ended."""
    auctions: int
    """Paintings offered."""


class PaintingsProved(Report, frozen=True, kw_only=True):
    """Step 9."""

    step: ClassVar[VerifyStep] = VerifyStep.PAINTINGS
    played: int
    is_order_proved: bool
    """Whether the seed shows that each was dealt by then."""


class SealedProved(Report, frozen=True, kw_only=True):
    """Step 10; each count is by seat."""

    step: ClassVar[VerifyStep] = VerifyStep.SEALED
    auctions: int
    opened: tuple[int, ...]
    absent: tuple[int, ...]
    withheld: tuple[int, ...]
    over_money: tuple[int, ...]


class DefaultsProved(Report, frozen=True, kw_only=True):
    """Step 11."""

    step: ClassVar[VerifyStep] = VerifyStep.DEFAULTS
    auto: tuple[int, ...]
    """Moves that the clock made, by seat."""
    hammers: int
    """Open auctions that the clock closed."""
    unproved_offers: int
    """Offers of the clock that only the seed could prove."""


class KeyHolds(msgspec.Struct, frozen=True, kw_only=True):
    """At how many points one key has signed the history."""

    who: int
    """A seat, or 255 for the host."""
    points: int


class HoldsCounted(Report, frozen=True, kw_only=True):
    """Step 12."""

    step: ClassVar[VerifyStep] = VerifyStep.HOLDS
    points: int
    """Hold points of this log."""
    by_key: tuple[KeyHolds, ...]
    """The host first, then each seat that had a key."""
    bots: tuple[Seat, ...]
    """The seats without a key."""
    last_s: int
    """The event of the last hold point."""
    last_head: bytes
    """The head there: what the codes to be compared are made of."""


class ResultTold(Report, frozen=True, kw_only=True):
    """Step 13."""

    step: ClassVar[VerifyStep] = VerifyStep.RESULT
    verdict: Verdict
    how: How
    is_deck_proved: bool
    purses: tuple[Money, ...]
    winners: tuple[Seat, ...]
    """All who tie for the most; nobody where the game was not played out."""


AnyReport = (
    FileWhole | TermsAgreed | SeedOpened | SharesOpened | DealMade | ChainWhole
    | FormsKept | RulesKept | PaintingsProved | SealedProved | DefaultsProved
    | HoldsCounted | ResultTold
)  # fmt: skip
"""One a step, in the order of the steps."""

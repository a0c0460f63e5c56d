"""What the log has told so far, gathered for the screen: sales, words, results."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

import msgspec

from vendue_client.entries import Entry
from vendue_protocol.follower import Step
from vendue_shared.events import (
    Begun,
    Called,
    Declined,
    Offered,
    Opened,
    Passed,
)
from vendue_shared.happened import (
    AuctionBegan,
    BidsShown,
    Happened,
    LotSold,
    LotUnsold,
    RoundBegan,
    RoundEnded,
)
from vendue_shared.money import Money
from vendue_shared.seats import Seat

PAYOUT_TURNS: Final = 5
"""Turns for which it stays on the screen what the bank paid: once around the largest
table, as walls fill only then."""


class Sale(msgspec.Struct, frozen=True):
    """A lot that somebody got, and in which round."""

    round: int
    fact: LotSold


class Word(msgspec.Struct, frozen=True):
    """What a seat said aloud in the present auction."""

    seat: Seat
    amount: Money | None
    """`None`: passed, or declined to add."""


class Story:
    """The present game, as its log has told it; made of the client's history."""

    def __init__(self) -> None:
        self.round = 0
        self.sales: list[Sale] = []
        """All lots that somebody got, oldest first."""
        self.words: list[Word] = []
        """What was said since the lot came up, or came to the next question."""
        self.last: LotSold | LotUnsold | None = None
        """How the last lot ended, until the next one is offered."""
        self.bids: BidsShown | None = None
        """The sealed bids of the last lot, until the next one is offered."""
        self.opened_at = 0
        """The event that opened them."""
        self.round_ended: RoundEnded | None = None
        """The round that just ended, until the next offer."""
        self.payout: RoundEnded | None = None
        """The round that ended last, for `PAYOUT_TURNS` turns after it."""
        self._turns = 0
        """Offers since then."""
        self.checked_bids = 0
        """Sealed bids that were opened and fit what was sealed."""
        self.checked_paintings = 0
        """Paintings that were shown and fit the lists of the deal."""

    def sales_of(self, number: int) -> list[Sale]:
        """The sales of one round, oldest first."""
        return [sale for sale in self.sales if sale.round == number]

    def take(self, step: Step) -> None:
        """Go on by one event."""
        self._hear(step)
        for fact in step.facts:
            self._learn(fact)

    def _hear(self, step: Step) -> None:
        event = step.event
        match event:
            case Offered():
                self.last = self.bids = self.round_ended = None
                self.words = []
                self._turns += 1
                if self._turns > PAYOUT_TURNS:
                    self.payout = None
            case Called(seat=seat, amount=amount):
                self.words.append(Word(Seat(seat), Money(amount)))
            case Passed(seat=seat) | Declined(seat=seat):
                self.words.append(Word(Seat(seat), None))
            case Opened(openings=openings):
                self.checked_bids += sum(o is not None for o in openings)
                self.opened_at = step.s
            case _:
                pass
        self.checked_paintings += hasattr(event, "painting")

    def _learn(self, fact: Happened) -> None:
        match fact:
            case RoundBegan(number=number):
                self.round = number
            case AuctionBegan():
                self.words = []
            case BidsShown():
                self.bids = fact
            case LotSold():
                self.last = fact
                self.sales.append(Sale(self.round, fact))
            case LotUnsold():
                self.last = fact
            case RoundEnded():
                self.round_ended = self.payout = fact
                self._turns = 0
            case _:
                pass


class Historian:
    """Gathers what the newest game's log has told, and goes on from there.

    What it tells depends on the entries alone; that it remembers only saves time.
    """

    def __init__(self) -> None:
        self._story = Story()
        self._newest: Entry | None = None

    def story_of(self, entries: Sequence[Entry]) -> Story:
        """What a client's history has told.

        Args:
            entries: Oldest first; those told before, without any that were dropped at
                the beginning, and new ones; or another history.
        """
        fresh = list(takewhile(lambda e: e is not self._newest, reversed(entries)))
        if len(fresh) == len(entries):
            self._story = Story()
        for entry in reversed(fresh):
            self._newest = entry
            if isinstance(entry, Step):
                if isinstance(entry.event, Begun):
                    self._story = Story()
                self._story.take(entry)
        return self._story

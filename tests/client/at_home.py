"""A whole game at home: everybody's moves are drawn, and it stops where one wants."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final, Self

from vendue_protocol.keys import bot_secret
from vendue_protocol.seals import seal
from vendue_shared.choices import (
    AnyChoice,
    CanAdd,
    CanBid,
    CanBuy,
    CanFlip,
    CanOffer,
    CanPrice,
    CanSeal,
    Decision,
)
from vendue_shared.decide import legal_moves
from vendue_shared.events import Ending
from vendue_shared.money import Money
from vendue_shared.moves import (
    Add,
    AnyMove,
    Bid,
    Buy,
    Decline,
    Flip,
    Offer,
    Pass,
    Price,
    Seal,
)
from vendue_shared.options import Options
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.phase import Phase
from vendue_shared.seats import Seat

from .host_at_home import HostAtHome
from .lobby_at_home import GAME, SEED

MANY_STEPS: Final = 5000
SHYNESS: Final = 45
"""Nobody bids, asks or seals more than this, in thousands, but on order."""


class GameAtHome(HostAtHome):
    """A host at home that can play for everybody; what they do is drawn.

    It starts in the lobby: `begin` deals.

    Args:
        seats: 3 to 5.
        me: The participant's seat; `None`: watching.
        options: Of the game.
        first: The first auctioneer.
        luck: The seed of everything that is drawn.
    """

    def __init__(
        self,
        *,
        seats: int = 4,
        me: int | None = 0,
        options: Options | None = None,
        first: int = 0,
        luck: int = 1,
    ) -> None:
        super().__init__(seats=seats, me=me, options=options, first=first)
        self.chance = random.Random(luck)

    def sealing(self, seat: int, amount: int) -> Seal:
        """The move that seals an amount for a seat."""
        is_mine = seat == self.me and not self.host.position.bots[seat]
        if is_mine and self.participant.own is not None:
            return self.participant.own.seal(self.participant.follower, Money(amount))
        assert self.host.sealed_phase is not None
        secret = self.secret_of(seat)
        sealed = seal(self.host.sealed_phase, Seat(seat), secret, Money(amount))
        self.seals[Seat(seat)] = sealed
        return Seal(auction=self.host.position.auction, commitment=sealed.commitment)

    def secret_of(self, seat: int) -> bytes:
        """What the nonces of another seat come from: of a bot, the host's seed."""
        return bot_secret(SEED, GAME, Seat(seat))

    def choices(self, seat: int) -> tuple[AnyChoice, ...]:
        return legal_moves(self.host.position, Seat(seat), tuple(self.hands[seat]))

    def step(self, *, but_not: int | None = None) -> bool:
        """Make one drawn move for a seat that is asked.

        Args:
            but_not: A seat that is left alone.

        Returns:
            False where nobody else is asked.
        """
        asked = [s for s in self.host.position.awaited if s != but_not]
        if not asked:
            return False
        seat = self.chance.choice(asked)
        self.play(seat, self._drawn(seat))
        return True

    def _drawn(self, seat: Seat) -> AnyMove:
        """A legal move: simple, but every kind of it comes."""
        auction = self.host.position.auction
        choices = self.choices(seat)
        match self.chance.choice(choices):
            case CanOffer(paintings=paintings):
                painting = self.chance.choice(sorted(paintings))
                return Offer(auction=auction + 1, painting=painting)
            case CanAdd(paintings=paintings):
                return Add(auction=auction, painting=self.chance.choice(paintings))
            case CanBid(low=low, high=high) if low < min(high, SHYNESS):
                return Bid(auction=auction, amount=self._amount(low, high))
            case CanSeal(high=high):
                return self.sealing(seat, self._amount(0, high))
            case CanPrice(high=high):
                return Price(auction=auction, amount=self._amount(0, high))
            case CanBuy():
                return Buy(auction=auction)
            case CanFlip():
                return Flip(auction=auction)
            case _:
                return self._silence()

    def _amount(self, low: int, high: int) -> int:
        return self.chance.randint(low, max(low, min(high, low + 12, SHYNESS)))

    def _silence(self) -> AnyMove:
        position = self.host.position
        phase = position.phase
        if isinstance(phase, OpenAuction):
            return Pass(auction=position.auction, on=phase.high)
        if phase.decision in {Decision.ADD, Decision.FLIP}:
            return Decline(auction=position.auction)
        return Pass(auction=position.auction)

    def until(
        self,
        reached: type[Phase] | Callable[[Self], bool],
        *,
        asked: int | None = None,
    ) -> Self:
        """Play on until a phase comes, or anything else is true.

        Args:
            reached: A phase's class, or a claim about this game.
            asked: If given, this seat must also be asked then.

        Example:
            `game.until(Sealing, asked=0)`, or
            `game.until(lambda game: game.host.position.round == 2)`.
        """
        for _ in range(MANY_STEPS):
            phase = self.host.position.phase
            there = (
                isinstance(phase, reached)
                if isinstance(reached, type)
                else reached(self)
            )
            if there and (asked is None or asked in self.host.position.awaited):
                return self
            assert self.step(), "the game was over before"
        raise AssertionError("it never came")

    def finish(self) -> Self:
        """Play to the end and close the log."""
        while self.step():
            pass
        self.end(Ending.FINISHED)
        return self

"""Hosts that move for a player."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final

from tests.hostile.asks import Asks
from tests.hostile.cases import Case, Others, Who, host_case
from tests.hostile.cheat import Cheat
from tests.hostile.forging import FALSE

from vendue_protocol.client_messages import Play
from vendue_protocol.message import Message
from vendue_protocol.proof import Check
from vendue_shared.choices import (
    AnyChoice,
    CanAdd,
    CanBid,
    CanBuy,
    CanDecline,
    CanFlip,
    CanOffer,
    CanPass,
    CanPrice,
    CanSeal,
)
from vendue_shared.decide import decide, legal_moves
from vendue_shared.events import AnyEvent, Called, Player, Plays
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
from vendue_shared.seats import Seat

A_WHILE: Final = 6
"""Events that are played before."""


class MovesFor(Asks):
    """Makes a move of one kind for the first who could make it."""

    cheat: InNameOf

    def instead(self, now: float) -> AnyEvent | None:
        del now
        position = self.follower.position
        for seat in position.awaited:
            for choice in legal_moves(position, seat, self.hands.of(seat)):
                if isinstance(choice, self.cheat.choice):
                    self.cheat.lied_to = {seat}
                    move = move_of(choice, position.auction, position.phase)
                    hand = self.hands.for_move(seat, move)
                    return decide(position, seat, hand, move, auto=self.cheat.auto)
        return None


def move_of(  # noqa: C901 - one line a choice
    choice: AnyChoice, auction: int, phase: object
) -> AnyMove:
    """The least that a choice allows."""
    match choice:
        case CanOffer(paintings=paintings):
            return Offer(auction=auction + 1, painting=paintings[0])
        case CanAdd(paintings=paintings):
            return Add(auction=auction, painting=paintings[0])
        case CanDecline():
            return Decline(auction=auction)
        case CanBid(low=low):
            return Bid(auction=auction, amount=low)
        case CanPass():
            on = phase.high if isinstance(phase, OpenAuction) else Money(0)
            return Pass(auction=auction, on=on)
        case CanSeal():
            return Seal(auction=auction, commitment=FALSE)
        case CanPrice():
            return Price(auction=auction, amount=1)
        case CanBuy():
            return Buy(auction=auction)
        case CanFlip():
            return Flip(auction=auction)
        case _:
            raise AssertionError(choice)


class InNameOf(Cheat):
    """Makes a move of one kind for the first who could make it.

    Args:
        choice: The kind.
        auto: Whether it says that the clock made it.
    """

    game = MovesFor
    options = Options(mystery_hand=True)

    def __init__(self, choice: type[AnyChoice], *, auto: bool = False) -> None:
        super().__init__()
        self.choice, self.auto = choice, auto


class BidsLater(Asks):
    """Keeps a player's bid, and makes it in another auction."""

    cheat: KeepsBid

    def instead(self, now: float) -> AnyEvent | None:
        del now
        position, kept = self.follower.position, self.cheat.kept
        if kept is None or kept.auction == position.auction:
            return None
        if Seat(0) not in position.awaited or not isinstance(
            position.phase, OpenAuction
        ):
            return None
        if not position.phase.high < kept.amount <= position.purses[0]:
            return None
        return Called(seat=0, amount=kept.amount)


class KeepsBid(Cheat):
    """Keeps a player's bid, and makes it in another auction."""

    game = BidsLater

    def __init__(self) -> None:
        super().__init__()
        self.kept: Bid | None = None

    def up(self, seat: int, message: Message) -> Iterable[Message]:
        if seat == 0 and isinstance(message, Play) and not self.is_done:
            move, phase = message.move, self.host.follower.position.phase
            if isinstance(move, Bid) and isinstance(phase, OpenAuction):
                self.kept = move
                return ()
            if self.kept is not None and not isinstance(move, Offer):
                return ()  # no move of the seat may use up what is kept
        return (message,)


class TakesSeat(Asks):
    """Lets a bot take over a seat whose player is there."""

    def instead(self, now: float) -> AnyEvent | None:
        del now
        position = self.follower.position
        if self.follower.s < A_WHILE or not position.phase.changes_hands(0):
            return None
        self.cheat.lied_to = {0}
        return Plays(seat=0, by=Player.BOT)


class TakesOver(Cheat):
    """Lets a bot take over a seat whose player is there."""

    game = TakesSeat


KINDS: dict[str, type[AnyChoice]] = {
    "offered": CanOffer,
    "added": CanAdd,
    "declined": CanDecline,
    "bid": CanBid,
    "passed": CanPass,
    "sealed": CanSeal,
    "priced": CanPrice,
    "bought": CanBuy,
    "flipped": CanFlip,
}


MOVE_CASES: tuple[Case, ...] = (
    *(
        host_case(
            f"a move is made for a player: `{kind}`",
            partial(InNameOf, choice), Who.OWNER, kind, Check.OWN,
            Others.PLAY,
        )
        for kind, choice in KINDS.items()
    ),
    host_case(
        "a bid is kept back, and made in another auction",
        KeepsBid, Who.LIED_TO, "bid", Check.OWN, Others.PLAY,
    ),
    host_case(
        "a bot takes over a player who is there and did not ask",
        TakesOver, Who.OWNER, "plays", Check.SEAT, Others.PLAY,
    ),
    host_case(
        "the clock bids for a player",
        lambda: InNameOf(CanBid, auto=True), Who.ALL, "bid", Check.RULES,
    ),
)  # fmt: skip

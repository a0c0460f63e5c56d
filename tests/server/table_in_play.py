"""A table at which three persons play, and a test makes their moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tests.server.game_by_hand import KEYS, SECRET
from tests.server.table_by_hand import TableByHand

from vendue_protocol.chain import sign_hold
from vendue_protocol.client_messages import Play
from vendue_protocol.host_messages import Intervened
from vendue_protocol.seals import SealedBid, seal
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
    CanReveal,
    CanSeal,
)
from vendue_shared.decide import legal_moves
from vendue_shared.events import AnyEvent, Player, Plays
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
    Reveal,
    Seal,
)
from vendue_shared.paintings import KIND_OF, Kind
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.position import Position
from vendue_shared.seats import Seat

PERSONS: Final = (0, 1, 2)
"""Anna, Bert and Cleo; each has the seat of the same number."""

Choose = Callable[[tuple[AnyChoice, ...]], AnyChoice]


class TableInPlay(TableByHand):
    """Three persons in a game that has begun."""

    def __init__(self) -> None:
        super().__init__(chairs=3, starts_alone=True)
        self._sealed: dict[int, SealedBid] = {}
        self.sit(*PERSONS)
        self.ready(*PERSONS)
        self.set_up(PERSONS)

    @property
    def position(self) -> Position:
        return self.game.follower.position

    @property
    def events(self) -> list[AnyEvent]:
        return [step.event for step in self.game.log.steps]

    @property
    def taken_over(self) -> list[int]:
        """The seats that bots took over, in order."""
        return [
            e.seat for e in self.events if isinstance(e, Plays) and e.by is Player.BOT
        ]

    def told(self, person: int) -> list[Intervened]:
        """What interventions somebody was told of, oldest first."""
        return self.lines[person].heard_of(Intervened)

    # Moves.

    def choices(self, seat: int) -> tuple[AnyChoice, ...]:
        hand = self.game.hands.of(Seat(seat))
        return legal_moves(self.position, Seat(seat), hand)

    def play(self, seat: int, move: AnyMove) -> None:
        number = self.game.answers[seat].last + 1
        self.say(seat, Play(n=number, move=move))

    def act(self, seat: int, choose: Choose = lambda choices: choices[-1]) -> None:
        """Make a legal move for a seat that is asked; amounts are the lowest."""
        self.play(seat, self._move(seat, choose(self.choices(seat))))

    def offer(self, kind: Kind) -> None:
        """Let auctioneers offer until one of them has a painting of this kind."""
        while True:
            (seat,) = self.position.awaited
            hand = self.game.hands.of(seat)
            painting = next((p for p in hand if KIND_OF[p] is kind), None)
            auction = self.position.auction + 1
            if painting is not None:
                self.play(seat, Offer(auction=auction, painting=painting))
                return
            self.act(seat)
            while self.position.lot:
                self.act(self.position.awaited[0])

    def seal_all(self, *seats: int) -> None:
        for seat in seats or PERSONS:
            self.act(seat)

    def _move(self, seat: int, choice: AnyChoice) -> AnyMove:  # noqa: C901 - one a choice
        position = self.position
        auction, phase = position.auction, position.phase
        match choice:
            case CanOffer(paintings=paintings):
                return Offer(auction=auction + 1, painting=min(paintings))
            case CanAdd(paintings=paintings):
                return Add(auction=auction, painting=paintings[0])
            case CanDecline():
                return Decline(auction=auction)
            case CanBid(low=low):
                return Bid(auction=auction, amount=low)
            case CanPass():
                on = phase.high if isinstance(phase, OpenAuction) else 0
                return Pass(auction=auction, on=on)
            case CanSeal():
                return self._seal(seat)
            case CanPrice():
                return Price(auction=auction, amount=0)
            case CanBuy():
                return Buy(auction=auction)
            case CanFlip():
                return Flip(auction=auction)
            case CanReveal():
                return self._reveal(seat)

    def _seal(self, seat: int) -> Seal:
        phase = self.game.follower.sealed_phase
        assert phase is not None
        sealed = seal(phase, Seat(seat), SECRET, Money(1 + seat))
        self._sealed[seat] = sealed
        return Seal(auction=phase.auction, commitment=sealed.commitment)

    def _reveal(self, seat: int) -> Reveal:
        follower, sealed = self.game.follower, self._sealed[seat]
        s = follower.s_of_lock
        hold = sign_hold(KEYS[seat], follower.game, seat, s, follower.heads[s])
        return Reveal(
            auction=self.position.auction, bid=sealed.bid, nonce=sealed.nonce, hold=hold
        )

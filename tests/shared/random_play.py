"""Whole games by chance, from fixed seeds, hosted as a host would."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import assert_never

from tests.shared.table import FILLER, begun

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
from vendue_shared.decide import decide, legal_moves
from vendue_shared.events import (
    Added,
    AnyEvent,
    Flipped,
    Hammer,
    Locked,
    Offered,
    Opened,
    Opening,
)
from vendue_shared.happened import Happened, RoundBegan
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
from vendue_shared.options import (
    DoubleProceeds,
    FlipBy,
    Options,
    UnrankedValue,
)
from vendue_shared.paintings import PAINTINGS, Painting
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.sealed_bids import Revealing, Sealing
from vendue_shared.position import Position
from vendue_shared.seats import Seat
from vendue_shared.shares import places_of


def all_options() -> Iterator[tuple[int, Options]]:
    """Every number of seats with every set of options that a rule looks at."""
    for seats in (3, 4, 5):
        for proceeds in DoubleProceeds:
            for count_unsold in (True, False):
                for unranked in UnrankedValue:
                    plain = Options(
                        double_proceeds=proceeds,
                        count_unsold=count_unsold,
                        unranked_value=unranked,
                    )
                    yield seats, plain
                    if seats == 3:
                        for flip_by in FlipBy:
                            yield (
                                seats,
                                Options(
                                    double_proceeds=proceeds,
                                    count_unsold=count_unsold,
                                    unranked_value=unranked,
                                    mystery_hand=True,
                                    mystery_flip_by=flip_by,
                                ),
                            )


def kind_id(kind: tuple[int, Options]) -> str:
    """Name a kind of game in the id of a test."""
    seats, options = kind
    words = [str(seats), options.double_proceeds, options.unranked_value]
    words.append("counted" if options.count_unsold else "uncounted")
    if options.mystery_hand:
        words.append(f"mystery-{options.mystery_flip_by}")
    return "-".join(words)


class Game:
    """A game that plays itself; `step` makes one move or one event of the host."""

    def __init__(self, seed: int, seats: int, options: Options) -> None:
        self.chance = random.Random(seed)
        self.options = options
        self.deck = list(PAINTINGS)
        self.chance.shuffle(self.deck)
        self.hands: list[dict[Painting, bytes]] = [{} for _ in range(seats)]
        self.pile: dict[Painting, bytes] = {}
        self.dealt = 0
        self.bids: dict[Seat, int] = {}
        self.position = Position()
        self.begun = begun(seats, options, self.chance.randrange(seats))
        self.played: list[tuple[AnyEvent, list[Happened]]] = []
        self.play(self.begun)

    @property
    def undealt(self) -> list[Painting]:
        return self.deck[self.dealt :]

    def run(self) -> Game:
        while not self.position.is_over:
            self.step()
        return self

    def step(self) -> AnyEvent:
        event = self.host_event()
        if event is None:
            seat, move = self.next_move()
            auto = self.chance.random() < 0.03
            event = self.decide(seat, move, auto=auto)
        self.play(event)
        return event

    def play(self, event: AnyEvent) -> None:
        facts = self.position.play(event)
        if isinstance(event, Offered | Added):
            del self.hands[event.seat][Painting(event.painting)]
        elif isinstance(event, Flipped):
            del self.pile[Painting(event.painting)]
        for fact in facts:
            if isinstance(fact, RoundBegan):
                self.deal(fact.number)
        self.played.append((event, facts))

    def deal(self, round_number: int) -> None:
        for number, hand in enumerate((*self.hands, self.pile)):
            if number == len(self.hands) and not self.options.mystery_hand:
                return
            places = places_of(
                number,
                round_number,
                len(self.hands),
                mystery_hand=self.options.mystery_hand,
            )
            hand.update((self.deck[place], b"") for place in places)
            self.dealt = places.stop

    def decide(self, seat: Seat, move: AnyMove, *, auto: bool = False) -> AnyEvent:
        hand = self.pile if isinstance(move, Flip) else self.hands[seat]
        return decide(self.position, seat, hand, move, auto=auto)

    def legal(self, seat: Seat) -> tuple[AnyChoice, ...]:
        return legal_moves(self.position, seat, self.hands[seat])

    def host_event(self) -> AnyEvent | None:
        """What the host's clock brings about, now and then."""
        phase, chance = self.position.phase, self.chance.random()
        if isinstance(phase, OpenAuction) and chance < 0.05:
            return Hammer()
        if isinstance(phase, Sealing) and chance < 0.02:
            return Locked(absent=self.position.awaited)
        if isinstance(phase, Revealing) and (
            chance < 0.03 or not self.position.awaited
        ):
            return Opened(openings=tuple(map(self.opening, range(len(self.hands)))))
        return None

    def opening(self, seat: int) -> Opening | None:
        phase = self.position.phase
        if not isinstance(phase, Revealing) or not phase.revealed >> seat & 1:
            return None
        return Opening(bid=self.bids[Seat(seat)], nonce=FILLER, hold=b"")

    def next_move(self) -> tuple[Seat, AnyMove]:
        seat = self.chance.choice(self.position.awaited)
        choice = self.chance.choice(self.legal(seat))
        return seat, self.move_for(seat, choice)

    def amount(self, low: int, high: int) -> int:
        """Mostly little, sometimes all."""
        if self.chance.random() < 0.02:
            return high
        return self.chance.randint(low, max(low, min(high, low + 15)))

    def move_for(  # noqa: C901 - one line a choice
        self, seat: Seat, choice: AnyChoice
    ) -> AnyMove:
        auction = self.position.auction
        match choice:
            case CanOffer(paintings=paintings):
                return Offer(
                    auction=auction + 1, painting=self.chance.choice(paintings)
                )
            case CanAdd(paintings=paintings):
                return Add(auction=auction, painting=self.chance.choice(paintings))
            case CanDecline():
                return Decline(auction=auction)
            case CanBid(low=low, high=high):
                return Bid(auction=auction, amount=self.amount(low, high))
            case CanPass():
                return self.passing()
            case CanSeal(high=high):
                is_bold = self.chance.random() < 0.03
                self.bids[seat] = high + 1 if is_bold else self.amount(0, high)
                return Seal(auction=auction, commitment=FILLER)
            case CanReveal():
                bid = self.bids[seat]
                return Reveal(auction=auction, bid=bid, nonce=FILLER, hold=b"")
            case CanPrice(high=high):
                return Price(auction=auction, amount=self.amount(0, high))
            case CanBuy():
                return Buy(auction=auction)
            case CanFlip():
                return Flip(auction=auction)
            case _:
                assert_never(choice)

    def passing(self) -> Pass:
        phase = self.position.phase
        high = phase.high if isinstance(phase, OpenAuction) else 0
        return Pass(auction=self.position.auction, on=high)

"""An honest game with keys, in one process: a host, and a client for each person.

The host's half is as short as it can be: no clocks, no sockets. What travels are
the payloads and messages of the protocol, and each client trusts nothing of it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from hashlib import sha256
from typing import Final

from tests.shared.random_play import Game as RandomGame

from vendue_protocol.agreement import terms_digest
from vendue_protocol.chain import HOST, sign_hold
from vendue_protocol.deal import make_deal
from vendue_protocol.entropy import NO_ENTROPY, entropy_commitment, seed_commitment
from vendue_protocol.follower import Follower, Step
from vendue_protocol.host_messages import Dealt, DealtCard, Proposal
from vendue_protocol.keys import NO_KEY, SigningKey, bot_secret
from vendue_protocol.own_seat import OwnSeat
from vendue_protocol.seals import SealedBid, seal
from vendue_shared.choices import CanReveal, CanSeal
from vendue_shared.decide import decide, legal_moves
from vendue_shared.events import (
    Added,
    AnyEvent,
    Begun,
    Ended,
    Ending,
    Flipped,
    Offered,
    Opened,
    Opening,
    Revealed,
)
from vendue_shared.happened import RoundBegan
from vendue_shared.money import Money
from vendue_shared.moves import AnyMove, Flip, Seal
from vendue_shared.options import Options
from vendue_shared.paintings import Painting
from vendue_shared.phases.sealed_bids import Revealing
from vendue_shared.position import Position
from vendue_shared.seats import Seat
from vendue_shared.terms import Chair, Clocks, Terms

GAME: Final = bytes(range(16))


def made(name: str) -> bytes:
    """32 bytes that stand for random ones."""
    return sha256(name.encode()).digest()


HOST_KEY: Final = SigningKey(made("host"))


class Client:
    """One person's machine."""

    def __init__(self, own: OwnSeat) -> None:
        self.own, self.follower = own, Follower()

    def take(self, s: int, payload: bytes) -> Step:
        step = self.follower.receive(s, payload)
        if isinstance(step.event, Begun):
            self.own.check_begun(step.event)
        painting = getattr(step.event, "painting", None)
        if painting is not None and getattr(step.event, "seat", -1) == self.own.seat:
            self.own.hand.pop(Painting(painting), None)
        return step


class WholeGame:
    """A game that plays itself by chance from a fixed seed."""

    def __init__(
        self,
        seats: int = 3,
        *,
        bots: int = 0,
        options: Options | None = None,
        chance: int = 0,
    ) -> None:
        self.chance = random.Random(chance)
        persons = seats - bots
        self.keys = [SigningKey(made(f"key {seat}")) for seat in range(persons)]
        self.terms = self._terms(seats, options or Options())
        self.seed = made("seed")
        digest = terms_digest(self.terms)
        self.proposal = Proposal(
            terms=self.terms,
            hs=seed_commitment(GAME, digest, self.seed),
            attempt=1,
        )
        self.clients = [Client(self.own_seat(seat)) for seat in range(persons)]
        self.es = [made(f"e {seat}") for seat in range(persons)] + [NO_ENTROPY] * bots
        self.ks = tuple(
            entropy_commitment(GAME, Seat(seat), self.proposal.hs, e)
            for seat, e in enumerate(self.es)
        )
        self.deal = make_deal(self.terms, self.seed, self.es)
        self.begun = Begun(
            terms=self.terms,
            hs=self.deal.hs,
            ks=self.deal.ks,
            es=tuple(self.es),
            lists=self.deal.lists,
            first=self.deal.first,
        )
        self.host = Follower()
        self.hands: list[dict[Painting, bytes]] = [{} for _ in range(seats)]
        self.pile: dict[Painting, bytes] = {}
        self.log: list[bytes] = []
        self.openings: dict[int, Opening] = {}
        self.bids: dict[int, SealedBid] = {}

    def _terms(self, seats: int, options: Options) -> Terms:
        chairs = [
            Chair(name=f"P{seat}", bot=False, key=key.public)
            for seat, key in enumerate(self.keys)
        ]
        chairs += [
            Chair(name=f"B{seat}", bot=True, key=NO_KEY)
            for seat in range(len(chairs), seats)
        ]
        return Terms(
            game=GAME,
            options=options,
            prev=bytes(32),
            host_key=HOST_KEY.public,
            clocks=Clocks(),
            first=None,
            chairs=tuple(chairs),
        )

    def own_seat(self, seat: int) -> OwnSeat:
        """A new machine of a seat, before the set-up."""
        return OwnSeat(
            self.keys[seat],
            Seat(seat),
            self.proposal,
            entropy=made(f"e {seat}"),
            secret=made(f"secret {seat}"),
        )

    @property
    def position(self) -> Position:
        return self.host.position

    # From beginning to end.

    def begin(self) -> WholeGame:
        for client in self.clients:
            assert client.own.agree().k == self.ks[client.own.seat]
            assert client.own.share(GAME, self.ks).e == self.es[client.own.seat]
        self.publish(self.begun)
        return self

    def run(self, until: Callable[[Position], bool] | None = None) -> WholeGame:
        """Play until something is so, at the latest to the end of round 4."""
        while not self.position.is_over:
            if until is not None and until(self.position):
                return self
            self.step()
        return self

    def end(self) -> None:
        self.publish(Ended(reason=Ending.FINISHED, seed=self.seed))

    # One event after the other.

    def publish(self, event: AnyEvent) -> None:
        """Append an event at the host, and tell every client."""
        step = self.host.add(event)
        self.log.append(step.payload)
        self._take_out(event)
        for client in self.clients:
            client.take(step.s, step.payload)
        for fact in step.facts:
            if isinstance(fact, RoundBegan):
                self.deal_round(fact.number)
        points = self.host.hold_points
        if points and points[-1].s == step.s:
            self.hold_all(step.s)

    def deal_round(self, number: int) -> None:
        for painting in self.deal.mystery_share(number):
            self.pile[painting] = self.deal.blind(painting)
        for seat, hand in enumerate(self.hands):
            for card in self.deal.dealt(Seat(seat), number):
                hand[card.painting] = self.deal.blind(card.painting)
        for client in self.clients:
            dealt = self.dealt(client.own.seat, number)
            client.own.take_dealt(client.follower, dealt)

    def dealt(self, seat: int, number: int) -> Dealt:
        """What a seat is told as a round begins."""
        cards = tuple(
            DealtCard(place=card.place, painting=card.painting, slot=card.slot)
            for card in self.deal.dealt(Seat(seat), number)
        )
        return Dealt(s=self.host.s, cards=cards)

    def host_hold(self, s: int) -> bytes:
        head = next(point.head for point in self.host.hold_points if point.s == s)
        return sign_hold(HOST_KEY, GAME, HOST, s, head)

    def hold_all(self, s: int) -> None:
        holds = {HOST: self.host_hold(s)}
        for client in self.clients:
            assert client.follower.take_hold(s, HOST, holds[HOST])
            holds[client.own.seat] = client.own.hold(client.follower, s).hold
        for follower in (self.host, *(client.follower for client in self.clients)):
            assert all(follower.take_hold(s, who, hold) for who, hold in holds.items())

    def step(self) -> None:
        """One move by chance, or the openings when all are there."""
        if isinstance(self.position.phase, Revealing) and not self.position.awaited:
            self.publish(self.opened())
            return
        seat = self.chance.choice(self.position.awaited)
        move = self.move_of(seat)
        if move is None:
            self.openings[seat] = self.opening(seat)
            self.publish(Revealed(seat=seat))
            return
        hand = self.pile if isinstance(move, Flip) else self.hands[seat]
        self.publish(decide(self.position, seat, hand, move))

    def move_of(self, seat: Seat) -> AnyMove | None:
        """A move of a seat; `None`: it reveals."""
        choices = legal_moves(self.position, seat, self.hands[seat])
        choice = self.chance.choice(choices)
        if isinstance(choice, CanReveal):
            return None
        if isinstance(choice, CanSeal):
            return self.seal_of(seat, self.chance.randint(0, min(choice.high, 9)))
        return RandomGame.move_for(self._as_random_game(), seat, choice)

    def _as_random_game(self) -> RandomGame:
        twin = object.__new__(RandomGame)
        twin.chance, twin.position = self.chance, self.position
        return twin

    def seal_of(self, seat: Seat, amount: int) -> Seal:
        if seat < len(self.clients):
            client = self.clients[seat]
            return client.own.seal(client.follower, Money(amount))
        phase = self.host.sealed_phase
        assert phase is not None
        sealed = seal(phase, seat, bot_secret(self.seed, GAME, seat), Money(amount))
        self.bids[seat] = sealed
        return Seal(auction=phase.auction, commitment=sealed.commitment)

    def opening(self, seat: int) -> Opening:
        """What opens a seat's bid."""
        if seat >= len(self.clients):
            sealed = self.bids[seat]
            return Opening(bid=sealed.bid, nonce=sealed.nonce, hold=b"")
        client = self.clients[seat]
        move = client.own.reveal(client.follower)
        assert move is not None
        return Opening(bid=move.bid, nonce=move.nonce, hold=move.hold)

    def opened(self) -> Opened:
        """All that came, as one event."""
        openings, self.openings = self.openings, {}
        seats = range(self.position.seats)
        return Opened(openings=tuple(openings.get(seat) for seat in seats))

    def seal_all(self) -> WholeGame:
        """Go on until bids are sealed and locked, and nobody has revealed."""
        return self.run(
            lambda p: isinstance(p.phase, Revealing) and not p.phase.revealed
        )

    def reveal_all(self) -> Opened:
        """All reveal; the openings, not yet published."""
        while self.position.awaited:
            self.step()
        return self.opened()

    def _take_out(self, event: AnyEvent) -> None:
        if isinstance(event, Offered | Added):
            del self.hands[event.seat][Painting(event.painting)]
        elif isinstance(event, Flipped):
            del self.pile[Painting(event.painting)]

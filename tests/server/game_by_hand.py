"""A game at the host that a test plays move by move, on a clock of its own."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from typing import Final

from vendue_protocol.chain import HOST, sign_hold
from vendue_protocol.client_messages import Agree, Share
from vendue_protocol.codec import HOST_MESSAGES, decode
from vendue_protocol.entropy import entropy_commitment
from vendue_protocol.frames import FrameReader
from vendue_protocol.host_messages import Accepted
from vendue_protocol.keys import NO_HEAD, NO_KEY, SigningKey
from vendue_protocol.message import Message
from vendue_protocol.seals import SealedBid, seal
from vendue_server.game import Game
from vendue_server.new_game import Manners
from vendue_server.setup import Setup
from vendue_server.study import Study
from vendue_shared.bots.levels import Level
from vendue_shared.events import AnyEvent
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
from vendue_shared.options import Options
from vendue_shared.paintings import KIND_OF, Kind, Painting
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.position import Position
from vendue_shared.seats import Seat
from vendue_shared.terms import Chair, Clocks, Terms

HOST_SECRET: Final = b"\x07" * 32
HOST_KEY: Final = SigningKey(HOST_SECRET)
KEYS: Final = tuple(SigningKey(bytes((seat + 1,)) * 32) for seat in range(5))
"""The persons' keys, by seat."""
NAMES: Final = ("Anna", "Bert", "Cleo", "Dora", "Emil")
SECRET: Final = b"\x33" * 32
"""What the persons' nonces come from; every seat's is the same, which harms nobody."""


def terms_for(
    seats: int,
    *,
    bots: Collection[int] = (),
    options: Options | None = None,
    clocks: Clocks | None = None,
    first: int | None = 0,
) -> Terms:
    """The terms of a game whose first seats are persons unless told."""
    chairs = tuple(
        Chair(
            name=NAMES[seat],
            bot=seat in bots,
            key=NO_KEY if seat in bots else KEYS[seat].public,
        )
        for seat in range(seats)
    )
    return Terms(
        game=b"a test's own game"[:16],
        options=options or Options(),
        prev=NO_HEAD,
        host_key=HOST_KEY.public,
        clocks=clocks or Clocks(),
        first=first,
        chairs=chairs,
    )


def commitment_of(setup: Setup, seat: int, entropy: bytes) -> bytes:
    """What a seat commits to in step 2."""
    return entropy_commitment(setup.terms.game, Seat(seat), setup.hs, entropy)


def agreed(setup: Setup, entropy: bytes = b"\x05" * 32, now: float = 0.0) -> Setup:
    """The same set-up, after every person has done step 2."""
    for seat, chair in enumerate(setup.terms.chairs):
        if not chair.bot:
            k = commitment_of(setup, seat, entropy)
            setup.agree(Seat(seat), Agree(game=setup.terms.game, k=k), now)
    return setup


def done(setup: Setup, entropy: bytes = b"\x05" * 32) -> Setup:
    """The same set-up, after every person has done both steps."""
    agreed(setup, entropy)
    for seat, chair in enumerate(setup.terms.chairs):
        if not chair.bot:
            setup.share(Seat(seat), Share(game=setup.terms.game, e=entropy))
    return setup


def bodies_in(data: bytes) -> list[bytes]:
    """What the frames of a stream carry."""
    reader = FrameReader(2**20)
    reader.feed(data)
    found = []
    while (body := reader.next_body()) is not None:
        found.append(body)
    return found


def sent_by(study: Study) -> list[bytes]:
    """What the frames carry that a study has not sent; they count as sent."""
    bodies = bodies_in(bytes(study.unsent))
    study.unsent.clear()
    return bodies


def messages_in(data: bytes) -> list[Message]:
    """The host's messages in a stream of frames."""
    return [decode(body, HOST_MESSAGES) for body in bodies_in(data)]


class GameByHand:
    """A game in which persons move when a test says so.

    Args:
        terms: See `terms_for`.
        seed: One byte that the host's seed is made of: another deal for each.
        pace: Of the bots' pauses.
        level: Of the bots.
        study: Who thinks for those that need long.
    """

    def __init__(
        self,
        terms: Terms,
        *,
        seed: int = 1,
        pace: float = 0.0,
        level: Level = Level.STANDARD,
        study: Study | None = None,
    ) -> None:
        self.now = 0.0
        setup = done(Setup(terms, bytes((seed,)) * 32, 1, self.now))
        bots = [i for i, chair in enumerate(terms.chairs) if chair.bot]
        self.game = Game(
            setup.new_game({Seat(seat): level for seat in bots}),
            host_key=HOST_KEY,
            chance=random.Random(seed).randrange,
            manners=Manners(pace=pace),
            now=self.now,
            study=study,
        )
        self._sealed: dict[int, SealedBid] = {}
        self.game.begin(self.now)

    @property
    def position(self) -> Position:
        return self.game.follower.position

    @property
    def events(self) -> list[AnyEvent]:
        return [step.event for step in self.game.log.steps]

    @property
    def last(self) -> AnyEvent:
        return self.events[-1]

    @property
    def left_s(self) -> float:
        return self.game.patience.clock.left_s(self.now)

    @property
    def stands(self) -> bool:
        """Whether the clock stands still."""
        return self.game.patience.clock.deadline is None

    def hand(self, seat: int) -> tuple[Painting, ...]:
        return self.game.hands.of(Seat(seat))

    def frames(self, seat: int | None) -> bytes:
        """All that the feed has for a seat, or for a spectator."""
        shown = None if seat is None else Seat(seat)
        return b"".join(self.game.log.feed.read(0, shown, 2**40)[0])

    def told(self, seat: int | None) -> list[Message]:
        return messages_in(self.frames(seat))

    # Time.

    def wait(self, seconds: float) -> None:
        """Let time pass; whatever is due meanwhile is done, as the host would."""
        until = self.now + seconds
        while (due := self.game.deadline()) <= until:
            self.now = max(self.now, due)
            did = self.game.tick(self.now)
            assert did or self.game.deadline() > self.now, "due, and nothing to do"
        self.now = until

    def until_time_is_up(self) -> None:
        """Let exactly as much time pass as the clock has left."""
        self.wait(self.left_s)

    # Moves.

    def play(self, seat: int, move: AnyMove, n: int | None = None) -> Accepted:
        number = self.game.answers[seat].last + 1 if n is None else n
        return self.game.move(Seat(seat), number, move, self.now)

    def offer(self, seat: int, kind: Kind) -> None:
        """Offer the first painting of this kind."""
        painting = next(p for p in self.hand(seat) if KIND_OF[p] is kind)
        auction = self.position.auction + 1
        self.play(seat, Offer(auction=auction, painting=painting))

    def add(self, seat: int, painting: Painting) -> None:
        self.play(seat, Add(auction=self.position.auction, painting=painting))

    def decline(self, *seats: int) -> None:
        for seat in seats:
            self.play(seat, Decline(auction=self.position.auction))

    def bid(self, seat: int, amount: int) -> None:
        self.play(seat, Bid(auction=self.position.auction, amount=amount))

    def say_pass(self, *seats: int) -> None:
        for seat in seats:
            phase = self.position.phase
            on = phase.high if isinstance(phase, OpenAuction) else Money(0)
            self.play(seat, Pass(auction=self.position.auction, on=on))

    def price(self, seat: int, amount: int) -> None:
        self.play(seat, Price(auction=self.position.auction, amount=amount))

    def buy(self, seat: int) -> None:
        self.play(seat, Buy(auction=self.position.auction))

    def flip(self, seat: int) -> None:
        self.play(seat, Flip(auction=self.position.auction))

    def seal(self, seat: int, amount: int) -> None:
        phase = self.game.follower.sealed_phase
        assert phase is not None
        sealed = seal(phase, Seat(seat), SECRET, Money(amount))
        self._sealed[seat] = sealed
        self.play(seat, Seal(auction=phase.auction, commitment=sealed.commitment))

    def seal_all(self, amounts: Sequence[int]) -> None:
        for seat, amount in enumerate(amounts):
            self.seal(seat, amount)

    def reveal(
        self, seat: int, *, bid: int | None = None, hold: bytes | None = None
    ) -> None:
        sealed = self._sealed[seat]
        self.play(
            seat,
            Reveal(
                auction=self.position.auction,
                bid=sealed.bid if bid is None else bid,
                nonce=sealed.nonce,
                hold=self.hold(seat, self.game.follower.s_of_lock)
                if hold is None
                else hold,
            ),
        )

    def nonce(self, seat: int) -> bytes:
        return self._sealed[seat].nonce

    def hold(self, seat: int, s: int) -> bytes:
        """A seat's true signature on a hold point."""
        follower = self.game.follower
        head = next(p.head for p in follower.hold_points if p.s == s)
        key = HOST_KEY if seat == HOST else KEYS[seat]
        return sign_hold(key, follower.game, seat, s, head)

"""Guests of a host in this process: its own sessions, on lines that only remember.

A guest says what a test wants and follows what it gets; everything that is random
in earnest is fixed, by name.
"""

from __future__ import annotations

import socket
from hashlib import sha256
from typing import Final

from tests.protocol.notation import Noted

from vendue_protocol.chain import HOST
from vendue_protocol.client_messages import Play, Ready, Sit
from vendue_protocol.codec import (
    CLIENT_MESSAGES,
    HOST_MESSAGES,
    decode,
    encode,
    encode_hello,
)
from vendue_protocol.follower import Follower
from vendue_protocol.frames import FrameReader
from vendue_protocol.hello import hello
from vendue_protocol.host_messages import (
    Accepted,
    Commitments,
    Dealt,
    Due,
    Held,
    Lobby,
    Logged,
    Proposal,
    Seated,
)
from vendue_protocol.keys import SigningKey
from vendue_protocol.limits import DEFAULT
from vendue_protocol.message import Message
from vendue_protocol.own_seat import OwnSeat
from vendue_server.connection import Connection
from vendue_server.dealer import Dealer
from vendue_server.hall import Hall
from vendue_server.new_game import Manners
from vendue_server.session import Session
from vendue_shared.money import Money
from vendue_shared.moves import AnyMove, Bid, Offer, Pass
from vendue_shared.paintings import KIND_OF, Kind, Painting
from vendue_shared.seats import Seat

NAMES: Final = ("Ada", "Bruno", "Chie")
PROGRAM: Final = "0.1.0"
"""The version in both hellos; fixed, so that a release leaves the page alone."""
STEP_S: Final = 0.5
"""What the host's clock gains with each message of a guest."""


def fixed(name: str) -> bytes:
    """The 32 bytes that stand for what would be random."""
    return sha256(f"vendue example {name}".encode()).digest()


HOST_KEY: Final = SigningKey(fixed("host key"))
GAME: Final = bytes(range(16))
SEED: Final = fixed("seed 10")
"""The first number for which Ada begins and the hands fit the story."""


class MemoryLine(Connection):
    """A connection whose socket takes everything and remembers it."""

    def __init__(self) -> None:
        self.memory = socket.socket()
        """Nothing is ever read or written here."""
        super().__init__(self.memory, "127.0.0.1", DEFAULT, lambda _: None)
        self._frames = FrameReader(DEFAULT.frame_bytes)
        self.sent: list[bytes] = []
        """Every body so far, oldest first."""

    def _try(self, chunk: bytes) -> int:
        self._frames.feed(chunk)
        while (body := self._frames.next_body()) is not None:
            self.sent.append(body)
        return len(chunk)

    def put_away(self) -> None:
        self.memory.close()


class Sitting:
    """The host with one table of three, and the clock that all share.

    Args:
        seed: The host's, of its one game.
    """

    def __init__(self, seed: bytes = SEED) -> None:
        self.now = 1000.0
        gifts = iter((GAME, seed))
        dealer = Dealer(
            key=HOST_KEY,
            randomness=lambda size: next(gifts)[:size],
            chance=lambda bound: bound - 1,
            manners=Manners(pace=0.0),
            keep=lambda _: None,
        )
        self.hall = Hall(dealer, DEFAULT)
        self.table = self.hall.open("Vendue", len(NAMES), kept=True, starts_alone=True)


class Guest:
    """One client that says what the story wants, and follows what it gets."""

    def __init__(self, sitting: Sitting, name: str) -> None:
        self.name, self._sitting = name, sitting
        self.key = SigningKey(fixed(f"key of {name}"))
        self.entropy, self.secret = (
            fixed(f"share of {name}"),
            fixed(f"secret of {name}"),
        )
        self.line = MemoryLine()
        self.session = Session(
            self.line, sitting.hall, HOST_KEY.public, fixed(f"challenge of {name}")
        )
        self.transcript: list[Noted] = []
        self.follower = Follower()
        self.own: OwnSeat | None = None
        self.chair: int | None = None
        self.due: Due | None = None
        self.revision = self.accepted = self._read = 0

    # What it says.

    def greet(self) -> None:
        self._sent(encode_hello(hello(PROGRAM)))
        self.line.queue(encode_hello(hello(PROGRAM, use=1)))
        self.line.flush()
        self.transcript.append(Noted("host", self.line.sent[0], ""))
        self._read = 1
        self.session.welcome()
        self.follow()

    def say(self, message: Message) -> None:
        frame = encode(message)
        self._sent(frame)
        self._sitting.now += STEP_S
        heard = decode(frame[4:], CLIENT_MESSAGES)
        self.session.handle(heard, self._sitting.now)
        self.follow()

    def sit(self) -> None:
        self.say(Sit(table=1, name=self.name, key=self.key.public))

    def ready(self) -> None:
        self.say(Ready(revision=self.revision, ready=True))

    def play(self, move: AnyMove) -> None:
        self.say(Play(n=self.accepted + 1, move=move))

    def hold(self) -> None:
        seat = self.seat
        self.say(seat.hold(self.follower, self.follower.hold_points[-1].s))

    def offer(self, kind: Kind) -> None:
        """The lowest painting of the hand that is sold like this."""
        painting = min(p for p in self.seat.hand if KIND_OF[p] is kind)
        self.play(Offer(auction=self.follower.position.auction + 1, painting=painting))

    def bid(self, amount: int) -> None:
        self.play(Bid(auction=self.follower.position.auction, amount=amount))

    def pass_on(self, price: int) -> None:
        self.play(Pass(auction=self.follower.position.auction, on=price))

    def seal(self, amount: int) -> None:
        self.play(self.seat.seal(self.follower, Money(amount)))

    def reveal(self) -> None:
        move = self.seat.reveal(self.follower)
        if move is None:
            raise AssertionError(f"{self.name} has nothing to reveal")
        self.play(move)

    @property
    def seat(self) -> OwnSeat:
        if self.own is None:
            raise AssertionError(f"{self.name} has no seat")
        return self.own

    def _sent(self, frame: bytes) -> None:
        self.transcript.append(Noted("client", frame[4:], ""))

    # What it gets.

    def follow(self) -> None:
        """Take what has come since."""
        while self._read < len(self.line.sent):
            body = self.line.sent[self._read]
            self._read += 1
            note = self._take(decode(body, HOST_MESSAGES))
            self.transcript.append(Noted("host", body, note))

    def _take(self, message: Message) -> str:  # noqa: C901 - one a message
        match message:
            case Seated():
                self.chair = message.chair
            case Lobby():
                self.revision = message.revision
            case Proposal():
                chair = Seat(self.chair or 0)
                self.own = OwnSeat(
                    self.key, chair, message, entropy=self.entropy, secret=self.secret
                )
                return f"R = {self.own.digest.hex()}"
            case Commitments():
                self._ks = message.ks
            case Logged():
                step = self.follower.receive(message.s, message.e)
                painting = getattr(step.event, "painting", None)
                if self.own and painting is not None:
                    self.own.hand.pop(Painting(painting), None)
                return f"h_{message.s} = {self.follower.head.hex()}"
            case Dealt():
                self.seat.take_dealt(self.follower, message)
            case Held():
                fits = self.follower.take_hold(message.s, message.who, message.hold)
                who = "the host" if message.who == HOST else f"seat {message.who}"
                return f"of {who} on h_{message.s}" if fits else "does not fit"
            case Due():
                self.due = message
            case Accepted():
                self.accepted = message.n
            case _:
                pass
        return ""

    def agree(self) -> None:
        self.say(self.seat.agree())

    def share(self) -> None:
        self.say(self.seat.share(GAME, self._ks))


def follow_all(guests: list[Guest]) -> None:
    for guest in guests:
        guest.follow()


def hold_all(guests: list[Guest]) -> None:
    for guest in guests:
        guest.hold()
        follow_all(guests)

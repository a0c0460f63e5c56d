"""Four people at a table of a Vendue host, driven from one thread.

One follower serves all four, so that the driver costs less than the host: it takes
the first person's frames; of the others' frames only those for their own seat.
Everything a person's client must do is done: shares, holds, seals, reveals, pongs.
"""

from __future__ import annotations

import socket
import time
from collections import deque
from collections.abc import Callable, Sequence

from bench.drawn_moves import Draw, drawn_move
from bench.peer import MEMBERS
from bench.vendue_inbox import tag_of
from bench.vendue_person import Person
from vendue_protocol.chain import HOST
from vendue_protocol.client_messages import Create, Ready, Start
from vendue_protocol.codec import HOST_MESSAGES, decode, encode
from vendue_protocol.follower import Follower
from vendue_protocol.host_messages import Created, Dealt, Held, Lobby, Logged
from vendue_protocol.message import Message
from vendue_protocol.own_seat import OwnSeat
from vendue_shared.bots.answers import SealedBid
from vendue_shared.decide import legal_moves
from vendue_shared.events import Added, Offered
from vendue_shared.moves import AnyMove, Reveal
from vendue_shared.paintings import Painting
from vendue_shared.phases.idle_phases import Closed
from vendue_shared.phases.sealed_bids import Revealing

FIRST_ALONE = frozenset({b"event", b"held", b"lobby"})
"""What comes to all four alike; the first person's is enough."""

UNREAD = frozenset({b"due", b"accepted", b"presence", b"seated", b"over"})
"""What tells the driver nothing that it does not know."""

IDLE_S = 1.0
"""A table left alone for longer may have been told something meanwhile."""


class VendueTable:
    """A `bench.peer.Table` at a Vendue host.

    Args:
        port: Where the host listens.
        number: Names the table.
        draw: What the moves are drawn with.
        encrypts: Whether the four speak TLS.
    """

    def __init__(
        self, port: int, number: int, draw: Draw, *, encrypts: bool = False
    ) -> None:
        self._draw = draw
        self._people = [Person(port, encrypts=encrypts) for _ in range(MEMBERS)]
        self.sockets: Sequence[socket.socket] = [one.socket for one in self._people]
        self.number = 0
        """The host's number for the table."""
        self._revision, self._played = 0, -1
        """Of the lobby as last shown, and of the one that the game began in."""
        self._follower = Follower()
        self._dealt: list[tuple[Person, Dealt]] = []
        self._reveals: deque[tuple[int, Reveal]] = deque()
        self._used_at = time.monotonic()
        self._sit(f"Bench {number}")
        self.renew()

    @property
    def s(self) -> int:
        """The last event that the four have followed."""
        return self._follower.s

    # What the driver asks.

    def move(self) -> tuple[int, bytes] | None:
        """Follow what has come; then a reveal that is due, else a drawn move."""
        if time.monotonic() - self._used_at > IDLE_S:
            self._look()
        self._follow()
        phase = self._follower.position.phase
        if isinstance(phase, Closed):
            return None
        if not isinstance(phase, Revealing):
            self._reveals.clear()  # the host's clock was faster
        mover, move = self._reveals.popleft() if self._reveals else self._drawn()
        data = self._people[mover].play(move)
        for other in self._people:
            other.flush()
        self._used_at = time.monotonic()
        return mover, data

    def take(self, member: int, data: bytes) -> bool:
        """The outcome is there with a `due` that follows a newer event."""
        inbox = self._people[member].inbox
        inbox.take(data)
        return inbox.s > self._follower.s

    def renew(self) -> None:
        """All are ready, the owner starts, the deal is made, the first `due` comes."""
        first = self._people[0]
        while self._revision == self._played:
            first.receive()
            self._follow()
        self._played = self._revision
        self._follower = Follower()
        self._reveals.clear()
        for person in self._people:
            person.begin()
        for person in self._people:
            person.say(Ready(revision=self._revision, ready=True))
            self._await_lobbies()
        first.say(Start())
        for person in self._people:
            self._until(person, lambda one: one.own is not None)
        for person in self._people:
            self._until(person, lambda one: one.has_shared)
        for person in self._people:
            while not person.inbox.s:
                person.receive()
        self._follow()

    @property
    def is_connected(self) -> bool:
        """Whether the driver has not closed the sockets."""
        return all(sock.fileno() >= 0 for sock in self.sockets)

    def keep(self) -> None:
        """Answer the host's pings while nobody plays here."""
        self._look()
        self._follow()
        for person in self._people:
            person.flush()

    # Sitting down.

    def _sit(self, name: str) -> None:
        first = self._people[0]
        for person in self._people:
            person.greet()
        first.say(Create(name=name, chairs=MEMBERS))
        while not self.number:
            first.receive()
            self._follow()
        for number, person in enumerate(self._people):
            person.sit(self.number, f"Person {number}")
            self._await_lobbies()

    def _await_lobbies(self) -> None:
        """Wait until the first person has seen the lobby change."""
        first = self._people[0]
        while not any(tag_of(body) == b"lobby" for body in first.inbox.bodies):
            first.receive()
        self._follow()

    def _until(self, person: Person, is_so: Callable[[Person], bool]) -> None:
        while not is_so(person):
            person.receive()
            self._follow()
            person.flush()

    # Following.

    def _look(self) -> None:
        """Take what has come without waiting for it."""
        for person in self._people:
            person.look()

    def _follow(self) -> None:
        """Read all whole bodies, the first person's first."""
        for person in self._people:
            is_first = person is self._people[0]
            for body in person.inbox.taken_out():
                tag = tag_of(body)
                if tag in UNREAD or (tag in FIRST_ALONE and not is_first):
                    continue
                self._hear(person, decode(body, HOST_MESSAGES))
        for person, dealt in self._dealt:
            person.seat_of_game.take_dealt(self._follower, dealt)
        self._dealt.clear()

    def _hear(self, person: Person, message: Message) -> None:
        match message:
            case Logged():
                self._log(message)
            case Held(s=s, who=who, hold=hold) if who == HOST:
                self._follower.holds[s, who] = hold
                self._hold(s)
            case Dealt():
                self._dealt.append((person, message))
            case Lobby(revision=revision):
                self._revision = revision
            case Created(table=table):
                self.number = table
            case _:
                person.set_up(message)

    def _log(self, message: Logged) -> None:
        event = self._follower.receive(message.s, message.e).event
        if isinstance(event, Offered | Added):
            self._people[event.seat].seat_of_game.hand.pop(Painting(event.painting))

    def _hold(self, s: int) -> None:
        """All four sign; at a lock they also open their bids."""
        phase = self._follower.position.phase
        is_lock = s == self._follower.s_of_lock
        for number, person in enumerate(self._people):
            own = person.seat_of_game
            hold = own.hold(self._follower, s)
            self._follower.holds[s, number] = hold.hold  # its own need no check
            person.out.append(encode(hold))
            if is_lock and isinstance(phase, Revealing) and phase.commitments[number]:
                self._reveals.append((number, self._reveal(own, hold.hold)))

    def _reveal(self, own: OwnSeat, hold: bytes) -> Reveal:
        if own.sealed is None:
            raise RuntimeError(f"seat {own.seat} has sealed nothing")
        auction, sealed = self._follower.position.auction, own.sealed
        return Reveal(auction=auction, bid=sealed.bid, nonce=sealed.nonce, hold=hold)

    def _drawn(self) -> tuple[int, AnyMove]:
        position = self._follower.position
        awaited = position.awaited
        seat = awaited[int(self._draw() * len(awaited))]
        own = self._people[seat].seat_of_game
        choices = legal_moves(position, seat, tuple(own.hand))
        move = drawn_move(position, choices, self._draw)
        if isinstance(move, SealedBid):
            return seat, own.seal(self._follower, move.amount)
        return seat, move

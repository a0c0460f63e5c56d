"""A person at a Vendue host, on a blocking socket: sits down, and does what is due."""

from __future__ import annotations

import secrets
import ssl

from bench.ceiling_channel import client_context
from bench.drive import RECEIVE_BYTES, received
from bench.peer import connect
from bench.vendue_inbox import Inbox
from vendue_protocol.client_messages import Play, Sit
from vendue_protocol.codec import decode_hello, encode, encode_hello
from vendue_protocol.frames import filled
from vendue_protocol.hello import hello
from vendue_protocol.host_messages import Commitments, Proposal
from vendue_protocol.keys import SigningKey
from vendue_protocol.message import Message, Ping, Pong
from vendue_protocol.own_seat import OwnSeat
from vendue_protocol.version import VERSION
from vendue_shared.moves import AnyMove
from vendue_shared.seats import Seat


class Person:
    """One connection and what its owner keeps; whoever made it closes the socket.

    Args:
        port: Where the host listens.
        encrypts: Whether to speak TLS, and to fill up what is sent.
    """

    def __init__(self, port: int, *, encrypts: bool = False) -> None:
        self.key = SigningKey(secrets.token_bytes(32))
        self.socket = connect(port)
        if encrypts:
            self.socket = client_context().wrap_socket(self.socket)
        self._encrypts = encrypts
        self.inbox = Inbox()
        self.own: OwnSeat | None = None
        self.has_shared = False
        self.out: list[bytes] = []
        """Frames to be sent with the next move, or before it."""
        self._moves = 0

    @property
    def seat_of_game(self) -> OwnSeat:
        """The seat in the game now on.

        Raises:
            RuntimeError: There is none.
        """
        if self.own is None:
            raise RuntimeError("no game is on")
        return self.own

    # The line.

    def greet(self) -> None:
        """Exchange hellos; the host's welcome tells nothing more."""
        self._send(encode_hello(hello(VERSION)))
        while len(self.inbox.bodies) < 2:
            self.receive()
        decode_hello(self.inbox.taken_out()[0])

    def receive(self) -> None:
        """Wait for something and keep it."""
        self.inbox.take(received(self.socket))

    def look(self) -> None:
        """Keep what has come, without waiting for it."""
        self.socket.settimeout(0)
        try:
            while data := self.socket.recv(RECEIVE_BYTES):
                self.inbox.take(data)
        except (BlockingIOError, ssl.SSLWantReadError):
            return
        finally:
            self.socket.settimeout(None)

    def say(self, message: Message) -> None:
        """Send at once."""
        self._send(encode(message))

    def flush(self) -> None:
        """Send what waits."""
        if self.out:
            self._send(b"".join(self.out))
            self.out.clear()

    # The game.

    def sit(self, table: int, name: str) -> None:
        """Ask for a chair."""
        self.say(Sit(table=table, name=name, key=self.key.public))

    def begin(self) -> None:
        """Forget the last game."""
        self.own, self.has_shared, self._moves = None, False, 0
        self.inbox.s = 0
        self.out.clear()  # holds that the host takes no more: the game is over

    def set_up(self, message: Message) -> None:
        """Leave in `out` what a step of the set-up, or a ping, is answered with."""
        match message:
            case Proposal(terms=terms):
                keys = [chair.key for chair in terms.chairs]
                self.own = OwnSeat(
                    self.key,
                    Seat(keys.index(self.key.public)),
                    message,
                    entropy=secrets.token_bytes(32),
                    secret=secrets.token_bytes(32),
                )
                self.out.append(encode(self.own.agree()))
            case Commitments(game=game, ks=ks):
                self.out.append(encode(self.seat_of_game.share(game, ks)))
                self.has_shared = True
            case Ping():
                self.out.append(encode(Pong()))
            case _:
                pass

    def play(self, move: AnyMove) -> bytes:
        """All that is to be sent with a move."""
        self._moves += 1
        frames = [*self.out, encode(Play(n=self._moves, move=move))]
        self.out.clear()
        return self._as_sent(b"".join(frames))

    def _send(self, data: bytes) -> None:
        self.socket.sendall(self._as_sent(data))

    def _as_sent(self, data: bytes) -> bytes:
        return filled(data) if self._encrypts else data

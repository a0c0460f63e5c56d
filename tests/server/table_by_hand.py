"""A table whose members are a test's: connections that keep what they were sent."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TypeVar

from tests.server.game_by_hand import HOST_KEY, KEYS, NAMES, messages_in

from vendue_protocol.client_messages import Agree, Ready, Return, SeatBot, Share
from vendue_protocol.entropy import entropy_commitment
from vendue_protocol.host_messages import Lobby, Logged, Proposal
from vendue_protocol.limits import DEFAULT, Limits
from vendue_protocol.message import Message
from vendue_server.connection import Connection
from vendue_server.dealer import Dealer
from vendue_server.game import Game
from vendue_server.lobby import TableLobby
from vendue_server.new_game import Manners
from vendue_server.outbox import Outbox
from vendue_server.table import Table, TableRequest
from vendue_shared.seats import Seat

ENTROPY = b"\x05" * 32

_M = TypeVar("_M", bound=Message)


class RecordedConnection(Connection):
    """A connection whose socket takes everything, unless `is_stuck`."""

    __slots__ = ("_rest", "is_stuck", "sent")

    def __init__(self, limits: Limits = DEFAULT) -> None:
        self.limits, self.peer = limits, "192.0.2.1"
        self.queue_limit = limits.stranger_queue_bytes
        self.heard, self.pinged, self.frame_began = 0.0, 0.0, None
        self.is_closing, self.farewell = False, None
        self._outbox = Outbox()
        self._rest, self._last = b"", b""
        self._start_writer, self._tls = (lambda _: None), None
        self.sent, self.is_stuck = b"", False

    def _try(self, chunk: bytes) -> int:
        if self.is_stuck:
            return 0
        self.sent += chunk
        return len(chunk)

    def _hurry(self, seconds: float) -> None:
        """There is no writer that could hurry."""

    def _end(self) -> None:
        """There is nobody who waits for the socket."""

    def drain(self) -> None:
        """The socket takes again, and the writer sends what waited."""
        self.is_stuck = False
        self.sent += self._rest
        self._rest = b""
        self.flush()

    @property
    def told(self) -> list[Message]:
        return messages_in(self.sent)

    def heard_of(self, kind: type[_M]) -> list[_M]:
        """All messages of one kind, oldest first."""
        return [message for message in self.told if isinstance(message, kind)]

    def newest(self, kind: type[_M]) -> _M:
        return self.heard_of(kind)[-1]

    def forget(self) -> None:
        """Forget what was sent so far."""
        self.sent = b""


def dealer_for_tests(kept: list[Game], seed: int = 1) -> Dealer:
    """A dealer whose randomness is the same in every run."""
    chance = random.Random(seed)
    return Dealer(
        key=HOST_KEY,
        randomness=chance.randbytes,
        chance=chance.randrange,
        manners=Manners(pace=0.0),
        keep=kept.append,
    )


class TableByHand:
    """A table, its persons by number (see `KEYS` and `NAMES`), and a clock.

    Args:
        chairs: 3 to 5.
        starts_alone: Whether it starts by itself.
    """

    def __init__(self, *, chairs: int, starts_alone: bool) -> None:
        self.now = 0.0
        self.kept: list[Game] = []
        lobby = TableLobby(chairs, starts_alone=starts_alone)
        self.table = Table(1, "Vendue", lobby, dealer_for_tests(self.kept))
        self.lines: dict[int, RecordedConnection] = {}

    @property
    def game(self) -> Game:
        game = self.table.course.game
        assert game is not None, "no game is on"
        return game

    @property
    def lobby(self) -> Lobby:
        """The lobby as it is shown now."""
        return self.table.lobby.shown(1, "Vendue", self.table.members.watchers)

    # Coming and going.

    def sit(self, *persons: int, chair: int | None = None) -> None:
        for person in persons:
            line = self.lines[person] = RecordedConnection()
            self.table.sit(line, NAMES[person], KEYS[person].public, chair)

    def watch(self) -> RecordedConnection:
        line = RecordedConnection()
        self.table.watch(line, self.now)
        return line

    def lose(self, person: int) -> None:
        self.table.lose(self.lines[person], self.now, has_left=False)

    def come_back(
        self, person: int, seat: int, *, s: int = 0, head: bytes = bytes(32)
    ) -> RecordedConnection:
        """A return that its session has found to be signed."""
        line = self.lines[person] = RecordedConnection()
        game = self.table.course.game
        message = Return(
            table=1, game=game.follower.game if game else bytes(16), seat=seat,
            s=s, h=head, signature=bytes(64),
        )  # fmt: skip
        self.table.come_back(line, message, self.now)
        return line

    # What members say.

    def say(self, person: int, request: TableRequest) -> None:
        member = self.table.members.of(self.lines[person])
        assert member is not None, "not at the table"
        self.table.handle(member, request, self.now)

    def ready(self, *persons: int) -> None:
        for person in persons:
            self.say(person, Ready(revision=self.lobby.revision, ready=True))

    def seat_bots(self, owner: int, *chairs: int) -> None:
        for chair in chairs:
            self.say(owner, SeatBot(chair=chair, level="standard"))

    # The set-up.

    def proposal_to(self, person: int) -> Proposal:
        return self.lines[person].newest(Proposal)

    def seat_of(self, person: int) -> Seat:
        chairs = self.proposal_to(person).terms.chairs
        keys = [chair.key for chair in chairs]
        return Seat(keys.index(KEYS[person].public))

    def agree(self, *persons: int, entropy: bytes = ENTROPY) -> None:
        for person in persons:
            proposal = self.proposal_to(person)
            game, seat = proposal.terms.game, self.seat_of(person)
            k = entropy_commitment(game, seat, proposal.hs, entropy)
            self.say(person, Agree(game=game, k=k))

    def share(self, *persons: int, entropy: bytes = ENTROPY) -> None:
        for person in persons:
            game = self.proposal_to(person).terms.game
            self.say(person, Share(game=game, e=entropy))

    def set_up(self, persons: Iterable[int]) -> None:
        """Both steps of all persons."""
        all_of_them = tuple(persons)
        self.agree(*all_of_them)
        self.share(*all_of_them)

    # Time.

    def wait(self, seconds: float) -> None:
        """Let time pass, waking the table as the host does."""
        until = self.now + seconds
        while (due := self.table.deadline()) <= until:
            self.now = max(self.now, due)
            self.table.tick(self.now)
        self.now = until


def events_of(line: RecordedConnection) -> list[int]:
    """The numbers of the events that a member was sent."""
    return [logged.s for logged in line.heard_of(Logged)]

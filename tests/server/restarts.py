"""A host in this process that a test kills and starts again, and persons who return.

Everything is handed in: randomness, dice, the order of moves, time. So a game that was
disturbed must come to the very log of one that was not.
"""

from __future__ import annotations

import shutil
from hashlib import sha256
from pathlib import Path
from typing import Final

from tests.server.game_by_hand import HOST_KEY, NAMES
from tests.server.playing_person import PlayingPerson
from tests.server.table_by_hand import RecordedConnection

from vendue_client.coming_back import newest_held
from vendue_protocol.client_messages import Return, Sit
from vendue_protocol.codec import HOST_MESSAGES, decode
from vendue_protocol.frames import FrameReader
from vendue_protocol.host_messages import Commitments, Proposal
from vendue_protocol.keys import NO_HEAD, SigningKey, host_id_of, return_message
from vendue_protocol.limits import DEFAULT
from vendue_protocol.message import Message
from vendue_server.dealer import Dealer
from vendue_server.faults import freeze
from vendue_server.game import Game
from vendue_server.hall import Hall
from vendue_server.journal.recovery import recover
from vendue_server.journal.store import Journal, open_journal
from vendue_server.log_files import LogFiles
from vendue_server.new_game import Manners
from vendue_server.record_files import RecordFiles
from vendue_server.session import Session
from vendue_server.settings import Fsync
from vendue_server.table import Table
from vendue_shared.bots.levels import Level
from vendue_shared.seats import Seat

CHALLENGE: Final = bytes(32)
STANDING: Final = 1


class Killed(BaseException):
    """The host process is gone: nothing catches this but the test."""


class Line(RecordedConnection):
    """A connection that gives what was sent frame by frame."""

    __slots__ = ("_frames",)

    def __init__(self) -> None:
        super().__init__()
        self._frames = FrameReader(2**20)

    def _try(self, chunk: bytes) -> int:
        self._frames.feed(chunk)
        return len(chunk)

    def next(self) -> Message | None:
        body = self._frames.next_body()
        return None if body is None else decode(body, HOST_MESSAGES)


class RestartedHost:
    """A host whose data directory outlives it.

    Args:
        directory: Where it keeps its journal and its logs.
        persons: How many of the three chairs are persons'.
    """

    def __init__(self, directory: Path, persons: int) -> None:
        self._root, self._persons = directory, persons
        self.now, self.lives, self.set_ups = 1000.0, 0, 0
        self.kept: list[Game] = []
        self.directory = directory / "0"
        self.directory.mkdir(parents=True, exist_ok=True)
        self.hall: Hall
        self.journal: Journal
        self.start()

    @property
    def table(self) -> Table:
        return self.hall.table(STANDING)

    @property
    def payloads(self) -> list[bytes]:
        """The log of the game that was closed last."""
        return [step.payload for step in self.kept[-1].log.steps]

    def start(self) -> None:
        """A new process, so to speak, with the data directory of the one before."""
        self.journal = open_journal(self.directory, Fsync.NORMAL)
        dealer = Dealer(
            key=HOST_KEY,
            randomness=self._randomness,
            chance=lambda below: below // 2,
            manners=Manners(pace=0.0),
            logs=LogFiles(self._root / "games"),
            journal=self.journal,
            keep=self._keep,
        )
        self.hall = Hall(dealer, DEFAULT)
        recover(self.hall, self.journal, self.journal.chains(), self.now)
        if self.hall.standing is None:
            table = self.hall.open("Vendue", 3, kept=True, starts_alone=True)
            for chair in range(2, self._persons - 1, -1):
                table.lobby.seat_bot(chair, Level.STANDARD)
            table.store()

    def die(self) -> None:
        """What kill -9 leaves: the files as the system has them at this instant."""
        self.lives += 1
        after = self._root / str(self.lives)
        shutil.copytree(self.directory, after)
        self.journal.close()
        self.directory = after

    def tick(self) -> bool:
        """Do what is due now; tell whether there was anything."""
        if self.table.deadline() > self.now:
            return False
        try:
            self.table.tick(self.now)
        except Exception as bug:  # noqa: BLE001 - as the host does
            freeze(self.table, bug)
        return True

    def close(self) -> None:
        self.journal.close()

    def _randomness(self, size: int) -> bytes:
        self.set_ups += 1
        return sha256(b"%d" % self.set_ups).digest()[:size]

    def _keep(self, game: Game) -> None:
        RecordFiles(self._root).keep(game)
        self.kept.append(game)


def started_on(left: Path) -> RestartedHost:
    """A host on a directory that another has left; the directory moves."""
    root = left.parent / f"{left.name}-again"
    root.mkdir()
    left.rename(root / "0")
    return RestartedHost(root, 2)


class ReturningPerson(PlayingPerson):
    """A client in this process that comes back when its line is gone.

    Args:
        host: Where it plays.
        number: Its key and its name.
    """

    def __init__(self, host: RestartedHost, number: int) -> None:
        super().__init__(number)
        self._host = host
        self._line, self._session = self._connect()

    def sit(self) -> None:
        self.say(Sit(table=STANDING, name=NAMES[self._number], key=self._key.public))

    def say(self, message: Message) -> None:
        self._session.handle(message, self._host.now)

    def next(self) -> Message | None:
        return self._line.next()

    def come_back(self) -> None:
        """Return to the host that was started anew, or sit down with another key."""
        self._line, self._session = self._connect()
        self.forget_line()
        if self._chair is None:
            self._key = SigningKey(sha256(self._key.public).digest())
            return
        follower = self.follower
        plays = follower.s > 0 and not self.overs
        game = follower.game if plays else bytes(16)
        s, h = (follower.s, follower.head) if plays else (0, NO_HEAD)
        seat = Seat(self.own.seat if self.own and plays else self._chair)
        signed = return_message(
            game=game, seat=seat, s=s, head=h,
            host_id=host_id_of(HOST_KEY.public), challenge=CHALLENGE,
        )  # fmt: skip
        self.say(
            Return(
                table=STANDING,
                game=game,
                seat=seat,
                s=s,
                h=h,
                signature=self._key.sign(signed),
                held=newest_held(follower) if s else None,
            )
        )

    def _connect(self) -> tuple[Line, Session]:
        line = Line()
        return line, Session(line, self._host.hall, HOST_KEY.public, CHALLENGE)


class ScriptedGame:
    """A whole game of persons and bots, whatever happens to its host.

    Args:
        directory: For the host.
        persons: Of three seats; the rest are bots.
    """

    def __init__(self, directory: Path, persons: int = 2) -> None:
        self.host = RestartedHost(directory, persons)
        self.persons = [ReturningPerson(self.host, i) for i in range(persons)]
        self.is_lossy = False
        """Whether what the host sent last is lost when it dies."""

    def sit(self) -> None:
        for person in self.persons:
            while not person.has_sat:
                self._try(person.sit)
                self._try(self._follow)

    def begin(self) -> None:
        """Go on until the game has begun."""
        while self.host.table.course.game is None:
            self._try(self._step)

    def play(self) -> list[bytes]:
        """Play to the end; the log."""
        for _ in range(5000):
            if all(person.overs for person in self.persons):
                return self.host.payloads
            self._try(self._step)
        raise AssertionError("the game does not end")

    def _step(self) -> None:
        """One thing, in the same order always."""
        self._follow()
        if self.host.tick():
            return
        if any(person.act() for person in self.persons):
            return
        self.host.now = max(self.host.now, self.host.table.deadline())

    def _follow(self) -> None:
        for person in self.persons:
            person.follow()

    def _try(self, work: object) -> None:
        assert callable(work)
        try:
            work()
            died = self.host.table.is_frozen
        except Killed:
            died = True
        except RuntimeError as bug:
            assert "failpoint" in str(bug)  # noqa: PT017 - no other is expected
            died = True
        if died:
            self.restart()

    def restart(self) -> None:
        """Kill the host, start it again, let everybody return."""
        if not self.is_lossy:
            for person in self.persons:
                while (message := person.next()) is not None:
                    if not isinstance(message, Proposal | Commitments):
                        person.take(message)
        self.host.die()
        self.host.start()
        for person in self.persons:
            person.come_back()

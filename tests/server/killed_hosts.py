"""A host process that is killed again and again, and clients that keep returning."""

from __future__ import annotations

import random
import signal
import socket
import subprocess
import time
from pathlib import Path
from typing import Final

from tests.server.game_by_hand import NAMES
from tests.server.host_process import ENVIRONMENT, HOST, RunningHost
from tests.server.playing_person import PlayingPerson
from tests.server.restarts import STANDING

from vendue_client.coming_back import newest_held
from vendue_protocol.client_messages import Play, Return, Sit
from vendue_protocol.codec import (
    HOST_MESSAGES,
    decode,
    decode_hello,
    encode,
    encode_hello,
)
from vendue_protocol.follower import Follower
from vendue_protocol.frames import FrameReader
from vendue_protocol.hello import hello
from vendue_protocol.host_messages import Over, Welcome
from vendue_protocol.keys import NO_HEAD, host_id_of, return_message
from vendue_protocol.message import Message, Ping, Pong
from vendue_shared.seats import Seat

WAIT_S: Final = 0.002


class HostToKill:
    """A host on loopback, without pauses, that is started as often as it dies.

    Args:
        data: Its directory.
        flags: More of its flags.
    """

    def __init__(self, data: Path, *flags: str) -> None:
        self._flags = (
            *HOST, "--port", "0", "--bind", "127.0.0.1", "--data", str(data), "--seats",
            "3", "--bots", "1", "--pace", "0", "--messages-per-s", "100000", *flags,
        )  # fmt: skip
        self.running: RunningHost
        self.start()

    def start(self) -> None:
        process = subprocess.Popen(
            self._flags, env=ENVIRONMENT, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert process.stdout is not None
        self.running = RunningHost(process, process.stdout.readline())

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def end(self, number: signal.Signals) -> int:
        code = self.running.end(number)
        assert self.running.process.stdout is not None
        self.running.process.stdout.close()
        return code


class RemotePerson(PlayingPerson):
    """A person at a socket, who plays one game after the other.

    Args:
        host: Where.
        number: Its key and its name.
    """

    def __init__(self, host: HostToKill, number: int) -> None:
        self._host = host
        self._sent: Play | None = None
        """What was sent on this line, and not answered yet."""
        super().__init__(number)
        self.logs: list[Follower] = []
        """Of the games that ended, in order."""
        self._connect()

    def sit(self) -> None:
        self.say(Sit(table=STANDING, name=NAMES[self._number], key=self._key.public))

    def say(self, message: Message) -> None:
        try:
            self._socket.sendall(encode(message))
        except OSError:
            return  # the host was killed

    def next(self) -> Message | None:
        while (body := self._frames.next_body()) is None:
            try:
                data = self._socket.recv(2**16)
            except OSError:  # nothing is there now, or nobody any more
                return None
            if not data:
                return None
            self._frames.feed(data)
        return decode(body, HOST_MESSAGES)

    def move_to(self, host: HostToKill) -> None:
        """Come back to this one next."""
        self._host = host

    def come_back(self) -> None:
        """Return by the key of the seat."""
        self.follow()  # what the kernel still has of the killed host
        self._socket.close()
        self._connect()
        self.forget_line()
        follower = self.follower
        seat = Seat(self.own.seat if self.own and follower.s else self._chair or 0)
        s, h = follower.s, follower.head if follower.s else NO_HEAD
        signed = return_message(
            game=follower.game, seat=seat, s=s, head=h,
            host_id=host_id_of(self._welcome.key), challenge=self._welcome.challenge,
        )  # fmt: skip
        self.say(
            Return(
                table=STANDING,
                game=follower.game,
                seat=seat,
                s=s,
                h=h,
                signature=self._key.sign(signed),
                held=newest_held(follower) if s else None,
            )
        )

    def act_once(self) -> bool:
        """As `act`, but what was sent on this line is not sent again."""
        if self._pending is None:
            self._sent = None
        elif self._pending == self._sent:
            return False
        acts = self.act()
        self._sent = self._pending
        return acts

    def close(self) -> None:
        self._socket.close()

    def take(self, message: Message) -> None:
        if isinstance(message, Ping):
            self.say(Pong())
        super().take(message)
        if isinstance(message, Over):
            assert message.game == self.follower.game, "the end of another game"
            assert self.has_each_once()
            self.logs.append(self.follower)
            self.begin_again()

    def _connect(self) -> None:
        self._sent = None
        port = self._host.running.port
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=10.0)
        self._frames = FrameReader(2**20)
        self._socket.sendall(encode_hello(hello("test")))
        while (body := self._frames.next_body()) is None:
            self._frames.feed(self._socket.recv(2**16))
        decode_hello(body)
        while (welcome := self.next()) is None:
            pass
        assert isinstance(welcome, Welcome)
        self._welcome = welcome
        self._socket.settimeout(0)


def play_and_kill(
    host: HostToKill,
    persons: list[RemotePerson],
    kills: int,
    chance: random.Random,
    *,
    until_event: int | None = None,
) -> None:
    """Let them play, and kill the host at random instants.

    Args:
        host: The host.
        persons: Who plays.
        kills: How often.
        chance: When.
        until_event: Play until this event of a game; `None`: until one ends.
    """
    for person in persons:
        person.sit()
        while not person.has_sat:
            person.follow()
    for _ in range(kills):
        _play(persons, time.monotonic() + chance.uniform(0.0, 0.3))
        host.kill()
        host.start()
        for person in persons:
            person.come_back()
    if until_event is None:
        play_on(persons, games=len(persons[0].logs) + 1)
        return
    while any(person.follower.s < until_event for person in persons):
        _play(persons, time.monotonic() + WAIT_S)


def play_on(persons: list[RemotePerson], games: int) -> None:
    """Let them play until so many games have ended for each of them."""
    while any(len(person.logs) < games for person in persons):
        _play(persons, time.monotonic() + 0.1)


def _play(persons: list[RemotePerson], until: float) -> None:
    while time.monotonic() < until:
        for person in persons:
            person.follow()
        acted = [person.act_once() for person in persons]
        if not any(acted):
            time.sleep(WAIT_S)


def persons_at(host: HostToKill, count: int) -> list[RemotePerson]:
    return [RemotePerson(host, number) for number in range(count)]

"""A person's client with a bot at it, and what it noticed."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import trio
from tests.server.game_by_hand import KEYS, NAMES

from vendue_client.bot_player import BotPlayer
from vendue_client.connecting import Cover
from vendue_client.game_files import GameFiles
from vendue_client.keeping import Keeper
from vendue_client.line import Line, open_line
from vendue_client.participant import Participant
from vendue_protocol.address import Address
from vendue_protocol.client_messages import Sit
from vendue_protocol.codec import decode_event
from vendue_protocol.errors import RemoteProtocolError
from vendue_protocol.game_file import GameFile, read_game_file
from vendue_protocol.host_messages import GivenUp, Logged, Over, Refused
from vendue_protocol.keys import SigningKey
from vendue_protocol.message import Message
from vendue_protocol.proof import Check, ProofFailed
from vendue_shared.bots.levels import Level

if TYPE_CHECKING:
    from tests.hostile.evening import Evening

Randomness = Callable[[int], bytes]


class Noticed(msgspec.Struct, frozen=True):
    """An alarm, and the message or event that raised it."""

    at: str
    check: Check


class Watched(Participant):
    """A participant that remembers at what it raised its alarms."""

    def __init__(self, key: SigningKey, randomness: Randomness, keeper: Keeper) -> None:
        super().__init__(
            key,
            randomness=randomness,
            now=trio.current_time,
            note=lambda _note: None,
            keeper=keeper,
        )
        self.noticed: list[Noticed] = []
        self.refused: list[Refused] = []

    def receive(self, message: Message) -> list[Message]:
        before = len(self.alarms)
        if isinstance(message, Refused):
            self.refused.append(message)
        try:
            return super().receive(message)
        finally:
            at = name_of(message)
            new = self.alarms[before:]
            self.noticed += [Noticed(at, alarm.check) for alarm in new]


def name_of(message: Message) -> str:
    """How the pages call a message; of an event, the event."""
    if isinstance(message, Logged):
        try:
            return str(type(decode_event(message.e)).__struct_config__.tag)
        except RemoteProtocolError:
            pass
    return str(type(message).__struct_config__.tag)


class Player:
    """A person's client with a bot at it, from its first message to its last."""

    def __init__(self, evening: Evening, person: int) -> None:
        self.person = person
        self._evening = evening
        self._has_sat, self.left = trio.Event(), trio.Event()
        self._back = trio.CancelScope()
        chance = random.Random(person)
        self.files = GameFiles(evening.folder / f"player-{person}", print)
        self.participant = Watched(KEYS[person], chance.randbytes, self.files)
        self.overs = 0
        self.line: Line | None = None

    async def run(self, port: int) -> None:
        """Sit down, play one game, leave; or leave when the set-up is given up."""
        address = Address(host="127.0.0.1", port=port, code=None)
        cover = Cover.OWN  # whoever sits at the wire reads it
        line = self.line = await open_line(address, self.participant, cover=cover)
        line.tap = self._tap
        chance = random.Random(self.person).randrange
        bot = BotPlayer(line, Level.STANDARD, chance=chance, pace=0, stays=False)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(line.run)
                key = KEYS[self.person].public
                line.send(Sit(table=1, name=NAMES[self.person], key=key))
                with self._back:
                    await self._evening.play(self, bot)
                await line.leave()
                nursery.cancel_scope.cancel()
        finally:
            with trio.CancelScope(shield=True):
                await line.cut()
            self.files.close()
            self.left.set()

    def _tap(self, message: Message) -> None:
        assert not self._evening.table.is_frozen, "the host has a fault of its own"
        self.overs += isinstance(message, Over)
        self._has_sat.set()
        self._evening.may_be_enough()
        if isinstance(message, GivenUp):
            self._back.cancel()

    async def wait_sat(self) -> None:
        await self._has_sat.wait()

    @property
    def path(self) -> Path | None:
        """Its newest log."""
        logs = sorted(self.files._folder.glob("*.vendue"))
        return logs[-1] if logs else None

    @property
    def log(self) -> GameFile:
        assert self.path is not None, "no log was kept"
        return read_game_file(self.path.read_bytes())

    @property
    def first_alarm(self) -> Noticed | None:
        return self.participant.noticed[0] if self.participant.noticed else None

    @property
    def alarm(self) -> ProofFailed:
        return self.participant.alarms[0]

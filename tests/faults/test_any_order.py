"""A host that is told anything in any order: no bug, no limit passed, one log."""

from __future__ import annotations

import random
from typing import Final

from hypothesis import settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from tests.faults.mutation import Mutator
from tests.server.game_by_hand import HOST_KEY, KEYS, NAMES
from tests.server.table_by_hand import RecordedConnection, dealer_for_tests

from vendue_client.participant import Participant
from vendue_client.stage import Stage
from vendue_protocol.client_messages import Play, Ready, Sit
from vendue_protocol.codec import HOST_MESSAGES, decode, encode
from vendue_protocol.errors import RemoteProtocolError
from vendue_protocol.frames import FrameReader
from vendue_protocol.limits import Limits
from vendue_protocol.message import Message
from vendue_server.game import Game
from vendue_server.hall import Hall
from vendue_server.session import Session
from vendue_shared.bots.answers import SealedBid
from vendue_shared.bots.levels import Level, bot_of

LIMITS: Final = Limits(refusals_per_minute=10**6)
"""As they are, but that a fuzzer may go on for longer."""
CROOKS: Final = 3
MANY: Final = 40


class Line:
    """A session, and the connection in memory that it speaks on."""

    def __init__(self, hall: Hall, number: int) -> None:
        self.wire = RecordedConnection(LIMITS)
        challenge = number.to_bytes(32, "big")
        self.session = Session(self.wire, hall, HOST_KEY.public, challenge)
        self.session.welcome()

    def take(self, body: bytes, now: float) -> None:
        """Take a frame as the host does: what is none ends the line."""
        if self.wire.is_closing:
            return
        try:
            self.session.take(body, now)
        except RemoteProtocolError:
            self.wire.hang_up()


class Honest(Line):
    """A client of ours, with a bot's head, that says only what it should."""

    def __init__(self, hall: Hall, person: int) -> None:
        super().__init__(hall, person)
        self.now = 0.0
        chance = random.Random(person)
        self.client = Participant(
            KEYS[person],
            randomness=chance.randbytes,
            now=lambda: self.now,
            note=lambda _note: None,
        )
        self._bot = bot_of(Level.RANDOM, chance.randrange)
        self._chance, self._reader = chance, FrameReader(2**20)
        self._read = 0
        self.is_wild = False
        """Whether rubbish was said in its name: it knows nothing any more."""
        self.says(Sit(table=1, name=NAMES[person], key=KEYS[person].public), 0.0)

    def says(self, message: Message, now: float) -> None:
        self.client.sends(message)
        self.take(encode(message)[4:], now)

    def follow(self, now: float) -> None:
        """Hear all that was said, and answer what answers itself."""
        self.now = now
        for _ in range(0 if self.is_wild else MANY):
            fresh, self._read = self.wire.sent[self._read :], len(self.wire.sent)
            if not fresh:
                return
            self._reader.feed(fresh)
            while (body := self._reader.next_body()) is not None:
                for answer in self.client.receive(decode(body, HOST_MESSAGES)):
                    self.says(answer, now)

    def act(self, now: float) -> None:
        """Do what a bot would at this moment."""
        client, lobby = self.client, self.client.lobby
        if self.is_wild:
            return
        if client.stage is Stage.LOBBY and lobby is not None:
            self.says(Ready(revision=lobby.revision, ready=True), now)
        seat = client.playing_seat
        if seat is None or client.own is None or not client.choices:
            return
        if seat not in client.position.awaited:
            return
        choose = self._bot.choose
        answer = choose(client.position, seat, client.hand, self._chance.randrange)
        if isinstance(answer, SealedBid):
            move: Play = client.play(client.own.seal(client.follower, answer.amount))
        else:
            move = client.play(answer)
        self.says(move, now)


class AnyOrder(RuleBasedStateMachine):
    """Three honest players, and crooks who say what a mutator makes up."""

    @initialize(seed=st.integers(0, 2**32))
    def open(self, seed: int) -> None:
        self.now, self.kept = 0.0, list[Game]()
        self.hall = Hall(dealer_for_tests(self.kept, seed % 1000), LIMITS)
        self.table = self.hall.open("Vendue", 3, kept=True, starts_alone=True)
        self.mutator, self.number = Mutator(seed), 100
        self.honest = [Honest(self.hall, person) for person in range(3)]
        self.crooks = [Line(self.hall, 50 + n) for n in range(CROOKS)]
        self._follow()

    def _follow(self) -> None:
        for _ in range(4):
            for one in self.honest:
                one.follow(self.now)

    @rule(turns=st.integers(1, 30))
    def play(self, turns: int) -> None:
        for _ in range(turns):
            for one in self.honest:
                one.act(self.now)
                self._follow()

    @rule(crook=st.integers(0, CROOKS - 1), many=st.integers(1, 12))
    def rubbish(self, crook: int, many: int) -> None:
        for _ in range(many):
            self.crooks[crook].take(self.mutator.body(), self.now)
        self._follow()

    @rule(person=st.integers(0, 2), many=st.integers(1, 40))
    def go_wild(self, person: int, many: int) -> None:
        if not self.table.is_playing:
            return
        self.honest[person].is_wild = True
        for _ in range(many):
            self.honest[person].take(self.mutator.body(), self.now)
        self._follow()

    @rule(crook=st.integers(0, CROOKS - 1))
    def come_again(self, crook: int) -> None:
        self.crooks[crook].session.lost(self.now)
        self.number += 1
        self.crooks[crook] = Line(self.hall, self.number)
        self._follow()

    @rule(seconds=st.floats(0.1, 200.0))
    def wait(self, seconds: float) -> None:
        self.now += seconds
        for table in self.hall:
            for _ in range(MANY):
                if table.deadline() > self.now:
                    break
                table.tick(self.now)
            self.hall.close_if_empty(table)
        self._follow()

    @precondition(lambda self: self.table.is_playing)
    @rule(person=st.integers(0, 2))
    def lose(self, person: int) -> None:
        self.honest[person].session.lost(self.now)
        self._follow()

    @invariant()
    def nothing_is_broken(self) -> None:
        tables = list(self.hall)
        assert not any(table.is_frozen for table in tables)
        assert len(tables) <= LIMITS.tables
        assert all(table.members.watchers <= LIMITS.watchers for table in tables)
        assert self.table in tables

    @invariant()
    def every_honest_client_has_the_hosts_history(self) -> None:
        games = [
            *self.kept,
            *([self.table.course.game] if self.table.course.game else []),
        ]
        for one in [one for one in self.honest if not one.is_wild]:
            follower = one.client.follower
            assert one.client.alarm is None
            same = [g for g in games if g.follower.game == follower.game]
            assert not follower.s or same[0].follower.heads[follower.s] == follower.head


AnyOrder.TestCase.settings = settings(
    max_examples=8, stateful_step_count=30, deadline=None, derandomize=True
)
test_anything_in_any_order = AnyOrder.TestCase

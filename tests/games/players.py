"""Clients that play whole games: our own bots at a line, and a stranger's program."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

import trio
from tests.server.game_by_hand import HOST_KEY, KEYS, NAMES
from tests.server.served import Peer

from vendue_client.bot_player import BotPlayer
from vendue_client.connecting import Cover
from vendue_client.line import A_DAY_S, Line, open_line
from vendue_client.participant import Participant
from vendue_protocol.address import Address
from vendue_protocol.client_messages import Leave, Play, Sit, Watch
from vendue_protocol.host_messages import Accepted, Dealt, Due, Over, Refused
from vendue_protocol.keys import host_id_of, join_code
from vendue_protocol.message import Message, Ping, Pong
from vendue_shared.bots.levels import Level
from vendue_shared.choices import Decision
from vendue_shared.moves import (
    AnyMove,
    Bid,
    Buy,
    Decline,
    Offer,
    Pass,
    Price,
)

STANDING: Final = 1


async def connected(
    port: int,
    person: int,
    host: str = "127.0.0.1",
    *,
    patience_s: float = A_DAY_S,
    cover: Cover = Cover.TLS,
) -> Line:
    """A client of ours, connected; a number above 4 is a spectator's."""
    chance = random.Random(person)
    participant = Participant(
        KEYS[person % len(KEYS)],
        randomness=chance.randbytes,
        now=trio.current_time,
        note=lambda _note: None,
    )
    # Where it is not this machine, nobody is there to compare a code.
    code = None if host == "127.0.0.1" else join_code(host_id_of(HOST_KEY.public))
    address = Address(host=host, port=port, code=code)
    return await open_line(address, participant, patience_s=patience_s, cover=cover)


@asynccontextmanager
async def closing(line: Line) -> AsyncIterator[None]:
    """Cut the line at the end, whatever happens: it may not have said goodbye."""
    try:
        yield
    finally:
        with trio.CancelScope(shield=True):
            await line.cut()


class BotAtLine:
    """One of our clients with a bot at it, from its first message to its end.

    Args:
        port: The host's.
        person: Its key and its name.
        stays: Whether it plays one game after the other.
        host: The host's address.
        comes_back: Whether it tries a lost line again.
    """

    def __init__(
        self,
        port: int,
        person: int,
        *,
        stays: bool = False,
        host: str = "127.0.0.1",
        comes_back: bool = True,
    ) -> None:
        self._port, self._person, self._stays = port, person, stays
        self._host, self._patience_s = host, A_DAY_S if comes_back else 0.0
        self.overs = 0
        """Games that ended while it was there."""
        self.line: Line | None = None
        self.has_sat = trio.Event()
        self.kind: type[BotPlayer] = BotPlayer
        self.cover = Cover.TLS
        """Whether what passes can be read on the way."""
        self.tap: Callable[[Message], None] = self._tap

    @property
    def participant(self) -> Participant:
        assert self.line is not None, "not connected"
        return self.line.participant

    async def run(self) -> None:
        """Sit down, play, leave."""
        line = self.line = await connected(
            self._port,
            self._person,
            self._host,
            patience_s=self._patience_s,
            cover=self.cover,
        )
        line.tap = self.tap
        player = self.kind(
            line,
            Level.STANDARD,
            chance=random.Random(self._person).randrange,
            pace=0,
            stays=self._stays,
        )
        async with closing(line), trio.open_nursery() as nursery:
            nursery.start_soon(line.run)
            key = KEYS[self._person].public
            line.send(Sit(table=STANDING, name=NAMES[self._person], key=key))
            await player.run()
            await line.leave()
            nursery.cancel_scope.cancel()

    def _tap(self, message: Message) -> None:
        self.overs += isinstance(message, Over)
        self.has_sat.set()


class Spectator:
    """One of our clients that watches until a game is over.

    Args:
        port: The host's.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self.line: Line | None = None
        self.is_there = trio.Event()

    @property
    def participant(self) -> Participant:
        assert self.line is not None, "not connected"
        return self.line.participant

    async def run(self) -> None:
        line = self.line = await connected(self._port, 9)
        async with closing(line), trio.open_nursery() as nursery:
            nursery.start_soon(line.run)
            line.send(Watch(table=STANDING))
            while line.participant.over is None and not line.is_lost:
                await line.wait_changed()
                if line.participant.table is not None:
                    self.is_there.set()
            await line.leave()
            nursery.cancel_scope.cancel()


class ForeignClient:
    """A program that knows no rules: it plays from `due` and `dealt` alone.

    It never seals, since that takes the log's heads; so it is absent there.

    Args:
        peer: Welcomed by the host.
        person: Its key and its name.
    """

    def __init__(self, peer: Peer, person: int) -> None:
        self._peer, self._person = peer, person
        self._hand: list[int] = []
        self._due: Due | None = None
        """What it is asked and has not answered."""
        self._is_waiting = False
        """Whether its last move was neither accepted nor refused yet."""
        self._accepted = 0
        self.over: Over | None = None
        self.refusals: list[str] = []

    async def play(self) -> None:
        """Answer whatever is asked, until the game is over."""
        peer = self._peer
        while self.over is None:
            message = await peer.next()
            assert message is not None, "the host closed the line"
            match message:
                case Dealt():
                    self._hand += [card.painting for card in message.cards]
                case Due():
                    self._due = message
                case Accepted() | Refused():
                    self._take_answer(message)
                case Ping():
                    await peer.says(Pong())
                case Over():
                    self.over = message
                case _:
                    pass
            await self._answer()
        await peer.says(Leave())

    def _take_answer(self, answer: Accepted | Refused) -> None:
        self._is_waiting = False
        if isinstance(answer, Accepted):
            self._accepted = answer.n
        else:
            self.refusals.append(answer.code)

    async def _answer(self) -> None:
        due = self._due
        if due is None or due.purse is None or self._is_waiting:
            return
        self._due = None
        move = self._move(due, due.purse)
        if move is not None:
            self._is_waiting = True
            await self._peer.says(Play(n=self._accepted + 1, move=move))

    def _move(self, due: Due, purse: int) -> AnyMove | None:
        match due.decision:
            case Decision.OFFER:
                painting = self._hand.pop()
                return Offer(auction=due.auction, painting=painting)
            case Decision.ADD | Decision.FLIP:
                return Decline(auction=due.auction)
            case Decision.OPEN | Decision.ONCE if due.price < min(purse, 12):
                return Bid(auction=due.auction, amount=due.price + 1)
            case Decision.OPEN:
                return Pass(auction=due.auction, on=due.price)
            case Decision.PRICE:
                return Price(auction=due.auction, amount=min(purse, 10))
            case Decision.BUY if due.price <= purse:
                return Buy(auction=due.auction)
            case Decision.ONCE | Decision.BUY:
                return Pass(auction=due.auction)
            case _:
                return None

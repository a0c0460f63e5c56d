"""One evening with somebody who cheats: a host, its table, a player at every wire."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import trio
from tests.hostile.cheat import A_GAME, Cheat
from tests.hostile.player import Noticed, Player
from tests.hostile.wire import Wire
from tests.server.served import ServedHost, serving

from vendue_client.bot_player import BotPlayer
from vendue_protocol.limits import Limits
from vendue_server import beginning, course
from vendue_server.game import Game
from vendue_server.log_files import LogFiles, TableFiles
from vendue_server.table import Table
from vendue_shared.events import AnyEvent, Ending

QUICK: Final = Limits(
    messages_per_s=1e6,
    burst_messages=10**6,
    bytes_per_s=1e9,
    refusals_per_minute=10**6,
)
"""Bots without pauses speak faster than any person, and whole games take seconds."""

LONGEST_S: Final = 900.0
"""What no evening takes, on its own clock."""


class Evening:
    """A host on a loopback socket, and its players, each at a wire of its own.

    Args:
        cheat: Who cheats, and how.
        folder: Where all logs go.
    """

    def __init__(self, cheat: Cheat, folder: Path) -> None:
        self.cheat, self.folder = cheat, folder
        cheat.evening = self
        self.served: ServedHost
        self.background: trio.Nursery
        """Ends when all have left."""
        self._noticed_at = 0
        self.wires: dict[int, Wire] = {}
        self.players = [Player(self, person) for person in range(cheat.persons)]
        self.how: Callable[[Player, BotPlayer], Awaitable[None]] = _by_itself

    def finish(self) -> None:
        """Let the owner of the table end the game."""
        play, now = self.table.course, trio.current_time()
        if play.game is not None:
            play.game.end(Ending.OWNER, now)
            play.publish(play.game, now)

    def may_be_enough(self) -> None:
        """End a game in which everything was noticed, some moves after that."""
        game = self.table.course.game
        if game is None:
            return
        if self.alarms:
            self._noticed_at = self._noticed_at or game.follower.s
        enough = self._noticed_at + self.cheat.enough if self.alarms else A_GAME
        if game.follower.s >= min(enough, self.cheat.lasts):
            self.finish()

    @property
    def table(self) -> Table:
        return self.served.table

    @property
    def kept(self) -> list[Game]:
        """The games that were closed."""
        return self.served.kept

    @property
    def host(self) -> Game:
        """The game now on, or the one before."""
        game = self.table.course.game
        return game if game is not None else self.kept[-1]

    async def play(self, player: Player, bot: BotPlayer) -> None:
        await self.how(player, bot)

    async def run(self) -> Evening:
        """Play until everybody has left."""
        async with serving(QUICK, patience_s=LONGEST_S) as self.served:
            self._arrange()
            with bent(self.cheat):
                async with trio.open_nursery() as wires, trio.open_nursery() as guests:
                    self.background = wires
                    wires.start_soon(self.cheat.besides)
                    for player in self.players:
                        await self._come(player, wires, guests)
                    await self._wait_left()
                    wires.cancel_scope.cancel()
        return self

    def _arrange(self) -> None:
        """Set the table as the cheat wants it, and keep the host's logs."""
        cheat, lobby, play = self.cheat, self.table.lobby, self.table.course
        play._files = TableFiles(LogFiles(self.folder / "host"))
        lobby.chairs.resize(cheat.persons + len(cheat.bots))
        lobby.options, lobby.clocks = cheat.options, cheat.clocks
        lobby.first = cheat.first
        for chair in cheat.bots:
            lobby.seat_bot(chair, "standard")

    async def _wait_left(self) -> None:
        """Until all players have left; the wires end after that."""
        for player in self.players:
            await player.left.wait()

    async def _come(
        self, player: Player, service: trio.Nursery, guests: trio.Nursery
    ) -> None:
        """Let one sit down after the other, so that person and seat are one number."""
        cheat, seat, port = self.cheat, player.person, self.served.port
        wire = Wire(port, partial(cheat.down, seat), partial(cheat.up, seat))
        self.wires[seat] = wire
        await service.start(wire.run)
        guests.start_soon(player.run, wire.port)
        await player.wait_sat()

    @property
    def alarms(self) -> dict[int, Noticed]:
        """By seat, its first alarm."""
        found = {player.person: player.first_alarm for player in self.players}
        return {seat: first for seat, first in found.items() if first is not None}

    @property
    def host_log(self) -> Path:
        return self.folder / "host" / f"{self.kept[-1].follower.game.hex()}.vendue"

    @property
    def events(self) -> list[AnyEvent]:
        """All events of the host's game."""
        return [step.event for step in self.host.log.steps]


async def _by_itself(player: Player, bot: BotPlayer) -> None:
    del player
    await bot.run()


@contextmanager
def bent(cheat: Cheat) -> Iterator[None]:
    """Let the host play with the cheat's own pieces."""
    pieces = (
        (course, "Game", _Bent(cheat, cheat.game)),
        (beginning, "Setup", _Bent(cheat, cheat.setup)),
    )
    honest = [(room, name, getattr(room, name)) for room, name, _ in pieces]
    for room, name, piece in pieces:
        setattr(room, name, piece)
    try:
        yield
    finally:
        for room, name, piece in honest:
            setattr(room, name, piece)


class _Bent:
    """Makes a piece of the host that knows the cheat it serves."""

    def __init__(self, cheat: Cheat, kind: type) -> None:
        self._cheat, self._kind = cheat, kind

    def __call__(self, *args: object, **rest: object) -> object:
        made = self._kind(*args, **rest)
        made.cheat = self._cheat
        return made

"""The line to a host, through as many connections as it takes."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import inf
from typing import Final

import trio

from vendue_client.wording.refusals import farewell_sentence, return_sentence
from vendue_protocol.address import Address
from vendue_protocol.errors import Farewell
from vendue_protocol.message import Bye, Message
from vendue_protocol.proof import ProofFailed

from .away import STEADY_S, Away, Pauses
from .coming_back import FINAL
from .connecting import Cover, Greeted, connect
from .exits import Exit, Stop
from .language import _
from .participant import Participant
from .wire import HangUp, Wire

BYE_S: Final = 0.5
"""How long a goodbye may take; the host notices a lost line anyway."""
A_DAY_S: Final = 24 * 3600.0
"""How long who cannot be asked tries to come back: a game is kept so long."""

NO_WAY_BACK: Final = frozenset(
    {Farewell.BYE, Farewell.FRAME, Farewell.REPLACED, Farewell.CLOSED}
)
"""Farewells after which nothing is tried again."""

Tap = Callable[[Message], None]
"""Sees every message of the host after the participant has taken it."""


class Line:
    """A participant at a host, connected again whenever the line is lost; a `Desk`.

    Whoever opened it runs `run` in a nursery, and ends it with `leave`.

    Args:
        greeted: The first connection.
        participant: Has been told its welcome.
        may_end_host: Whether this player started the host.
        cover: What each connection has over it.
        patience_s: How long a lost line is tried again: infinity where a person sees
            that and can leave, else only for a game, or for the grace of a chair.
        revive: Called in a thread before each try: starts the own host again.
    """

    def __init__(
        self,
        greeted: Greeted,
        participant: Participant,
        *,
        may_end_host: bool,
        cover: Cover,
        patience_s: float,
        revive: Callable[[], None] | None = None,
    ) -> None:
        self.participant = participant
        self.is_lost = False
        self.ended_by = 0
        self.may_end_host = may_end_host
        self.shown_address = str(greeted.address)
        self.is_insecure, self._cover = cover is Cover.NONE, cover
        self.tap: Tap | None = None
        self.stop: Stop | None = None
        """Why it cannot come back, where trying has shown that."""
        self._address, self._host_key = greeted.address, greeted.welcome.key
        self._longest_s, self._is_leaving = patience_s, False
        self._revive = revive
        self._is_done = False
        """Whether the host has shown that its log cannot be followed."""
        self._wire = self._wired(greeted)
        self._pauses = Pauses(random.random)
        self._changed, self._now = trio.Event(), trio.Event()

    def send(self, message: Message) -> None:
        """Send a message; nothing happens while the line is lost."""
        if not self.is_lost and self.participant.away is None:
            self.participant.sends(message)
            self._wire.send(message)

    def try_now(self) -> None:
        """Do not wait for the next try."""
        self._now.set()

    async def wait_changed(self) -> None:
        """Return when something changed since the last return, or the line ended."""
        await self._changed.wait()
        self._changed = trio.Event()

    async def run(self) -> None:
        """Stay connected as long as that can be; a lost line is never an error."""
        await self._wire.run()
        while self._may_come_back() and await self._come_back():
            await self._wire.run()
        self.is_lost, self.participant.away = True, None
        self._tell()

    async def leave(self) -> None:
        """Say goodbye, wait for the host to close, and close."""
        self._is_leaving = True
        self._now.set()
        self._wire.send(Bye(why="bye"))
        with trio.move_on_after(BYE_S, shield=True):
            await self._wire.ended.wait()
        await self.cut()

    async def cut(self) -> None:
        """Cut the connection without a word."""
        await self._wire.close()

    def _tell(self) -> None:
        self._changed.set()

    def _wired(self, greeted: Greeted) -> Wire:
        return Wire(greeted, self._take, self._tell)

    def _take(self, message: Message) -> None:
        participant, wire = self.participant, self._wire
        try:
            answers = participant.receive(message)
        except ProofFailed:
            # The participant has kept it; the screen says what it means.
            self._is_done = True
            raise HangUp from None
        for answer in answers:
            wire.send(answer)
        wire.is_waiting = participant.back.is_waiting
        if self.tap is not None:
            self.tap(message)
        if participant.back.refused is not None:
            # The place is gone, or it is to be asked for again later.
            raise HangUp

    # Coming back.

    def _may_come_back(self) -> bool:
        """Whether it is worth a try, and nobody has said that it is over."""
        participant, farewell = self.participant, self.participant.farewell
        if self._wire.is_foul:
            participant.farewell = Bye(why="frame")
            return False
        refused = participant.back.refused
        if self._is_leaving or self._is_done:
            return False
        if refused is not None and refused.code in FINAL:
            self._give_up(Stop(Exit.REFUSED, return_sentence(refused.code)))
            return False
        if farewell is not None and farewell.why in NO_WAY_BACK:
            return False
        return self._patience_s() > 0

    def _patience_s(self) -> float:
        """How long it is tried now."""
        participant, lobby = self.participant, self.participant.lobby
        if self._longest_s == inf:
            return inf
        if participant.has_unfinished_game or participant.is_playing:
            return self._longest_s
        has_chair = participant.chair is not None and participant.over is None
        grace_s = float(lobby.clocks.grace) if lobby and has_chair else 0.0
        return min(grace_s, self._longest_s)

    async def _come_back(self) -> bool:
        """Connect until it succeeds; tell whether it did, and is not over instead."""
        participant, old = self.participant, self._wire
        why = farewell_sentence(
            participant.farewell.why if participant.farewell else ""
        )
        if trio.current_time() - old.began > STEADY_S and participant.away is None:
            self._pauses.begin_anew()
        participant.lose_line()
        ends = trio.current_time() + self._patience_s()
        at_once = old.has_slept
        while trio.current_time() < ends:
            if not at_once:
                await self._pause(why)
            at_once = False
            participant.away = Away(why, None)
            self._tell()
            if self._is_leaving:
                return False
            try:
                if self._revive is not None:
                    await trio.to_thread.run_sync(self._revive)
                greeted = await connect(self._address, self._cover)
            except Stop as stop:
                if not stop.may_heal:
                    self._give_up(stop)
                    return False
                continue
            return await self._begin_on(greeted)
        return False

    async def _pause(self, why: str) -> None:
        pause_s = self._pauses.next_s()
        self.participant.away = Away(why, trio.current_time() + pause_s)
        self._tell()
        self._now = trio.Event()
        with trio.move_on_after(pause_s):
            await self._now.wait()

    async def _begin_on(self, greeted: Greeted) -> bool:
        """Ask for the own place on a new connection, if it is the same host's."""
        await self.cut()
        self._wire = self._wired(greeted)
        self.participant.welcome = greeted.welcome
        if greeted.welcome.key != self._host_key:
            self._give_up(Stop(Exit.REFUSED, _("Another host answers there now.")))
            return False
        self.come_back()
        return True

    def come_back(self) -> None:
        """Ask for the own place on the connection that has just begun."""
        participant, wire = self.participant, self._wire
        if participant.welcome is None:
            return
        for request in participant.return_on(participant.welcome):
            wire.send(request)
        wire.is_waiting = participant.back.is_waiting
        if not wire.is_waiting:
            participant.away = None

    def _give_up(self, stop: Stop) -> None:
        self.stop = stop
        self.participant.ending = stop.sentence
        self.participant.farewell = None


async def open_line(
    address: Address,
    participant: Participant,
    *,
    cover: Cover = Cover.TLS,
    may_end_host: bool = False,
    patience_s: float = A_DAY_S,
    revive: Callable[[], None] | None = None,
) -> Line:
    """Connect to a host, and tell the participant its welcome.

    Raises:
        Stop: See `connect`.
    """
    greeted = await connect(address, cover)
    participant.receive(greeted.welcome)
    return Line(
        greeted,
        participant,
        may_end_host=may_end_host,
        cover=cover,
        patience_s=patience_s,
        revive=revive,
    )

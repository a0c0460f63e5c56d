"""`python -m vendue_server.thinking`: the process in which a host's bots think long.

It reads questions from its standard input and writes thoughts to its standard
output, and ends when nobody can ask any more. It yields to the host: what it costs
a table is never more than the time a bot takes.
"""

from __future__ import annotations

import os
import secrets
import select
import signal
import sys
from contextlib import suppress
from typing import Final

from vendue_protocol.frames import FrameReader
from vendue_shared.bots.answers import Answer, Bot
from vendue_shared.bots.levels import bot_of
from vendue_shared.bots.view import Chance
from vendue_shared.events import AnyEvent
from vendue_shared.position import Position
from vendue_shared.seats import Seat

from .diagnostics import log
from .questions import (
    LONGEST_FRAME,
    Asked,
    Forgotten,
    encode,
    question,
    thought_of,
)

YIELDS: Final = 10
"""How much nicer it is than the host, which is then asked first by every core."""

READ_BYTES: Final = 64 * 1024


class FollowedGame:
    """A game as far as it was told, and the bots that think about it."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._position = Position()
        self._events: list[AnyEvent] = []
        self._bots: dict[Seat, Bot] = {}

    def hear(self, event: AnyEvent) -> None:
        """Take in the next event of the log."""
        facts = self._position.play(event)
        self._events.append(event)
        for bot in self._bots.values():
            bot.saw(event, facts, self._position)

    def answer(self, asked: Asked) -> Answer | None:
        """Think; `None`: the seat is not awaited any more."""
        if asked.seat not in self._position.awaited:
            return None
        bot = self._bots.get(asked.seat)
        if bot is None:
            bot = self._bots[asked.seat] = bot_of(asked.level, self._chance)
            bot.catch_up(self._events)
        return bot.choose(self._position, asked.seat, asked.hand, self._chance)


class Thinking:
    """All games that are thought about, and the questions that are open.

    Args:
        chance: Where the bots' dice come from.
    """

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._games: dict[bytes, FollowedGame] = {}
        self._open: dict[tuple[bytes, Seat], Asked] = {}

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing to think about."""
        return not self._open

    def take(self, body: bytes) -> None:
        """Take in what the host says.

        Raises:
            msgspec.DecodeError: It is nothing of the kind.
        """
        match question(body):
            case Asked(game=game, seat=seat) as asked:
                followed = self._games.get(game)
                if followed is None:
                    followed = self._games[game] = FollowedGame(self._chance)
                for event in asked.events:
                    followed.hear(event)
                self._open.pop((game, seat), None)
                self._open[game, seat] = asked
            case Forgotten(game=game):
                self._games.pop(game, None)

    def think(self) -> bytes:
        """Answer the oldest question; the frame to be sent."""
        asked = self._open.pop(next(iter(self._open)))
        answer: Answer | None = None
        followed = self._games.get(asked.game)
        if followed is not None:
            try:
                answer = followed.answer(asked)
            except Exception as bug:  # noqa: BLE001 - it costs this answer alone
                log.error("a bug while thinking", bug, thinker=asked.level)
        return encode(thought_of(asked, answer))


def main() -> None:
    """Think until nobody can ask any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for the host.
    with suppress(OSError):  # A service may forbid it; it thinks as well without.
        os.nice(YIELDS)
    source, sink = sys.stdin.fileno(), sys.stdout.fileno()
    thinking, reader = Thinking(secrets.randbelow), FrameReader(LONGEST_FRAME)
    while True:
        while thinking.is_idle or select.select([source], [], [], 0)[0]:
            data = os.read(source, READ_BYTES)
            if not data:
                return
            reader.feed(data)
            while (body := reader.next_body()) is not None:
                thinking.take(body)
        thought = thinking.think()
        while thought:
            thought = thought[os.write(sink, thought) :]


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        os._exit(0)  # The host is gone; there is nobody to tell, or to flush for.

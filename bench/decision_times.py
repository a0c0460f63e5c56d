"""`python -m bench.decision_times`: how long bots think, in a process of their own.

Only what a bot is asked counts, and what it is told of the log beside it: both are
what a host has to find time for. Times are of the process, so that a busy machine
does not count.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Iterable
from time import process_time_ns
from typing import Final

from vendue_shared.arena.host import Host
from vendue_shared.bots.answers import Answer, Bot
from vendue_shared.bots.levels import Level
from vendue_shared.bots.view import Chance
from vendue_shared.choices import Decision
from vendue_shared.events import AnyEvent, Begun
from vendue_shared.happened import Happened
from vendue_shared.options import Options
from vendue_shared.paintings import PAINTINGS, Painting
from vendue_shared.position import Position
from vendue_shared.seats import Seat
from vendue_shared.terms import Chair, Clocks, Terms

NANOSECONDS: Final = 1e6
"""In a millisecond."""


class TimedBot(Bot):
    """A bot that notes how long it takes; all bots of a run share the notes."""

    __slots__ = ("_bot", "_spent", "_told")

    def __init__(
        self, bot: Bot, spent: dict[Decision, list[int]], told: list[int]
    ) -> None:
        super().__init__(bot.mind, bot.memory)
        self._bot, self._spent, self._told = bot, spent, told

    def saw(
        self, event: AnyEvent, facts: Iterable[Happened], position: Position
    ) -> None:
        began = process_time_ns()
        self._bot.saw(event, facts, position)
        self._told.append(process_time_ns() - began)

    def choose(
        self,
        position: Position,
        seat: Seat,
        hand: tuple[Painting, ...],
        chance: Chance,
    ) -> Answer:
        began = process_time_ns()
        answer = self._bot.choose(position, seat, hand, chance)
        self._spent[position.phase.decision].append(process_time_ns() - began)
        return answer


def begun_of(seats: int, first: Seat) -> Begun:
    chairs = tuple(
        Chair(name=f"bot-{seat}", bot=True, key=bytes(32)) for seat in range(seats)
    )
    terms = Terms(
        game=bytes(16), options=Options(), prev=bytes(32), host_key=bytes(32),
        clocks=Clocks(), first=None, chairs=chairs,
    )  # fmt: skip
    proofs = (bytes(32),) * seats
    return Begun(terms=terms, hs=bytes(32), ks=proofs, es=proofs, lists=(), first=first)


def play(
    level: Level, number: int, spent: dict[Decision, list[int]], told: list[int]
) -> None:
    """Play one game of this level, and note all times."""
    source = random.Random(f"times {number}")
    seats = 3 + number % 3
    deck = list(PAINTINGS)
    source.shuffle(deck)
    table = Host([level] * seats, deck, source.randrange, clock=False)
    table.bots = tuple(TimedBot(bot, spent, told) for bot in table.bots)
    table.play(begun_of(seats, Seat(source.randrange(seats))))
    while not table.position.is_over:
        table.go_on()


def told_of(name: str, times: list[int]) -> str:
    parts = statistics.quantiles(times, n=100)
    middle, late, most = (
        nanoseconds / NANOSECONDS for nanoseconds in (parts[49], parts[98], max(times))
    )
    count = len(times)
    return f"{name:14}{count:8}{middle:10.3f}{late:10.3f}{most:10.3f}"


def main() -> None:
    """Play, and print milliseconds by decision."""
    parser = argparse.ArgumentParser(prog="python -m bench.decision_times")
    parser.add_argument("level", type=Level)
    parser.add_argument("--games", type=int, default=30)
    arguments = parser.parse_args()
    spent: dict[Decision, list[int]] = {decision: [] for decision in Decision}
    told: list[int] = []
    for number in range(arguments.games):
        play(arguments.level, number, spent, told)
    print(f"{arguments.level}, ms{'':8}{'count':>6}{'p50':>10}{'p99':>10}{'most':>10}")
    for decision, times in spent.items():
        if len(times) > 1:
            print(told_of(decision, times))
    print(told_of("all", [time for times in spent.values() for time in times]))
    print(told_of("told an event", told))


if __name__ == "__main__":
    main()

"""`python -m bench.bot_tables`: what tables of bots cost a host, level beside level.

At each of ten tables a client of ours plays with three bots of the host. Then a
stranger asks the host again and again whether it is there: that is how long anybody's
move would wait for whatever the host is doing. Linux only.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

import trio

from bench.host_process import HostProcess, running_host
from vendue_client.bot_player import BotPlayer
from vendue_client.line import Line, open_line
from vendue_client.participant import Participant
from vendue_protocol.address import Address
from vendue_protocol.client_messages import Create, SeatBot, Sit, Start
from vendue_protocol.host_messages import Created, Lobby, Seated
from vendue_protocol.keys import SigningKey
from vendue_protocol.message import Message, Ping, Pong
from vendue_shared.bots.levels import Level

TABLES: Final = 10
PROBE_EVERY_S: Final = 0.01
WARM_UP_S: Final = 3.0
"""All games have begun by then, and bots that think long have a process."""


def line_to(port: int, seed: int) -> tuple[Address, Participant]:
    source = random.Random(seed)
    participant = Participant(
        SigningKey(source.randbytes(32)),
        randomness=source.randbytes,
        now=trio.current_time,
        note=lambda _note: None,
    )
    return Address(host="127.0.0.1", port=port, code=None), participant


class TableOfBots:
    """One of our clients with three bots, one game after the other."""

    def __init__(self, port: int, number: int, level: Level) -> None:
        self._port, self._number, self._level = port, number, level
        self._line: Line | None = None
        self._revision = -1
        self.events = 0

    async def run(self) -> None:
        line = self._line = await open_line(*line_to(self._port, self._number))
        line.tap = self._tap
        chance = random.Random(self._number).randrange
        player = BotPlayer(line, Level.STANDARD, chance=chance, pace=0, stays=True)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(line.run)
            line.send(Create(name=f"Bench {self._number}", chairs=4))
            await player.run()

    def _tap(self, message: Message) -> None:
        line = self._line
        if line is None:
            return
        match message:
            case Created(table=table):
                key = line.participant.key.public
                line.send(Sit(table=table, name="Bench", key=key))
            case Seated():
                for chair in (1, 2, 3):
                    line.send(SeatBot(chair=chair, level=self._level))
            case Lobby(chairs=chairs, revision=revision):
                is_new = revision != self._revision
                if is_new and all(chair.ready for chair in chairs):
                    self._revision = revision
                    line.send(Start())
            case _ if type(message).__name__ == "Logged":
                self.events += 1


def probe(port: int, seconds: float, told: Connection) -> None:
    """Ask a host again and again, in a process of its own; tell all answer times."""
    told.send(trio.run(_probe, port, seconds))


async def _probe(port: int, seconds: float) -> list[float]:
    line = await open_line(*line_to(port, 99))
    answered, times = trio.Event(), []

    def tap(message: Message) -> None:
        if isinstance(message, Pong):
            answered.set()

    line.tap = tap
    async with trio.open_nursery() as nursery:
        nursery.start_soon(line.run)
        until = trio.current_time() + seconds
        while (asked := trio.current_time()) < until:
            answered = trio.Event()
            line.send(Ping())
            await answered.wait()
            times.append(trio.current_time() - asked)
            await trio.sleep(PROBE_EVERY_S)
        nursery.cancel_scope.cancel()
    return times


async def play(host: HostProcess, level: Level, seconds: float) -> list[float]:
    """Let all tables play; host CPU a move in us, moves a second, answers in ms."""
    tables = [TableOfBots(host.port, number, level) for number in range(TABLES)]
    apart = get_context("spawn")
    mine, theirs = apart.Pipe(duplex=False)
    async with trio.open_nursery() as nursery:
        for table in tables:
            nursery.start_soon(table.run)
        await trio.sleep(WARM_UP_S)
        before, cpu, began = (
            sum(table.events for table in tables), host.cpu_s(), time.monotonic(),
        )  # fmt: skip
        await trio.sleep(seconds)
        events = sum(table.events for table in tables) - before
        cpu, took = host.cpu_s() - cpu, time.monotonic() - began
        prober = apart.Process(target=probe, args=(host.port, seconds, theirs))
        prober.start()
        times = [1000 * one for one in await trio.to_thread.run_sync(mine.recv)]
        prober.join()
        nursery.cancel_scope.cancel()
    parts = statistics.quantiles(times, n=100)
    return [1e6 * cpu / events, events / took, parts[49], parts[98], max(times)]


def measured(level: Level, pace: float, seconds: float) -> list[float]:
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable, "-m", "vendue_server", "--bind", "127.0.0.1", "--port", "0",
            "--pace", str(pace), "--messages-per-s", "100000", "--connections", "200",
            "--data", str(Path(folder)),
        ]  # fmt: skip
        with running_host(command) as host:
            return trio.run(play, host, level, seconds)


def main(say: Callable[[str], None] = print) -> None:
    """Measure the levels in turn, and print the median of each."""
    parser = argparse.ArgumentParser(prog="python -m bench.bot_tables")
    parser.add_argument("levels", type=Level, nargs="*")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--pace", type=float, default=0.2, help="of the bots' pauses")
    arguments = parser.parse_args()
    levels = arguments.levels or [Level.STANDARD, Level.MASTER]
    found: dict[Level, list[list[float]]] = {level: [] for level in levels}
    for _ in range(arguments.repeats):
        for level in levels:
            found[level].append(measured(level, arguments.pace, arguments.seconds))
    heads = ("us a move", "moves/s", "p50 ms", "p99 ms", "most ms")
    say(f"{TABLES} tables of{'':4}" + "".join(f"{head:>11}" for head in heads))
    for level, samples in found.items():
        row = [statistics.median(column) for column in zip(*samples, strict=True)]
        say(f"{level:14}" + "".join(f"{figure:11.2f}" for figure in row))


if __name__ == "__main__":
    main()

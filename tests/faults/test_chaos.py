"""Tables of bots while lines are cut, stalled and reset, and hosts are killed.

Chance decides what happens next, from one printed seed; in the end every log is
whole, the same for all, and proves itself.
"""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest
import trio
from tests.faults.proxy import UNTREATED, Proxy, Treatment
from tests.faults.seated_bots import until
from tests.games.players import BotAtLine
from tests.server.host_process import ENVIRONMENT, HOST, PATIENCE_S

from vendue_protocol.game_file import read_game_file
from vendue_protocol.host_messages import Over
from vendue_protocol.message import Message
from vendue_protocol.verifying import verify_file

PERSONS: Final = 3
CALM_S: Final = 60.0
"""How long a game may take to its end once nothing more happens."""

WEATHERS: Final = (
    UNTREATED,
    Treatment(piece_bytes=7),
    Treatment(gathers_s=0.02),
    Treatment(delay_s=0.02),
)


def free_port() -> int:
    """A port that no connection is given while the host that has it is down."""
    for port in random.SystemRandom().sample(range(20_000, 30_000), 100):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("no free port")


class MortalHost:
    """A host as a process that is killed and started again at the same port."""

    def __init__(self, data: Path, stderr: Path) -> None:
        self._data, self._stderr = data, stderr
        self.port = free_port()
        self._process: subprocess.Popen[str] | None = None

    async def start(self) -> None:
        """Start it, and wait until it listens."""
        await trio.to_thread.run_sync(self._start)

    def _start(self) -> None:
        flags = ("--pace", "0", "--messages-per-s", "2000", "--seats", str(PERSONS))
        with self._stderr.open("ab") as stderr:
            self._process = subprocess.Popen(
                [*HOST, "--bind", "127.0.0.1", "--data", str(self._data),
                 "--port", str(self.port), *flags],
                env=ENVIRONMENT,
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
            )  # fmt: skip
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, self._stderr.read_text(encoding="utf-8")

    def end(self, number: signal.Signals = signal.SIGKILL) -> None:
        """End it: as a crash would, unless told; nothing happens where it has ended."""
        process, self._process = self._process, None
        if process is not None and process.stdout is not None:
            process.send_signal(number)
            process.wait(PATIENCE_S)
            process.stdout.close()


class Table:
    """One host, its players behind proxies, and all that happens to them."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._folder, self._chance = folder, random.Random(seed)
        folder.mkdir()
        self.host = MortalHost(folder / "data", folder / "stderr")
        self.bots: list[BotAtLine] = []
        self.counts: Counter[str] = Counter()
        self.ends: list[dict[bytes, bytes]] = [{} for _ in range(PERSONS)]
        """By player, the head of each game that it saw to its end."""

    async def run(self, seconds: float) -> None:
        """Play for so long under chaos, then to the end of a game in calm."""
        await self.host.start()
        proxies = [Proxy(self.host.port) for _ in range(PERSONS)]
        async with trio.open_nursery() as nursery:
            for proxy in proxies:
                await nursery.start(proxy.run)
            for number, proxy in enumerate(proxies):
                bot = BotAtLine(proxy.port, number, stays=True)
                self.bots.append(bot)
                bot.tap = self._watching(number, bot)
                nursery.start_soon(bot.run)
                await bot.has_sat.wait()
            with trio.move_on_after(seconds):
                await self._chaos(proxies)
            for proxy in proxies:
                proxy.treatment = UNTREATED
                proxy.newest.go_on()
            games = max(bot.overs for bot in self.bots)
            with trio.fail_after(CALM_S):
                await until(lambda: min(bot.overs for bot in self.bots) > games)
            assert [bot.participant.alarms for bot in self.bots] == [[]] * PERSONS
            nursery.cancel_scope.cancel()
        self.host.end(signal.SIGTERM)

    def _watching(self, number: int, bot: BotAtLine) -> Callable[[Message], None]:
        tap = bot._tap

        def see(message: Message) -> None:
            tap(message)
            if isinstance(message, Over):
                follower = bot.participant.follower
                self.ends[number][follower.game] = follower.head

        return see

    async def _chaos(self, proxies: list[Proxy]) -> None:
        while True:
            await trio.sleep(self._chance.uniform(0.05, 0.6))
            proxy = self._chance.choice(proxies)
            proxy.treatment = self._chance.choice(WEATHERS)
            match self._chance.randrange(8):
                case 0 | 1:
                    self.counts["cut"] += 1
                    proxy.newest.cut()
                case 2 | 3:
                    self.counts["reset"] += 1
                    proxy.newest.reset()
                case 4 | 5:
                    self.counts["stalled"] += 1
                    line = proxy.newest
                    line.stall()
                    await trio.sleep(self._chance.uniform(0.1, 1.5))
                    line.go_on()
                case 6:
                    self.counts["all reset"] += 1
                    for one in proxies:
                        one.newest.reset()
                case _:
                    self.counts["killed"] += 1
                    with trio.CancelScope(shield=True):
                        self.host.end()
                        await trio.sleep(self._chance.uniform(0.0, 0.5))
                        await self.host.start()

    def check(self) -> None:
        """Every game that ended has one log, and it proves itself."""
        said = (self._folder / "stderr").read_text(encoding="utf-8")
        assert "Traceback" not in said, said
        logs = {
            bytes.fromhex(path.stem): read_game_file(path.read_bytes())
            for path in (self._folder / "data" / "games").glob("*.vendue")
        }
        for game in {game for ends in self.ends for game in ends}:
            heads = {ends[game] for ends in self.ends if game in ends}
            assert len(heads) == 1
            assert list(verify_file(logs[game]))[-1].step
            self.counts["games"] += 1


@pytest.mark.parametrize(
    ("tables", "seconds"),
    [
        (2, 6.0),
        pytest.param(
            4, float(os.environ.get("VENDUE_CHAOS_S", "300")), marks=pytest.mark.soak
        ),
    ],
    ids=["short", "long"],
)
async def test_cut_lines_and_killed_hosts_lose_nothing(
    tmp_path: Path, seed: int, tables: int, seconds: float
) -> None:
    # Processes, real time and whole games: hence the time.
    made = [Table(tmp_path / f"{n}", seed * 100 + n) for n in range(tables)]
    try:
        async with trio.open_nursery() as nursery:
            for table in made:
                nursery.start_soon(table.run, seconds)
    finally:
        for table in made:
            table.host.end()
    for table in made:
        table.check()

    total = sum((table.counts for table in made), Counter[str]())
    print(dict(total))
    assert total["games"] >= tables

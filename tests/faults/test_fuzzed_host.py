"""Rubbish against a host as a process, on which games are played meanwhile."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Final

import pytest
import trio
from tests.faults.mutation import Mutator
from tests.faults.process_costs import descriptors, memory_kib, needs_proc
from tests.faults.proxy import Proxy
from tests.faults.seated_bots import play_to_the_end, until
from tests.faults.sessions_in_memory import SessionInMemory
from tests.games.players import BotAtLine
from tests.protocol.samples import MESSAGES, body_of
from tests.server.host_process import ENVIRONMENT, RunningHost, started

from vendue_client.connecting import Cover

ROOT: Final = Path(__file__).parents[2]
FLAGS: Final = ("--pace", "0", "--messages-per-s", "2000", "--seats", "3")
CROOKS: Final = 6
READ_S: Final = 0.05


class Fuzzing:
    """Crooks that connect again and again, and what became of it."""

    def __init__(self, port: int, seed: int, sessions: list[bytes]) -> None:
        self._port, self._sessions = port, sessions
        self._mutators = [Mutator(seed * 1000 + n) for n in range(CROOKS)]
        self.counts: Counter[str] = Counter()

    async def run(self) -> None:
        """Until cancelled."""
        async with trio.open_nursery() as nursery:
            for number, mutator in enumerate(self._mutators):
                nursery.start_soon(self._crook, number, mutator)

    async def _crook(self, number: int, mutator: Mutator) -> None:
        while True:
            with trio.socket.socket() as sock:
                await sock.bind((f"127.0.6.{number + 1}", 0))
                await sock.connect(("127.0.0.1", self._port))
                stream = trio.SocketStream(sock)
                await self._line(stream, mutator.stream(self._sessions))

    async def _line(self, stream: trio.SocketStream, data: bytes) -> None:
        self.counts["lines"] += 1
        self.counts["bytes"] += len(data)
        try:
            await stream.send_all(data)
            with trio.move_on_after(READ_S):
                while answer := await stream.receive_some(2**16):
                    self.counts["bytes answered"] += len(answer)
                self.counts["ended by the host"] += 1
        except (OSError, trio.BrokenResourceError):
            self.counts["ended by the host"] += 1


async def recorded(port: int) -> list[bytes]:
    """What three clients say in a whole game, byte for byte."""
    async with trio.open_nursery() as nursery:
        proxy = Proxy(port)
        await nursery.start(proxy.run)
        bots = [BotAtLine(proxy.port, n) for n in range(3)]
        for bot in bots:
            bot.cover = Cover.NONE  # so that what is mutated are messages
        await play_to_the_end(bots)
        nursery.cancel_scope.cancel()
    return [bytes(line.passed["up"]) for line in proxy.lines]


async def fuzz(host: RunningHost, seed: int, seconds: float) -> Counter[str]:
    """Fuzz for so long, while game after game is played; the counts.

    Whoever plays sat down before: a crook may take any chair that is free.
    """
    pid = host.process.pid
    sessions = await recorded(host.port)
    fuzzing = Fuzzing(host.port, seed, sessions)
    bots = [BotAtLine(host.port, person, stays=True) for person in range(3)]
    async with trio.open_nursery() as nursery:
        for bot in bots:
            nursery.start_soon(bot.run)
        with trio.fail_after(120.0):
            await until(lambda: min(bot.overs for bot in bots) > 0)
        with trio.move_on_after(seconds / 4):
            await fuzzing.run()
        before = memory_kib(pid)
        with trio.move_on_after(3 * seconds / 4):
            await fuzzing.run()
        games = max(bot.overs for bot in bots)
        with trio.fail_after(120.0):
            await until(lambda: min(bot.overs for bot in bots) > games)
        assert [bot.participant.alarms for bot in bots] == [[]] * 3
        nursery.cancel_scope.cancel()
    await trio.sleep(2.0)
    fuzzing.counts["games"] = games
    fuzzing.counts["KiB more"] = memory_kib(pid) - before
    fuzzing.counts["descriptors"] = descriptors(pid)
    return fuzzing.counts


@needs_proc
@pytest.mark.parametrize(
    "seconds",
    [
        2.0,
        pytest.param(
            float(os.environ.get("VENDUE_FUZZ_S", "600")), marks=pytest.mark.soak
        ),
    ],
    ids=["short", "long"],
)
async def test_fuzzed_host_plays_on_says_no_traceback_and_stays_small(
    tmp_path: Path, seed: int, seconds: float
) -> None:
    said = tmp_path / "stderr"
    with (
        said.open("wb") as stderr,
        started(tmp_path / "data", *FLAGS, stderr=stderr.fileno()) as host,
    ):
        counts = await fuzz(host, seed, seconds)
        code = host.end()

    print(dict(counts))
    text = said.read_text(encoding="utf-8")
    assert code == 0
    assert "Traceback" not in text
    assert '"level": "error"' not in text
    assert counts["games"] >= 1
    assert counts["lines"] > 50
    assert counts["KiB more"] < 8 * 1024
    assert counts["descriptors"] < 40


def test_bytes_in_memory_break_no_table() -> None:
    for message in MESSAGES:
        session = SessionInMemory()
        session.hear(body_of(message))
        assert not session.table.is_frozen


@pytest.mark.soak
@pytest.mark.skipif(importlib.util.find_spec("atheris") is None, reason="needs atheris")
def test_guided_bytes_find_nothing(tmp_path: Path) -> None:
    seconds = os.environ.get("VENDUE_FUZZ_S", "60")
    found = subprocess.run(
        [sys.executable, "-m", "tests.faults.fuzz_bytes",
         f"-max_total_time={seconds}", "-max_len=2000", str(tmp_path)],
        cwd=ROOT,
        env={**ENVIRONMENT, "PYTHONPATH": f"{ENVIRONMENT['PYTHONPATH']}:{ROOT}",
             "VENDUE_LOG": "error"},
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip

    print(found.stderr[-600:])
    assert found.returncode == 0

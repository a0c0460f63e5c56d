"""What only many games, many keys, or another Python would show."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from tests.faults.process_costs import descriptors, memory_kib, needs_proc
from tests.faults.seated_bots import play_to_the_end
from tests.games.players import BotAtLine
from tests.server.host_process import RunningHost, started

ROOT: Final = Path(__file__).parents[2]
FLAGS: Final = ("--pace", "0", "--messages-per-s", "2000", "--seats", "3")
PYTHONS: Final = ("3.11", "3.12", "3.13")

DIGEST: Final = """
import hashlib
from tests.protocol.kept_games import finished
from vendue_shared.options import Options
games = [finished(luck, 3 + luck % 3) for luck in range(1, 4)]
games.append(finished(4, 3, Options(mystery_hand=True)))
print(hashlib.sha256(b"".join(game.file_of(0) for game in games)).hexdigest())
"""
"""Whole games, deal, moves of bots, seals, signatures and log, in one number."""


def pythons() -> list[str]:
    """The Pythons of this machine that have what the project needs."""
    found = [sys.executable]
    for version in PYTHONS:
        path = os.environ.get(f"VENDUE_PYTHON_{version.replace('.', '_')}", "")
        if path and shutil.which(path):
            found.append(path)
    return found


def digest(python: str, hash_seed: str) -> str:
    rooms = ("client", "server", "protocol", "shared", ".")
    found = subprocess.run(
        [python, "-c", DIGEST],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONHASHSEED": hash_seed,
            "PYTHONPATH": os.pathsep.join(str(ROOT / room) for room in rooms),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    return found.stdout


def test_every_python_plays_the_same_games() -> None:
    # A process each, hence the time; `VENDUE_PYTHON_3_13` names another Python.
    digests = {
        (python, seed): digest(python, seed) for python in pythons() for seed in "01"
    }

    print(digests)
    assert len(set(digests.values())) == 1


async def game_costs(host: RunningHost, games: int) -> list[int]:
    """What the host has in memory after each of some games, in KiB."""
    costs = []
    for _ in range(games):
        await play_to_the_end([BotAtLine(host.port, person) for person in range(3)])
        costs.append(memory_kib(host.process.pid))
    return costs


@needs_proc
@pytest.mark.parametrize("games", [3, pytest.param(200, marks=pytest.mark.soak)])
async def test_game_after_game_leaves_nothing_behind(
    tmp_path: Path, games: int
) -> None:
    # A process and whole games, hence the time.
    with started(tmp_path / "data", *FLAGS) as host:
        await game_costs(host, 2)
        files = descriptors(host.process.pid)
        costs = await game_costs(host, games)

        assert descriptors(host.process.pid) == files
    slope = (costs[-1] - costs[len(costs) // 3]) / (len(costs) - len(costs) // 3)
    print(f"{games} games, {costs[0]} to {costs[-1]} KiB, {slope:.1f} KiB a game")
    assert slope < (512 if games < 50 else 20)


KEYS_MEASURED: Final = """
import resource
from tests.protocol.samples import body_of
from vendue_protocol.codec import CLIENT_MESSAGES, decode
from vendue_protocol.errors import RemoteProtocolError
import msgpack

assert msgpack.version >= (1, 2, 4), "earlier ones keep every key for good"

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

def refuse(numbers):
    for number in numbers:
        for key in (number, b"%d" % number, f"key {number}", (number,)):
            try:
                decode(msgpack.packb({"t": "leave", key: 1}), CLIENT_MESSAGES)
            except RemoteProtocolError:
                pass

refuse(range(2000))
before = peak()
refuse(range(2000, 2000 + MANY))
print(peak() - before)
"""


@pytest.mark.parametrize("many", [4000, pytest.param(100_000, marks=pytest.mark.soak)])
def test_keys_that_are_refused_are_forgotten(many: int) -> None:
    # The peak of a process never falls: it takes one of its own, hence the time.
    found = subprocess.run(
        [sys.executable, "-c", KEYS_MEASURED.replace("MANY", str(many))],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )

    assert int(found.stdout) < 1024

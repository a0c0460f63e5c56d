"""Processes that stand still and go on, as a laptop that sleeps and wakes."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import trio
from tests.faults.client_process import CLIENT, environment_of
from tests.faults.seated_bots import POLL_S, QUICK, end_of, until, until_event
from tests.games.players import BotAtLine
from tests.server.served import serving

from vendue_shared.events import Plays
from vendue_shared.terms import Clocks


@contextmanager
def bot_process(home: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """A bot of `vendue join`, as long as the block lasts; it prints its events."""
    how = ("--bot", "standard", "--pace", "0", "--json", "--name", "Sleeper")
    process = subprocess.Popen(
        [*CLIENT, "join", f"127.0.0.1:{port}", *how],
        env=environment_of(home),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


soak = pytest.mark.soak


@pytest.mark.parametrize(
    "seconds", [1.5, pytest.param(20.0, marks=soak), pytest.param(40.0, marks=soak)]
)
async def test_client_that_was_stopped_for_a_while_plays_on(
    tmp_path: Path, seconds: float
) -> None:
    # Real time, as a stopped process knows no other.
    async with serving(QUICK) as served:
        served.table.lobby.clocks = Clocks(open=60, seal=60, reveal=60, once=60)
        with bot_process(tmp_path, served.port) as sleeper:
            others = [BotAtLine(served.port, person) for person in (0, 1)]
            async with trio.open_nursery() as nursery:
                for bot in others:
                    nursery.start_soon(bot.run)
                await until_event(served, 20, POLL_S)
                sleeper.send_signal(signal.SIGSTOP)
                await trio.sleep(seconds)
                sleeper.send_signal(signal.SIGCONT)
            await until(lambda: sleeper.poll() is not None)
            out, err = sleeper.communicate()

        game = served.kept[0]
        took_over = [s for s in game.log.steps if isinstance(s.event, Plays)]
        assert (sleeper.returncode, err, took_over) == (0, "", [])
        assert end_of(game)[1].hex() in out.splitlines()[-1]

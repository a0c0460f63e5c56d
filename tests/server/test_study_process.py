"""The study's process: started when it is needed, and no loss when it ends.

Slow: each test starts a Python of its own.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Final

import pytest
import structlog
import trio
from tests.games.players import BotAtLine
from tests.server.game_by_hand import GameByHand, terms_for
from tests.server.host_process import PATIENCE_S, RunningHost, started

from vendue_server import study_process
from vendue_server.study import Consideration, Study
from vendue_server.study_process import ProcessLine
from vendue_shared.bots.answers import Answer
from vendue_shared.bots.levels import Level
from vendue_shared.moves import Offer
from vendue_shared.seats import Seat

GAME: Final = b"a game".ljust(16, b".")


class RunningStudy:
    """A study with its process, and the game that it is asked about."""

    def __init__(self) -> None:
        self.study = Study()
        self.table = GameByHand(terms_for(3))

    def ask(self) -> Consideration:
        return self.study.ask(
            GAME,
            self.table.game.log.steps,
            seat=Seat(0),
            level=Level.MASTER,
            hand=self.table.hand(0),
            now=trio.current_time(),
        )


async def settled(considered: Consideration) -> Answer | None:
    """The answer, as soon as it is there, or there will be none."""
    while not considered.is_settled():
        await trio.lowlevel.checkpoint()
    return considered.answer


@pytest.fixture
async def running() -> AsyncIterator[RunningStudy]:
    one = RunningStudy()
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(study_process.run_study, one.study)
            yield one
            nursery.cancel_scope.cancel()


def command(*words: str) -> Sequence[str]:
    return (sys.executable, "-c", *words)


async def test_first_question_starts_a_process_that_answers_it(
    running: RunningStudy,
) -> None:
    considered = running.ask()

    assert isinstance(await settled(considered), Offer)


async def test_process_imports_nothing_from_where_the_host_was_started(
    monkeypatch: pytest.MonkeyPatch, running: RunningStudy, tmp_path: Path
) -> None:
    (tmp_path / "msgspec.py").write_text("raise SystemExit")
    monkeypatch.chdir(tmp_path)
    considered = running.ask()

    assert isinstance(await settled(considered), Offer)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "has ended"),
        ("print('nonsense'); input()", "nobody understands"),
        ("import os, time; os.close(0); os.close(1); time.sleep(99)", "has ended"),
        ("input(); import time; time.sleep(99)", "does not answer"),
    ],
    ids=["ends at once", "talks nonsense", "hears nothing more", "is stuck"],
)
async def test_process_that_is_of_no_use_costs_an_answer(
    monkeypatch: pytest.MonkeyPatch,
    running: RunningStudy,
    diagnostics: list[structlog.types.EventDict],
    words: str,
    why: str,
) -> None:
    monkeypatch.setattr(study_process, "COMMAND", command(words))
    if why == "does not answer":  # Else it has all the time that a Python needs.
        monkeypatch.setattr(study_process, "STUCK_S", 0.1)
    considered = running.ask()

    assert await settled(considered) is None
    assert running.study.is_shut
    assert why in diagnostics[0]["why"]


async def test_program_that_is_not_there_costs_an_answer(
    monkeypatch: pytest.MonkeyPatch, running: RunningStudy
) -> None:
    monkeypatch.setattr(study_process, "COMMAND", ("/nonexistent/vendue",))
    considered = running.ask()

    assert await settled(considered) is None
    assert running.study.is_shut


def test_what_there_is_no_room_for_is_sent_later() -> None:
    study, (ours, its) = Study(), socket.socketpair()
    with ours, its:
        ours.settimeout(0)
        line = ProcessLine(study, ours, end=lambda: None)
        study.unsent += bytes(2**20)
        line.send()
        assert study.unsent

        read = 0
        while read < 2**20:
            read += len(its.recv(2**16))
            line.look()

    assert not study.unsent


async def test_another_process_is_started_after_a_while(
    monkeypatch: pytest.MonkeyPatch, running: RunningStudy
) -> None:
    monkeypatch.setattr(study_process, "AWAY_S", 0.0)
    real = study_process.COMMAND
    monkeypatch.setattr(study_process, "COMMAND", command(""))
    await settled(running.ask())
    monkeypatch.setattr(study_process, "COMMAND", real)
    while running.study.is_shut:
        await trio.lowlevel.checkpoint()

    considered = running.ask()

    assert isinstance(await settled(considered), Offer)


needs_proc = pytest.mark.skipif(
    sys.platform != "linux", reason="looks for processes in /proc"
)


@pytest.fixture
def host_of_masters(data: Path) -> Iterator[RunningHost]:
    """A host at whose table two masters wait for a person."""
    bots = ("--seats", "3", "--bots", "2", "--level", "master", "--pace", "0")
    with started(data, *bots, "--messages-per-s", "100000") as host:
        yield host


def children_of(process: int) -> list[int]:
    """What any thread of a process has started."""
    threads = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for path in threads for child in path.read_text().split()]


async def child_of(process: int) -> int:
    """The one process that another starts."""
    while not (children := children_of(process)):
        await trio.lowlevel.checkpoint()
    return children[0]


@needs_proc
async def test_process_ends_with_its_host_even_if_that_is_killed(
    host_of_masters: RunningHost,
) -> None:
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(BotAtLine(host_of_masters.port, 0).run)
            child = await child_of(host_of_masters.process.pid)
            nursery.cancel_scope.cancel()
        ended = os.pidfd_open(child)

        host_of_masters.end(signal.SIGKILL)

        await trio.lowlevel.wait_readable(ended)
        os.close(ended)


@needs_proc
async def test_game_is_played_to_its_end_though_the_process_is_killed(
    host_of_masters: RunningHost,
) -> None:
    bot = BotAtLine(host_of_masters.port, 0)
    with trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(bot.run)

            os.kill(await child_of(host_of_masters.process.pid), signal.SIGKILL)

    assert bot.overs == 1

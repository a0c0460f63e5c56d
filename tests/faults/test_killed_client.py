"""A client that is killed between seal and reveal, as a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

import trio
from tests.faults.seated_bots import QUICK, until
from tests.games.players import BotAtLine
from tests.server.served import ServedHost, serving

from vendue_client.bot_player import BotPlayer, Question
from vendue_shared.events import Opened, Plays
from vendue_shared.phases.sealed_bids import Sealing

ROOT: Final = Path(__file__).parents[2]
PATIENCE_S: Final = 60.0
"""Two starts of Python on a busy machine, and what is played before a sealed bid."""
POLL_S: Final = 0.02
KILLED: Final = 0
"""The seat of the client that is killed: it sits down first."""


class Hesitating(BotPlayer):
    """Seals only when it may: not before the other client was killed."""

    may_seal = trio.Event()

    async def _answer(self, question: Question) -> None:
        if isinstance(self._desk.participant.position.phase, Sealing):
            await self.may_seal.wait()
        await super()._answer(question)


class ClientProcess:
    """`vendue join --bot --return`, with a state directory of its own."""

    def __init__(self, state: Path, port: int) -> None:
        self._state, self._port = state, port
        self.process = self._started()

    def _started(self) -> subprocess.Popen[bytes]:
        rooms = ("client", "protocol", "shared")
        environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": os.pathsep.join(str(ROOT / room) for room in rooms),
            "XDG_STATE_HOME": str(self._state),
        }
        bot = ["--bot", "novice", "--pace", "0", "--name", "Cora", "--return"]
        where = f"127.0.0.1:{self._port}"
        return subprocess.Popen(
            [sys.executable, "-m", "vendue_client", "join", where, *bot],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def start_again(self) -> None:
        self.process = self._started()

    @property
    def sittings(self) -> list[Path]:
        return list(self._state.glob("vendue/sittings/*"))


def has_sealed(served: ServedHost) -> bool:
    """Whether the client that is to be killed has sealed, and not all have."""
    game = served.table.course.game
    phase = game.follower.position.phase if game is not None else None
    return isinstance(phase, Sealing) and phase.commitments[KILLED] is not None


def opened(served: ServedHost) -> Opened | None:
    steps = served.game.log.steps
    return next((s.event for s in steps if isinstance(s.event, Opened)), None)


async def test_a_client_killed_after_its_seal_reveals_its_own_bid_when_started_again(
    tmp_path: Path,
) -> None:
    async with serving(QUICK) as served:
        client = ClientProcess(tmp_path, served.port)
        bots = [BotAtLine(served.port, person) for person in (1, 2)]
        Hesitating.may_seal = trio.Event()
        with trio.fail_after(PATIENCE_S):
            async with trio.open_nursery() as nursery:
                await until(lambda: bool(served.table.lobby.chairs.taken), POLL_S)
                for bot in bots:
                    bot.kind = Hesitating
                    nursery.start_soon(bot.run)
                await until(lambda: has_sealed(served), POLL_S)
                client.kill()
                assert len(client.sittings) == 1

                Hesitating.may_seal.set()
                client.start_again()
                await until(lambda: opened(served) is not None, POLL_S)
                nursery.cancel_scope.cancel()
        client.kill()

    first = opened(served)
    assert first is not None
    assert first.openings[KILLED] is not None
    events = [step.event for step in served.game.log.steps]
    assert not [event for event in events if isinstance(event, Plays)]

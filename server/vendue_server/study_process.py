"""The process of the study: started when it is first asked, and again when it ends."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Final

import msgspec
import trio

from vendue_protocol.errors import RemoteProtocolError
from vendue_protocol.frames import FrameReader

from .diagnostics import log
from .questions import LONGEST_FRAME
from .study import Study

COMMAND: Final = (sys.executable, "-P", "-m", "vendue_server.thinking")
"""`-P`: nothing is imported from where the host happens to have been started."""

STUCK_S: Final = 10.0
"""A process that has owed an answer for so long is ended; most take 0.01 s."""

AWAY_S: Final = 10.0
"""How long there is none after one has ended: its bots play by themselves."""


async def run_study(study: Study, wake_tables: Callable[[], None]) -> None:
    """Keep a process for a study from its first question on; never returns.

    Args:
        study: Whose questions.
        wake_tables: Called when there is an answer that a table waits for, or when
            there will be none.
    """
    while True:
        asked = trio.Event()
        study.wake = asked.set
        if not study.has_unsent:
            await asked.wait()
        try:
            why = await _serve(study, wake_tables)
        except OSError as error:
            why = error.strerror or "it cannot be started"
        log.warning("bots think less for a while", why=why, seconds=AWAY_S)
        study.is_shut = True
        study.begin_anew()
        wake_tables()
        await trio.sleep(AWAY_S)
        study.is_shut = False


async def _serve(study: Study, wake_tables: Callable[[], None]) -> str:
    """Start the process, and serve it until it ends or is of no more use.

    It is ended here in any case, and ends by itself when this host does.

    Returns:
        Why it is of no more use.

    Raises:
        OSError: It cannot be started.
    """
    process = await trio.lowlevel.open_process(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        if process.stdin is None or process.stdout is None:
            raise OSError("it has no pipes")
        async with process.stdin, process.stdout, trio.open_nursery() as nursery:
            nursery.start_soon(_write, study, process.stdin)
            why = await _read(study, process.stdout, wake_tables)
            nursery.cancel_scope.cancel()
        return why
    finally:
        process.kill()
        with trio.CancelScope(shield=True):
            await process.wait()


async def _write(study: Study, sink: trio.abc.SendStream) -> None:
    try:
        while True:
            woken = trio.Event()
            study.wake = woken.set
            if study.has_unsent:
                await sink.send_all(study.take_out())
            else:
                await woken.wait()
    except trio.BrokenResourceError:
        return  # Its end is told by the other pipe.


async def _read(
    study: Study, source: trio.abc.ReceiveStream, wake_tables: Callable[[], None]
) -> str:
    reader = FrameReader(LONGEST_FRAME)
    while True:
        data: bytes | bytearray | None = None
        with trio.move_on_after(STUCK_S / 2):
            data = await source.receive_some()
        if data == b"":
            return "the process has ended"
        if data is None:
            oldest = study.oldest()
            if oldest is not None and trio.current_time() - oldest > STUCK_S:
                return "the process does not answer"
            continue
        is_urgent = False
        try:
            reader.feed(bytes(data))
            while (body := reader.next_body()) is not None:
                is_urgent |= study.take(body)
        except (RemoteProtocolError, msgspec.DecodeError):
            return "the process says what nobody understands"
        if is_urgent:
            wake_tables()

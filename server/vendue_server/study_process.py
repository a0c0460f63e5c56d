"""The process of the study: started when it is first asked, and again when it ends.

What is asked leaves at once, and what was answered is read when somebody looks for
it: no answer wakes the host.
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Callable
from contextlib import suppress
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

READ_BYTES: Final = 64 * 1024
"""Hundreds of answers."""


async def run_study(study: Study) -> None:
    """Keep a process for a study from its first question on; never returns."""
    while True:
        asked = trio.Event()
        study.send = asked.set
        if not study.unsent:
            await asked.wait()
        try:
            why = await _serve(study)
        except OSError as error:
            why = error.strerror or "it cannot be started"
        log.warning("bots think less for a while", why=why, seconds=AWAY_S)
        study.is_shut = True
        study.begin_anew()
        await trio.sleep(AWAY_S)
        study.is_shut = False


async def _serve(study: Study) -> str:
    """Start the process, and serve it until it ends or is of no more use.

    It is ended here in any case, and ends by itself when this host does.

    Returns:
        Why it is of no more use.

    Raises:
        OSError: It cannot be started.
    """
    ours, its = socket.socketpair()
    with ours:
        with its:
            process = await trio.lowlevel.open_process(COMMAND, stdin=its, stdout=its)
        ours.settimeout(0)
        try:
            line = ProcessLine(study, ours, end=process.kill)
            study.send, study.look = line.send, line.look
            line.send()
            while process.poll() is None:
                with trio.move_on_after(STUCK_S / 2):
                    await process.wait()
                line.look_after(trio.current_time())
            return line.why
        finally:
            process.kill()
            with trio.CancelScope(shield=True):
                await process.wait()


class ProcessLine:
    """The host's end of what leads to the process; nothing here waits.

    Args:
        study: Whose questions.
        sock: Does not block; whoever opened it closes it.
        end: Ends the process.
    """

    def __init__(
        self, study: Study, sock: socket.socket, end: Callable[[], None]
    ) -> None:
        self._study, self._socket, self._end = study, sock, end
        self._reader = FrameReader(LONGEST_FRAME)
        self.why = "the process has ended"
        """Why it is of no more use, once it is not."""

    def send(self) -> None:
        """Send what there is room for; the rest stays unsent."""
        unsent = self._study.unsent
        with suppress(OSError):  # No room; or the process ends, which it tells itself.
            del unsent[: self._socket.send(unsent)]

    def look(self) -> None:
        """Take in what the process has said."""
        if self._study.unsent:
            self.send()
        with suppress(OSError):  # Nothing has come; or the same.
            self._take(self._socket.recv(READ_BYTES))

    def _take(self, data: bytes) -> None:
        if not data:
            self._end()
        try:
            self._reader.feed(data)
            while (body := self._reader.next_body()) is not None:
                self._study.take(body)
        except (RemoteProtocolError, msgspec.DecodeError):
            self._give_up("the process says what nobody understands")

    def look_after(self, now: float) -> None:
        """End a process that owes an answer for too long."""
        self.look()
        oldest = self._study.oldest()
        if oldest is not None and now - oldest > STUCK_S:
            self._give_up("the process does not answer")

    def _give_up(self, why: str) -> None:
        self.why = why
        self._end()

"""One connection to a host: read, write, notice its end."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

import trio

from vendue_protocol.codec import HOST_MESSAGES, decode, encode
from vendue_protocol.errors import RemoteProtocolError
from vendue_protocol.limits import DEFAULT
from vendue_protocol.message import Message, Ping

from .connecting import READ_BYTES, Greeted
from .sleeping import slept_s

LOOK_S: Final = 1.0
"""How often it is looked whether the host is still there, or this machine slept."""
SLEPT_S: Final = 2.0
"""A machine that slept so long connects anew: its host may have hung up unheard."""
ANSWER_S: Final = 10.0
"""How long the host may take to answer what comes before a game."""


class HangUp(Exception):
    """What a wire's `take` raises to end the connection."""


class Wire:
    """One connection, from its welcome to its end.

    Args:
        greeted: The connection; `close` closes it.
        take: Given each message in turn; `HangUp` ends the connection.
        changed: Called when all messages that came together are taken.
    """

    def __init__(
        self,
        greeted: Greeted,
        take: Callable[[Message], None],
        changed: Callable[[], None],
    ) -> None:
        self._stream, self._reader = greeted.stream, greeted.reader
        self._take, self._changed = take, changed
        self._out: deque[bytes] = deque()
        self._out_bytes = 0
        self._has_out, self.ended = trio.Event(), trio.Event()
        self._heard = self.began = trio.current_time()
        self.is_waiting = False
        """Whether the host has still to say whether the player may come back."""
        self.has_slept = False
        """Whether it ended because this machine slept."""
        self.is_foul = False
        """Whether it ended because the host sent what is no message."""

    def send(self, message: Message) -> None:
        """Send a message when the line takes it."""
        frame = encode(message)
        self._out.append(frame)
        self._out_bytes += len(frame)
        self._has_out.set()

    async def run(self) -> None:
        """Read and write until the line ends; it never raises for a lost line."""
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._write, nursery.cancel_scope)
                nursery.start_soon(self._watch, nursery.cancel_scope)
                await self._read()
                nursery.cancel_scope.cancel()
        finally:
            self.ended.set()

    async def close(self) -> None:
        """Cut the line without a word."""
        await trio.aclose_forcefully(self._stream)

    async def _read(self) -> None:
        try:
            while True:
                self._take_all()
                data = await self._stream.receive_some(READ_BYTES)
                if not data:
                    return
                self._heard = trio.current_time()
                self._reader.feed(data)
        except (OSError, trio.BrokenResourceError, trio.ClosedResourceError, HangUp):
            return
        except RemoteProtocolError:
            self.is_foul = True

    def _take_all(self) -> None:
        """Take every whole frame that has come, as one change."""
        taken = False
        while (body := self._reader.next_body()) is not None:
            taken = True
            try:
                self._take(decode(body, HOST_MESSAGES))
                self._check_reading()
            except BaseException:
                self._changed()
                raise
        if taken:
            self._changed()

    def _check_reading(self) -> None:
        """Look whether the host reads at all what it is answered.

        Raises:
            HangUp: Too much waits for it.
        """
        if self._out_bytes > DEFAULT.queue_bytes:
            raise HangUp

    async def _write(self, scope: trio.CancelScope) -> None:
        try:
            while True:
                await self._has_out.wait()
                self._has_out = trio.Event()
                while self._out:
                    frame = self._out.popleft()
                    await self._stream.send_all(frame)
                    self._out_bytes -= len(frame)
        except (OSError, trio.BrokenResourceError, trio.ClosedResourceError):
            scope.cancel()

    async def _watch(self, scope: trio.CancelScope) -> None:
        """Ping a silent host; give up on a dead one, and on a line that slept."""
        pinged, slept = self._heard, slept_s()
        while True:
            await trio.sleep(LOOK_S)
            now = trio.current_time()
            self.has_slept = slept_s() - slept > SLEPT_S
            is_unanswered = self.is_waiting and now - self.began > ANSWER_S
            if now - self._heard > DEFAULT.dead_s or is_unanswered or self.has_slept:
                scope.cancel()
            elif now - max(self._heard, pinged) > DEFAULT.ping_s:
                pinged = now
                self.send(Ping())

"""The line to a host: read, write, notice its end."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

import trio

from vendue_protocol.address import Address
from vendue_protocol.codec import HOST_MESSAGES, decode, encode
from vendue_protocol.errors import RemoteProtocolError
from vendue_protocol.frames import FrameReader
from vendue_protocol.limits import DEFAULT
from vendue_protocol.messages import Bye, Message, Ping
from vendue_protocol.proof import ProofFailed

from .connecting import READ_BYTES, connect
from .participant import Participant

BYE_S: Final = 0.5
"""How long a goodbye may take; the host notices a lost line anyway."""

Tap = Callable[[Message], None]
"""Sees every message of the host after the participant has taken it."""


class Line:
    """A participant at a live connection; a `Desk`.

    Whoever opened it runs `run` in a nursery, and ends it with `leave`.
    """

    def __init__(
        self,
        stream: trio.SocketStream,
        reader: FrameReader,
        participant: Participant,
        *,
        shown_address: str,
        may_end_host: bool,
    ) -> None:
        self.participant = participant
        self.is_lost = False
        self.ended_by = 0
        self.may_end_host = may_end_host
        self.shown_address = shown_address
        self.tap: Tap | None = None
        self._stream, self._reader = stream, reader
        self._out: deque[bytes] = deque()
        self._has_out = trio.Event()
        self._changed = trio.Event()
        self._ended = trio.Event()
        self._heard = trio.current_time()

    def send(self, message: Message) -> None:
        """Send a message; nothing happens when the line is lost."""
        if not self.is_lost:
            self._out.append(encode(message))
            self._has_out.set()

    async def wait_changed(self) -> None:
        """Return when something changed since the last return, or the line ended."""
        await self._changed.wait()
        self._changed = trio.Event()

    async def run(self) -> None:
        """Read and write until the line ends; it never raises for a lost line."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._write, nursery.cancel_scope)
            nursery.start_soon(self._watch, nursery.cancel_scope)
            await self._read()
            nursery.cancel_scope.cancel()
        self.is_lost = True
        self._ended.set()
        self._changed.set()

    async def leave(self) -> None:
        """Say goodbye, wait for the host to close, and close."""
        self.send(Bye(why="bye"))
        with trio.move_on_after(BYE_S, shield=True):
            await self._ended.wait()
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
        except (OSError, trio.BrokenResourceError, trio.ClosedResourceError):
            return
        except RemoteProtocolError:
            self.participant.farewell = Bye(why="frame")
        except ProofFailed:
            # The participant has kept it; the screen says what it means.
            return

    def _take_all(self) -> None:
        """Take every whole frame that has come, as one change."""
        taken = False
        while (body := self._reader.next_body()) is not None:
            message = decode(body, HOST_MESSAGES)
            try:
                for answer in self.participant.receive(message):
                    self.send(answer)
            finally:
                taken = True
                self._changed.set()
            if self.tap is not None:
                self.tap(message)
        if taken:
            self._changed.set()

    async def _write(self, scope: trio.CancelScope) -> None:
        try:
            while True:
                await self._has_out.wait()
                self._has_out = trio.Event()
                while self._out:
                    await self._stream.send_all(self._out.popleft())
        except (OSError, trio.BrokenResourceError, trio.ClosedResourceError):
            scope.cancel()

    async def _watch(self, scope: trio.CancelScope) -> None:
        """Ping a silent host; give up on a dead one."""
        while True:
            await trio.sleep(DEFAULT.ping_s / 2)
            silent_s = trio.current_time() - self._heard
            if silent_s > DEFAULT.dead_s:
                scope.cancel()
            elif silent_s > DEFAULT.ping_s:
                self.send(Ping())


async def open_line(
    address: Address, participant: Participant, *, may_end_host: bool = False
) -> Line:
    """Connect to a host, and tell the participant its welcome.

    Raises:
        Stop: See `connect`.
    """
    greeted = await connect(address)
    participant.receive(greeted.welcome)
    return Line(
        greeted.stream,
        greeted.reader,
        participant,
        shown_address=str(greeted.address),
        may_end_host=may_end_host,
    )

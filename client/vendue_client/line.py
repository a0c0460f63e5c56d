"""The line to a host: connect, exchange hellos, read, write, notice its end."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

import trio

from vendue_protocol.address import Address
from vendue_protocol.codec import (
    HOST_MESSAGES,
    decode,
    decode_hello,
    encode,
    encode_hello,
)
from vendue_protocol.errors import RemoteProtocolError
from vendue_protocol.frames import FrameReader
from vendue_protocol.hello import VERSIONS, hello
from vendue_protocol.keys import host_id_of, join_code
from vendue_protocol.limits import DEFAULT
from vendue_protocol.messages import Bye, Message, Ping, Welcome
from vendue_protocol.proof import ProofFailed
from vendue_protocol.version import VERSION

from .exits import Exit, Stop
from .language import _
from .participant import Participant

CONNECT_S: Final = 5.0
READ_BYTES: Final = 64 * 1024
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
    """Connect to a host and wait for its welcome.

    Raises:
        Stop: It cannot be reached, is no Vendue host, speaks another version, has
            no place, or is not the host that the join code names.
    """
    try:
        with trio.fail_after(CONNECT_S):
            stream = await trio.open_tcp_stream(address.host, address.port)
            return await _greet(stream, address, participant, may_end_host=may_end_host)
    except trio.TooSlowError:
        raise Stop(Exit.CONNECTION, _cannot(address, _("no answer"))) from None
    except (OSError, trio.BrokenResourceError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise Stop(
            Exit.CONNECTION, _cannot(address, reason or _("nobody listens there"))
        ) from None
    except RemoteProtocolError:
        raise Stop(
            Exit.CONNECTION, _cannot(address, _("what listens there is not Vendue"))
        ) from None


async def _greet(
    stream: trio.SocketStream,
    address: Address,
    participant: Participant,
    *,
    may_end_host: bool,
) -> Line:
    own = hello(VERSION)
    await stream.send_all(encode_hello(own))
    reader = FrameReader(DEFAULT.frame_bytes)
    theirs = decode_hello(await _next_body(stream, reader, address))
    if theirs.use not in VERSIONS:
        raise Stop(
            Exit.VERSION,
            _(
                "The host speaks protocol {their_lo} to {their_hi} (Vendue {theirs}), "
                "this program {lo} to {hi} (Vendue {ours}). Use the same version."
            ).format(
                their_lo=theirs.lo,
                their_hi=theirs.hi,
                theirs=theirs.v,
                lo=own.lo,
                hi=own.hi,
                ours=own.v,
            ),
        )
    message = decode(await _next_body(stream, reader, address), HOST_MESSAGES)
    if isinstance(message, Bye):
        raise Stop(
            Exit.REFUSED, _("The host has no place left for another connection.")
        )
    if not isinstance(message, Welcome):
        raise Stop(Exit.CONNECTION, _cannot(address, _("it did not say welcome")))
    code = join_code(host_id_of(message.key))
    if address.code not in {None, code}:
        raise Stop(
            Exit.REFUSED,
            _(
                "This is not the host you were told of: its code is {found}, "
                "not {expected}."
            ).format(found=code, expected=address.code),
        )
    participant.receive(message)
    shown = Address(host=address.host, port=address.port, code=code)
    return Line(
        stream,
        reader,
        participant,
        shown_address=str(shown),
        may_end_host=may_end_host,
    )


async def _next_body(
    stream: trio.SocketStream, reader: FrameReader, address: Address
) -> bytes:
    while (body := reader.next_body()) is None:
        data = await stream.receive_some(READ_BYTES)
        if not data:
            raise Stop(Exit.CONNECTION, _cannot(address, _("it closed the line")))
        reader.feed(data)
    return body


def _cannot(address: Address, reason: str) -> str:
    return _("Cannot join {address}: {reason}.").format(
        address=f"{address.host}:{address.port}", reason=reason
    )

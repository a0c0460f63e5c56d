"""One connection: bytes in, frames out, and when to give up on it.

A connection is written to at once if the socket takes it; for what the socket does
not take, a writer begins, which ends once all is sent. So a peer that does not read
stalls nobody, and costs the host at most one chunk and its bounded queue.

What is sent is made unreadable the moment it is taken out of log and queue, and in
this order it goes to the socket.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable
from math import inf
from typing import Final

import trio

from vendue_protocol.codec import encode
from vendue_protocol.errors import Farewell
from vendue_protocol.frames import filled
from vendue_protocol.limits import Limits
from vendue_protocol.message import Bye, Message

from .encryption import Encryption
from .outbox import CHUNK_BYTES, Outbox, Source

READ_BYTES: Final = 4 * 1024
"""Many moves; a longer frame takes several reads."""

MOST_UNSENT_BYTES: Final = 64 * 1024
"""What may wait where TLS itself has to answer: a chunk, and the longest frame."""

FAREWELL_S: Final = 1.0
"""How long the last words may take to leave."""


class Connection:
    """A peer's line, and what is known of the peer.

    Args:
        sock: Connected, and does not block; `shut` closes it.
        address: The peer's.
        limits: What the peer may cost.
        start_writer: Runs `write` in a task of its own.

    `send`, `flush`, `close` and `shut` never wait. One task reads.
    """

    __slots__ = (
        "_last", "_outbox", "_pause", "_rest", "_sending", "_socket",
        "_start_writer", "_tls", "farewell", "frame_began",
        "heard", "is_closing", "limits", "peer", "pinged", "queue_limit", "read_bytes",
    )  # fmt: skip

    def __init__(
        self,
        sock: socket.socket,
        address: str,
        limits: Limits,
        start_writer: Callable[[Connection], None],
    ) -> None:
        self.limits = limits
        self.peer = address
        """The peer's address, for limits and diagnostics."""
        self.queue_limit = limits.stranger_queue_bytes
        self.heard = trio.current_time()
        """When the peer last said anything; later than now while it is read later."""
        self.pinged = 0.0
        """When the peer was last asked whether it is there."""
        self.frame_began: float | None = None
        """When the frame that is not whole yet began; `None`: between frames."""
        self.read_bytes = 0
        """How much the last `receive` took from the socket."""
        self.is_closing = False
        self.farewell: Farewell | None = None
        self._outbox = Outbox()
        self._rest = self._last = b""
        self._sending: trio.CancelScope | None = None
        self._pause: trio.CancelScope | None = None
        self._socket = sock
        self._start_writer = start_writer
        self._tls: Encryption | None = None

    @property
    def is_encrypted(self) -> bool:
        """Whether all that is sent and read now goes through TLS."""
        return self._tls is not None

    def detach_from_table(self) -> None:
        """Follow no log any more, with the limits of a stranger again."""
        self._outbox.follow_nothing()
        self.queue_limit = self.limits.stranger_queue_bytes

    def turn_to(self, source: Source) -> None:
        """Follow another log, once all before it is sent: the old log, the queue."""
        if not self.is_closing:
            self._outbox.turn_to(source)

    # What is to be sent.

    def send(self, message: Message) -> None:
        """Queue a message that stands beside the log, and send what can be sent."""
        self.queue(encode(message))
        self.flush()

    def queue(self, frame: bytes) -> None:
        """Queue a frame; a peer that lets the queue grow past its limit is slow."""
        if self.is_closing:
            return
        self._outbox.queue(frame)
        if self._outbox.queued_bytes > self.queue_limit:
            self.close(Farewell.SLOW)

    def flush(self) -> None:
        """Send at once what the socket takes; a writer sends the rest."""
        while (chunk := self.take_chunk()) and self.put(chunk):
            pass

    def take_chunk(self) -> bytes:
        """What comes next, to be put at once; empty while that must wait."""
        if self._rest or self.is_closing:
            return b""
        if self._tls is not None and not self._tls.is_ready:
            return b""
        chunk = self._outbox.take()
        return chunk if self._tls is None else self._sealed(chunk)

    def put(self, chunk: bytes) -> bool:
        """Send what was taken; tell whether there may be more to send at once."""
        self._put_all(chunk)
        return not self._rest and len(chunk) >= CHUNK_BYTES

    def close(self, why: Farewell) -> None:
        """End the connection: what is queued and why are sent if they go quickly."""
        if self.is_closing:
            return
        self.is_closing, self.farewell = True, why
        if self._tls is not None and not self._tls.is_ready:
            self.hang_up()
            return
        last = self._outbox.take_queue() + encode(Bye(why=why))
        if self._rest:
            is_slow = why is Farewell.SLOW
            self._last = b"" if is_slow else last
            self._hurry(0.0 if is_slow else FAREWELL_S)
            return
        self._put_all(self._sealed(last))
        if not self._rest:
            self._end()

    def hang_up(self) -> None:
        """End the connection without another word: the peer could not read it."""
        self.is_closing = True
        self._rest = self._last = b""
        self._end()

    async def write(self) -> None:
        """Send what the socket did not take, and what has come up meanwhile.

        Raises:
            trio.ClosedResourceError: The line is gone.
        """
        while self._rest:
            seconds = FAREWELL_S if self.is_closing else self.limits.write_s
            with trio.move_on_after(seconds) as self._sending:
                while self._rest:
                    await trio.lowlevel.wait_writable(self._socket)
                    self._rest = self._rest[self._try(self._rest) :]
            if self._rest:
                self.close(Farewell.SLOW)
                self._rest = b""
            else:
                self._rest = self._more()
        self._sending = None
        if self.is_closing:
            self._end()

    def _more(self) -> bytes:
        """What the writer sends next; at the end, the last words."""
        last, self._last = self._last, b""
        return self._sealed(last if self.is_closing else self._outbox.take())

    def _hurry(self, seconds: float) -> None:
        """Let what is being sent now take no longer than this."""
        if self._sending is not None:
            latest = trio.current_time() + seconds
            self._sending.deadline = min(self._sending.deadline, latest)

    def _sealed(self, chunk: bytes) -> bytes:
        """A chunk as it is sent; over TLS its length tells nothing."""
        if self._tls is None or not chunk:
            return chunk
        return self._tls.sealed(filled(chunk))

    def _put_all(self, data: bytes) -> None:
        """Send what the socket takes, after all that waits; a writer the rest."""
        if self._rest:
            self._rest += data
        elif (sent := self._try(data)) < len(data):
            self._rest = data[sent:]
            self._start_writer(self)

    def _try(self, chunk: bytes) -> int:
        """How many bytes the socket took; a broken line takes all, and ends."""
        try:
            return self._socket.send(chunk)
        except BlockingIOError:
            return 0
        except OSError:
            self.hang_up()
            return len(chunk)

    # Its one reader.

    async def receive(self) -> bytes:
        """Wait for what comes next; empty when one side has said all.

        Raises:
            OSError: The line is broken, or its TLS is.
            RemoteProtocolError: Much has come, and nothing was said.
            trio.ClosedResourceError: This side has ended it.
        """
        self.read_bytes = 0
        while not self.is_closing:
            await trio.lowlevel.wait_readable(self._socket)
            try:
                data = self._socket.recv(READ_BYTES)
            except BlockingIOError:
                continue
            self.read_bytes += len(data)
            if self._tls is None or not data:
                return data
            try:
                if said := self._opened(self._tls, data):
                    return said
            except EOFError:
                break
        return b""

    async def encrypt(self, context: ssl.SSLContext, data: bytes) -> bytes:
        """Speak TLS from now on.

        Args:
            context: The host's.
            data: What has come already.

        Returns:
            The first that the peer says in it; empty when one side has said all.

        Raises:
            OSError, RemoteProtocolError, trio.ClosedResourceError: As `receive`.
        """
        self._tls = Encryption(context)
        return self._opened(self._tls, data) or await self.receive()

    def _opened(self, tls: Encryption, data: bytes) -> bytes:
        """What the peer says; TLS answers at once if it has to."""
        try:
            return tls.opened(data)
        finally:
            if answer := tls.answer():
                self._put_all(answer)
            if len(self._rest) > MOST_UNSENT_BYTES:
                self.close(Farewell.SLOW)

    async def pause(self, seconds: float) -> None:
        """Read nothing for a while; the end of the connection ends that, too."""
        with trio.move_on_after(seconds) as self._pause:
            await trio.sleep_forever()
        self._pause = None

    async def finish(self) -> None:
        """Wait until the last words have left, or have had their time."""
        if self._rest:
            await self.pause(inf)

    def shut(self) -> None:
        """Close the socket; whoever waits for it stops waiting, or never begins."""
        self.hang_up()
        self._socket.close()

    def _end(self) -> None:
        """Nothing more is sent or read: nobody shall wait for the socket."""
        trio.lowlevel.notify_closing(self._socket)
        if self._pause is not None:
            self._pause.cancel()

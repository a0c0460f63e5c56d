"""A line with somebody in it: every frame between a client and its host passes here."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping

import trio

from vendue_protocol.codec import CLIENT_MESSAGES, HOST_MESSAGES, decode, encode
from vendue_protocol.frames import FrameReader
from vendue_protocol.message import Message

Bend = Callable[[Message], Iterable[Message]]
"""What is passed on in the place of a message."""

Kinds = Mapping[str, type[Message]]
"""What one side may say, by tag."""

Sink = Callable[[bytes], Awaitable[None]]
Say = Callable[[], Awaitable[None]]

LARGEST = 2**20
READ_BYTES = 2**16


class Wire:
    """Takes one client's connection and makes its own to the host.

    Args:
        host_port: Where the host listens.
        down: Bends what the host says.
        up: Bends what the client says.
    """

    def __init__(self, host_port: int, down: Bend, up: Bend) -> None:
        self._host_port, self._down, self._up = host_port, down, up
        self.port = 0
        self.to_client: list[Message] = []
        """What the client is told besides, after the next frames of either side."""
        self.to_host: list[Message] = []
        """What the host is told besides, likewise."""
        self.tell: Sink = _nobody
        """Sends bytes to the client at once."""

    async def run(
        self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Serve until cancelled; started when `port` is known."""
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        self.port = listener.socket.getsockname()[1]
        task_status.started()
        async with listener:
            await trio.serve_listeners(self._serve, [listener])

    async def _serve(self, client: trio.SocketStream) -> None:
        async with client, await trio.open_tcp_stream(
            "127.0.0.1", self._host_port
        ) as host, trio.open_nursery() as nursery:  # fmt: skip
            told, asked = _Mouth(client), _Mouth(host)
            self.tell = told.say

            async def say() -> None:
                extra, self.to_client = self.to_client, []
                await told.say(b"".join(map(encode, extra)))
                extra, self.to_host = self.to_host, []
                await asked.say(b"".join(map(encode, extra)))

            up, down = _Half(client, asked.say, say), _Half(host, told.say, say)
            nursery.start_soon(up.pump, CLIENT_MESSAGES, self._up, nursery.cancel_scope)
            await down.pump(HOST_MESSAGES, self._down, nursery.cancel_scope)


async def _nobody(data: bytes) -> None:
    raise AssertionError(f"{len(data)} bytes before anybody has come")


class _Mouth:
    """The sending half of a stream, for two who take turns."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self._stream, self._lock = stream, trio.Lock()

    async def say(self, data: bytes) -> None:
        async with self._lock:
            if data:
                await self._stream.send_all(data)


class _Half:
    """One direction."""

    def __init__(self, source: trio.SocketStream, sink: Sink, say: Say) -> None:
        self._source, self._sink, self._say = source, sink, say
        self._reader, self._is_greeted = FrameReader(LARGEST), False

    async def pump(self, kinds: Kinds, bend: Bend, scope: trio.CancelScope) -> None:
        """Pass on what comes, frame by frame, until either side is gone."""
        try:
            while data := await self._source.receive_some(READ_BYTES):
                self._reader.feed(data)
                await self._sink(b"".join(self._bent(kinds, bend)))
                await self._say()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass
        scope.cancel()

    def _bent(self, kinds: Kinds, bend: Bend) -> Iterable[bytes]:
        while (body := self._reader.next_body()) is not None:
            if not self._is_greeted:
                self._is_greeted = True
                yield len(body).to_bytes(4, "big") + body
                continue
            for message in bend(decode(body, kinds)):
                yield encode(message)

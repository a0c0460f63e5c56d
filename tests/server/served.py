"""A host on loopback sockets, and peers that say whatever a test wants."""

from __future__ import annotations

import socket
import ssl
import struct
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

import trio
from tests.server.game_by_hand import HOST_KEY, HOST_SECRET, KEYS, NAMES
from tests.server.table_by_hand import dealer_for_tests

from vendue_client.encryption import client_context
from vendue_protocol.client_messages import Agree, Ready, Share, Sit, Watch
from vendue_protocol.codec import (
    HOST_MESSAGES,
    decode,
    decode_hello,
    encode,
    encode_hello,
)
from vendue_protocol.entropy import entropy_commitment
from vendue_protocol.frames import FrameReader
from vendue_protocol.hello import Hello, hello
from vendue_protocol.host_messages import Lobby, Logged, Proposal, Seated, Welcome
from vendue_protocol.limits import DEFAULT, Limits
from vendue_protocol.message import Message
from vendue_server.certificate import certificate_file, server_context
from vendue_server.data_directory import KEY_FILE
from vendue_server.encryption import Lines
from vendue_server.game import Game
from vendue_server.hall import Hall
from vendue_server.host import Host
from vendue_shared.seats import Seat

STANDING: Final = 1
SMALL_BUFFER: Final = 4096
"""What a kernel holds for a peer that does not read; it takes at least double."""

_M = TypeVar("_M", bound=Message)


@cache
def tls_for_tests() -> ssl.SSLContext:
    """How a host with the tests' key speaks TLS."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / KEY_FILE).write_bytes(HOST_SECRET)
        return server_context(certificate_file(Path(folder)))


class Peer:
    """The other end of a line: it knows frames, and nothing else by itself.

    Args:
        line: Connected.
        encrypts: Whether to speak TLS; what is sent is not filled up.
    """

    def __init__(self, line: trio.SocketStream, *, encrypts: bool = False) -> None:
        self.line = line
        self.stream: trio.abc.Stream = line
        if encrypts:
            context = client_context()
            self.stream = trio.SSLStream(line, context, https_compatible=True)
        self.reader = FrameReader(2**20)
        self.heard: list[Message] = []

    async def send(self, data: bytes) -> None:
        await self.stream.send_all(data)

    async def says(self, *messages: Message) -> None:
        await self.send(b"".join(map(encode, messages)))

    async def body(self) -> bytes | None:
        """The next frame; `None` when the host has closed the line."""
        while (body := self.reader.next_body()) is None:
            try:
                data = await self.stream.receive_some(2**16)
            except trio.BrokenResourceError:
                return None
            if not data:
                return None
            self.reader.feed(data)
        return body

    async def next(self) -> Message | None:
        body = await self.body()
        if body is None:
            return None
        self.heard.append(decode(body, HOST_MESSAGES))
        return self.heard[-1]

    async def until(self, kind: type[_M]) -> _M:
        """The next message of a kind; all before it are kept in `heard`."""
        while (message := await self.next()) is not None:
            if isinstance(message, kind):
                return message
        told = [type(one).__name__ for one in self.heard]
        raise AssertionError(f"closed before {kind.__name__}; heard {told}")

    async def rest(self) -> list[Message]:
        """All that comes until the host closes the line."""
        found = []
        while (message := await self.next()) is not None:
            found.append(message)
        return found

    async def greet(self, theirs: Hello | None = None) -> Hello:
        """Say hello, and take the host's."""
        await self.send(encode_hello(theirs or hello("test")))
        body = await self.body()
        assert body is not None, "closed before its hello"
        return decode_hello(body)

    async def sit(self, person: int, table: int = STANDING) -> None:
        key = KEYS[person].public
        await self.says(Sit(table=table, name=NAMES[person], key=key))
        await self.until(Seated)

    async def watch(self, table: int = STANDING) -> None:
        await self.says(Watch(table=table))
        await self.until(Seated)

    async def ready(self) -> None:
        lobby = await self.until(Lobby)
        await self.says(Ready(revision=lobby.revision, ready=True))

    async def agree(self, seat: int) -> Proposal:
        proposal = await self.until(Proposal)
        k = entropy_commitment(proposal.terms.game, Seat(seat), proposal.hs, bytes(32))
        await self.says(Agree(game=proposal.terms.game, k=k))
        return proposal

    async def share(self, proposal: Proposal) -> None:
        await self.says(Share(game=proposal.terms.game, e=bytes(32)))

    async def reset(self) -> None:
        """End the line as a crash does: RST, no farewell."""
        linger = struct.pack("ii", 1, 0)
        self.line.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        await self.close()

    async def close(self) -> None:
        await trio.aclose_forcefully(self.line)


class ServedHost:
    """A host with one standing table of three chairs, at a port of the system's choice.

    Args:
        limits: What peers may cost.
        takes_plain: Whether lines may be plain.
    """

    encrypts = False
    """Whether the tests' peers do; a fixture sets it for whole modules."""

    def __init__(self, limits: Limits, *, takes_plain: bool = True) -> None:
        lines = Lines(context=tls_for_tests, takes_plain=takes_plain)
        self.kept: list[Game] = []
        self.hall = Hall(dealer_for_tests(self.kept), limits)
        self.table = self.hall.open("Vendue", 3, kept=True, starts_alone=True)
        self.host = Host(
            self.hall, limits, HOST_KEY.public, lambda n: b"\x44" * n, lines
        )
        self.address, self.port = "127.0.0.1", 0
        self._peers: list[Peer] = []

    @property
    def game(self) -> Game:
        game = self.table.course.game
        assert game is not None, "no game is on"
        return game

    async def connect(
        self, *, small: bool = False, source: str = "", encrypts: bool | None = None
    ) -> Peer:
        """A line on which nothing was said yet.

        Args:
            small: Whether the peer's kernel holds little.
            source: The peer's address; empty: the usual one.
            encrypts: Whether it speaks TLS; `None`: as the fixture has it.
        """
        sock = trio.socket.socket()
        if source:
            await sock.bind((source, 0))
        if small:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        await sock.connect((self.address, self.port))
        encrypts = self.encrypts if encrypts is None else encrypts
        peer = Peer(trio.SocketStream(sock), encrypts=encrypts)
        self._peers.append(peer)
        return peer

    async def stranger(self, *, small: bool = False) -> Peer:
        """A peer that has been welcomed."""
        peer = await self.connect(small=small)
        await peer.greet()
        await peer.until(Welcome)
        return peer

    async def three_players(self) -> list[Peer]:
        """Three persons in a game that has just begun."""
        peers = [await self.stranger() for _ in range(3)]
        for person, peer in enumerate(peers):
            await peer.sit(person)
        for peer in peers:
            await peer.ready()
        proposals = [await peer.agree(seat) for seat, peer in enumerate(peers)]
        for peer, proposal in zip(peers, proposals, strict=True):
            await peer.share(proposal)
        for peer in peers:
            await peer.until(Logged)
        return peers

    async def close(self) -> None:
        for peer in self._peers:
            await peer.close()


@asynccontextmanager
async def serving(
    limits: Limits = DEFAULT,
    *,
    patience_s: float = 300.0,
    listening: socket.socket | None = None,
    takes_plain: bool = True,
) -> AsyncIterator[ServedHost]:
    """A host that serves until the block ends; then every descriptor is closed.

    Args:
        limits: What peers may cost.
        patience_s: How long the block may take.
        listening: Where, closed at the end; `None`: at a free port of loopback.
        takes_plain: Whether lines may be plain.
    """
    served = ServedHost(limits, takes_plain=takes_plain)
    with listening or socket.create_server(("127.0.0.1", 0)) as door:
        door.settimeout(0)
        door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL_BUFFER)
        served.address, served.port = door.getsockname()[:2]
        async with trio.open_nursery() as nursery:
            nursery.start_soon(served.host.run, door)
            try:
                with trio.fail_after(patience_s):
                    yield served
            finally:
                nursery.cancel_scope.cancel()
                with trio.CancelScope(shield=True):
                    await served.close()

"""A program that answers a client as a host would, and then says what it likes."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

from tests.client.lobby_at_home import HOST_KEY, lobby_of

from vendue_protocol.client_messages import ListTables, Sit, Watch
from vendue_protocol.codec import CLIENT_MESSAGES, decode, encode, encode_hello
from vendue_protocol.errors import RemoteProtocolError
from vendue_protocol.frames import FrameReader
from vendue_protocol.hello import hello
from vendue_protocol.host_messages import (
    ChairLine,
    Lobby,
    Seated,
    TableLine,
    Tables,
    Welcome,
)
from vendue_protocol.message import Message
from vendue_shared.options import Options

PATIENCE_S: Final = 10.0

WELCOME: Final = encode_hello(hello("9.9.9", use=1)) + encode(
    Welcome(key=HOST_KEY.public, challenge=bytes(32))
)
"""What every host says first."""

TABLE: Final = TableLine(
    table=1, name="Vendue", chairs=4, free=1, watchers=0, playing=False,
    preset="classic",
)  # fmt: skip


def lobby_with(key: bytes, name: str) -> Lobby:
    """A lobby in which the client has taken the first chair."""
    lobby = lobby_of(4, None, Options(), 0)
    chair = ChairLine(name=name[:16], level="", key=key, ready=True, here=True)
    return Lobby(
        **{
            field: getattr(lobby, field)
            for field in lobby.__struct_fields__
            if field != "chairs"
        },
        chairs=(chair, *lobby.chairs[1:]),
    )


class FalseHost:
    """Serves one client on loopback, in a thread of its own.

    Args:
        script: What it says once the client sits or watches.
        first: What it says in the place of a hello and a welcome.
        reads: Whether it goes on reading what the client says.
    """

    def __init__(
        self,
        script: Iterable[bytes] = (),
        *,
        first: bytes = WELCOME,
        reads: bool = True,
    ) -> None:
        self._script, self._first, self._reads = script, first, reads
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.settimeout(PATIENCE_S)
        self.port: int = self._listening.getsockname()[1]
        self._thread = threading.Thread(target=self._run)
        self.said = 0
        """How many parts of the script the client took."""

    def _run(self) -> None:
        with suppress(OSError), self._listening.accept()[0] as client:
            client.settimeout(PATIENCE_S)
            client.sendall(self._first)
            for message in self._heard(client):
                for answer in self._answers(message):
                    client.sendall(encode(answer))
                if isinstance(message, Sit | Watch):
                    break
            for part in self._script:
                client.sendall(part)
                self.said += 1
            client.shutdown(socket.SHUT_WR)
            while self._reads and client.recv(2**16):
                pass

    def _heard(self, client: socket.socket) -> Iterator[Message]:
        reader, is_greeted = FrameReader(2**14), False
        while data := client.recv(2**16):
            reader.feed(data)
            while (body := reader.next_body()) is not None:
                with suppress(RemoteProtocolError):
                    if is_greeted:
                        yield decode(body, CLIENT_MESSAGES)
                is_greeted = True

    def _answers(self, message: Message) -> Sequence[Message]:
        match message:
            case ListTables():
                return [Tables(tables=(TABLE,))]
            case Sit(name=name, key=key):
                return [Seated(table=1, chair=0), lobby_with(key, name)]
            case Watch():
                return [Seated(table=1, chair=None), lobby_of(4, None, Options(), 0)]
            case _:
                return []

    def close(self) -> None:
        self._listening.close()
        self._thread.join(PATIENCE_S)

    def start(self) -> None:
        self._thread.start()


@contextmanager
def false_host(
    script: Iterable[bytes] = (), *, first: bytes = WELCOME, reads: bool = True
) -> Iterator[FalseHost]:
    """A false host that waits for one client, as long as the block lasts."""
    host = FalseHost(script, first=first, reads=reads)
    host.start()
    try:
        yield host
    finally:
        host.close()

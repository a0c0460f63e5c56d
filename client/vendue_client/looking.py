"""A look at a host from outside: what it says of itself, and how fast it answers."""

from __future__ import annotations

from typing import Final, TypeVar

import msgspec
import trio

from vendue_protocol.address import Address
from vendue_protocol.client_messages import ListTables
from vendue_protocol.codec import HOST_MESSAGES, decode, encode
from vendue_protocol.errors import RemoteProtocolError
from vendue_protocol.hello import VERSIONS
from vendue_protocol.host_messages import TableLine, Tables
from vendue_protocol.message import Bye, Message, Ping, Pong

from .connecting import READ_BYTES, Cover, Greeted, connect
from .exits import Exit, Stop
from .language import _

LOOK_S: Final = 5.0
"""How long the answers may take."""

_M = TypeVar("_M", bound=Message)


class Looked(msgspec.Struct, frozen=True, kw_only=True):
    """What was found."""

    address: str
    """With the host's code."""
    code: str
    protocol: int
    """The version spoken."""
    round_trip_ms: float
    tables: tuple[TableLine, ...]


async def look_at(address: Address) -> Looked:
    """Connect, ask for the tables, ping, and go.

    Raises:
        Stop: See `connect`; or the host does not answer as one does.
    """
    greeted = await connect(address, Cover.ANY)
    try:
        with trio.fail_after(LOOK_S):
            tables, round_trip_s = await _asked(greeted)
    except (trio.TooSlowError, OSError, trio.BrokenResourceError):
        text = _("{address} does not answer any more.")
        raise Stop(Exit.CONNECTION, text.format(address=address)) from None
    except RemoteProtocolError:
        text = _("{address} does not answer as a host does.")
        raise Stop(Exit.CONNECTION, text.format(address=address)) from None
    finally:
        await trio.aclose_forcefully(greeted.stream)
    return Looked(
        address=str(greeted.address),
        code=greeted.address.code or "",
        protocol=VERSIONS[-1],
        round_trip_ms=round(round_trip_s * 1000, 3),
        tables=tables.tables,
    )


async def _asked(greeted: Greeted) -> tuple[Tables, float]:
    await greeted.stream.send_all(encode(ListTables()))
    tables = await _next(greeted, Tables)
    before = trio.current_time()
    await greeted.stream.send_all(encode(Ping()))
    await _next(greeted, Pong)
    round_trip_s = trio.current_time() - before
    await greeted.stream.send_all(encode(Bye(why="bye")))
    return tables, round_trip_s


async def _next(greeted: Greeted, kind: type[_M]) -> _M:
    """The next message of a kind.

    Raises:
        trio.BrokenResourceError: The host has closed the line.
    """
    while True:
        while (body := greeted.reader.next_body()) is None:
            data = await greeted.stream.receive_some(READ_BYTES)
            if not data:
                raise trio.BrokenResourceError
            greeted.reader.feed(data)
        message = decode(body, HOST_MESSAGES)
        if isinstance(message, kind):
            return message

"""From an address to a host that has said welcome."""

from __future__ import annotations

from typing import Final

import msgspec
import trio

from vendue_protocol.address import Address
from vendue_protocol.codec import HOST_MESSAGES, decode, decode_hello, encode_hello
from vendue_protocol.errors import RemoteProtocolError
from vendue_protocol.frames import FrameReader
from vendue_protocol.hello import VERSIONS, hello
from vendue_protocol.keys import host_id_of, join_code
from vendue_protocol.limits import DEFAULT
from vendue_protocol.messages import Bye, Welcome
from vendue_protocol.version import VERSION

from .exits import Exit, Stop
from .language import _

CONNECT_S: Final = 5.0
READ_BYTES: Final = 64 * 1024


class Greeted(msgspec.Struct, frozen=True):
    """A connection on which both sides have said who they are."""

    stream: trio.SocketStream
    """Whoever is handed it closes it."""
    reader: FrameReader
    """What has come after the welcome is in it."""
    welcome: Welcome
    address: Address
    """Where it leads, with the host's code."""


async def connect(address: Address) -> Greeted:
    """Connect to a host and wait for its welcome.

    Raises:
        Stop: It cannot be reached, is no Vendue host, speaks another version, has
            no place, or is not the host that the join code names.
    """
    try:
        with trio.fail_after(CONNECT_S):
            stream = await trio.open_tcp_stream(address.host, address.port)
            return await _greet(stream, address)
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


async def _greet(stream: trio.SocketStream, address: Address) -> Greeted:
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
            Exit.REFUSED,
            _("The host has no place left for another connection."),
            may_heal=True,
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
    shown = Address(host=address.host, port=address.port, code=code)
    return Greeted(stream, reader, message, shown)


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

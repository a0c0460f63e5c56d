"""From an address to a host that has said welcome."""

from __future__ import annotations

import ipaddress
import socket
from enum import Enum
from typing import Final

import msgspec
import trio

from vendue_client.wording.refusals import farewell_sentence
from vendue_protocol.address import Address
from vendue_protocol.codec import HOST_MESSAGES, decode, decode_hello, encode_hello
from vendue_protocol.errors import Farewell, RemoteProtocolError
from vendue_protocol.frames import FrameReader
from vendue_protocol.hello import VERSIONS, Hello, hello
from vendue_protocol.host_messages import Welcome
from vendue_protocol.keys import host_id_of, join_code
from vendue_protocol.limits import DEFAULT
from vendue_protocol.message import Bye
from vendue_protocol.version import VERSION

from .encryption import EncryptedStream, NotEncrypted
from .exits import Exit, Stop
from .known_hosts import KnownHosts
from .language import _

CONNECT_S: Final = 5.0
READ_BYTES: Final = 64 * 1024


class Cover(Enum):
    """What a line is to have over it."""

    TLS = "tls"
    """To a host that is known for the right one."""
    ANY = "any"
    """TLS to whoever it is, for who tells nothing and asks what anybody may."""
    NONE = "none"
    """Nothing, since the player said so; the player is told all the time."""
    OWN = "own"
    """Nothing, since this program started the host, for this machine alone."""


class StrangeHost(Stop):
    """Nobody has compared this host's code yet; as it stands it ends the command.

    Args:
        address: Where it was met, with its code.
        host_id: By which it may be remembered.
    """

    def __init__(self, address: Address, host_id: bytes) -> None:
        sentence = _(
            "Nobody here has compared this host's code yet; it is {code}. If the "
            "host's screen shows the same, join with it: vendue join '{address}'"
        )
        super().__init__(
            Exit.REFUSED, sentence.format(code=address.code, address=address)
        )
        self.address, self.host_id = address, host_id


class Greeted(msgspec.Struct, frozen=True):
    """A connection on which both sides have said who they are."""

    stream: trio.abc.Stream
    """Whoever is handed it closes it."""
    reader: FrameReader
    """What has come after the welcome is in it."""
    welcome: Welcome
    address: Address
    """Where it leads, with the host's code: connect to this the next time."""


async def connect(address: Address, cover: Cover = Cover.TLS) -> Greeted:
    """Connect to a host and wait for its welcome.

    Over TLS nothing is sent before the host's key is the one that the address's code
    names; without a code, the key of a host that the player knows, or of one on this
    machine.

    Raises:
        StrangeHost: The address has no code, and the player does not know the host.
        Stop: It cannot be reached, is no Vendue host, speaks another version, has
            no place, or is not the host that the join code names.
    """
    try:
        with trio.fail_after(CONNECT_S):
            stream = await trio.open_tcp_stream(address.host, address.port)
            try:
                return await _meet(stream, address, cover)
            except BaseException:
                await trio.aclose_forcefully(stream)
                raise
    except trio.TooSlowError:
        raise Stop(Exit.CONNECTION, _cannot(address, _("no answer"))) from None
    except OSError as error:
        raise Stop(Exit.CONNECTION, _cannot(address, _why(error, address))) from None
    except trio.BrokenResourceError:
        raise Stop(Exit.CONNECTION, _cannot(address, _("it closed the line"))) from None
    except RemoteProtocolError:
        raise Stop(
            Exit.CONNECTION, _cannot(address, _("what listens there is not Vendue"))
        ) from None


async def _meet(stream: trio.SocketStream, address: Address, cover: Cover) -> Greeted:
    """Make sure who it is, then exchange hellos."""
    if cover in {Cover.NONE, Cover.OWN}:
        return await _greet(stream, address)
    encrypted = EncryptedStream(stream)
    try:
        key = await encrypted.shake_hands()
    except NotEncrypted as error:
        raise _not_encrypted(address, error.answer) from None
    found = _found(address, key)
    is_pinned = address.code is not None or _is_this_machine(stream)
    if cover is Cover.TLS and not is_pinned:
        host_id = host_id_of(key)
        if not KnownHosts().has(host_id):
            raise StrangeHost(found, host_id)
    return await _greet(encrypted, found)


def _found(address: Address, key: bytes) -> Address:
    """The address with the code of the key found there.

    Raises:
        Stop: The address has another code.
    """
    code = join_code(host_id_of(key))
    if address.code in {None, code}:
        return msgspec.structs.replace(address, code=code)
    raise Stop(
        Exit.REFUSED,
        _(
            "This is not the host you were told of: its code is {found}, "
            "not {expected}. Ask who runs it for its address and code."
        ).format(found=code, expected=address.code),
    )


def _is_this_machine(stream: trio.SocketStream) -> bool:
    host = str(stream.socket.getpeername()[0]).partition("%")[0]
    return ipaddress.ip_address(host).is_loopback


def _not_encrypted(address: Address, answer: bytes) -> Stop:
    """Why a line is not encrypted: a host may have said so, in plain."""
    reader = FrameReader(DEFAULT.frame_bytes)
    reader.feed(answer)
    try:
        theirs = decode_hello(reader.next_body() or b"")
        if theirs.use not in VERSIONS:
            return _other_version(hello(VERSION), theirs)
        said = decode(reader.next_body() or b"", HOST_MESSAGES)
        if isinstance(said, Bye):
            return _goodbye(said)
    except RemoteProtocolError:
        pass
    reason = _(
        "what listens there does not encrypt as Vendue does; --insecure joins a host "
        "without encryption, and shows everybody on the network your hand"
    )
    return Stop(Exit.CONNECTION, _cannot(address, reason))


def _goodbye(said: Bye) -> Stop:
    """The host speaks our language, and sends us away all the same."""
    may_heal = said.why in {Farewell.FULL, Farewell.STOPPING}
    match said.why:
        case Farewell.FULL:
            sentence = _("The host has no place left for another connection.")
        case Farewell.PLAIN:
            sentence = _(
                "This host takes encrypted connections only: leave out --insecure."
            )
        case why:
            sentence = farewell_sentence(why)
    return Stop(Exit.REFUSED, sentence, may_heal=may_heal)


async def _greet(stream: trio.abc.Stream, address: Address) -> Greeted:
    own = hello(VERSION)
    await stream.send_all(encode_hello(own))
    reader = FrameReader(DEFAULT.frame_bytes)
    theirs = decode_hello(await _next_body(stream, reader, address))
    if theirs.use not in VERSIONS:
        raise _other_version(own, theirs)
    message = decode(await _next_body(stream, reader, address), HOST_MESSAGES)
    if isinstance(message, Bye):
        raise _goodbye(message)
    if not isinstance(message, Welcome):
        raise Stop(Exit.CONNECTION, _cannot(address, _("it did not say welcome")))
    return Greeted(stream, reader, message, _found(address, message.key))


def _other_version(own: Hello, theirs: Hello) -> Stop:
    return Stop(
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


async def _next_body(
    stream: trio.abc.Stream, reader: FrameReader, address: Address
) -> bytes:
    while (body := reader.next_body()) is None:
        data = await stream.receive_some(READ_BYTES)
        if not data:
            raise Stop(Exit.CONNECTION, _cannot(address, _("it closed the line")))
        reader.feed(data)
    return body


def _why(error: OSError, address: Address) -> str:
    """Why nothing could be connected to, and what to do about it."""
    if isinstance(error, socket.gaierror):
        return _("this network knows no machine of that name")
    if error.strerror:
        return error.strerror
    if address.host in {"127.0.0.1", "::1", "localhost"}:
        return _(
            "nobody listens there; to reach another machine, give the address that "
            "its screen shows"
        )
    return _("nobody listens there")


def _cannot(address: Address, reason: str) -> str:
    return _("Cannot reach {address}: {reason}.").format(
        address=address.place, reason=reason
    )

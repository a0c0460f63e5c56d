"""From an address to a host: whose key it must have, and what is said when."""

from __future__ import annotations

import datetime as dt
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NoReturn

import pytest
import trio
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from cryptography.x509.oid import NameOID
from tests.server.game_by_hand import HOST_KEY
from tests.server.served import ServedHost, serving

from vendue_client import connecting
from vendue_client.connecting import Cover, Greeted, StrangeHost, connect
from vendue_client.exits import Exit, Stop
from vendue_client.known_hosts import KNOWN_FILE, KnownHosts
from vendue_protocol.address import Address
from vendue_protocol.codec import encode, encode_hello
from vendue_protocol.hello import hello
from vendue_protocol.host_messages import Welcome
from vendue_protocol.keys import host_id_of, join_code
from vendue_protocol.limits import Limits

HOST_ID = host_id_of(HOST_KEY.public)
CODE = join_code(HOST_ID)
OTHER_CODE = join_code(bytes(32))

Serve = Callable[[trio.SocketStream], Awaitable[None]]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The player's own state directory, empty."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "vendue"


@pytest.fixture
async def strict() -> AsyncIterator[ServedHost]:
    """A host that takes no plain lines."""
    async with serving(takes_plain=False) as served:
        yield served


@pytest.fixture
def from_afar(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if loopback were another machine."""
    monkeypatch.setattr(connecting, "_is_this_machine", lambda _: False)


def at(port: int, code: str | None = None) -> Address:
    return Address(host="127.0.0.1", port=port, code=code)


async def joined(address: Address, cover: Cover = Cover.TLS) -> Greeted:
    greeted = await connect(address, cover)
    await trio.aclose_forcefully(greeted.stream)
    return greeted


async def refused(address: Address, cover: Cover = Cover.TLS) -> Stop:
    with pytest.raises(Stop) as stop:
        await connect(address, cover)
    return stop.value


@asynccontextmanager
async def listening(serve: Serve) -> AsyncIterator[int]:
    """Something that listens, and what it does with who comes; its port."""
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, serve, [listener])
        yield listener.socket.getsockname()[1]
        nursery.cancel_scope.cancel()


def context_of(folder: Path, key: Ed25519PrivateKey) -> ssl.SSLContext:
    """TLS with a certificate that was good for a day, long ago, for another name."""
    whose = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "bank.example")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(whose)
        .issuer_name(x509.Name([]))
        .public_key(key.public_key())
        .serial_number(2**150 + 7)
        .not_valid_before(dt.datetime(1999, 1, 1, tzinfo=dt.UTC))
        .not_valid_after(dt.datetime(1999, 1, 2, tzinfo=dt.UTC))
        .sign(Ed25519PrivateKey.generate(), None)
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path = folder / "odd.pem"
    path.write_bytes(secret + certificate.public_bytes(Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return context


class OddHost:
    """Shakes hands with a key, then keeps what it is told, and says welcome.

    Args:
        folder: For its certificate.
        claims: The key in its welcome; `None`: its own.
    """

    def __init__(self, folder: Path, claims: bytes | None = None) -> None:
        key = Ed25519PrivateKey.generate()
        self.key = key.public_key().public_bytes_raw()
        self.code = join_code(host_id_of(self.key))
        self.heard = b""
        self.has_ended = trio.Event()
        self._claims = claims or self.key
        self._context = context_of(folder, key)

    async def serve(self, stream: trio.SocketStream) -> None:
        tls = trio.SSLStream(
            stream, self._context, server_side=True, https_compatible=True
        )
        try:
            if data := await tls.receive_some(2**16):
                self.heard += data
                welcome = Welcome(key=self._claims, challenge=bytes(32))
                await tls.send_all(encode_hello(hello("1", use=1)) + encode(welcome))
            while data := await tls.receive_some(2**16):
                self.heard += data
        except trio.BrokenResourceError:
            pass
        finally:
            self.has_ended.set()


# Whose key.


async def test_host_of_the_code_is_joined(strict: ServedHost) -> None:
    greeted = await joined(at(strict.port, CODE))

    assert greeted.welcome.key == HOST_KEY.public


async def test_another_host_than_that_of_the_code_is_refused_with_both_codes(
    strict: ServedHost,
) -> None:
    stop = await refused(at(strict.port, OTHER_CODE))

    assert stop.code is Exit.REFUSED
    assert CODE in stop.sentence
    assert OTHER_CODE in stop.sentence


async def test_nothing_is_sent_before_the_key_is_the_right_one(tmp_path: Path) -> None:
    host = OddHost(tmp_path)
    async with listening(host.serve) as port:
        await refused(at(port, OTHER_CODE))
        await host.has_ended.wait()

    assert host.heard == b""


async def test_to_the_right_key_something_is_sent(tmp_path: Path) -> None:
    host = OddHost(tmp_path)
    async with listening(host.serve) as port:
        await joined(at(port, host.code))
        await host.has_ended.wait()

    assert b"vendue" in host.heard


async def test_dates_names_and_issuer_of_the_certificate_mean_nothing(
    tmp_path: Path,
) -> None:
    host = OddHost(tmp_path)
    async with listening(host.serve) as port:
        greeted = await joined(at(port, host.code))

    assert greeted.welcome.key == host.key


async def test_host_that_says_welcome_with_another_key_is_refused(
    tmp_path: Path,
) -> None:
    host = OddHost(tmp_path, claims=HOST_KEY.public)
    async with listening(host.serve) as port:
        stop = await refused(at(port, host.code))

    assert stop.code is Exit.REFUSED
    assert CODE in stop.sentence
    assert host.code in stop.sentence


async def test_host_with_the_code_but_without_its_key_is_refused_on_a_bare_address(
    tmp_path: Path,
) -> None:
    host = OddHost(tmp_path, claims=HOST_KEY.public)
    async with listening(host.serve) as port:
        stop = await refused(at(port))

    assert stop.code is Exit.REFUSED


# Without a code.


async def test_host_on_this_machine_is_joined_without_a_question(
    strict: ServedHost,
) -> None:
    greeted = await joined(at(strict.port))

    assert greeted.address == at(strict.port, CODE)


@pytest.mark.usefixtures("from_afar")
async def test_unknown_host_afar_is_not_told_anything(tmp_path: Path) -> None:
    host = OddHost(tmp_path)
    async with listening(host.serve) as port:
        stop = await refused(at(port))
        await host.has_ended.wait()

    assert isinstance(stop, StrangeHost)
    assert host.heard == b""


@pytest.mark.usefixtures("from_afar")
async def test_unknown_host_is_told_with_its_code_and_how_to_join_it(
    strict: ServedHost,
) -> None:
    stop = await refused(at(strict.port))

    assert isinstance(stop, StrangeHost)
    assert (stop.code, stop.host_id) == (Exit.REFUSED, HOST_ID)
    assert f"vendue join '127.0.0.1:{strict.port}#{CODE}'" in stop.sentence


@pytest.mark.usefixtures("from_afar")
async def test_who_only_looks_needs_no_code_but_heeds_one(strict: ServedHost) -> None:
    greeted = await joined(at(strict.port), Cover.ANY)
    stop = await refused(at(strict.port, OTHER_CODE), Cover.ANY)

    assert greeted.address == at(strict.port, CODE)
    assert stop.code is Exit.REFUSED


@pytest.mark.usefixtures("from_afar")
async def test_known_host_is_joined_without_a_question(strict: ServedHost) -> None:
    KnownHosts().remember(HOST_ID)

    greeted = await joined(at(strict.port))

    assert greeted.address == at(strict.port, CODE)


@pytest.mark.usefixtures("from_afar")
async def test_another_host_at_a_known_address_is_unknown(
    strict: ServedHost, tmp_path: Path
) -> None:
    KnownHosts().remember(HOST_ID)
    await joined(at(strict.port))
    host = OddHost(tmp_path)

    async with listening(host.serve) as port:
        assert isinstance(await refused(at(port)), StrangeHost)


def test_known_hosts_are_kept_for_the_player_alone_and_without_addresses(
    state: Path,
) -> None:
    KnownHosts().remember(HOST_ID)
    KnownHosts().remember(bytes(32))

    path = state / KNOWN_FILE
    assert path.read_text().split() == [HOST_ID.hex(), bytes(32).hex()]
    assert path.stat().st_mode & 0o777 == 0o600
    assert KnownHosts().has(HOST_ID)
    assert not KnownHosts().has(bytes(31) + b"\x01")


def test_known_hosts_that_cannot_be_read_are_told_with_the_path(state: Path) -> None:
    (state / KNOWN_FILE).mkdir(parents=True)

    with pytest.raises(Stop, match=KNOWN_FILE) as stop:
        KnownHosts().has(HOST_ID)

    assert stop.value.code is Exit.DATA


# Without TLS.


@pytest.mark.parametrize("cover", [Cover.NONE, Cover.OWN])
async def test_plain_line_is_taken_where_the_host_takes_it(cover: Cover) -> None:
    async with serving() as served:
        greeted = await joined(at(served.port, CODE), cover)

    assert isinstance(greeted.stream, trio.SocketStream)


async def test_plain_line_to_a_host_that_takes_none_is_told_so(
    strict: ServedHost,
) -> None:
    stop = await refused(at(strict.port), Cover.NONE)

    assert stop.code is Exit.REFUSED
    assert "leave out --insecure" in stop.sentence


async def test_code_is_compared_on_a_plain_line_too() -> None:
    async with serving() as served:
        stop = await refused(at(served.port, OTHER_CODE), Cover.NONE)

    assert CODE in stop.sentence


def saying(answer: bytes) -> Serve:
    """Something that answers whatever it is told."""

    async def serve(stream: trio.SocketStream) -> None:
        async with stream:
            await stream.receive_some(2**16)
            await stream.send_all(answer)

    return serve


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 400 Bad Request\r\n\r\n",
        b"\x15\x03\x01\x00\x02\x02\x28",
        encode_hello(hello("1", use=1)),
        b"\x00\x00\x00\x01\xc1",
        b"\x00\x00\x00\x00",
        bytes(3000),
    ],
    ids=["HTTP", "an alert", "a plain hello", "no hello", "no frame", "zeros"],
)
async def test_what_does_not_encrypt_is_told_and_how_to_join_it_all_the_same(
    answer: bytes,
) -> None:
    async with listening(saying(answer)) as port:
        stop = await refused(at(port))

    assert stop.code is Exit.CONNECTION
    assert "--insecure" in stop.sentence


async def test_tls_is_never_given_up_by_itself() -> None:
    heard = b""

    async def serve(stream: trio.SocketStream) -> None:
        nonlocal heard
        while data := await stream.receive_some(2**16):
            heard += data
            await stream.send_all(encode_hello(hello("1", use=1)))

    async with listening(serve) as port:
        await refused(at(port))

    assert heard.startswith(b"\x16")
    assert b"vendue" not in heard


async def test_older_tls_is_not_spoken(tmp_path: Path) -> None:
    context = context_of(tmp_path, Ed25519PrivateKey.generate())
    context.maximum_version = ssl.TLSVersion.TLSv1_2

    async def serve(stream: trio.SocketStream) -> None:
        with pytest.raises(trio.BrokenResourceError):
            await trio.SSLStream(stream, context, server_side=True).do_handshake()

    async with listening(serve) as port:
        stop = await refused(at(port))

    assert stop.code is Exit.CONNECTION


async def test_line_that_closes_at_once_is_told_so() -> None:
    async def serve(stream: trio.SocketStream) -> None:
        await stream.receive_some(2**16)
        await stream.aclose()

    async with listening(serve) as port:
        stop = await refused(at(port))

    assert (stop.code, "closed the line" in stop.sentence) == (Exit.CONNECTION, True)


async def test_full_host_is_told_as_such_though_it_shakes_no_hands() -> None:
    async with serving(Limits(connections=1)) as served:
        await served.stranger()

        stop = await refused(at(served.port))

    assert stop.code is Exit.REFUSED
    assert "no place left" in stop.sentence


async def test_host_that_never_answers_is_given_up(
    autojump_clock: trio.testing.MockClock,
) -> None:
    del autojump_clock  # the clock of this run

    async def serve(stream: trio.SocketStream) -> None:
        del stream
        await trio.sleep_forever()

    async with listening(serve) as port:
        stop = await refused(at(port))

    assert (stop.code, "no answer" in stop.sentence) == (Exit.CONNECTION, True)


async def test_address_is_told_as_it_would_be_typed() -> None:
    stop = await refused(Address(host="::1", port=1))

    assert stop.sentence.startswith("Cannot reach [::1]:1: ")


async def test_name_of_no_machine_is_told_as_such(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def unknown(*_args: object, **_kinds: object) -> NoReturn:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(trio.socket, "getaddrinfo", unknown)

    stop = await refused(Address(host="kitchen"))

    assert (stop.code, "no machine of that name" in stop.sentence) == (
        Exit.CONNECTION, True,
    )  # fmt: skip


async def test_port_at_which_nobody_listens_is_told_as_such() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]

    stop = await refused(at(port))

    assert (stop.code, "nobody listens" in stop.sentence) == (Exit.CONNECTION, True)

"""TLS as the host speaks it, to peers that do and to peers that do not."""

from __future__ import annotations

import contextlib
import ssl
from collections.abc import AsyncIterator

import pytest
import structlog
import trio
import trio.testing
from tests.server.game_by_hand import HOST_KEY
from tests.server.served import Peer, ServedHost, serving, tls_for_tests

from vendue_client.encryption import EncryptedStream, client_context
from vendue_protocol.client_messages import ListTables
from vendue_protocol.codec import encode, encode_hello
from vendue_protocol.errors import Code, Farewell, RemoteProtocolError
from vendue_protocol.frames import ROUND_BYTES, filled
from vendue_protocol.hello import hello
from vendue_protocol.host_messages import Welcome
from vendue_protocol.limits import DEFAULT, Limits
from vendue_protocol.message import Bye, Ping, Pong
from vendue_server.connection import MOST_UNSENT_BYTES
from vendue_server.encryption import MOST_UNSAID_BYTES, Encryption

HEAD = b"\x17\x03\x03"
"""What an encrypted record of TLS begins with, before its length."""


@pytest.fixture
async def strict() -> AsyncIterator[ServedHost]:
    """A host that takes no plain lines."""
    async with serving(takes_plain=False) as served:
        yield served


async def is_well(served: ServedHost) -> bool:
    """Whether the host still greets who speaks TLS, and answers."""
    peer = await served.connect(encrypts=True)
    await peer.greet()
    await peer.says(Ping())
    return isinstance(await peer.until(Pong), Pong)


async def shaken(served: ServedHost) -> Peer:
    """A peer that has shaken hands and said nothing yet."""
    peer = await served.connect(encrypts=True)
    assert isinstance(peer.stream, trio.SSLStream)
    await peer.stream.do_handshake()
    return peer


async def raw_rest(peer: Peer) -> bytes:
    """All bytes that come until the host closes the line."""
    found = b""
    try:
        while data := await peer.line.receive_some(2**16):
            found += data
    except trio.BrokenResourceError:
        pass
    return found


# Who is taken.


async def test_key_of_the_handshake_is_that_of_the_welcome(strict: ServedHost) -> None:
    peer = await strict.connect()

    key = await EncryptedStream(peer.line).shake_hands()

    assert key == HOST_KEY.public


async def test_host_for_others_too_takes_who_encrypts(strict: ServedHost) -> None:
    peer = await strict.connect(encrypts=True)
    await peer.greet()

    assert isinstance(await peer.next(), Welcome)


async def test_host_for_others_too_sends_who_does_not_away(strict: ServedHost) -> None:
    peer = await strict.connect()

    await peer.greet()

    assert await peer.rest() == [Bye(why=Farewell.PLAIN)]


async def test_nothing_that_a_plain_peer_says_is_heeded(strict: ServedHost) -> None:
    peer = await strict.connect()

    await peer.send(encode_hello(hello("test")) + encode(ListTables()))
    await peer.body()

    assert await peer.rest() == [Bye(why=Farewell.PLAIN)]


async def test_host_that_may_takes_plain_lines(served: ServedHost) -> None:
    peer = await served.connect()
    await peer.greet()

    assert isinstance(await peer.next(), Welcome)


async def test_older_tls_is_refused_and_told_so(strict: ServedHost) -> None:
    peer = await strict.connect()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.maximum_version = ssl.TLSVersion.TLSv1_2

    with pytest.raises(trio.BrokenResourceError) as refused:
        await trio.SSLStream(peer.line, context).do_handshake()

    assert "PROTOCOL_VERSION" in str(refused.value.__cause__)


async def test_host_offers_no_ticket(strict: ServedHost) -> None:
    peer = await shaken(strict)
    await peer.greet()

    assert isinstance(peer.stream, trio.SSLStream)
    assert not peer.stream.session.has_ticket


# What is sent at a time.


async def test_what_the_host_sends_at_a_time_is_a_round_number_of_bytes(
    strict: ServedHost,
) -> None:
    peer = await shaken(strict)
    await peer.send(encode_hello(hello("test")))

    sizes = [len(await peer.stream.receive_some(2**16)) for _ in range(2)]

    assert [size % ROUND_BYTES for size in sizes] == [0, 0]


async def test_fillers_of_a_peer_say_nothing(strict: ServedHost) -> None:
    peer = await shaken(strict)

    for frame in (encode_hello(hello("test")), *[encode(Ping())] * 3):
        await peer.send(filled(frame))
    await peer.body()

    kinds = [type(await peer.next()) for _ in range(4)]
    assert kinds == [Welcome, Pong, Pong, Pong]


# Who is slow, or sends rubbish.


@pytest.mark.parametrize("said", [1, 6, 200], ids=["a byte", "a head", "not all"])
async def test_handshake_that_stalls_is_ended_in_time(
    fast_clock: trio.testing.MockClock, strict: ServedHost, said: int
) -> None:
    del fast_clock  # the clock of this run
    peer, since = await strict.connect(), trio.current_time()
    await peer.line.send_all(client_hello()[:said])

    # It could not read a farewell.
    assert await raw_rest(peer) == b""
    assert trio.current_time() - since == pytest.approx(DEFAULT.hello_s, abs=0.5)


async def test_goodbye_of_the_host_ends_a_handshake_without_a_word(
    strict: ServedHost,
) -> None:
    peer = await strict.connect()
    await peer.line.send_all(client_hello()[:6])
    while not any(s.connection.is_encrypted for s in strict.host._sessions):
        await trio.testing.wait_all_tasks_blocked()

    strict.host.say_goodbye()
    await strict.host.wait_empty()

    assert await raw_rest(peer) == b""


async def test_what_is_to_be_said_waits_until_hands_are_shaken(
    strict: ServedHost,
) -> None:
    peer = await strict.connect()
    hands = client_hello()
    await peer.line.send_all(hands[:6])
    while not any(s.connection.is_encrypted for s in strict.host._sessions):
        await trio.testing.wait_all_tasks_blocked()
    (session,) = strict.host._sessions

    session.connection.send(Ping())
    await peer.line.send_all(hands[6:])

    assert (await peer.line.receive_some(1)) == b"\x16"


async def test_who_shakes_hands_and_says_nothing_is_sent_away_in_time(
    fast_clock: trio.testing.MockClock, strict: ServedHost
) -> None:
    del fast_clock  # the clock of this run
    peer, since = await shaken(strict), trio.current_time()

    assert await peer.rest() == [Bye(why=Farewell.SLOW)]
    assert trio.current_time() - since == pytest.approx(DEFAULT.hello_s, abs=0.5)


def client_hello() -> bytes:
    """The first that an honest client says."""
    out = ssl.MemoryBIO()
    tls = client_context().wrap_bio(ssl.MemoryBIO(), out)
    with pytest.raises(ssl.SSLWantReadError):
        tls.do_handshake()
    return out.read()


async def test_handshake_in_pieces_of_one_byte_is_the_same(strict: ServedHost) -> None:
    peer = await strict.connect()
    for byte in client_hello():
        await peer.line.send_all(bytes((byte,)))
        await trio.lowlevel.checkpoint()

    assert (await peer.line.receive_some(1)) == b"\x16"


@pytest.mark.parametrize(
    "rubbish",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
        b"\x16" * 600,
        b"\x16\x03\x01\xff\xff" + bytes(70_000),
        client_hello()[:40] + bytes(500),
        b"\x16\x03\x01\x00\x00" * 5000,
    ],
    ids=["no hello", "one byte", "too long", "half a hello", "empty records"],
)
async def test_rubbish_instead_of_a_handshake_is_the_end(
    strict: ServedHost, rubbish: bytes
) -> None:
    peer = await strict.connect()

    with contextlib.suppress(trio.BrokenResourceError):
        await peer.line.send_all(rubbish)

    # An alert of TLS at most: it begins with 0x15 and has seven bytes.
    assert len(await raw_rest(peer)) in {0, 7}
    assert await is_well(strict)


@pytest.mark.parametrize(
    "rubbish",
    [
        HEAD + b"\x01\x10" + b"x" * 0x110,
        HEAD + b"\xff\xff" + b"x" * 70_000,
        b"GET / HTTP/1.1\r\n\r\n",
        encode_hello(hello("test")),
    ],
    ids=["altered", "too long", "HTTP", "a plain hello"],
)
async def test_rubbish_after_the_handshake_is_the_end(
    strict: ServedHost, rubbish: bytes
) -> None:
    peer = await shaken(strict)

    with contextlib.suppress(trio.BrokenResourceError):
        await peer.line.send_all(rubbish)

    assert await peer.rest() == []
    assert await is_well(strict)


async def test_rubbish_within_tls_is_answered_as_on_a_plain_line(
    strict: ServedHost,
) -> None:
    peer = await shaken(strict)

    await peer.send(b"GET / HTTP/1.1\r\n\r\n")

    assert await peer.rest() == [Bye(why=Farewell.FRAME)]


async def test_altered_byte_costs_the_line_and_nothing_is_done(
    strict: ServedHost,
) -> None:
    peer = await shaken(strict)
    await peer.greet()
    tables = len(list(strict.hall))
    out, stream = bytearray(), peer.stream
    assert isinstance(stream, trio.SSLStream)

    class Altering(trio.abc.Stream):
        """Passes on what is sent with its last byte changed."""

        async def send_all(self, data: bytes | bytearray | memoryview) -> None:
            out.extend(data)
            out[-1] ^= 1
            await peer.line.send_all(bytes(out))

        async def wait_send_all_might_not_block(self) -> None: ...

        async def receive_some(self, max_bytes: int | None = None) -> bytes:
            return bytes(await peer.line.receive_some(max_bytes))

        async def aclose(self) -> None: ...

    stream.transport_stream = Altering()
    await peer.says(Ping())

    assert not [one for one in await peer.rest() if isinstance(one, Pong)]
    assert len(list(strict.hall)) == tables
    assert await is_well(strict)


async def test_diagnostics_say_why_hands_were_not_shaken(
    strict: ServedHost, diagnostics: list[structlog.types.EventDict]
) -> None:
    peer = await strict.connect()
    await peer.line.send_all(b"\x16" * 600)
    await raw_rest(peer)
    await trio.testing.wait_all_tasks_blocked()

    (entry,) = diagnostics
    assert (entry["event"], entry["why"]) == ("peer ended", "TLS: WRONG_VERSION_NUMBER")


# What TLS itself may cost.


class Silent(Encryption):
    """TLS in which a peer sends much and says nothing, as with keys renewed again."""

    def __init__(self, answer: bytes) -> None:
        super().__init__(tls_for_tests())
        self.is_ready = True
        self._answer = answer

    def _read(self, data: bytes) -> bytes:
        del data
        return b""

    def answer(self) -> bytes:
        return self._answer

    def sealed(self, data: bytes) -> bytes:
        return data


async def test_much_tls_without_a_word_is_the_end(strict: ServedHost) -> None:
    peer = await shaken(strict)
    await peer.greet()
    (session,) = strict.host._sessions
    connection = session.connection
    tls = Silent(b"")

    for _ in range(MOST_UNSAID_BYTES // 1024):
        connection._opened(tls, bytes(1024))
    with pytest.raises(RemoteProtocolError) as refused:
        connection._opened(tls, b"x")

    assert refused.value.code is Code.FRAME


async def test_answers_of_tls_that_are_not_read_are_bounded(
    strict: ServedHost,
) -> None:
    peer = await shaken(strict)
    await peer.greet()
    (session,) = strict.host._sessions
    connection = session.connection
    connection._rest = b"what the socket did not take"
    tls = Silent(bytes(4096))

    for _ in range(2 * MOST_UNSENT_BYTES // 4096):
        if not connection.is_closing:
            connection._opened(tls, b"x")

    assert connection.farewell is Farewell.SLOW
    assert len(connection._rest) <= MOST_UNSENT_BYTES + 4096


async def test_tls_that_says_nothing_counts_as_bytes(
    fast_clock: trio.testing.MockClock,
) -> None:
    del fast_clock  # the clock of this run
    async with serving(Limits(bytes_per_s=1000.0), takes_plain=False) as served:
        peer, since = await shaken(served), trio.current_time()
        await peer.greet()
        for _ in range(10):
            await peer.send(filled(encode(Ping())))
            await peer.until(Pong)

        # 10 times 256 bytes of which 11 say something.
        assert trio.current_time() - since >= 1.0

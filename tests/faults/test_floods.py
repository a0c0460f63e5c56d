"""Many connections, and peers that never read, against a host as a process."""

from __future__ import annotations

import contextlib
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path

import pytest
import trio
from tests.faults.process_costs import descriptors, memory_kib, needs_proc, peak_kib
from tests.faults.seated_bots import heads_of, play_to_the_end
from tests.games.players import BotAtLine
from tests.server.host_process import RunningHost, started
from tests.server.served import Peer

from vendue_protocol.client_messages import ListTables, Ready, Watch
from vendue_protocol.codec import encode, encode_hello
from vendue_protocol.errors import Farewell
from vendue_protocol.hello import hello
from vendue_protocol.host_messages import Lobby, Welcome
from vendue_protocol.limits import DEFAULT
from vendue_protocol.message import Bye, Ping, Pong

pytestmark = needs_proc

FLAGS = ("--pace", "0", "--messages-per-s", "2000", "--seats", "3")
ELSEWHERE = "127.0.0.2"
"""Another address of this machine, with limits of its own."""
BESIDE = 24
"""Files of a host that are no connections."""


@pytest.fixture
def host(tmp_path: Path) -> Iterator[RunningHost]:
    with started(tmp_path / "data", *FLAGS) as running:
        yield running


async def stranger(port: int, source: str = "127.0.0.1") -> Peer:
    """A peer of some address that has said hello."""
    sock = trio.socket.socket()
    await sock.bind((source, 0))
    await sock.connect(("127.0.0.1", port))
    peer = Peer(trio.SocketStream(sock))
    await peer.greet()
    return peer


@contextmanager
def burst(port: int, many: int) -> Iterator[None]:
    """So many connections at once, which say nothing, for as long as the block."""
    with ExitStack() as closing:
        for _ in range(many):
            sock = closing.enter_context(socket.socket())
            sock.setblocking(False)
            sock.bind((ELSEWHERE, 0))
            with contextlib.suppress(BlockingIOError):
                sock.connect(("127.0.0.1", port))
        yield


async def plays_a_game(
    port: int, meanwhile: AbstractContextManager[None] | None = None
) -> bool:
    """Whether three bots at lines play a game to its end, and agree on it.

    Args:
        port: The host's.
        meanwhile: Entered once all three sit.
    """
    bots = [BotAtLine(port, person) for person in range(3)]
    with trio.fail_after(60.0), ExitStack() as closing:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(play_to_the_end, bots)
            for bot in bots:
                await bot.has_sat.wait()
            closing.enter_context(meanwhile or nullcontext())
    assert all(bot.participant.over for bot in bots)
    return len(heads_of(bots)) == 1


async def takes_a_stranger(port: int, source: str) -> bool:
    """Whether there is a place again, within the time that it takes to be noticed."""
    with trio.move_on_after(DEFAULT.hello_s + 2.0):
        for _ in range(200):
            peer = await stranger(port, source)
            answer = await peer.next()
            await peer.close()
            if isinstance(answer, Welcome):
                return True
            await trio.sleep(0.05)
    return False


soak = pytest.mark.soak


@pytest.mark.parametrize(
    "many", [500, pytest.param(2000, marks=soak), pytest.param(5000, marks=soak)]
)
async def test_burst_of_connections_leaves_a_game_alone_and_costs_little(
    host: RunningHost, many: int
) -> None:
    # A process and a game, hence the time.
    pid = host.process.pid
    assert await plays_a_game(host.port)
    before = memory_kib(pid)

    assert await plays_a_game(host.port, burst(host.port, many))

    assert await takes_a_stranger(host.port, ELSEWHERE)
    assert descriptors(pid) <= DEFAULT.connections + BESIDE
    assert memory_kib(pid) - before < 8 * 1024


async def test_one_address_that_fills_its_places_leaves_the_others_theirs(
    host: RunningHost,
) -> None:
    with burst(host.port, DEFAULT.connections_per_address):
        assert await plays_a_game(host.port)


async def test_as_many_as_may_idle_are_answered_and_the_next_is_told(
    host: RunningHost,
) -> None:
    watching = [await watcher(host.port, n) for n in range(DEFAULT.watchers)]
    places = DEFAULT.strangers
    idle = [await stranger(host.port, f"127.0.1.{n + 1}") for n in range(places)]
    assert [type(await peer.next()) for peer in idle] == [Welcome] * places

    late = await stranger(host.port, "127.0.3.1")
    assert await late.next() == Bye(why=Farewell.FULL)
    for peer in [*watching, *idle]:
        await peer.says(Ping())
        assert isinstance(await peer.until(Pong), Pong)
        await peer.close()
    await late.close()


async def watcher(port: int, number: int) -> Peer:
    peer = await stranger(port, f"127.0.2.{number + 1}")
    await peer.watch()
    return peer


async def test_host_without_a_file_left_goes_on_and_recovers(
    host: RunningHost,
) -> None:
    # A process and games, hence the time.
    pid = host.process.pid

    assert await plays_a_game(host.port, without_files(pid, host.port))

    assert await takes_a_stranger(host.port, ELSEWHERE)


@contextmanager
def without_files(pid: int, port: int) -> Iterator[None]:
    """Let a host have no file left, while many want one."""
    few = descriptors(pid) + 2
    usual = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (few, usual[1]))
    try:
        with burst(port, 40):
            yield
            assert descriptors(pid) <= few
    finally:
        resource.prlimit(pid, resource.RLIMIT_NOFILE, usual)


async def test_stranger_that_asks_and_never_reads_costs_its_queue_at_most(
    host: RunningHost,
) -> None:
    pid = host.process.pid
    with socket.create_connection(("127.0.0.1", host.port)) as deaf:
        deaf.sendall(encode_hello(hello("deaf")))
        before = peak_kib(pid)
        deaf.settimeout(0.2)
        asked = encode(ListTables()) * 1000
        with contextlib.suppress(OSError):
            for _ in range(200):
                deaf.sendall(asked)

        assert peak_kib(pid) - before < 1024


async def p99_of_answers_s(peer: Peer, times: int) -> float:
    """How long a ping takes, in 99 of 100."""
    took = []
    for _ in range(times):
        since = time.perf_counter()
        await peer.says(Ping())
        await peer.until(Pong)
        took.append(time.perf_counter() - since)
        await trio.sleep(0.01)
    return sorted(took)[int(0.99 * times)]


@pytest.mark.soak
async def test_who_never_reads_delays_nobody(host: RunningHost) -> None:
    pid = host.process.pid
    deaf = []
    for number in range(4):
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.bind((f"127.0.4.{number + 1}", 0))
        sock.connect(("127.0.0.1", host.port))
        sock.sendall(encode_hello(hello("deaf")) + encode(Watch(table=1)))
        deaf.append(sock)
    other = await stranger(host.port)
    await other.watch()
    talker = await stranger(host.port)
    await talker.sit(0)
    before, p99_s = memory_kib(pid), 0.0

    async def talk() -> None:
        for number in range(600):
            await talker.says(Ready(revision=0, ready=bool(number % 2)))
            await talker.until(Lobby)
            await trio.sleep(0.02)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(talk)
        p99_s = await p99_of_answers_s(other, 1500)
        nursery.cancel_scope.cancel()

    print(f"p99 {1000 * p99_s:.1f} ms, memory +{memory_kib(pid) - before} KiB")
    assert p99_s < 0.05
    assert memory_kib(pid) - before < 4096
    for sock in deaf:
        sock.close()
    for peer in (other, talker):
        await peer.close()

"""The host as a process: how it starts, refuses to start, and ends."""

from __future__ import annotations

import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio
from tests.server.host_process import PATIENCE_S, RunningHost, ends, started
from tests.server.served import Peer

from vendue_client.encryption import EncryptedStream
from vendue_protocol.errors import Farewell
from vendue_protocol.host_messages import Welcome
from vendue_protocol.keys import host_id_of, join_code
from vendue_protocol.message import Bye


@pytest.fixture
def running(data: Path) -> Iterator[RunningHost]:
    with started(data) as host:
        yield host


def test_ready_line_tells_where_to_come(running: RunningHost) -> None:
    assert running.ready == {
        "ready": True,
        "address": "127.0.0.1",
        "port": running.port,
        "code": running.ready["code"],
    }


def test_ready_line_is_all_that_stdout_says(running: RunningHost) -> None:
    running.end()

    assert running.process.stdout is not None
    assert running.process.stdout.read() == ""


def test_host_listens_as_soon_as_it_says_so(running: RunningHost) -> None:
    with socket.create_connection(("127.0.0.1", running.port), timeout=PATIENCE_S):
        pass


def test_code_is_the_same_at_the_next_start(data: Path) -> None:
    codes = []
    for _ in range(2):
        with started(data) as host:
            codes.append(host.ready["code"])
            host.end()

    assert codes[0] == codes[1]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_host_ends_in_order_when_told(
    running: RunningHost, number: signal.Signals
) -> None:
    assert running.end(number) == 0


async def test_everybody_is_told_that_the_host_ends(running: RunningHost) -> None:
    peers = []
    for _ in range(3):
        peer = Peer(await trio.open_tcp_stream("127.0.0.1", running.port))
        await peer.greet()
        assert isinstance(await peer.next(), Welcome)
        peers.append(peer)
    await peers[0].watch()

    running.process.send_signal(signal.SIGTERM)

    with trio.fail_after(PATIENCE_S):
        told = [(await peer.rest())[-1] for peer in peers]
    for peer in peers:
        await peer.close()
    assert told == [Bye(why=Farewell.STOPPING)] * 3


def test_peer_that_does_not_read_does_not_keep_the_host(running: RunningHost) -> None:
    with socket.create_connection(("127.0.0.1", running.port), timeout=PATIENCE_S):
        assert running.end() == 0


def test_host_that_nobody_comes_to_ends_by_itself(data: Path) -> None:
    with started(data, "--idle-s", "0.1") as host:
        assert host.process.wait(PATIENCE_S) == 0


def test_second_host_on_a_port_is_told_how_to_choose_another(
    running: RunningHost, tmp_path: Path
) -> None:
    other = ends(
        "--port", str(running.port), "--bind", "127.0.0.1", "--data", str(tmp_path)
    )

    assert (other.returncode, "--port" in other.stderr) == (7, True)


def test_second_host_in_a_directory_is_told_who_has_it(
    running: RunningHost, data: Path
) -> None:
    other = ends("--port", "0", "--bind", "127.0.0.1", "--data", str(data))

    assert other.returncode == 6
    assert f"process id {running.process.pid};" in other.stderr
    assert "--data" in other.stderr


def test_address_that_this_machine_has_not_is_refused(data: Path) -> None:
    other = ends("--bind", "192.0.2.1", "--port", "0", "--data", str(data))

    assert (other.returncode, "--bind" in other.stderr) == (7, True)


@pytest.mark.parametrize("flag", ["--data", "--records"])
def test_directory_that_cannot_be_used_is_named(tmp_path: Path, flag: str) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    flags = {"--data": str(tmp_path / "data"), flag: str(file)}

    other = ends("--port", "0", *[word for pair in flags.items() for word in pair])

    assert (other.returncode, str(file) in other.stderr) == (6, True)


@pytest.mark.parametrize(
    ("flags", "environment"),
    [(("--table", ""), {}), ((), {"VENDUE_SEATS": "many"})],
    ids=["flag", "environment"],
)
def test_bad_setting_is_told_without_a_traceback(
    flags: tuple[str, ...], environment: dict[str, str], data: Path
) -> None:
    other = ends("--data", str(data), *flags, environment=environment)

    assert (other.returncode, "Traceback" in other.stderr) == (2, False)
    assert not data.exists()


# Each starts a host of its own.
@pytest.mark.parametrize(
    ("flags", "is_welcome"),
    [
        (("--bind", "127.0.0.1"), True),
        (("--bind", "0.0.0.0"), False),  # noqa: S104 - what a host for the LAN does
        (("--bind", "0.0.0.0", "--insecure"), True),  # noqa: S104
    ],
    ids=["this machine alone", "others too", "others too, insecure"],
)
async def test_plain_lines_are_taken_from_this_machine_alone_unless_told(
    data: Path, flags: tuple[str, ...], *, is_welcome: bool
) -> None:
    with started(data, *flags) as host:
        peer = Peer(await trio.open_tcp_stream("127.0.0.1", host.port))
        await peer.greet()
        answer = await peer.next()
        await peer.close()

    assert isinstance(answer, Welcome) is is_welcome
    assert is_welcome or answer == Bye(why=Farewell.PLAIN)


async def test_host_speaks_tls_with_the_key_of_its_code(data: Path) -> None:
    with started(data) as host:
        tcp = await trio.open_tcp_stream("127.0.0.1", host.port)
        key = await EncryptedStream(tcp).shake_hands()
        await trio.aclose_forcefully(tcp)

    assert join_code(host_id_of(key)) == host.ready["code"]


def test_password_file_that_is_missing_is_a_usage_error(data: Path) -> None:
    ended = ends("--data", str(data), "--password-file", str(data / "nowhere"))

    assert ended.returncode == 2
    assert "nowhere: No such file" in ended.stderr


def test_password_is_taken_from_the_environment_and_never_told(data: Path) -> None:
    ended = ends("--data", str(data), environment={"VENDUE_PASSWORD": "rose" * 20})

    assert ended.returncode == 2
    assert "VENDUE_PASSWORD" in ended.stderr
    assert "rose" not in ended.stderr

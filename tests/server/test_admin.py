"""What who runs the host may ask of it, and the socket over which that goes."""

from __future__ import annotations

import json
import os
import resource
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
import structlog
import trio
from tests.server.host_process import ENVIRONMENT, PATIENCE_S, ends, started
from tests.server.table_by_hand import dealer_for_tests
from tests.server.table_in_play import TableInPlay

from vendue_protocol.admin import SOCKET_NAME, AdminAnswer, AdminRequest, Errand
from vendue_protocol.errors import Code
from vendue_protocol.host_messages import Intervened, Said
from vendue_protocol.interventions import Authority, Intervention
from vendue_protocol.limits import DEFAULT
from vendue_server.admin import Admin, Deeds, state_of
from vendue_server.admin_socket import AdminDoor, open_admin_socket
from vendue_server.hall import Hall
from vendue_server.refusal import StorageFailed
from vendue_server.table import Table
from vendue_shared.refusals import Reason


class HostByHand:
    """An admin with one table at which a game is on."""

    def __init__(self) -> None:
        self.in_play = TableInPlay()
        self.hall = Hall(dealer_for_tests([]), DEFAULT)
        self.woken: list[Table] = []
        self.stopped = 0
        self.backups: list[Path] = []
        self.now = 0.0
        table = self.hall.open("Vendue", 3, kept=True)
        self.hall._tables[table.number] = self.in_play.table
        self.admin = Admin(
            self.hall,
            code="XXXX",
            deeds=Deeds(
                connections=lambda: 3,
                wake=self.woken.append,
                stop=self._stop,
                back_up=self._back_up,
            ),
            now=lambda: self.now,
        )

    def _stop(self) -> None:
        self.stopped += 1

    def _back_up(self, folder: Path) -> None:
        self.backups.append(folder)
        raise StorageFailed(f"{folder}: no room")

    def ask(self, do: Errand, **fields: object) -> AdminAnswer:
        request = msgspec.convert({"do": do, **fields}, AdminRequest)
        answer = self.admin.answer(msgspec.json.encode(request) + b"\n")
        if not isinstance(answer, bytes):
            answer = answer()
        assert answer.endswith(b"\n")
        return msgspec.json.decode(answer, type=AdminAnswer)

    def told(self) -> list[Intervened]:
        return self.in_play.told(1)


@pytest.fixture
def host() -> HostByHand:
    return HostByHand()


# Errands.


def test_status_tells_how_the_host_is(host: HostByHand) -> None:
    host.now = 61.0

    status = host.ask(Errand.STATUS).status

    assert status is not None
    assert (status.code, status.up_s, status.connections) == ("XXXX", 61, 3)
    assert (status.tables, status.games) == (1, 1)


def test_tables_tell_who_sits_where(host: HostByHand) -> None:
    host.in_play.lose(1)

    (table,) = host.ask(Errand.TABLES).tables

    assert [(s.seat, s.name, s.person, s.here) for s in table.seats] == [
        (1, "Anna", True, True), (2, "Bert", True, False), (3, "Cleo", True, True),
    ]  # fmt: skip
    assert (table.playing, table.paused, table.events) == (True, False, 1)


def test_what_the_host_tells_of_a_table_names_no_painting_and_no_key(
    host: HostByHand,
) -> None:
    shown = msgspec.json.encode(state_of(host.in_play.table)).decode()

    assert set(json.loads(shown)) == {
        "table", "name", "playing", "paused", "broken", "events", "watchers", "seats",
    }  # fmt: skip


def test_host_pauses_and_resumes_with_a_reason(host: HostByHand) -> None:
    host.ask(Errand.PAUSE, text="fire alarm")
    host.ask(Errand.RESUME)

    assert [(t.what, t.by, t.reason) for t in host.told()] == [
        (Intervention.PAUSE, Authority.HOST, "fire alarm"),
        (Intervention.RESUME, Authority.HOST, ""),
    ]
    assert host.woken == [host.in_play.table] * 2


@pytest.mark.parametrize("seat", ["2", "Bert", "BERT"])
def test_seat_is_named_by_number_or_name(host: HostByHand, seat: str) -> None:
    host.ask(Errand.BOT, seat=seat)

    assert host.in_play.taken_over == [1]


def test_host_kicks_even_the_owner(host: HostByHand) -> None:
    host.ask(Errand.KICK, seat="1", text="rude")

    assert host.told()[-1].reason == "rude"
    assert host.in_play.position.bots[0]


def test_host_ends_a_game(host: HostByHand) -> None:
    host.ask(Errand.END)

    assert not host.in_play.table.is_playing


def test_host_speaks_in_a_name_that_nobody_can_have(host: HostByHand) -> None:
    host.ask(Errand.SAY, text="Supper\x1b at eight")

    said = host.in_play.lines[2].newest(Said)
    assert (said.name, said.seat) == ("host", None)
    assert said.text == "Supper\N{REPLACEMENT CHARACTER} at eight"


def test_host_that_is_stopped_says_why_first(host: HostByHand) -> None:
    host.ask(Errand.STOP, text="bedtime")

    assert (host.stopped, host.in_play.lines[0].newest(Said).text) == (1, "bedtime")


@pytest.mark.parametrize(
    ("errand", "fields", "code"),
    [
        (Errand.PAUSE, {"table": 9}, Code.TABLE),
        (Errand.SAY, {"table": 9, "text": "hi"}, Code.TABLE),
        (Errand.RESUME, {}, Code.STALE),
        (Errand.BOT, {"seat": "Zoe"}, Code.CHAIR),
        (Errand.BOT, {"seat": ""}, Code.CHAIR),
        (Errand.KICK, {"seat": "0"}, Code.CHAIR),
        (Errand.KICK, {"seat": "4"}, Code.CHAIR),
        (Errand.SAY, {"text": " "}, Code.CHAT),
    ],
    ids=str,
)
def test_what_cannot_be_done_is_refused(
    host: HostByHand, errand: Errand, fields: dict[str, object], code: str
) -> None:
    assert host.ask(errand, **fields).error == code


def test_bot_is_not_taken_over(host: HostByHand) -> None:
    host.ask(Errand.BOT, seat="2")

    assert host.ask(Errand.BOT, seat="2").error == Reason.HANDED_OVER


def test_which_of_two_tables_must_be_said(host: HostByHand) -> None:
    host.hall.open("Another", 3)

    assert host.ask(Errand.PAUSE).error == Code.TABLE


def test_table_that_a_bug_has_stopped_is_said_to_be_broken(host: HostByHand) -> None:
    host.in_play.table.freeze()

    assert host.ask(Errand.PAUSE).error == Code.BROKEN


@pytest.mark.parametrize(
    "line",
    [b"\n", b"{}\n", b"\xff\n", b'{"do":"dance"}\n', b'{"do":"say","text":7}\n',
     b'{"do":"status","extra":1}\n', b'{"do":"say","text":"' + b"x" * 201 + b'"}\n'],
)  # fmt: skip
def test_what_is_no_errand_is_refused(host: HostByHand, line: bytes) -> None:
    answer = host.admin.answer(line)

    assert isinstance(answer, bytes)
    assert msgspec.json.decode(answer, type=AdminAnswer).error == Code.SCHEMA


def test_a_backup_is_made_where_it_was_asked_for_and_says_why_not(
    host: HostByHand,
) -> None:
    answer = host.ask(Errand.BACKUP, path="/var/backup")

    assert host.backups == [Path("/var/backup")]
    assert (answer.error, answer.why) == (Code.STORAGE, "/var/backup: no room")


def test_a_backup_is_made_nowhere_but_from_the_root(host: HostByHand) -> None:
    for path in ("", "backup", "/var/\0backup"):
        assert host.ask(Errand.BACKUP, path=path).error == Code.SCHEMA
    assert host.backups == []


# The socket.


@pytest.fixture
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("d")


def test_socket_is_its_owners_alone(directory: Path) -> None:
    sock = open_admin_socket(directory)

    assert sock is not None
    sock.close()
    mode = (directory / SOCKET_NAME).stat().st_mode
    assert (stat.S_ISSOCK(mode), stat.S_IMODE(mode)) == (True, 0o600)


def test_socket_that_a_killed_host_left_behind_is_replaced(directory: Path) -> None:
    left = open_admin_socket(directory)
    assert left is not None
    left.close()

    sock = open_admin_socket(directory)

    assert sock is not None
    sock.close()


def test_socket_of_a_living_host_is_left_alone(
    directory: Path, diagnostics: list[structlog.types.EventDict]
) -> None:
    first = open_admin_socket(directory)
    assert first is not None

    second = open_admin_socket(directory)

    first.close()
    assert second is None
    assert diagnostics[-1]["why"] == "another host has it"


def test_file_that_is_no_socket_is_left_alone(
    directory: Path, diagnostics: list[structlog.types.EventDict]
) -> None:
    (directory / SOCKET_NAME).write_text("mine", encoding="utf-8")

    assert open_admin_socket(directory) is None

    assert (directory / SOCKET_NAME).read_text(encoding="utf-8") == "mine"
    assert diagnostics[-1]["path"] == str(directory / SOCKET_NAME)


def test_path_that_is_too_long_is_said_in_words(
    directory: Path, diagnostics: list[structlog.types.EventDict]
) -> None:
    deep = directory / ("x" * 120)
    deep.mkdir()

    assert open_admin_socket(deep) is None

    assert "shorter --data" in str(diagnostics[-1]["why"])


@contextmanager
def few_descriptors(more: int) -> Iterator[None]:
    """Let this process open only so many files more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    free = os.open(os.devnull, os.O_RDONLY)
    os.close(free)
    resource.setrlimit(resource.RLIMIT_NOFILE, (free + more, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def asked(path: Path, client: socket.socket, line: bytes) -> bytes:
    client.settimeout(PATIENCE_S)
    client.connect(str(path))
    client.sendall(line)
    return client.recv(4096)


async def test_owner_gets_in_when_no_descriptor_is_left(directory: Path) -> None:
    listening = open_admin_socket(directory)
    assert listening is not None
    client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    door = AdminDoor(listening, lambda line: b"heard " + line)
    path, line = directory / SOCKET_NAME, b"status\n"

    with client, trio.fail_after(PATIENCE_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(door.run)
            await trio.testing.wait_all_tasks_blocked()
            with few_descriptors(0):
                answer = await trio.to_thread.run_sync(asked, path, client, line)
            nursery.cancel_scope.cancel()

    assert answer == b"heard status\n"
    assert not path.exists()


async def test_who_says_nothing_keeps_the_next_waiting_five_seconds_at_most(
    directory: Path, autojump_clock: trio.testing.MockClock
) -> None:
    del autojump_clock
    listening = open_admin_socket(directory)
    assert listening is not None
    door, path = AdminDoor(listening, lambda line: line), str(directory / SOCKET_NAME)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(door.run)
        silent = await trio.open_unix_socket(path)
        async with silent, await trio.open_unix_socket(path) as next_one:
            since = trio.current_time()
            await next_one.send_all(b"status\n")
            assert await next_one.receive_some() == b"status\n"
        nursery.cancel_scope.cancel()

    assert trio.current_time() - since <= 5.1


async def test_bug_in_an_errand_ends_that_errand_alone(directory: Path) -> None:
    listening = open_admin_socket(directory)
    assert listening is not None
    answers = iter([b"well\n"])

    def answer(line: bytes) -> bytes:
        if line == b"bad\n":
            raise RuntimeError("a bug")
        return next(answers)

    door, path = AdminDoor(listening, answer), str(directory / SOCKET_NAME)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(door.run)
        found = []
        for line in (b"bad\n", b"good\n"):
            async with await trio.open_unix_socket(path) as stream:
                await stream.send_all(line)
                found.append(await stream.receive_some())
        nursery.cancel_scope.cancel()

    assert found == [b"", b"well\n"]


# The process, and the command.


def admin(data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    rooms = [*ENVIRONMENT["PYTHONPATH"].split(os.pathsep)]
    client = str(Path(rooms[0]).parent / "client")
    return subprocess.run(
        [sys.executable, "-m", "vendue_client", "admin", "--data", str(data),
         *arguments],
        env={**ENVIRONMENT, "PYTHONPATH": os.pathsep.join([client, *rooms])},
        capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip


def test_command_asks_the_host_and_stops_it(directory: Path) -> None:
    with started(directory, "--bots", "2") as host:
        status = admin(directory, "status")
        tables = admin(directory, "--json", "tables")
        no_game = admin(directory, "pause")
        stop = admin(directory, "stop")

        assert host.process.wait(PATIENCE_S) == 0
    assert (status.returncode, host.ready["code"] in status.stdout) == (0, True)
    assert len(json.loads(tables.stdout)["tables"][0]["seats"]) == 4
    assert (no_game.returncode, no_game.stdout) == (5, "")
    assert "No game is on" in no_game.stderr
    assert (stop.returncode, stop.stdout) == (0, "done.\n")
    assert not (directory / SOCKET_NAME).exists()


def test_owner_gets_in_when_every_place_is_taken(directory: Path) -> None:
    with started(directory, "--connections", "1") as host:
        place = ("127.0.0.1", host.port)
        with socket.create_connection(place), socket.create_connection(place):
            status = admin(directory, "status")
        host.end()

    assert (status.returncode, "Connected: 1, " in status.stdout) == (0, True)


def test_command_without_a_host_says_so(directory: Path) -> None:
    done = admin(directory, "status")

    assert done.returncode == 3
    assert str(directory) in done.stderr


def test_second_host_leaves_the_socket_to_the_first(directory: Path) -> None:
    with started(directory) as first:
        second = ends("--port", "0", "--data", str(directory))

        assert second.returncode == 6
        assert f"process id {first.process.pid}" in second.stderr
        assert admin(directory, "status").returncode == 0
        first.end()


# What systemd is told.


def test_systemd_is_told_ready_and_stopping(directory: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.settimeout(PATIENCE_S)
        sock.bind(str(directory / "notify"))
        environment = {"NOTIFY_SOCKET": str(directory / "notify")}
        thread = threading.Thread(
            target=ends,
            args=("--port", "0", "--data", str(directory), "--idle-s", "0.1"),
            kwargs={"environment": environment},
        )
        thread.start()
        told = [sock.recv(100) for _ in range(2)]
        thread.join()

    assert told == [b"READY=1", b"STOPPING=1"]

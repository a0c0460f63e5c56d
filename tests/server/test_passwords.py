"""Passwords of tables: who comes in, who waits, and what it may cost."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import structlog
import trio
import trio.testing
from tests.server.game_by_hand import KEYS, NAMES
from tests.server.served import Peer, ServedHost, serving

from vendue_protocol.client_messages import Create, ListTables, Sit, Watch
from vendue_protocol.errors import Code
from vendue_protocol.host_messages import Created, Refused, Seated, Tables
from vendue_protocol.limits import DEFAULT
from vendue_protocol.message import Message, Ping, Pong
from vendue_server import passwords
from vendue_server.journal.tables import table_is
from vendue_server.passwords import MINUTE, WRONG_S, TablePassword, given_password
from vendue_server.settings import BadSettings

RIGHT = b"a rose is a rose"
WRONG = b"a rose is a tulip"


@pytest.fixture
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes that take no time: what they cost in earnest is another test's."""
    monkeypatch.setattr(passwords, "_COST", 2)


@pytest.fixture
async def locked(quick_hashes: None) -> AsyncIterator[ServedHost]:
    """A host whose standing table has a password."""
    del quick_hashes
    async with serving() as served:
        served.table.lobby.password = TablePassword.of(RIGHT)
        yield served


def sit(password: bytes, person: int = 0) -> Sit:
    key = KEYS[person].public
    return Sit(table=1, name=NAMES[person], key=key, password=password)


async def answer(peer: Peer, message: Message) -> str:
    """The code with which it is refused; empty: it is not."""
    await peer.says(message)
    while (told := await peer.next()) is not None:
        match told:
            case Refused(code=code):
                return code
            case Seated() | Created():
                return ""
            case _:
                pass
    raise AssertionError("the host closed the line")


# Who comes in.


@pytest.mark.parametrize(
    ("password", "code"),
    [(RIGHT, ""), (WRONG, Code.PASSWORD), (b"", Code.PASSWORD)],
    ids=["right", "wrong", "none"],
)
@pytest.mark.parametrize("watches", [True, False], ids=["watch", "sit"])
async def test_only_who_knows_the_password_comes_to_the_table(
    fast_clock: trio.testing.MockClock,
    locked: ServedHost,
    password: bytes,
    code: str,
    *,
    watches: bool,
) -> None:
    del fast_clock  # the clock of this run
    peer = await locked.stranger()
    message = Watch(table=1, password=password) if watches else sit(password)

    assert await answer(peer, message) == code
    assert len(locked.table.members) == (not code)


async def test_who_was_refused_may_try_again(
    fast_clock: trio.testing.MockClock, locked: ServedHost
) -> None:
    del fast_clock  # the clock of this run
    peer = await locked.stranger()

    assert await answer(peer, sit(WRONG)) == Code.PASSWORD
    assert await answer(peer, sit(RIGHT)) == ""


async def test_table_without_a_password_takes_whatever_comes(
    served: ServedHost,
) -> None:
    assert await answer(await served.stranger(), sit(WRONG)) == ""


async def test_list_says_which_table_has_one(locked: ServedHost) -> None:
    locked.hall.open("Another", 3)
    peer = await locked.stranger()

    await peer.says(ListTables())

    tables = (await peer.until(Tables)).tables
    assert [table.password for table in tables] == [True, False]


async def test_new_table_has_the_password_it_was_opened_with(
    quick_hashes: None, served: ServedHost
) -> None:
    del quick_hashes
    owner, guest = await served.stranger(), await served.stranger()
    await owner.says(Create(name="Friday", password=RIGHT))
    number = (await owner.until(Created)).table

    assert await answer(guest, Watch(table=number)) == Code.PASSWORD
    assert await answer(guest, Watch(table=number, password=RIGHT)) == ""


async def test_what_is_said_behind_it_waits_and_is_done_in_order(
    fast_clock: trio.testing.MockClock,
    locked: ServedHost,
) -> None:
    del fast_clock  # the clock of this run
    peer = await locked.stranger()

    await peer.says(sit(WRONG), Ping(), sit(RIGHT), Ping())

    wanted = [Refused, Pong, Seated, Pong]
    kinds: list[type[Message | None]] = []
    while len(kinds) < len(wanted):
        told = await peer.next()
        kinds += [type(told)] if told is None or type(told) in wanted else []
    assert kinds == wanted


async def test_table_that_closed_meanwhile_is_no_table(
    quick_hashes: None, served: ServedHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    del quick_hashes
    table = served.hall.open("Short", 3)
    table.lobby.password = TablePassword.of(RIGHT)
    peer = await served.stranger()
    fits = TablePassword.fits

    def fits_and_closes(self: TablePassword, password: bytes) -> bool:
        served.hall.close_if_empty(table)
        return fits(self, password)

    monkeypatch.setattr(TablePassword, "fits", fits_and_closes)

    message = Watch(table=table.number, password=RIGHT)
    assert await answer(peer, message) == Code.TABLE


async def test_line_that_is_lost_meanwhile_leaves_nobody_at_the_table(
    locked: ServedHost,
) -> None:
    peer = await locked.stranger()

    await peer.says(sit(RIGHT))
    await peer.reset()
    while locked.host.is_busy:
        await trio.testing.wait_all_tasks_blocked(0.01)

    assert len(locked.table.members) == 0


# What it costs.


async def test_wrong_password_is_answered_late(
    fast_clock: trio.testing.MockClock,
    locked: ServedHost,
) -> None:
    del fast_clock  # the clock of this run
    peer, since = await locked.stranger(), trio.current_time()

    await answer(peer, sit(WRONG))

    assert trio.current_time() - since >= WRONG_S


async def test_after_some_wrong_ones_none_is_tried_for_a_while(
    fast_clock: trio.testing.MockClock,
    locked: ServedHost,
) -> None:
    del fast_clock  # the clock of this run
    peer = await locked.stranger()
    tries = [await answer(peer, sit(WRONG)) for _ in range(DEFAULT.tries)]
    late = await answer(peer, sit(RIGHT))

    await trio.sleep(MINUTE)

    assert tries == [Code.PASSWORD] * DEFAULT.tries
    assert late == Code.TRIES
    assert await answer(await locked.stranger(), sit(RIGHT)) == ""


async def test_another_connection_of_the_address_has_no_tries_of_its_own(
    fast_clock: trio.testing.MockClock,
    locked: ServedHost,
) -> None:
    del fast_clock  # the clock of this run
    for _ in range(DEFAULT.tries):
        await answer(await locked.stranger(), sit(WRONG))

    assert await answer(await locked.stranger(), sit(RIGHT)) == Code.TRIES


async def test_right_passwords_do_not_count(locked: ServedHost) -> None:
    peers = [await locked.stranger() for _ in range(DEFAULT.tries + 3)]

    answers = [await answer(peer, Watch(table=1, password=RIGHT)) for peer in peers[:8]]

    assert answers == [""] * 8


async def test_new_passwords_count(quick_hashes: None, served: ServedHost) -> None:
    del quick_hashes
    peer = await served.stranger()

    answers = [
        await answer(peer, Create(name="Friday", password=RIGHT))
        for _ in range(DEFAULT.tries + 1)
    ]

    assert answers == [""] * DEFAULT.tries + [Code.TRIES]


async def test_passwords_are_tried_one_at_a_time(
    locked: ServedHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    trying, most = 0, 0

    def counted(kept: TablePassword, password: bytes) -> bool:
        del kept
        nonlocal trying, most
        trying += 1
        most = max(most, trying)
        trio.from_thread.run(trio.lowlevel.checkpoint)
        trying -= 1
        return password == RIGHT

    monkeypatch.setattr(TablePassword, "fits", counted)
    peers = [await locked.stranger() for _ in range(4)]
    for peer in peers:
        await peer.says(Watch(table=1, password=RIGHT))
    for peer in peers:
        await peer.until(Seated)

    assert most == 1


async def test_others_do_not_wait_for_a_try(
    served: ServedHost, quick_hashes: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    del quick_hashes
    served.table.lobby.password = TablePassword.of(RIGHT)
    guest, other = await served.stranger(), await served.stranger()
    has_answered = trio.Event()

    def waits(kept: TablePassword, password: bytes) -> bool:
        del kept
        trio.from_thread.run(has_answered.wait)
        return password == RIGHT

    monkeypatch.setattr(TablePassword, "fits", waits)
    await guest.says(sit(RIGHT))
    await other.says(Ping())

    assert isinstance(await other.until(Pong), Pong)
    has_answered.set()
    assert isinstance(await guest.until(Seated), Seated)


def test_same_password_is_kept_in_another_form_each_time(quick_hashes: None) -> None:
    del quick_hashes
    first, second = TablePassword.of(RIGHT), TablePassword.of(RIGHT)

    assert first.digest != second.digest
    assert first.fits(RIGHT)
    assert not first.fits(WRONG)


async def test_diagnostics_tell_no_password(
    fast_clock: trio.testing.MockClock,
    locked: ServedHost,
    diagnostics: list[structlog.types.EventDict],
) -> None:
    del fast_clock  # the clock of this run
    peer = await locked.stranger()
    await answer(peer, sit(WRONG))
    await peer.send(b"\x00\x00\x00\x30" + b"\x81\xa8password" + RIGHT.ljust(38))
    await peer.rest()

    assert "rose" not in repr(diagnostics)
    kept = locked.table.lobby.password
    assert kept is not None
    assert repr(kept) == "TablePassword(...)"
    assert kept.digest.hex() not in repr(table_is(locked.table.lobby))


# Where it comes from.


def test_first_line_of_the_file_is_the_password(tmp_path: Path) -> None:
    path = tmp_path / "password"
    path.write_text("a rose is a rose\nby any other name\n")

    assert given_password(path) == RIGHT


def test_environment_has_it_where_no_file_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("VENDUE_PASSWORD", "a rose is a tulip")
    (tmp_path / "password").write_text("a rose is a rose")

    assert given_password(None) == WRONG
    assert given_password(tmp_path / "password") == RIGHT


def test_there_may_be_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VENDUE_PASSWORD", raising=False)

    assert given_password(None) is None


def test_an_empty_variable_takes_the_password_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("VENDUE_PASSWORD", "")

    assert given_password(None) == b""


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "No such file"),
        (b"", "empty"),
        (b"x" * 70, "70 bytes"),
        (b"\xff\xfe", "UTF-8"),
    ],
    ids=["no file", "empty", "too long", "no text"],
)
def test_bad_password_file_is_named_with_what_is_wrong(
    tmp_path: Path, content: bytes | None, why: str
) -> None:
    path = tmp_path / "password"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(BadSettings, match=why) as refused:
        given_password(path)

    assert str(path) in str(refused.value)
    assert "xxx" not in str(refused.value)

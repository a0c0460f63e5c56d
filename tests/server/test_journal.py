"""What the journal's file may be, and what the host does when it is not that."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.restarts import RestartedHost, ScriptedGame, started_on

from vendue_server.journal.entries import VERSION
from vendue_server.journal.store import APPLICATION, FILE, BadJournal, open_journal
from vendue_server.settings import Fsync


class Evening:
    """A directory in which two tables were left by a killed host, one in a game."""

    def __init__(self, folder: Path) -> None:
        game = ScriptedGame(folder)
        game.sit()
        game.begin()
        for _ in range(70):
            game._step()
        game.host.hall.open("Second", 4, kept=True)
        self.payloads = _payloads(game.host)
        game.host.die()
        self.directory = game.host.directory

    @property
    def path(self) -> Path:
        return self.directory / FILE


def _payloads(host: RestartedHost) -> list[bytes]:
    game = host.table.course.game
    return [step.payload for step in game.log.steps] if game else []


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    evening = Evening(tmp_path_factory.mktemp("evening"))
    with closing(sqlite3.connect(evening.path)) as line:
        line.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return evening


@pytest.fixture
def copied(left: Evening, tmp_path: Path) -> Path:
    """A copy of that directory, for a test to damage."""
    return Path(shutil.copytree(left.directory, tmp_path / "0"))


@pytest.fixture
def started(copied: Path) -> Iterator[RestartedHost]:
    host = started_on(copied)
    yield host
    host.close()


def test_a_game_is_taken_up_with_all_its_events(
    left: Evening, started: RestartedHost
) -> None:
    assert _payloads(started) == left.payloads


def test_a_table_without_people_is_not(started: RestartedHost) -> None:
    assert [table.number for table in started.hall] == [1]


DAMAGES = {
    "a seed": "UPDATE entry SET body = replace(body, x'a473656564c420', "
    "x'a473656564c421') WHERE place = TABLE_1 + 2",
    "a byte of an event": "UPDATE entry SET body = substr(body, 1, 20) || x'00' || "
    "substr(body, 22) WHERE place = TABLE_1 + 9",
    "a sum": "UPDATE entry SET total = zeroblob(32) WHERE place = TABLE_1 + 5",
    "an entry's number": "UPDATE entry SET place = TABLE_1 + 1000 "
    "WHERE place = TABLE_1 + 7",
    "an entry's table": "UPDATE entry SET place = -5 WHERE place = TABLE_1 + 1",
    "a type": "UPDATE entry SET body = 'text' WHERE place = TABLE_1 + 3",
    "an entry is gone": "DELETE FROM entry WHERE place = TABLE_1 + 4",
}


@pytest.mark.parametrize("what", DAMAGES)
def test_a_damaged_table_stays_closed_and_is_named(
    copied: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    with closing(sqlite3.connect(copied / FILE)) as line, line:
        before = line.execute("SELECT count(*) FROM entry").fetchone()
        assert line.execute(DAMAGES[what].replace("TABLE_1", "(1 << 32)")).rowcount == 1

    host = started_on(copied)
    numbers = [table.number for table in host.hall]
    host.close()

    assert 1 not in numbers
    assert len(numbers) == 1  # the one that is always open
    assert "table 1 is damaged in the journal" in capsys.readouterr().err
    with closing(sqlite3.connect(host.directory / FILE)) as line:
        after = line.execute(
            "SELECT count(*) FROM entry WHERE place < 8589934592"
        ).fetchone()
        assert after[0] >= before[0] - 3  # nothing of it was deleted


def test_whatever_bit_is_flipped_no_other_game_goes_on(
    left: Evening, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chance, seen = random.Random(4), set()
    for number in range(60):
        directory = shutil.copytree(left.directory, tmp_path / str(number) / "0")
        data = bytearray((directory / FILE).read_bytes())
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        (directory / FILE).write_bytes(data)

        seen.add(_outcome(left, directory))

    capsys.readouterr()
    assert seen == {"refused", "damaged", "the same"}


def _outcome(left: Evening, directory: Path) -> str:
    try:
        host = started_on(directory)
    except BadJournal:
        return "refused"
    try:
        if 1 not in [table.number for table in host.hall]:
            return "damaged"
        return "the same" if _payloads(host) == left.payloads else "another"
    finally:
        host.close()


def damaged_files() -> dict[str, bytes]:
    return {
        "is empty": b"",
        "is no journal": b"once upon a time",
    }


@pytest.mark.parametrize("why", damaged_files())
def test_a_file_that_is_no_journal_is_refused_and_left_as_it_is(
    tmp_path: Path, why: str
) -> None:
    path = tmp_path / FILE
    path.write_bytes(damaged_files()[why])

    with pytest.raises(BadJournal, match=f"{FILE} {why}; move it away"):
        open_journal(tmp_path, Fsync.FULL)

    assert path.read_bytes() == damaged_files()[why]


@pytest.mark.parametrize(
    ("pragma", "why"),
    [
        ("application_id = 1", "belongs to another program"),
        (f"user_version = {VERSION + 1}", "was written by a newer Vendue"),
        ("user_version = 0", "was written by a newer Vendue"),
    ],
)
def test_a_file_of_somebody_else_is_refused(
    tmp_path: Path, pragma: str, why: str
) -> None:
    open_journal(tmp_path, Fsync.FULL).close()
    with closing(sqlite3.connect(tmp_path / FILE)) as line:
        line.execute(f"PRAGMA {pragma}")

    with pytest.raises(BadJournal, match=why):
        open_journal(tmp_path, Fsync.FULL)


def test_a_truncated_file_is_refused(left: Evening, tmp_path: Path) -> None:
    data = left.path.read_bytes()
    (tmp_path / FILE).write_bytes(data[: len(data) // 2])

    with pytest.raises(BadJournal, match="damaged"):
        open_journal(tmp_path, Fsync.FULL)


def test_what_is_left_of_a_cut_wal_is_replayed(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "a")
    wal = evening.path.with_name(FILE + "-wal")
    wal.write_bytes(wal.read_bytes()[: -3 * 4096 - 50])

    host = started_on(Path(shutil.copytree(evening.directory, tmp_path / "b" / "0")))
    found = _payloads(host)
    host.close()

    assert 0 < len(found) < len(evening.payloads)
    assert found == evening.payloads[: len(found)]


def test_a_journal_shows_nobody_else_its_secrets(tmp_path: Path) -> None:
    open_journal(tmp_path, Fsync.FULL).close()

    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0


def test_a_journal_says_whose_it_is(tmp_path: Path) -> None:
    open_journal(tmp_path, Fsync.FULL).close()

    with closing(sqlite3.connect(tmp_path / FILE)) as line:
        assert line.execute("PRAGMA application_id").fetchone() == (APPLICATION,)


def test_a_full_disk_pauses_the_table_until_there_is_room(tmp_path: Path) -> None:
    game = ScriptedGame(tmp_path)
    game.sit()
    game.begin()
    line = game.host.journal._line
    line.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    (pages,) = line.execute("PRAGMA page_count").fetchone()
    line.execute(f"PRAGMA max_page_count = {pages}")
    while "E_HOST_STORAGE" not in game.persons[0].refused:
        game._step()
    table, now = game.host.table, game.host.now
    course = table.course
    assert course.game is not None
    while course.game.patience.stands_until is None:
        game._step()
    assert course.game.due(None, now).held_up

    line.execute("PRAGMA max_page_count = 100000")

    log = game.play()

    assert all(person.follower.s == len(log) for person in game.persons)
    assert all(person.has_each_once() for person in game.persons)

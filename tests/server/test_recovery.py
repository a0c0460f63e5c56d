"""A host that dies comes back as it was: kill -9, at every write there is."""

from __future__ import annotations

import errno
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.protocol.kept_games import reports_of
from tests.server.restarts import Killed, RestartedHost, ScriptedGame, started_on

from vendue_protocol.game_file import read_game_file
from vendue_protocol.host_messages import Intervened
from vendue_protocol.interventions import Authority, Intervention
from vendue_server import failpoints
from vendue_server.failpoints import Failpoint
from vendue_server.game import CLOCK_S, Game
from vendue_server.journal.store import FILE
from vendue_shared.phases.sealed_bids import Revealing


def kill() -> None:
    raise Killed


def stumble() -> None:
    raise RuntimeError("a failpoint")


def no_space() -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


HOWS = {"kill9": kill, "raise": stumble, "enospc": no_space}
WRITES = [
    ("journal-append", "kill9"), ("journal-append", "raise"),
    ("journal-append", "enospc"), ("journal-appended", "kill9"),
    ("journal-appended", "raise"),
]  # fmt: skip
"""No disk is full after a commit."""
FILES = [
    (f"{kind}-{when}", how)
    for kind in ("log", "record")
    for when, how in (
        ("write", "kill9"), ("write", "raise"), ("write", "enospc"),
        ("written", "kill9"), ("written", "raise"),
    )
] + [("file-written", "kill9"), ("file-written", "enospc")]  # fmt: skip
PRUNINGS = [(name.replace("append", "prune"), how) for name, how in WRITES]


@pytest.fixture(autouse=True)
def nothing_armed() -> Iterator[None]:
    yield
    failpoints.arm(None)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The log of the scripted game when nothing happens to its host."""
    game = ScriptedGame(tmp_path_factory.mktemp("undisturbed"))
    game.sit()
    return game.play()


def disturbed(
    folder: Path, name: str, n: int, fail: Callable[[], None], *, lossy: bool = False
) -> ScriptedGame:
    """The same game, with a failpoint armed once it has begun."""
    game = ScriptedGame(folder)
    game.is_lossy = lossy
    game.sit()
    game.begin()
    failpoints.arm(Failpoint(name, n, fail))
    return game


def test_a_game_goes_on_after_the_host_was_killed(
    tmp_path: Path, undisturbed: list[bytes]
) -> None:
    game = ScriptedGame(tmp_path)
    game.sit()
    for _ in range(60):
        game._step()

    game.restart()

    assert game.play() == undisturbed


@pytest.mark.parametrize("lossy", [False, True], ids=["heard", "lost"])
@pytest.mark.parametrize("n", [60, 298])
@pytest.mark.parametrize(("name", "how"), WRITES)
def test_a_write_that_fails_changes_nothing_in_the_log(
    tmp_path: Path, undisturbed: list[bytes], name: str, n: int, how: str, lossy: bool
) -> None:
    game = disturbed(tmp_path, name, n, HOWS[how], lossy=lossy)

    assert game.play() == undisturbed


@pytest.mark.soak
@pytest.mark.parametrize("lossy", [False, True], ids=["heard", "lost"])
@pytest.mark.parametrize(("name", "how"), WRITES)
def test_no_write_that_fails_changes_anything_in_the_log(
    tmp_path: Path, undisturbed: list[bytes], name: str, how: str, lossy: bool
) -> None:
    n = 0
    while failpoints.armed is None or failpoints.armed.has_failed:
        n += 1
        game = disturbed(tmp_path / str(n), name, n, HOWS[how], lossy=lossy)

        assert game.play() == undisturbed, n

    print(f"{name}, {how}: {n - 1} times")
    assert n > len(undisturbed) - 1


def check_files(folder: Path, undisturbed: list[bytes]) -> None:
    """The log and the record of the game are whole, and nothing lies beside them."""
    (log,) = folder.glob("games/*")
    file = read_game_file(log.read_bytes())
    (record,) = folder.glob("*.jsonl*")

    assert [event.e for event in file.events] == undisturbed
    assert reports_of(file)
    assert record.suffix == ".jsonl"


@pytest.mark.parametrize(("name", "how"), FILES)
def test_a_file_that_cannot_be_written_is_whole_in_the_end(
    tmp_path: Path, undisturbed: list[bytes], name: str, how: str
) -> None:
    game = disturbed(tmp_path, name, 1, HOWS[how])

    assert game.play() == undisturbed
    assert failpoints.armed is not None
    assert failpoints.armed.has_failed
    if not (how == "enospc" and name in {"record-write", "file-written"}):
        check_files(tmp_path, undisturbed)


@pytest.mark.soak
@pytest.mark.parametrize("how", ["kill9", "raise", "enospc"])
def test_no_write_of_a_log_that_fails_costs_anything(
    tmp_path: Path, undisturbed: list[bytes], how: str
) -> None:
    for name in ("log-write", "log-written"):
        n = 0
        while failpoints.armed is None or failpoints.armed.has_failed:
            n += 1
            folder = tmp_path / f"{name}{n}"
            game = disturbed(folder, name, n, HOWS[how])

            assert game.play() == undisturbed, n
            check_files(folder, undisturbed)
        failpoints.arm(None)
        print(f"{name}, {how}: {n - 1} times")


@pytest.mark.parametrize("n", range(1, 5))
@pytest.mark.parametrize(("name", "how"), [*WRITES, *PRUNINGS])
def test_a_set_up_that_is_interrupted_leads_to_a_game_all_the_same(
    tmp_path: Path, name: str, n: int, how: str
) -> None:
    game = ScriptedGame(tmp_path)
    failpoints.arm(Failpoint(name, n, HOWS[how]))
    game.sit()
    game.begin()
    for _ in range(10):
        game._try(game._step)

    assert game.host.table.course.game is not None
    assert all(person.follower.s for person in game.persons)
    seeds = [given_up.seed for given_up in game.persons[0].given_up]
    assert all(len(seed) == 32 for seed in seeds)


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[ScriptedGame]:
    """The scripted game, just begun."""
    game = ScriptedGame(tmp_path)
    game.sit()
    game.begin()
    game._follow()
    yield game
    game.host.close()


def until(game: ScriptedGame, is_so: Callable[[Game], bool]) -> Game:
    """Play until something is so; the game as the host has it."""
    while True:
        now = game.host.table.course.game
        assert now is not None, "the game ended before"
        if is_so(now):
            return now
        game._step()


def is_revealing(game: Game) -> bool:
    return isinstance(game.follower.position.phase, Revealing)


def game_at(host: RestartedHost) -> Game:
    game = host.table.course.game
    assert game is not None
    return game


def asks_a_person(game: Game) -> bool:
    return game.patience.persons[0] in game.follower.position.awaited


def test_a_host_killed_between_lock_and_reveals_opens_the_same_bids(
    begun: ScriptedGame, undisturbed: list[bytes]
) -> None:
    until(begun, is_revealing)

    begun.restart()

    assert is_revealing(until(begun, lambda _: True))
    assert begun.play() == undisturbed


def test_a_host_killed_after_each_reveal_opens_the_same_bids(
    begun: ScriptedGame, undisturbed: list[bytes]
) -> None:
    until(begun, is_revealing)
    begun.restart()
    begun._follow()
    for person in begun.persons:
        person.act()
        person.follow()
        begun.restart()

    assert begun.play() == undisturbed


def passes(game: ScriptedGame, seconds: int) -> None:
    """Let time pass, second by second, as the host's timekeeper does."""
    for _ in range(seconds):
        game.host.now += 1.0
        while game.host.tick():
            pass


def again(game: ScriptedGame) -> Game:
    """The same game at the host that was killed and started anew; nobody is back."""
    game.host.die()
    game.host.start()
    return until(game, lambda _: True)


def test_a_clock_goes_on_with_what_was_left(begun: ScriptedGame) -> None:
    until(begun, asks_a_person)
    passes(begun, 7)
    before = until(begun, asks_a_person).patience.clock.left_s(begun.host.now)

    after = again(begun).patience.clock.left_s(begun.host.now)

    assert before <= after <= before + CLOCK_S


def test_a_clock_has_ten_seconds_left_at_the_least(begun: ScriptedGame) -> None:
    game = until(begun, asks_a_person)
    passes(begun, int(game.patience.clock.left_s(begun.host.now)) - 1)

    assert again(begun).patience.clock.left_s(begun.host.now) == 10.0


def test_clocks_stand_for_thirty_seconds_after_a_restart(begun: ScriptedGame) -> None:
    until(begun, asks_a_person)
    game = again(begun)
    begun.persons[0].come_back()
    passes(begun, 29)
    stood = game.patience.clock.deadline

    passes(begun, 1)

    assert stood is None
    assert game.patience.stands_until is None


def test_clocks_go_on_as_soon_as_all_are_back(begun: ScriptedGame) -> None:
    until(begun, asks_a_person)
    game = again(begun)
    for person in begun.persons:
        person.come_back()

    assert game.patience.stands_until is None
    assert game.patience.clock.deadline is not None


def test_nobody_is_taken_over_right_after_a_restart(begun: ScriptedGame) -> None:
    until(begun, asks_a_person)
    begun.persons[1]._session.lost(begun.host.now)
    passes(begun, 119)

    game = again(begun)
    begun.persons[0].come_back()
    passes(begun, 29)

    assert game.follower.position.bots == [False, False, True]


def test_a_pause_outlives_the_host(begun: ScriptedGame) -> None:
    game = until(begun, asks_a_person)
    why = Intervened(
        what=Intervention.PAUSE, by=Authority.OWNER, seat=None, reason="tea"
    )
    game.stand_still(why, begun.host.now)
    begun.host.table.course.publish(game, begun.host.now)

    assert again(begun).pause == why


def test_a_journal_of_version_1_comes_to_the_same_end(tmp_path: Path) -> None:
    journals = Path(__file__).parent / "journals"
    directory = tmp_path / "left"
    directory.mkdir()
    shutil.copy(journals / "version-1.sqlite", directory / FILE)

    host = started_on(directory)
    heads = [head.hex() for head in game_at(host).follower.heads]
    host.close()

    assert heads == (journals / "version-1.heads").read_text("ascii").split()

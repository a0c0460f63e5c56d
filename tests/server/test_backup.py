"""A copy of a running host's directory: a host started with it plays on."""

from __future__ import annotations

import random
import stat
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.server.game_by_hand import HOST_KEY, HOST_SECRET
from tests.server.killed_hosts import HostToKill, persons_at, play_and_kill, play_on
from tests.server.restarts import ScriptedGame, started_on

from vendue_client.commands.admin import admin
from vendue_server.backup import back_up
from vendue_server.certificate import certificate_file
from vendue_server.data_directory import KEY_FILE, host_key
from vendue_server.game import Game
from vendue_server.refusal import StorageFailed


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[ScriptedGame]:
    """A host in this process, with a game on; nothing was checkpointed."""
    game = ScriptedGame(tmp_path / "host")
    game.sit()
    game.begin()
    for _ in range(40):
        game._step()
    (game.host.directory / KEY_FILE).write_bytes(HOST_SECRET)
    certificate_file(game.host.directory)
    yield game
    game.host.close()


def game_of(begun: ScriptedGame) -> Game:
    game = begun.host.table.course.game
    assert game is not None
    return game


def test_a_copy_has_the_game_as_it_was_at_one_instant(
    begun: ScriptedGame, tmp_path: Path
) -> None:
    before = game_of(begun).follower.head
    host = begun.host

    back_up(host.directory, host.journal, tmp_path / "copy")
    for _ in range(10):
        begun._step()

    assert game_of(begun).follower.head != before
    restored = started_on(tmp_path / "copy")
    game = restored.table.course.game
    restored.close()
    assert game is not None
    assert game.follower.head == before


def test_a_copy_is_for_its_owner_alone(begun: ScriptedGame, tmp_path: Path) -> None:
    host, folder = begun.host, tmp_path / "copy"
    (host.directory / "games").mkdir(mode=0o700)

    back_up(host.directory, host.journal, folder)

    paths = (folder, *folder.iterdir())
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in paths}
    assert modes == {
        "copy": 0o700, "games": 0o700, "host.key": 0o600, "host.pem": 0o600,
        "journal.sqlite": 0o600,
    }  # fmt: skip
    assert host_key(folder).public == HOST_KEY.public


def test_nothing_that_is_there_is_written_over(
    begun: ScriptedGame, tmp_path: Path
) -> None:
    (tmp_path / "copy").mkdir()
    host = begun.host

    with pytest.raises(StorageFailed, match="copy: File exists"):
        back_up(host.directory, host.journal, tmp_path / "copy")

    assert list((tmp_path / "copy").iterdir()) == []


def test_what_cannot_be_whole_is_not_there_at_all(
    begun: ScriptedGame, tmp_path: Path
) -> None:
    host = begun.host
    (host.directory / KEY_FILE).unlink()
    before = set(tmp_path.iterdir())

    with pytest.raises(StorageFailed, match="No such file"):
        back_up(host.directory, host.journal, tmp_path / "copy")

    assert set(tmp_path.iterdir()) == before


def test_a_host_started_from_a_copy_plays_on(tmp_path: Path) -> None:
    # Two processes are started; each takes a third of a second.
    host = HostToKill(tmp_path / "data")
    with ExitStack() as lines:
        persons = persons_at(host, 2)
        for person in persons:
            lines.enter_context(closing(person))
        lines.callback(host.kill)
        play_and_kill(host, persons, 0, random.Random(1), until_event=20)
        began = persons[0].follower.game
        copy = str(tmp_path / "copy")
        flags = ["--data", str(tmp_path / "data"), "backup", copy]
        told = CliRunner().invoke(admin, flags)
        again = CliRunner().invoke(admin, flags)
        host.kill()

        restored = HostToKill(tmp_path / "copy")
        lines.callback(restored.kill)
        for person in persons:
            person.move_to(restored)
            person.come_back()
        play_on(persons, games=1)

    assert (told.exit_code, told.output) == (0, "done.\n")
    assert again.exit_code != 0
    assert persons[0].logs[0].game == began
    assert persons[0].logs[0].head == persons[1].logs[0].head

"""A real host, killed again and again at random instants of its games."""

from __future__ import annotations

import random
import signal
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from tests.protocol.kept_games import reports_of
from tests.server.killed_hosts import HostToKill, persons_at, play_and_kill, play_on

from vendue_protocol.game_file import read_game_file


def check_kills(folder: Path, kills: int, *flags: str) -> None:
    """Play, kill, and look at every log there is."""
    host = HostToKill(folder, *flags)
    with ExitStack() as lines:
        persons = persons_at(host, 2)
        for person in persons:
            lines.enter_context(closing(person))
        try:
            play_and_kill(host, persons, kills, random.Random(kills))
        finally:
            host.kill()

    heads = [[log.head for log in person.logs] for person in persons]
    assert heads[0] == heads[1]
    moves = 0
    for log in persons[0].logs:
        path = folder / "games" / f"{log.game.hex()}.vendue"
        file = read_game_file(path.read_bytes())
        assert file.end.h == log.head
        assert reports_of(file)
        moves += log.s
    print(f"{kills} kills, {len(heads[0])} games, {moves} events")


def test_a_host_that_is_killed_loses_no_move(tmp_path: Path) -> None:
    # Three processes are started; each takes a third of a second.
    check_kills(tmp_path, 2)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_host_told_to_stop_in_a_game_ends_well_and_goes_on_with_it(
    tmp_path: Path, number: signal.Signals
) -> None:
    host = HostToKill(tmp_path)
    with ExitStack() as lines:
        persons = persons_at(host, 2)
        for person in persons:
            lines.enter_context(closing(person))
        lines.callback(host.kill)
        play_and_kill(host, persons, 0, random.Random(1), until_event=20)
        began = persons[0].follower.game

        assert host.end(number) == 0
        assert not (tmp_path / "journal.sqlite-wal").exists()
        host.start()
        for person in persons:
            person.come_back()
        play_on(persons, games=1)

    assert [log.game for log in persons[0].logs] == [began]
    assert persons[0].logs[0].head == persons[1].logs[0].head


@pytest.mark.soak
@pytest.mark.parametrize("fsync", ["full", "normal"])
def test_a_host_that_is_killed_100_times_loses_no_move(
    tmp_path: Path, fsync: str
) -> None:
    check_kills(tmp_path, 100, "--fsync", fsync)

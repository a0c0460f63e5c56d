"""The logs that a host keeps: written when a game is closed, and never in the way."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from tests.protocol.kept_games import finished, reports_of

from vendue_protocol.codec import decode_event
from vendue_protocol.game_file import read_game_file
from vendue_protocol.host_messages import Held, Logged
from vendue_protocol.log_frames import HOST_READER, How
from vendue_protocol.proved_game import ALL, ProvedGame
from vendue_server.game_log import GameLog
from vendue_server.log_files import LogFile, LogFiles


class Host:
    """A host's log of a game, and its file."""

    def __init__(self, folder: Path | None, game: ProvedGame) -> None:
        self.game = game
        self.log = GameLog(game._agreed.host_key)
        self.file: LogFile = LogFiles(folder).open(self.log, game._agreed.given_up)
        self.path = (folder or Path()) / f"{game.host.game.hex()}.vendue"

    def play(self) -> None:
        """Everything."""
        for audience, kept in self.game._kept:
            if audience == ALL and isinstance(kept, Logged):
                self.log.append(decode_event(kept.e))
                self.log.sign()
            elif isinstance(kept, Held):
                self.log.follower.take_hold(kept.s, kept.who, kept.hold)


def test_the_hosts_file_verifies_and_shows_no_hand(tmp_path: Path) -> None:
    host = Host(tmp_path / "games", finished(1))
    host.play()
    host.file.finish()

    file = read_game_file(host.path.read_bytes())

    assert file.header.reader == HOST_READER
    assert file.dealt == ()
    assert reports_of(file)
    assert len(file.holds) == len(host.log.follower.holds)


def test_one_that_is_written_while_the_game_goes_on_is_whole_and_open(
    tmp_path: Path,
) -> None:
    host = Host(tmp_path, finished(1))
    first = host.game._kept[0][1]
    assert isinstance(first, Logged)
    host.log.append(decode_event(first.e))
    host.file.finish()

    assert read_game_file(host.path.read_bytes()).end.how is How.OPEN


def test_holds_that_come_after_the_end_are_written_too(tmp_path: Path) -> None:
    host = Host(tmp_path, finished(1))
    host.play()
    held = host.log.follower.holds
    late = dict(list(held.items())[-2:])
    for key in late:
        del held[key]
    host.file.finish()
    held.update(late)
    before = len(read_game_file(host.path.read_bytes()).holds)
    host.file.finish()

    after = read_game_file(host.path.read_bytes())

    assert len(after.holds) == before + len(late)
    assert after.end.how is How.FINISHED


def test_set_ups_given_up_stand_in_it(tmp_path: Path) -> None:
    host = Host(tmp_path, finished(4, given_up=2))
    host.play()
    host.file.finish()

    assert len(read_game_file(host.path.read_bytes()).given_up) == 2


def test_a_full_disk_is_said_once_and_made_good_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = Host(tmp_path, finished(1))

    def full(*_arguments: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched, capture_logs() as said:
        patched.setattr(os, "pwrite", full)
        host.play()
        host.file.finish()
        host.file.finish()
    host.file.finish()

    assert [line["event"] for line in said] == ["log file not written"]
    assert reports_of(read_game_file(host.path.read_bytes()))


def test_a_host_without_a_folder_keeps_nothing() -> None:
    host = Host(None, finished(1))
    host.play()
    host.file.finish()

    assert not host.path.exists()

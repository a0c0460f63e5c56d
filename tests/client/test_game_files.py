"""The logs that a client keeps: always whole, private, and never in the way."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest
from tests.protocol.kept_games import begin, finished, reports_of

from vendue_client.game_files import KEPT_FILES, GameFiles
from vendue_protocol.follower import Follower
from vendue_protocol.game_file import read_game_file
from vendue_protocol.host_messages import (
    Commitments,
    Dealt,
    GivenUp,
    Held,
    Logged,
    Proposal,
)
from vendue_protocol.log_frames import SPECTATOR, How, Kept
from vendue_protocol.proved_game import ALL, ProvedGame
from vendue_shared.events import Ending
from vendue_shared.seats import Seat

FIRST = Seat(0)


class Sitting:
    """A client that keeps what it is told of games."""

    def __init__(self, folder: Path) -> None:
        self.warnings: list[str] = []
        self.files = GameFiles(folder, self.warnings.append)
        self.follower = Follower()

    def follow(self, game: ProvedGame, seat: Seat | None = FIRST) -> None:
        """Be told all that a seat is told of a game."""
        self.follower = Follower()
        for audience, kept in game._kept:
            if audience in (ALL, seat):
                self.take(kept, seat)

    def take(self, kept: Kept, seat: Seat | None) -> None:
        match kept:
            case Logged():
                step = self.follower.receive(kept.s, kept.e)
                self.files.event(step, self.follower.head, seat)
            case Held():
                self.files.held(kept)
            case Dealt():
                self.files.dealt(kept)


@pytest.fixture
def sitting(tmp_path: Path) -> Sitting:
    return Sitting(tmp_path / "games")


def only_file(sitting: Sitting) -> Path:
    path = sitting.files.path
    assert path is not None
    return path


def test_what_a_seat_is_told_is_kept_byte_for_byte(sitting: Sitting) -> None:
    game = finished(1)

    sitting.follow(game)

    assert only_file(sitting).read_bytes() == game.file_of(0)
    assert only_file(sitting).name == f"{game.host.game.hex()}.vendue"


def test_a_spectators_file_verifies(sitting: Sitting) -> None:
    sitting.follow(finished(1), None)

    file = read_game_file(only_file(sitting).read_bytes())

    assert file.header.reader == SPECTATOR
    assert reports_of(file)


def test_the_file_is_whole_after_each_message(sitting: Sitting) -> None:
    game = begin(1)
    game.end(Ending.OWNER)
    for audience, kept in game._kept:
        if audience in (ALL, 0):
            sitting.take(kept, Seat(0))

            assert reports_of(read_game_file(only_file(sitting).read_bytes()))


def test_the_file_is_its_owners_alone(sitting: Sitting) -> None:
    sitting.follow(begin(1))

    assert stat.S_IMODE(only_file(sitting).stat().st_mode) == 0o600
    assert stat.S_IMODE(only_file(sitting).parent.stat().st_mode) == 0o700


def test_leaving_in_mid_game_leaves_a_log_that_is_open(sitting: Sitting) -> None:
    sitting.follow(begin(1))
    path = only_file(sitting)

    sitting.files.close()

    assert read_game_file(path.read_bytes()).end.how is How.OPEN
    assert sitting.files.path is None


def test_holds_that_come_after_the_end_are_kept(sitting: Sitting) -> None:
    game = finished(1)
    sitting.follow(game)
    size = len(read_game_file(only_file(sitting).read_bytes()).holds)

    sitting.files.held(Held(s=game.host.s, who=0, hold=bytes(64)))

    file = read_game_file(only_file(sitting).read_bytes())
    assert len(file.holds) == size + 1
    assert file.end.how is How.FINISHED


def test_what_a_host_sends_again_after_a_return_is_kept_once(
    sitting: Sitting,
) -> None:
    game = finished(1)
    sitting.follow(game)

    for audience, kept in game._kept:
        if audience in (ALL, 0) and not isinstance(kept, Logged):
            sitting.take(kept, Seat(0))

    assert only_file(sitting).read_bytes() == game.file_of(0)


def test_a_second_log_of_one_game_never_replaces_the_first(tmp_path: Path) -> None:
    game = begin(1)
    for seat in (0, 1, 2):
        Sitting(tmp_path).follow(game, Seat(seat))

    name = game.host.game.hex()
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"{name}-2.vendue",
        f"{name}-3.vendue",
        f"{name}.vendue",
    ]


def test_set_ups_given_up_stand_in_the_next_games_file(sitting: Sitting) -> None:
    game = finished(4, given_up=2)
    for earlier in game._agreed.given_up:
        proposal = Proposal(terms=earlier.terms, hs=earlier.hs, attempt=earlier.attempt)
        sitting.files.proposed(proposal)
        sitting.files.proposed(proposal)
        sitting.files.committed(Commitments(game=earlier.terms.game, ks=earlier.ks))
        sitting.files.given_up(
            GivenUp(game=earlier.terms.game, missing=earlier.missing, seed=earlier.seed)
        )

    sitting.follow(game)

    assert only_file(sitting).read_bytes() == game.file_of(0)


def test_set_ups_of_another_table_do_not(sitting: Sitting) -> None:
    earlier = finished(4, given_up=2)._agreed.given_up[0]
    sitting.files.proposed(Proposal(terms=earlier.terms, hs=earlier.hs, attempt=1))
    sitting.files.given_up(GivenUp(game=earlier.terms.game, missing=(), seed=b""))
    sitting.files.seated()

    sitting.follow(begin(1))

    assert read_game_file(only_file(sitting).read_bytes()).given_up == ()


def test_the_set_up_of_the_game_itself_is_none_that_was_given_up(
    sitting: Sitting,
) -> None:
    game = begin(1)
    proposal = Proposal(terms=game.host.terms, hs=game.deal.hs, attempt=1)
    sitting.files.proposed(proposal)

    sitting.follow(game)

    assert read_game_file(only_file(sitting).read_bytes()).given_up == ()


def test_an_event_that_was_refused_is_kept_as_evidence(sitting: Sitting) -> None:
    game = begin(1)
    sitting.follow(game)

    sitting.files.evidence(Logged(s=1, e=b"another first event"))

    file = read_game_file(only_file(sitting).read_bytes())
    assert [logged.s for logged in file.events] == [1, 1]
    assert file.end.s == 1


def test_the_newest_files_are_kept(tmp_path: Path) -> None:
    for number in range(KEPT_FILES + 5):
        path = tmp_path / f"{number}.vendue"
        path.touch()
        os.utime(path, (number, number))
    (tmp_path / "letter.txt").touch()

    Sitting(tmp_path).follow(begin(1))

    left = {path.name for path in tmp_path.iterdir()}
    assert len(left) == KEPT_FILES + 1
    assert "letter.txt" in left
    assert "5.vendue" not in left
    assert "6.vendue" in left


def test_a_full_disk_is_told_once_and_made_good_when_there_is_room(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begin(1)
    game.end(Ending.OWNER)

    def full(*_arguments: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    told = [kept for audience, kept in game._kept if audience in (ALL, 0)]
    with monkeypatch.context() as patched:
        patched.setattr(os, "pwrite", full)
        for kept in told[:-1]:
            sitting.take(kept, Seat(0))
    sitting.take(told[-1], Seat(0))

    (warning,) = sitting.warnings
    assert "No space left on device" in warning
    assert only_file(sitting).read_bytes() == game.file_of(0)


def test_a_folder_that_cannot_be_made_costs_the_log_alone(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("a file in the way")
    sitting = Sitting(tmp_path / "games")

    sitting.follow(begin(1))

    assert len(sitting.warnings) == 1
    assert sitting.files.path is None
    sitting.files.close()

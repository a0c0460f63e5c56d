"""A sitting on disk: private, locked, whole up to where a crash has cut it."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

import pytest

from vendue_client.exits import Exit, Stop
from vendue_client.remembering import Sitting
from vendue_client.restoring import remembered
from vendue_client.sitting_file import InUse, SittingFile
from vendue_client.sitting_notes import (
    Agreed,
    AnyNote,
    BadSitting,
    Left,
    NotDone,
    Opened,
    Over,
    Placed,
    Revealing,
    SatDown,
    Sending,
    Shared,
    line_of,
    read_notes,
)
from vendue_client.sittings import KEPT_S, kept_sittings
from vendue_shared.moves import Bid, Reveal, Seal
from vendue_shared.options import Options
from vendue_shared.seats import Seat

from .lobby_at_home import GAME, lobby_of, terms_of

SECRET = b"\x5a" * 32
OPENED = Opened(secret=SECRET, address="192.0.2.5:17092", is_own_host=False)
SAT = SatDown(host_key=b"\x07" * 32, table=1, name="Ada")
AGREED = Agreed(
    terms=terms_of(lobby_of(4, Seat(0), Options(), 0)),
    hs=b"\x01" * 32,
    attempt=1,
    seat=0,
    entropy=b"\x02" * 32,
    secret=b"\x03" * 32,
)
NOTES: tuple[AnyNote, ...] = (
    OPENED,
    SAT,
    Placed(chair=2),
    AGREED,
    Shared(game=GAME, ks=(b"\x04" * 32,) * 4),
    Sending(game=GAME, s=1, n=1, move=Bid(auction=1, amount=7)),
    NotDone(),
    Sending(game=GAME, s=2, n=1, move=Seal(auction=1, commitment=b"\x05" * 32)),
    Revealing(game=GAME, auction=1, head=b"\x06" * 32),
    Sending(
        game=GAME, s=3, n=2,
        move=Reveal(auction=1, bid=7, nonce=b"\x08" * 32, hold=b"\x09" * 64),
    ),
    Over(game=GAME),
    Left(),
)  # fmt: skip
WHOLE = b"".join(map(line_of, NOTES))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "sittings"


def left_behind(folder: Path, *notes: AnyNote) -> Path:
    """A file that a client which was killed has left."""
    file = SittingFile.create(folder)
    for note in notes:
        file.note(note)
    os.close(file._descriptor)
    return file.path


def found(folder: Path) -> tuple[list[Path], list[str]]:
    """The sittings that are offered, and what is said of others."""
    warnings: list[str] = []
    kept = list(kept_sittings(warnings.append, folder))
    for one in kept:
        os.close(one.file._descriptor)
    return [one.file.path for one in kept], warnings


def test_every_note_is_read_as_it_was_written() -> None:
    assert read_notes(WHOLE) == (list(NOTES), len(WHOLE))


def test_a_file_cut_at_any_byte_keeps_all_whole_notes() -> None:
    first = len(line_of(OPENED))

    for size in range(first, len(WHOLE)):
        notes, place = read_notes(WHOLE[:size])
        assert notes == list(NOTES[: len(notes)])
        assert WHOLE[place:size].count(b"\n") == 0


def test_a_note_changed_at_any_byte_is_said_in_words_or_cut_off() -> None:
    for place in range(len(WHOLE)):
        data = bytearray(WHOLE)
        data[place] ^= 0x01
        with suppress(BadSitting):
            notes, _ = read_notes(bytes(data))
            assert notes == list(NOTES[: len(notes)])


@pytest.mark.parametrize("data", [b"", b"\n", b"\xff" * 50, b"SQLite format 3\x00\n"])
def test_what_is_no_sitting_is_said_in_words(data: bytes) -> None:
    with pytest.raises(BadSitting):
        read_notes(data)


def test_no_secret_shows_in_what_a_note_prints() -> None:
    assert {repr(note) for note in NOTES} == {f"{type(n).__name__}(...)" for n in NOTES}


def test_the_file_is_for_its_owner_alone(folder: Path) -> None:
    path = left_behind(folder, OPENED)

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_what_must_outlive_the_power_is_synced_and_moves_are_not(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = SittingFile.create(folder)
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)

    for note in NOTES:
        file.note(note)

    assert len(synced) == 5
    file.delete()


def test_a_client_that_is_attached_keeps_others_out(folder: Path) -> None:
    file = SittingFile.create(folder)
    file.note(OPENED)

    with pytest.raises(InUse):
        SittingFile.open(file.path)

    file.close()
    again = SittingFile.open(file.path)
    assert again.notes == [OPENED]
    again.delete()


def test_what_a_crash_has_cut_is_cut_off_before_more_is_written(folder: Path) -> None:
    path = left_behind(folder, OPENED, SAT)
    with path.open("ab") as file:
        file.write(line_of(AGREED)[:-9])

    again = SittingFile.open(path)
    again.note(Placed(chair=1))
    again.close()

    assert read_notes(path.read_bytes())[0] == [OPENED, SAT, Placed(chair=1)]


def test_a_full_disk_stops_the_client_before_anything_leaves(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = SittingFile.create(folder)
    file.note(OPENED)
    whole_write = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: whole_write(fd, data[:5]))

    with pytest.raises(Stop) as caught:
        file.note(AGREED)

    assert caught.value.code is Exit.DATA
    assert os.strerror(errno.ENOSPC) in caught.value.sentence
    assert read_notes(file.path.read_bytes())[0] == [OPENED]
    file.delete()


def test_only_sittings_whose_game_was_not_seen_to_end_are_offered(
    folder: Path,
) -> None:
    unfinished = left_behind(folder, *NOTES[:6])
    over = left_behind(folder, *NOTES[:11])
    left = left_behind(folder, OPENED, SAT, AGREED, Left())
    lobby = left_behind(folder, OPENED, SAT)

    assert found(folder) == ([unfinished], [])
    assert not any(path.exists() for path in (over, left, lobby))


def test_sittings_in_use_are_not_offered(folder: Path) -> None:
    file = SittingFile.create(folder)
    for note in NOTES[:6]:
        file.note(note)

    assert found(folder) == ([], [])
    assert file.path.exists()
    file.delete()


def test_a_sitting_of_last_winter_is_deleted(folder: Path) -> None:
    path = left_behind(folder, *NOTES[:6])
    then = path.stat().st_mtime - KEPT_S - 1
    os.utime(path, (then, then))

    assert found(folder) == ([], [])
    assert not path.exists()


def test_a_damaged_sitting_is_named_and_left_where_it_is(folder: Path) -> None:
    path = left_behind(folder, *NOTES[:6])
    data = bytearray(path.read_bytes())
    data[len(line_of(OPENED)) + 20] ^= 0x01
    path.write_bytes(data)

    offered, warnings = found(folder)

    assert (offered, len(warnings)) == ([], 1)
    assert str(path) in warnings[0]
    assert "damaged at line 2" in warnings[0]
    assert path.exists()


def test_a_link_in_the_place_of_a_sitting_is_not_followed(
    folder: Path, tmp_path: Path
) -> None:
    elsewhere = left_behind(tmp_path / "elsewhere", *NOTES[:6])
    folder.mkdir()
    (folder / "link.sitting").symlink_to(elsewhere)

    offered, warnings = found(folder)

    assert (offered, len(warnings)) == ([], 1)
    assert elsewhere.exists()


def test_notes_add_up_to_what_is_still_to_be_known() -> None:
    notes = remembered(NOTES[:10])

    assert (notes.sat, notes.chair, notes.agreed) == (SAT, 2, AGREED)
    assert [note.n for note in notes.moves] == [1, 2]
    assert notes.revealed == {(GAME, 1): b"\x06" * 32}


def test_who_only_watches_leaves_no_file(folder: Path) -> None:
    sitting = Sitting(SECRET, is_own_host=False, folder=folder)

    sitting.note(Over(game=GAME))
    sitting.close(goes_on=True)

    assert not folder.exists()


@pytest.mark.parametrize("goes_on", [True, False])
def test_a_sitting_stays_only_while_its_game_goes_on(
    folder: Path, *, goes_on: bool
) -> None:
    sitting = Sitting(SECRET, is_own_host=False, folder=folder)
    sitting.address = "192.0.2.5:17092"
    for note in NOTES[1:6]:
        sitting.note(note)

    sitting.close(goes_on=goes_on)

    assert len(list(folder.iterdir())) == goes_on

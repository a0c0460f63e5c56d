"""The log of a game as a file: what is written, what is read, what is refused."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from itertools import count

import pytest

from vendue_protocol.codec import encode
from vendue_protocol.game_file import (
    BadFile,
    WrongChecksum,
    read_game_file,
)
from vendue_protocol.game_file_writing import FileFull, GameFileWriter
from vendue_protocol.host_messages import Dealt, Held, Logged
from vendue_protocol.log_frames import (
    LARGEST_FILE,
    MOST_FRAMES,
    SPECTATOR,
    How,
    LogEnd,
    LogHeader,
)
from vendue_protocol.message import Ping

from .kept_games import finished

GAME = bytes(range(16))
HEAD = bytes(range(32))
HOLD = bytes(64)


def writer_of(reader: int = 1) -> GameFileWriter:
    return GameFileWriter(LogHeader(game=GAME, reader=reader, program="0.1.0"))


def small_file() -> bytes:
    writer = writer_of()
    writer.event(Logged(s=1, e=b"first"), HEAD)
    writer.put(Held(s=1, who=255, hold=HOLD))
    return writer.patch()[1]


def sealed(body: bytes) -> bytes:
    """Bytes with the checksum that fits them."""
    return body + hashlib.sha256(body).digest()


def fill(writer: GameFileWriter, size: int) -> None:
    """Put events of a size until no more is taken."""
    with suppress(FileFull):
        for s in count(1):
            writer.event(Logged(s=s, e=bytes(size)), HEAD)


def trailer(how: How = How.OPEN) -> bytes:
    return encode(LogEnd(s=0, h=HEAD, how=how))


def header(**more: object) -> bytes:
    return encode(LogHeader(game=GAME, reader=1, program="0.1.0", **more))  # type: ignore[arg-type]  # what a file may say


def why(data: bytes) -> BadFile:
    with pytest.raises(BadFile) as caught:
        read_game_file(data)
    return caught.value


# What is written.


def test_the_smallest_file_is_these_bytes_exactly() -> None:
    writer = GameFileWriter(LogHeader(game=bytes(16), reader=254, program="0.1.0"))

    offset, data = writer.patch()

    body = (
        "0000004f86a174aa76656e6475652d6c6f67a776657273696f6e01a467616d65c410"
        + "00" * 16
        + "a6726561646572ccfea870726f746f636f6c01a770726f6772616da5302e312e30"
        + "0000003784a174a3656e64a17300a168c420"
        + "00" * 32
        + "a3686f77a46f70656e"
    )
    assert offset == 0
    assert data == sealed(bytes.fromhex(body))


def test_what_is_put_is_read_back_in_its_order() -> None:
    writer = writer_of()
    logged = [Logged(s=1, e=b"first"), Logged(s=2, e=b"second")]
    held, dealt = Held(s=1, who=255, hold=HOLD), Dealt(s=1, cards=())
    writer.event(logged[0], bytes(32))
    writer.put(held)
    writer.put(dealt)
    writer.event(logged[1], HEAD, How.OWNER)

    file = read_game_file(writer.patch()[1])

    assert file.header == LogHeader(game=GAME, reader=1, program="0.1.0")
    assert file.events == tuple(logged)
    assert file.holds == (held,)
    assert file.dealt == (dealt,)
    assert file.end == LogEnd(s=2, h=HEAD, how=How.OWNER)


def test_a_file_is_whole_after_each_patch() -> None:
    writer, disk = writer_of(), bytearray()
    for s in range(1, 6):
        writer.event(Logged(s=s, e=b"x" * s), HEAD)
        offset, data = writer.patch()
        disk[offset:] = data
        writer.wrote()

        assert [logged.s for logged in read_game_file(bytes(disk)).events] == list(
            range(1, s + 1)
        )


def test_a_patch_that_was_not_written_comes_again_with_what_follows() -> None:
    writer = writer_of()
    writer.patch()
    writer.event(Logged(s=1, e=b"first"), HEAD)

    offset, data = writer.patch()

    assert offset == 0
    assert read_game_file(data).end.s == 1


def test_a_writer_takes_no_more_than_a_reader_does() -> None:
    writer = writer_of()
    fill(writer, 16000)

    data = writer.patch()[1]

    assert len(data) <= LARGEST_FILE
    assert read_game_file(data).end.s == len(read_game_file(data).events)


def test_a_writer_that_is_full_takes_nothing_shorter_later() -> None:
    writer = writer_of()
    fill(writer, 16000)

    with pytest.raises(FileFull):
        writer.put(Logged(s=1, e=b"short"))


def test_a_writer_counts_its_frames() -> None:
    writer = writer_of()
    fill(writer, 1)

    assert read_game_file(writer.patch()[1]).frames == MOST_FRAMES


# What is refused.


def test_an_empty_file_is_said_to_be_empty() -> None:
    assert str(why(b"")) == "byte 0: the file is empty"


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"PK\x03\x04" + bytes(60), id="an archive"),
        pytest.param(b'{"record": "vendue/1", "game": "00"}\n', id="a record"),
        pytest.param(bytes(100), id="zeros"),
        pytest.param(b"\xff" * 100, id="ones"),
        pytest.param(encode(Ping()), id="another message"),
        pytest.param(b"hello, hello", id="a short text"),
    ],
)
def test_a_foreign_file_is_no_log(data: bytes) -> None:
    assert why(data).reason == "this is not the log of a game of Vendue"


def test_a_newer_version_is_named_before_anything_else_is_read() -> None:
    data = bytearray(small_file())
    data[data.index(b"version") + len(b"version")] = 2
    del data[60:]

    assert why(bytes(data)).reason == (
        "the log has version 2, this program reads 1: it was written by a newer Vendue"
    )


@pytest.mark.parametrize("protocol", [0, 2])
def test_a_game_of_another_protocol_is_refused(protocol: int) -> None:
    data = sealed(header(protocol=protocol) + trailer())

    reason = f"a game of protocol {protocol}; this program knows 1 to 1"
    assert why(data).reason == reason


def test_version_0_is_refused() -> None:
    data = bytearray(small_file())
    data[data.index(b"version") + len(b"version")] = 0

    assert why(bytes(data)).offset == 0


def test_a_file_cut_anywhere_says_where_it_ends() -> None:
    data = small_file()
    for size in range(1, len(data)):
        reason = why(data[:size]).reason

        assert f"it ends at byte {size}," in reason


def test_a_cut_file_says_which_event_came_last() -> None:
    data = small_file()
    cut = data.index(b"held")

    assert "after event 1" in why(data[:cut]).reason


def test_a_file_without_trailer_says_so() -> None:
    assert "before its trailer, after no event" in why(header()).reason


def test_a_file_that_is_too_large_is_refused_unread() -> None:
    failure = why(small_file() + bytes(LARGEST_FILE))

    assert failure.offset == LARGEST_FILE
    assert "at most 4194304 bytes" in failure.reason


def test_what_follows_the_checksum_is_refused() -> None:
    failure = why(small_file() + b"more")

    assert failure.offset == len(small_file())
    assert "4 bytes follow the checksum" in failure.reason


def test_a_wrong_checksum_tells_both() -> None:
    data = bytearray(small_file())
    data[-1] ^= 1

    with pytest.raises(WrongChecksum) as caught:
        read_game_file(bytes(data))

    assert caught.value.found == bytes(data[-32:])
    assert caught.value.expected == hashlib.sha256(data[:-32]).digest()


def test_too_many_frames_are_refused() -> None:
    body = header() + encode(Logged(s=1, e=b"")) * MOST_FRAMES + trailer()

    assert why(sealed(body)).reason == f"more than {MOST_FRAMES} frames"


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        pytest.param(bytes(4), "a frame of 0 bytes", id="no length"),
        pytest.param(
            b"\x00\x00\x40\x01" + bytes(0x4001), "16385 bytes", id="a long one"
        ),
        pytest.param(b"\xff\xff\xff\xff", "4294967295 bytes", id="a huge one"),
        pytest.param(b"\x00\x00\x00\x01\x90", "not a map", id="no map"),
        pytest.param(header(), "a LogHeader where none may be", id="a second header"),
        pytest.param(encode(Ping()), "unknown 't'", id="another message"),
        pytest.param(
            b"\x00\x00\x00\x11\x83\xa1t\xa5event\xa1s\xcc\x01\xa1e\xc4\x00",
            "canonical",
            id="a long integer",
        ),
    ],
)
def test_a_frame_that_may_not_be_there_is_told_with_its_byte(
    frame: bytes, reason: str
) -> None:
    failure = why(sealed(header() + frame + trailer()))

    assert failure.offset == len(header())
    assert reason in failure.reason


def test_a_set_up_given_up_stands_before_the_events() -> None:
    file = read_game_file(finished(4, given_up=1).file_of(0))
    late = encode(file.given_up[0])

    data = sealed(header() + encode(Logged(s=1, e=b"")) + late + trailer())

    assert why(data).reason == "a GaveUp where none may be"


def test_a_file_without_a_header_is_refused() -> None:
    body = trailer()

    assert why(sealed(body)).reason == "this is not the log of a game of Vendue"


# What whole games leave.


def test_the_file_of_a_seat_has_its_deals_and_nobody_elses() -> None:
    game = finished(1)

    mine, theirs, host, spectator = (
        read_game_file(game.file_of(reader)) for reader in (0, 1, 255, SPECTATOR)
    )

    assert len(mine.dealt) == len(theirs.dealt) == 4
    assert mine.dealt != theirs.dealt
    assert host.dealt == spectator.dealt == ()
    assert mine.events == theirs.events == host.events == spectator.events


def test_a_repr_shows_no_slot_of_a_painting() -> None:
    file = read_game_file(finished(1).file_of(0))

    slot = file.dealt[0].cards[0].slot

    assert repr(slot) not in repr(file)


def test_a_game_of_five_takes_less_than_a_part_in_32_of_the_largest_file() -> None:
    size = len(finished(2, 5).file_of(0))

    assert size < LARGEST_FILE / 32

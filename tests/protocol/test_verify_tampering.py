"""Whatever is changed in a finished log, the log no longer verifies.

Whoever tampers makes checksum and trailer fit again, so that the inner steps must
notice it.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence

import pytest

from vendue_protocol.game_file import BadFile, GameFile
from vendue_protocol.host_messages import Logged
from vendue_protocol.verify.reports import NotSound, VerifyStep
from vendue_protocol.verifying import read_whole, verify_file

from .kept_games import failure_of, file_of, finished, renumbered, tampered

SAMPLE = 60
"""How many bytes, or events, of the log the normal run changes."""


MANY = 40
"""In how many parts a whole log is gone through."""

PARTS = pytest.mark.parametrize("part", range(MANY))


@pytest.fixture(scope="module")
def file() -> GameFile:
    """The log that seat 0 kept of a game of three."""
    return file_of(finished(1))


@pytest.fixture(scope="module")
def data() -> bytes:
    return finished(1).file_of(0)


def refuses(data: bytes) -> bool:
    """Whether a file is unreadable, or fails a step that it names."""
    try:
        for _report in verify_file(read_whole(data)):
            pass
    except BadFile as error:
        return bool(error.reason)
    except NotSound as failure:
        return failure.step in VerifyStep
    return False


def sampled(things: Sequence[int], luck: int) -> list[int]:
    return sorted(random.Random(luck).sample(things, min(SAMPLE, len(things))))


def flipped(data: bytes, at: int, bit: int) -> bytes:
    changed = bytearray(data)
    changed[at] ^= 1 << bit
    return bytes(changed)


# Bytes.


def sound_with_flip(data: bytes, places: Sequence[int]) -> list[int]:
    """The bytes that may be flipped unnoticed; there should be none."""
    return [at for at in places if not refuses(flipped(data, at, at % 8))]


def test_no_byte_of_a_log_can_be_flipped(data: bytes) -> None:
    assert sound_with_flip(data, sampled(range(len(data)), 1)) == []


@pytest.mark.soak
@PARTS
def test_no_byte_of_a_whole_log_can_be_flipped(data: bytes, part: int) -> None:
    assert sound_with_flip(data, range(part, len(data), MANY)) == []


def told_for_people(data: bytes) -> range:
    """The bytes of the program's version in the header, which prove nothing."""
    start = data.index(b"program") + len(b"program") + 1
    return range(start, start + data[start - 1] - 0xA0)


def sealed_again(data: bytes) -> bytes:
    """The file with the checksum that fits its bytes."""
    return data[:-32] + hashlib.sha256(data[:-32]).digest()


def sound_with_sealed_flip(data: bytes, places: Sequence[int]) -> list[int]:
    free = told_for_people(data)
    return [
        at
        for at in places
        if at not in free and not refuses(sealed_again(flipped(data, at, at % 8)))
    ]


def test_no_byte_can_be_flipped_though_the_checksum_fits(data: bytes) -> None:
    assert sound_with_sealed_flip(data, sampled(range(len(data) - 32), 2)) == []


@pytest.mark.soak
@PARTS
def test_no_byte_of_a_whole_log_can_be_flipped_though_the_checksum_fits(
    data: bytes, part: int
) -> None:
    assert sound_with_sealed_flip(data, range(part, len(data) - 32, MANY)) == []


# Events.


def every_event(file: GameFile) -> range:
    return range(len(file.events))


def without(file: GameFile, at: int) -> list[Logged]:
    return [*file.events[:at], *file.events[at + 1 :]]


def doubled(file: GameFile, at: int) -> list[Logged]:
    return [*file.events[: at + 1], *file.events[at:]]


def exchanged(file: GameFile, at: int) -> list[Logged]:
    """With the event and the next one changing places."""
    events = list(file.events)
    after = (at + 1) % len(events)
    events[at], events[after] = events[after], events[at]
    return events


WAYS = pytest.mark.parametrize(
    "way", [without, doubled, exchanged], ids=["dropped", "doubled", "exchanged"]
)


def forgeries(file: GameFile, way: object, places: Sequence[int]) -> Iterator[GameFile]:
    """Each with the numbers as they were, and numbered anew."""
    assert callable(way)
    for at in places:
        events = way(file, at)
        yield tampered(file, events=events)
        yield tampered(file, events=renumbered(events))


@WAYS
def test_no_event_can_be(file: GameFile, way: object) -> None:
    for forged in forgeries(file, way, sampled(every_event(file), 3)[:30]):
        failure_of(forged)


@pytest.mark.soak
@WAYS
def test_no_event_of_a_whole_log_can_be(file: GameFile, way: object) -> None:
    for forged in forgeries(file, way, every_event(file)):
        failure_of(forged)


def test_numbers_that_do_not_run_on_are_the_chains_affair(file: GameFile) -> None:
    assert failure_of(tampered(file, events=without(file, 20))).step is VerifyStep.CHAIN
    assert failure_of(tampered(file, events=doubled(file, 20))).step is VerifyStep.CHAIN
    assert (
        failure_of(tampered(file, events=exchanged(file, 20))).step is VerifyStep.CHAIN
    )


def test_a_log_cut_behind_a_hold_point_fails_for_the_holds_that_follow(
    file: GameFile,
) -> None:
    cut = tampered(file, events=file.events[:-1])

    failure = failure_of(cut)

    assert failure.step in {VerifyStep.HOLDS, VerifyStep.RESULT}


def test_nobody_can_cut_a_log_where_he_likes_and_forge_its_seed(file: GameFile) -> None:
    for size in (2, 40, 100):
        events = renumbered([*file.events[:size], file.events[-1]])

        assert failure_of(tampered(file, events=events)).step is not None


def test_a_frame_of_another_game_does_not_fit(file: GameFile) -> None:
    other = file_of(finished(2))
    for at in (0, 1, len(file.events) - 1):
        events = list(file.events)
        events[at] = other.events[min(at, len(other.events) - 1)]

        failure_of(tampered(file, events=renumbered(events)))


def test_the_holds_of_another_game_do_not_fit(file: GameFile) -> None:
    other = file_of(finished(2))

    failure = failure_of(tampered(file, holds=other.holds[:1]))

    assert failure.step is VerifyStep.HOLDS


@pytest.mark.parametrize("seed", range(20))
def test_random_bytes_are_no_log(seed: int) -> None:
    source = random.Random(seed)

    assert refuses(source.randbytes(source.randrange(1, 4000)))


@pytest.mark.parametrize("seed", range(20))
def test_frames_that_are_cut_out_or_moved_are_noticed(data: bytes, seed: int) -> None:
    source = random.Random(seed)
    start, end = sorted(source.sample(range(60, len(data) - 40), 2))

    assert refuses(sealed_again(data[:start] + data[end:]))
    assert refuses(sealed_again(data[:end] + data[start:]))

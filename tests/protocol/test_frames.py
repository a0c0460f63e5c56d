"""Frames: a length, then that many bytes, in whatever pieces they come."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from vendue_protocol.errors import Code, LocalProtocolError, RemoteProtocolError
from vendue_protocol.frames import HEAD_BYTES, ROUND_BYTES, FrameReader, filled, frame


def bodies(reader: FrameReader) -> list[bytes]:
    found = []
    while (body := reader.next_body()) is not None:
        found.append(body)
    return found


def test_a_frame_begins_with_its_length_in_four_bytes() -> None:
    assert frame(b"x" * 258) == b"\x00\x00\x01\x02" + b"x" * 258


def test_an_empty_frame_is_never_made() -> None:
    with pytest.raises(LocalProtocolError):
        frame(b"")


def test_a_frame_that_comes_byte_by_byte_is_read_when_it_is_whole() -> None:
    reader = FrameReader(16)

    found = []
    for byte in frame(b"abc"):
        reader.feed(bytes((byte,)))
        found.append(reader.next_body())

    assert found == [None] * 6 + [b"abc"]


def test_many_frames_in_one_piece_come_in_order() -> None:
    reader = FrameReader(16)

    reader.feed(b"".join(map(frame, (b"a", b"bc", b"def"))) + frame(b"g")[:3])

    assert bodies(reader) == [b"a", b"bc", b"def"]
    assert reader.is_inside


@settings(deadline=None, derandomize=True)
@given(
    st.lists(st.binary(min_size=1, max_size=40), max_size=6),
    st.lists(st.integers(1, 9), min_size=1),
)
def test_how_the_stream_is_cut_changes_nothing(
    sent: list[bytes], sizes: list[int]
) -> None:
    stream, reader, found = b"".join(map(frame, sent)), FrameReader(40), []

    while stream:
        size = sizes[len(stream) % len(sizes)]
        reader.feed(stream[:size])
        stream = stream[size:]
        found.extend(bodies(reader))

    assert found == sent
    assert not reader.is_inside


def test_a_length_of_zero_is_refused() -> None:
    reader = FrameReader(16)
    reader.feed(bytes(HEAD_BYTES))

    with pytest.raises(RemoteProtocolError) as refused:
        reader.next_body()

    assert refused.value.code is Code.FRAME


@pytest.mark.parametrize("length", [17, 2**16, 2**31, 2**32 - 1])
def test_a_length_above_the_limit_is_refused_before_the_body_comes(length: int) -> None:
    reader = FrameReader(16)
    reader.feed(length.to_bytes(HEAD_BYTES, "big"))

    with pytest.raises(RemoteProtocolError, match=f"{length} bytes, at most 16"):
        reader.next_body()


def test_a_frame_of_just_the_limit_is_taken() -> None:
    reader = FrameReader(16)

    reader.feed(frame(b"x" * 16))

    assert bodies(reader) == [b"x" * 16]


def test_the_limit_may_be_raised_between_two_frames() -> None:
    reader = FrameReader(1)
    reader.feed(frame(b"a") + frame(b"bc"))

    first = reader.next_body()
    reader.limit_bytes = 2

    assert first == b"a"
    assert reader.next_body() == b"bc"


def test_a_reader_is_inside_a_frame_from_its_first_byte_to_its_last() -> None:
    reader = FrameReader(16)
    seen = [reader.is_inside]

    for byte in frame(b"a"):
        reader.feed(bytes((byte,)))
        reader.next_body()
        seen.append(reader.is_inside)

    assert seen == [False, True, True, True, True, False]


# Fillers.


@pytest.mark.parametrize("size", range(1, 2 * ROUND_BYTES + 1))
def test_frames_are_filled_to_a_multiple(size: int) -> None:
    data = frame(bytes(size))

    assert len(filled(data)) % ROUND_BYTES == 0
    assert len(filled(data)) < len(data) + ROUND_BYTES + HEAD_BYTES


def test_what_is_a_multiple_already_is_left_as_it_is() -> None:
    data = frame(bytes(ROUND_BYTES - HEAD_BYTES))

    assert filled(data) == data


@pytest.mark.parametrize("step", [1, 7, 300, 10_000])
def test_fillers_are_passed_over_in_whatever_pieces_they_come(step: int) -> None:
    sent = [bytes((size,)) * size for size in (1, 3, 16)]
    stream = b"".join(filled(frame(body)) for body in sent) + bytes((1, 0, 0, 0))
    reader, found = FrameReader(16), []

    for at in range(0, len(stream), step):
        reader.feed(stream[at : at + step])
        found += bodies(reader)

    assert found == sent
    assert not reader.is_inside


def test_filler_that_is_not_whole_is_inside() -> None:
    reader = FrameReader(16)
    reader.feed(bytes((1, 0, 0, 5)) + bytes(4))

    assert reader.next_body() is None
    assert reader.is_inside


@pytest.mark.parametrize(
    "head", ["01000100", "01010000", "02000000", "00010000", "01ffffff"]
)
def test_what_is_neither_a_length_nor_a_filler_is_the_end(head: str) -> None:
    reader = FrameReader(16)
    reader.feed(bytes.fromhex(head))

    with pytest.raises(RemoteProtocolError):
        reader.next_body()

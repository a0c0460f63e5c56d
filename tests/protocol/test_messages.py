"""Each message: there and back, cut short, and bent."""

from __future__ import annotations

from typing import Any

import msgpack
import msgspec
import pytest
from tests.protocol import samples
from tests.protocol.samples import MESSAGES, body_of, tag_of

from vendue_protocol.client_messages import FROM_CLIENT, STRANGER_MAY
from vendue_protocol.codec import CLIENT_MESSAGES, HOST_MESSAGES, decode
from vendue_protocol.errors import Code, RemoteProtocolError
from vendue_protocol.host_messages import FROM_HOST
from vendue_protocol.limits import DEFAULT
from vendue_protocol.message import Message

Case = tuple[Message, str]

FROM_ONE = [(sample, "client") for sample in samples.FROM_CLIENT]
FROM_BOTH = [(s, side) for s in samples.FROM_BOTH for side in ("client", "host")]
FROM_OTHER = [(sample, "host") for sample in samples.FROM_HOST]
CASES: list[Case] = [*FROM_ONE, *FROM_BOTH, *FROM_OTHER]
TYPES = {"client": CLIENT_MESSAGES, "host": HOST_MESSAGES}


def case_id(case: object) -> str:
    return tag_of(case) if isinstance(case, Message) else str(case)


each_message = pytest.mark.parametrize(("sample", "side"), CASES, ids=case_id)

WRONG: list[object] = [
    None, True, -1, 1.0, float("nan"), float("inf"), 2**53 + 0.5, 2**64 - 1, "",
    "x" * 300, b"", b"x" * 300, [], [None] * 6, {}, {"": 0},
]  # fmt: skip


def fits(message: Message, field: str, value: object) -> bool:
    """Whether the schema has room for this value in this field."""
    kinds = {f.encode_name: f.type for f in msgspec.structs.fields(type(message))}
    try:
        msgspec.convert(value, kinds[field], builtin_types=(bytes,))
    except msgspec.ValidationError:
        return False
    return True


def test_there_is_a_sample_of_every_message() -> None:
    client = {type(sample) for sample in (*samples.FROM_CLIENT, *samples.FROM_BOTH)}
    host = {type(sample) for sample in (*samples.FROM_HOST, *samples.FROM_BOTH)}

    assert client == set(FROM_CLIENT)
    assert host == set(FROM_HOST)


@each_message
def test_it_comes_out_as_it_went_in(sample: Message, side: str) -> None:
    assert decode(body_of(sample), TYPES[side]) == sample


@each_message
def test_cut_at_any_byte_it_is_refused(sample: Message, side: str) -> None:
    body = body_of(sample)

    for size in range(len(body)):
        with pytest.raises(RemoteProtocolError) as refused:
            decode(body[:size], TYPES[side])
        assert refused.value.code is Code.FRAME


@each_message
def test_it_has_no_room_for_another_key(sample: Message, side: str) -> None:
    bent = {**msgpack.unpackb(body_of(sample)), "seat": 1, "zzz": 1}

    with pytest.raises(RemoteProtocolError) as refused:
        decode(msgpack.packb(bent), TYPES[side])

    assert refused.value.code is Code.SCHEMA


@each_message
def test_without_a_key_that_must_be_there_it_is_refused(
    sample: Message, side: str
) -> None:
    whole: dict[str, Any] = msgpack.unpackb(body_of(sample))

    for field in msgspec.structs.fields(type(sample)):
        rest = {k: v for k, v in whole.items() if k != field.encode_name}
        if field.required:
            with pytest.raises(RemoteProtocolError):
                decode(msgpack.packb(rest), TYPES[side])
        else:
            assert isinstance(decode(msgpack.packb(rest), TYPES[side]), Message)


@each_message
def test_with_a_wrong_value_in_any_key_it_is_refused(
    sample: Message, side: str
) -> None:
    whole: dict[str, Any] = msgpack.unpackb(body_of(sample))

    for field in msgspec.structs.fields(type(sample)):
        for value in WRONG:
            if field.encode_name == "move" or not fits(
                sample, field.encode_name, value
            ):
                bent = msgpack.packb({**whole, field.encode_name: value})
                with pytest.raises(RemoteProtocolError) as refused:
                    decode(bent, TYPES[side])
                assert refused.value.code is Code.SCHEMA


@each_message
def test_no_number_takes_a_fraction_or_a_truth(sample: Message, side: str) -> None:
    whole: dict[str, Any] = msgpack.unpackb(body_of(sample))
    numbers = [key for key, value in whole.items() if type(value) is int]

    for key in numbers:
        for value in (True, False, 1.0, -1, "1"):
            with pytest.raises(RemoteProtocolError):
                decode(msgpack.packb({**whole, key: value}), TYPES[side])


@each_message
def test_only_what_both_sides_say_is_taken_from_the_other_side(
    sample: Message, side: str
) -> None:
    other = HOST_MESSAGES if side == "client" else CLIENT_MESSAGES

    if sample in samples.FROM_BOTH:
        assert decode(body_of(sample), other) == sample
    else:
        with pytest.raises(RemoteProtocolError):
            decode(body_of(sample), other)


@pytest.mark.parametrize("kind", STRANGER_MAY, ids=lambda kind: kind.__name__)
def test_what_a_stranger_may_say_fits_a_strangers_frame(kind: type[Message]) -> None:
    (sample,) = (sample for sample in MESSAGES if type(sample) is kind)

    assert len(body_of(sample)) <= DEFAULT.stranger_frame_bytes


def test_a_painting_that_is_dealt_never_shows_in_a_repr() -> None:
    (dealt,) = (sample for sample in MESSAGES if tag_of(sample) == "dealt")

    assert "44" not in repr(dealt)
    assert repr(samples.HASH) not in repr(dealt)

"""Bytes of somebody who means harm: refused, at once, and at no cost."""

from __future__ import annotations

import math
import struct
import subprocess
import sys
from contextlib import suppress

import msgpack
import pytest
from hypothesis import given, settings, strategies as st
from tests.protocol.samples import EVENTS, MESSAGES, body_of

from vendue_protocol.client_messages import Hold, Play, Watch
from vendue_protocol.codec import (
    CLIENT_MESSAGES,
    HOST_MESSAGES,
    decode,
    decode_event,
    decode_hello,
    encode_event,
)
from vendue_protocol.errors import Code, RemoteProtocolError
from vendue_protocol.frames import FrameReader
from vendue_protocol.limits import DEFAULT
from vendue_protocol.message import Message
from vendue_shared.moves import Price

LEAVE = b"\x82\xa1t\xa5leave\xa1x"
"""A message up to the value of a key more."""

HUGE = struct.pack(">I", 2**32 - 1)

COUNTS = {
    "array16": b"\xdc\xff\xff",
    "array32": b"\xdd" + HUGE,
    "map16": b"\xde\xff\xff",
    "map32": b"\xdf" + HUGE,
    "str8": b"\xd9\xff",
    "str16": b"\xda\xff\xff",
    "str32": b"\xdb" + HUGE,
    "bin8": b"\xc4\xff",
    "bin16": b"\xc5\xff\xff",
    "bin32": b"\xc6" + HUGE,
    "ext8": b"\xc7\xff\x01",
    "ext16": b"\xc8\xff\xff\x01",
    "ext32": b"\xc9" + HUGE + b"\x01",
}

NESTED = {
    "7 arrays": b"\x91" * 7 + b"\xc0",
    "7 maps": b"\x81\xa1a" * 7 + b"\xc0",
    "1022 arrays": b"\x91" * 1022 + b"\xc0",
    "1024 arrays": b"\x91" * 1024 + b"\xc0",
    "10000 arrays": b"\x91" * 10000 + b"\xc0",
    "5000 maps": b"\x81\xa1a" * 5000 + b"\xc0",
    "arrays without an end": b"\x91" * 16000,
}

EXTENSIONS = {
    "fixext1": b"\xd4\x05a",
    "fixext2": b"\xd5\x05ab",
    "fixext4": b"\xd6\x05abcd",
    "fixext8": b"\xd7\x05abcdefgh",
    "fixext16": b"\xd8\x05" + b"x" * 16,
    "ext8": b"\xc7\x03\x05abc",
    "ext of nothing": b"\xc7\x00\x05",
    "timestamp32": b"\xd6\xff\x00\x00\x00\x01",
    "timestamp64": b"\xd7\xff" + bytes(8),
    "timestamp96": b"\xc7\x0c\xff" + bytes(12),
    "c1": b"\xc1",
}

TEXTS = {
    "invalid": b"\xa2\xff\xfe",
    "cut": b"\xa1\xe2",
    "surrogate": b"\xa3\xed\xa0\x80",
    "surrogate pair": b"\xa6\xed\xa0\xbd\xed\xb8\x80",
    "overlong": b"\xa2\xc0\x80",
    "above the last": b"\xa4\xf4\x90\x80\x80",
}

BOMBS = {
    "arrays of 128": (b"\xdc\x00\x80" * 5400)[:16000],
    "arrays of 127": (b"\xdd\x00\x00\x00\x7f" * 3200),
    "maps of 64": (b"\xde\x00\x40\xa1a" * 3200),
    "arrays of 65535": (b"\xdc\xff\xff" * 5300),
    "arrays of 2**32": (b"\xdd" + HUGE) * 3200,
    "many strings of 2**32": b"\xdc\x00\x40" + (b"\xdb" + HUGE) * 60,
}

STRICT = {**COUNTS, **NESTED, **EXTENSIONS, **TEXTS}

INSIDE = {
    "float": 1.0,
    "a whole float": 100.0,
    "nan": math.nan,
    "infinity": math.inf,
    "minus infinity": -math.inf,
    "true": True,
    "false": False,
    "negative": -1,
    "above 2**53": 2**53 + 1,
    "2**63": 2**63,
    "uint64 max": 2**64 - 1,
    "int64 min": -(2**63),
    "text": "12",
    "data": b"\x0c",
    "nothing": None,
    "array": [12],
    "map": {"amount": 12},
}


def code_of(body: bytes) -> Code:
    with pytest.raises(RemoteProtocolError) as refused:
        decode(body, CLIENT_MESSAGES)
    return refused.value.code


@pytest.mark.parametrize("name", STRICT)
def test_a_message_with_such_a_value_ends_the_line(name: str) -> None:
    assert code_of(LEAVE + STRICT[name]) is Code.FRAME


@pytest.mark.parametrize("name", STRICT)
def test_a_body_of_such_a_value_alone_ends_the_line(name: str) -> None:
    assert code_of(STRICT[name]) is Code.FRAME


@pytest.mark.parametrize("name", STRICT)
def test_even_a_hello_has_no_room_for_such_a_value(name: str) -> None:
    plain = msgpack.packb({"p": "vendue", "lo": 1, "hi": 1, "v": ""})
    body = b"\x85" + plain[1:] + b"\xa1x" + STRICT[name]

    with pytest.raises(RemoteProtocolError):
        decode_hello(body[: DEFAULT.hello_bytes])


@pytest.mark.parametrize("name", STRICT)
def test_an_event_has_no_room_for_such_a_value(name: str) -> None:
    with pytest.raises(RemoteProtocolError):
        decode_event(b"\x82\xa1t\xa6hammer\xa1x" + STRICT[name])


@pytest.mark.parametrize("name", INSIDE)
def test_an_amount_is_a_whole_number_in_its_range(name: str) -> None:
    move = {"m": "price", "auction": 1, "amount": INSIDE[name]}

    assert code_of(msgpack.packb({"t": "move", "n": 1, "move": move})) is Code.SCHEMA


@pytest.mark.parametrize("name", INSIDE)
def test_the_number_of_a_table_is_a_whole_number_in_its_range(name: str) -> None:
    assert code_of(msgpack.packb({"t": "watch", "table": INSIDE[name]})) is Code.SCHEMA


@pytest.mark.parametrize("value", [-1, 2**63, 2**64 - 1])
def test_the_number_of_an_event_is_in_its_range(value: int) -> None:
    body = msgpack.packb({"t": "hold", "s": value, "hold": bytes(64)})

    assert code_of(body) is Code.SCHEMA


def test_the_highest_numbers_are_taken() -> None:
    price = {"m": "price", "auction": 2**32 - 1, "amount": 2**32 - 1}
    said = msgpack.packb({"t": "move", "n": 2**32 - 1, "move": price})
    hold = msgpack.packb({"t": "hold", "s": 2**63 - 1, "hold": bytes(64)})

    assert decode(said, CLIENT_MESSAGES) == Play(
        n=2**32 - 1, move=Price(auction=2**32 - 1, amount=2**32 - 1)
    )
    assert decode(hold, CLIENT_MESSAGES) == Hold(s=2**63 - 1, hold=bytes(64))


@pytest.mark.parametrize("tail", [b"\x00", b"\xc0", b"\x80", b"\xc1", b"x" * 99])
def test_nothing_may_follow_a_message(tail: bytes) -> None:
    assert code_of(body_of(Watch(table=1)) + tail) is Code.FRAME


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused(name: str) -> None:
    assert code_of(BOMBS[name]) is Code.FRAME
    assert code_of(LEAVE + BOMBS[name]) is Code.FRAME


MEASURE = """
import resource
from tests.protocol.test_hostile_bytes import BOMBS, LEAVE, STRICT
from vendue_protocol.codec import CLIENT_MESSAGES, decode
from vendue_protocol.errors import RemoteProtocolError

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

def attack(body):
    try:
        decode(body, CLIENT_MESSAGES)
    except RemoteProtocolError:
        pass

attack(LEAVE + b"\\x01")
before = peak()
for body in (*STRICT.values(), *BOMBS.values()):
    for _ in range(5):
        attack(body)
        attack(LEAVE + body)
for number in range(3000):
    attack(b"\\x82\\xa1t\\xa5leave\\xce" + number.to_bytes(4, "big") + b"\\x01")
    attack(b"\\x82\\xa1t\\xa5leave\\xaakey" + b"%07d" % number + b"\\x01")
print(peak() - before)
"""


def test_no_hostile_body_costs_two_mebibytes() -> None:
    # The peak of a process never falls: it takes one of its own, hence the time.
    found = subprocess.run(
        [sys.executable, "-c", MEASURE], capture_output=True, text=True, check=True
    )

    assert int(found.stdout) < 2048


# By chance.


def survives(body: bytes) -> None:
    """Whatever it is, it is a message or refused."""
    for types in (CLIENT_MESSAGES, HOST_MESSAGES):
        with suppress(RemoteProtocolError):
            assert isinstance(decode(body, types), Message)
    with suppress(RemoteProtocolError):
        assert encode_event(decode_event(body)) == body
    with suppress(RemoteProtocolError):
        assert decode_hello(body).p == "vendue"


BODIES = [body_of(message) for message in MESSAGES] + [
    encode_event(event) for event in EVENTS
]

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=20)
    | st.binary(max_size=40),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.text(max_size=8), inner, max_size=5)
    ),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.binary(max_size=200))
def test_random_bytes_are_refused_and_nothing_else(body: bytes) -> None:
    survives(body)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(
    st.sampled_from(BODIES),
    st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 255)), max_size=4),
)
def test_a_bent_message_is_refused_or_taken_and_nothing_else(
    body: bytes, changes: list[tuple[int, int]]
) -> None:
    bent = bytearray(body)
    for place, byte in changes:
        bent[place % len(bent)] = byte

    survives(bytes(bent))


@settings(max_examples=120, deadline=None, derandomize=True)
@given(st.sampled_from(BODIES), st.integers(0, 10_000), VALUES)
def test_a_message_with_another_value_is_refused_or_taken_and_nothing_else(
    body: bytes, which: int, value: object
) -> None:
    raw = msgpack.unpackb(body)
    key = list(raw)[which % len(raw)]

    survives(msgpack.packb({**raw, key: value}))
    survives(msgpack.packb({**raw, "move": value}))


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.binary(max_size=300), st.integers(1, 64))
def test_a_random_stream_never_gives_a_body_above_the_limit(
    stream: bytes, limit: int
) -> None:
    reader = FrameReader(limit)
    reader.feed(stream)

    with suppress(RemoteProtocolError):
        while (body := reader.next_body()) is not None:
            assert 0 < len(body) <= limit

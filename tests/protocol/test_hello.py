"""The hello, which never changes."""

from __future__ import annotations

from typing import Any

import msgpack
import pytest

from vendue_protocol.codec import decode_hello, encode_hello
from vendue_protocol.errors import Code, RemoteProtocolError
from vendue_protocol.hello import VERSIONS, Hello, choose_version, hello
from vendue_protocol.limits import DEFAULT

PLAIN: dict[str, Any] = {"p": "vendue", "lo": 1, "hi": 1, "v": "0.1.0"}


def test_a_hello_comes_out_as_it_went_in() -> None:
    said = hello("1.2.3", use=1)

    assert decode_hello(encode_hello(said)[4:]) == said


def test_a_hello_needs_no_use() -> None:
    assert decode_hello(msgpack.packb(PLAIN)).use == 0


def test_the_programs_hello_fits_its_frame() -> None:
    assert (
        len(encode_hello(hello("10.20.30.dev4+g0123456789abc"))) < DEFAULT.hello_bytes
    )


@pytest.mark.parametrize(
    "more",
    [{"tls": True}, {"x": 1.5}, {"x": [[1]]}, {b"p": 1}, {"": None}],
    ids=repr,
)
def test_keys_that_a_hello_does_not_know_are_overlooked(more: dict[Any, Any]) -> None:
    assert decode_hello(msgpack.packb({**PLAIN, **more})).hi == 1


@pytest.mark.parametrize("key", PLAIN)
def test_a_hello_without_one_of_its_keys_is_refused(key: str) -> None:
    rest = {k: v for k, v in PLAIN.items() if k != key}

    with pytest.raises(RemoteProtocolError) as refused:
        decode_hello(msgpack.packb(rest))

    assert refused.value.code is Code.SCHEMA


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("p", "vendu"),
        ("p", b"vendue"),
        ("p", None),
        ("lo", True),
        ("lo", 1.0),
        ("hi", "1"),
        ("hi", None),
        ("v", 1),
        ("v", b"0.1.0"),
        ("use", 1.0),
        ("use", None),
    ],
)
def test_a_hello_with_a_wrong_value_is_refused(key: str, value: object) -> None:
    with pytest.raises(RemoteProtocolError):
        decode_hello(msgpack.packb({**PLAIN, key: value}))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xc0",
        b"\x90",
        b"GET / HTTP/1.1\r\n",
        b"\x16\x03\x01\x02\x00\x01",
        b"\xc1",
    ],
    ids=["nothing", "nil", "array", "HTTP", "TLS", "c1"],
)
def test_what_is_no_map_is_no_hello(body: bytes) -> None:
    with pytest.raises(RemoteProtocolError) as refused:
        decode_hello(body)

    assert refused.value.code is Code.FRAME


def test_a_hello_cut_anywhere_is_refused() -> None:
    body = encode_hello(hello("0.1.0"))[4:]

    for size in range(len(body)):
        with pytest.raises(RemoteProtocolError):
            decode_hello(body[:size])


def test_the_version_of_a_peers_program_cannot_steer_a_terminal() -> None:
    found = decode_hello(
        msgpack.packb({**PLAIN, "v": "1\x1b]0;x\x07\u202e" + "9" * 99})
    )

    assert (
        found.v
        == "1\N{REPLACEMENT CHARACTER}]0;x"
        + "\N{REPLACEMENT CHARACTER}" * 2
        + ("9" * 24)
    )


@pytest.mark.parametrize(
    ("lo", "hi", "chosen"),
    [(1, 1, 1), (1, 9, 1), (-5, 2**64 - 1, 1), (2, 3, 0), (0, 0, 0), (9, 1, 0)],
)
def test_the_highest_version_that_both_speak_is_chosen(
    lo: int, hi: int, chosen: int
) -> None:
    assert choose_version(Hello(p="vendue", lo=lo, hi=hi, v="")) == chosen


def test_a_side_says_the_versions_it_speaks() -> None:
    said = hello("0.1.0")

    assert range(said.lo, said.hi + 1) == VERSIONS

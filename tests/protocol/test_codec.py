"""What a body may be made of, and what is made of it."""

from __future__ import annotations

from typing import Any

import msgpack
import pytest
from tests.protocol import samples
from tests.protocol.samples import MOVES

from vendue_protocol.client_messages import FROM_CLIENT, Play, Say, Watch
from vendue_protocol.codec import (
    CLIENT_MESSAGES,
    DEEPEST,
    HOST_MESSAGES,
    decode,
    encode,
    encode_event,
    encode_hello,
)
from vendue_protocol.errors import Code, LocalProtocolError, RemoteProtocolError
from vendue_protocol.frames import HEAD_BYTES, frame
from vendue_protocol.hello import hello
from vendue_protocol.host_messages import FROM_HOST, Created, Welcome
from vendue_protocol.message import Message
from vendue_shared.events import Called
from vendue_shared.moves import AnyMove, Price


def refusal(body: bytes) -> Code:
    """Why a host refuses a body."""
    with pytest.raises(RemoteProtocolError) as refused:
        decode(body, CLIENT_MESSAGES)
    return refused.value.code


def packed(**keys: object) -> bytes:
    body: bytes = msgpack.packb(keys)
    return body


def test_every_message_of_a_side_has_a_tag_of_its_own() -> None:
    assert len(CLIENT_MESSAGES) == len(FROM_CLIENT)
    assert len(HOST_MESSAGES) == len(FROM_HOST)


def test_a_message_begins_with_its_tag() -> None:
    assert encode(Created(table=7)) == frame(b"\x82\xa1t\xa7created\xa5table\x07")


def test_the_keys_of_a_message_may_come_in_any_order() -> None:
    assert decode(packed(table=7, t="watch"), CLIENT_MESSAGES) == Watch(table=7)


@pytest.mark.parametrize(
    "message",
    [*samples.FROM_CLIENT, *samples.FROM_HOST, *samples.FROM_BOTH],
    ids=lambda message: type(message).__name__,
)
def test_a_message_in_another_order_of_keys_is_the_same(message: Message) -> None:
    body = encode(message)[HEAD_BYTES:]
    keys = msgpack.unpackb(body, strict_map_key=False)
    types = {**CLIENT_MESSAGES, **HOST_MESSAGES}

    turned = msgpack.packb(dict(reversed(keys.items())))

    assert decode(turned, types) == decode(body, types) == message


def test_a_message_of_the_other_side_is_refused_however_it_is_written() -> None:
    body = encode(Welcome(key=bytes(32), challenge=bytes(32)))[HEAD_BYTES:]

    assert refusal(body) is Code.SCHEMA


def test_a_number_of_a_message_may_be_written_longer_than_need_be() -> None:
    body = b"\x82\xa1t\xa5watch\xa5table\xce\x00\x00\x00\x07"

    assert decode(body, CLIENT_MESSAGES) == Watch(table=7)


@pytest.mark.parametrize("move", MOVES, ids=lambda move: type(move).__name__)
def test_a_move_inside_its_message_comes_out_as_it_went_in(move: AnyMove) -> None:
    said = Play(n=3, move=move)

    assert decode(encode(said)[4:], CLIENT_MESSAGES) == said


@pytest.mark.parametrize("table", [0, 2**32 - 1])
def test_numbers_reach_from_0_to_the_highest(table: int) -> None:
    assert decode(packed(t="watch", table=table), CLIENT_MESSAGES) == Watch(table=table)


@pytest.mark.parametrize(
    "keys",
    [
        {},
        {"t": None},
        {"t": 1},
        {"t": b"leave"},
        {"t": ["leave"]},
        {"t": "leave "},
        {"t": "welcome"},
        {"t": "move"},
        {"t": "move", "n": 1, "move": None},
        {"t": "move", "n": 1, "move": ["buy", 1]},
        {"t": "move", "n": 1, "move": {}},
        {"t": "move", "n": 1, "move": {"m": "steal", "auction": 1}},
        {"t": "move", "n": 1, "move": {"m": b"buy", "auction": 1}},
        {"t": "move", "n": 1, "move": {"m": "buy", "auction": 1, "amount": 1}},
        {"t": "move", "n": 1, "move": {"m": "buy", "auction": 1}, "seat": 1},
        {"t": "move", "n": 1, "move": {"m": "buy"}},
        {"t": "move", "move": {"m": "buy", "auction": 1}},
    ],
    ids=repr,
)
def test_a_map_that_is_no_message_is_refused_and_the_line_stays(
    keys: dict[str, Any],
) -> None:
    assert refusal(packed(**keys)) is Code.SCHEMA


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xc0",
        b"\x01",
        b"\xa5leave",
        b"\x91\x81\xa1t\xa5leave",
        b"\x81\xa1t\xa5leave\x00",
        b"\x81\xa1t\xa5leave" * 2,
        b"\x82\xa1t\xa5leave\xa1t\xa5leave",
        b"\x82\xa1t\xa5leave\x01\x02",
        b"\x82\xa1t\xa5leave\xc0\x02",
        b"\x82\xa1t\xa5leave\xa1x\xc1",
    ],
    ids=[
        "nothing",
        "nil",
        "a number",
        "a string",
        "an array",
        "a byte more",
        "twice",
        "a key twice",
        "a number as key",
        "nil as key",
        "the byte c1",
    ],
)
def test_what_is_no_strict_map_ends_the_line(body: bytes) -> None:
    assert refusal(body) is Code.FRAME


def test_a_key_of_data_is_not_a_key_of_text() -> None:
    assert refusal(b"\x81\xc4\x01t\xa5leave") is Code.SCHEMA
    assert refusal(b"\x82\xa1t\xa5leave\xc4\x01t\xa5leave") is Code.SCHEMA


def test_text_and_data_are_never_taken_for_each_other() -> None:
    assert refusal(packed(t="say", text=b"hi")) is Code.SCHEMA
    assert refusal(packed(t="sit", table=1, name="a", key="A" * 32)) is Code.SCHEMA
    assert refusal(packed(t="sit", table=1, name="a", key="A" * 44)) is Code.SCHEMA


def nested(levels: int) -> bytes:
    """A map with so many levels, its own among them."""
    inside: object = 1
    for _ in range(levels - 1):
        inside = [inside]
    return packed(t="leave", x=inside)


def test_a_message_has_six_levels_at_most() -> None:
    assert DEEPEST == 6
    assert refusal(nested(6)) is Code.SCHEMA  # read, then no such key
    assert refusal(nested(7)) is Code.FRAME


@pytest.mark.parametrize("text", ["\ud800", "a\udcff", "\udfff\ud800"], ids=ascii)
def test_half_a_surrogate_pair_is_our_own_mistake(text: str) -> None:
    with pytest.raises(LocalProtocolError, match="Say"):
        encode(Say(text=text))
    with pytest.raises(LocalProtocolError, match="Hello"):
        encode_hello(hello(text))


@pytest.mark.parametrize("amount", [2**64, -(2**63) - 1, 10**30])
def test_a_number_that_msgpack_cannot_write_is_our_own_mistake(amount: int) -> None:
    with pytest.raises(LocalProtocolError, match="Play"):
        encode(Play(n=1, move=Price(auction=1, amount=amount)))
    with pytest.raises(LocalProtocolError, match="Called"):
        encode_event(Called(seat=0, amount=amount))


def test_what_a_refusal_says_of_a_peers_key_cannot_steer_a_terminal() -> None:
    with pytest.raises(RemoteProtocolError) as refused:
        decode(packed(**{"t": "leave", "\x1b[2J\u202e": 1}), CLIENT_MESSAGES)
    assert refused.value.detail.isprintable()

    with pytest.raises(RemoteProtocolError) as refused:
        decode(packed(t="\x1b[2J" * 99), CLIENT_MESSAGES)
    assert refused.value.detail.isprintable()
    assert len(refused.value.detail) < 200

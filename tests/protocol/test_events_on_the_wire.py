"""Events: one way to write each, and no other is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, get_args

import msgpack
import msgspec
import pytest
from tests.protocol.samples import EVENTS, TERMS, tag_of

from vendue_protocol.codec import decode_event, encode_event
from vendue_protocol.errors import RemoteProtocolError
from vendue_shared.events import AnyEvent, Begun, Called, Opened

each_event = pytest.mark.parametrize("event", EVENTS, ids=tag_of)


def keys_of(event: AnyEvent) -> dict[str, Any]:
    raw: dict[str, Any] = msgpack.unpackb(encode_event(event))
    return raw


def refused(payload: bytes) -> bool:
    try:
        decode_event(payload)
    except RemoteProtocolError:
        return True
    return False


def written(raw: dict[str, Any]) -> bytes:
    payload: bytes = msgpack.packb(raw)
    return payload


SHORT_FORMS: tuple[tuple[range, Callable[[int], list[bytes]]], ...] = (
    (range(0x80), lambda v: [b"\xcc" + bytes((v,)), b"\xd0" + bytes((v,))]),
    (range(0x80, 0x90), lambda v: [b"\xde\x00" + bytes((v & 15,))]),
    (range(0x90, 0xA0), lambda v: [b"\xdc\x00" + bytes((v & 15,))]),
    (range(0xA0, 0xC0), lambda v: [b"\xd9" + bytes((v & 31,))]),
    (range(0xC4, 0xC5), lambda _: [b"\xc5\x00"]),
)
"""Heads of values in their shortest form, and the same written longer."""

SKIPPED: dict[int, Callable[[bytes], int]] = {
    0xC4: lambda rest: 1 + rest[0],
    0xCC: lambda _: 1,
    0xCD: lambda _: 2,
    0xDC: lambda _: 2,
}
"""How many bytes follow a head, other than those of text."""


def longer_forms(payload: bytes) -> Iterator[bytes]:
    """The payload with one number, text, data or count written longer."""
    at = 0
    while at < len(payload):
        head, before, rest = payload[at], payload[:at], payload[at + 1 :]
        for heads, longer in SHORT_FORMS:
            if head in heads:
                yield from (before + form + rest for form in longer(head))
        is_text = 0xA0 <= head <= 0xBF
        at += 1 + (head & 31 if is_text else 0)
        at += SKIPPED[head](rest) if head in SKIPPED else 0


def test_there_is_a_sample_of_every_event() -> None:
    assert {type(event) for event in EVENTS} == set(get_args(AnyEvent))


@each_event
def test_it_comes_out_as_it_went_in(event: AnyEvent) -> None:
    assert decode_event(encode_event(event)) == event


@each_event
def test_its_keys_come_in_the_order_of_the_page(event: AnyEvent) -> None:
    order = ["t", *(field.encode_name for field in msgspec.structs.fields(type(event)))]

    assert list(keys_of(event)) == [key for key in order if key in keys_of(event)]


@each_event
def test_cut_at_any_byte_it_is_refused(event: AnyEvent) -> None:
    payload = encode_event(event)

    assert all(
        refused(payload[:size])
        for size in range(0, len(payload), 1 + len(payload) // 600)
    )


@each_event
def test_a_byte_behind_it_is_refused(event: AnyEvent) -> None:
    assert refused(encode_event(event) + b"\x00")


@each_event
def test_any_form_but_the_shortest_is_refused(event: AnyEvent) -> None:
    assert all(map(refused, longer_forms(encode_event(event))))


@each_event
def test_another_order_of_keys_is_refused(event: AnyEvent) -> None:
    raw = keys_of(event)

    for key in list(raw)[:-1]:
        last = {**{k: v for k, v in raw.items() if k != key}, key: raw[key]}
        assert refused(written(last))


@each_event
def test_a_key_twice_is_refused(event: AnyEvent) -> None:
    payload = encode_event(event)
    first = b"\xa1t" + msgpack.packb(tag_of(event))

    assert refused(bytes((payload[0] + 1,)) + first + payload[1:])


@each_event
def test_a_key_that_is_not_listed_is_refused(event: AnyEvent) -> None:
    assert refused(written({**keys_of(event), "zzz": 0}))


@each_event
def test_a_mark_that_is_not_true_is_left_out(event: AnyEvent) -> None:
    raw = keys_of(event)

    assert raw.get("auto", True) is True
    assert refused(written({**raw, "auto": False}))


@each_event
def test_each_key_must_be_there(event: AnyEvent) -> None:
    raw = keys_of(event)

    for key in raw:
        if key != "auto":
            assert refused(written({k: v for k, v in raw.items() if k != key}))


@pytest.mark.parametrize("inside", ["options", "clocks"])
def test_no_key_of_the_terms_is_left_out_even_where_it_is_as_usual(inside: str) -> None:
    begun = next(event for event in EVENTS if isinstance(event, Begun))
    raw = keys_of(begun)

    for key in raw["terms"][inside]:
        bent = msgpack.unpackb(encode_event(begun))
        del bent["terms"][inside][key]
        assert refused(written(bent))


def test_another_order_inside_the_terms_is_refused() -> None:
    begun = next(event for event in EVENTS if isinstance(event, Begun))
    bent = keys_of(begun)

    bent["terms"] = dict(reversed(bent["terms"].items()))

    assert refused(written(bent))


@pytest.mark.parametrize(
    "bent",
    [
        {"t": "bid", "seat": 5, "amount": 1},
        {"t": "bid", "seat": -1, "amount": 1},
        {"t": "bid", "seat": 0, "amount": -1},
        {"t": "bid", "seat": 0, "amount": 2**32},
        {"t": "bid", "seat": 0, "amount": 1.0},
        {"t": "bid", "seat": False, "amount": 1},
        {"t": "offered", "seat": 0, "painting": 70, "blind": bytes(32)},
        {"t": "offered", "seat": 0, "painting": 0, "blind": bytes(33)},
        {"t": "offered", "seat": 0, "painting": 0, "blind": "x" * 32},
        {"t": "sealed", "seat": 0, "commitment": bytes(31)},
        {"t": "sealed", "seat": 0, "commitment": bytes(33)},
        {"t": "locked", "absent": [0] * 6},
        {"t": "opened", "openings": [None] * 6},
        {"t": "opened", "openings": [{"bid": 1, "nonce": bytes(32)}]},
        {"t": "opened", "openings": [{"bid": 1, "nonce": bytes(32), "hold": 1}]},
        {"t": "plays", "seat": 0, "by": "cat"},
        {"t": "ended", "reason": "bored", "seed": b""},
        {"t": "ended", "reason": "host", "seed": bytes(33)},
        {"t": "sold", "seat": 0},
        {"t": "move"},
        {},
    ],
    ids=repr,
)  # fmt: skip
def test_what_is_no_event_is_refused(bent: dict[str, Any]) -> None:
    assert refused(written(bent))


def test_the_largest_event_fits_its_message() -> None:
    name, key = "\U0001f3a8" * 16, bytes(range(32))
    chairs = tuple(
        msgspec.structs.replace(chair, name=name) for chair in TERMS.chairs[:1] * 5
    )
    begun = Begun(
        terms=msgspec.structs.replace(TERMS, chairs=chairs),
        hs=key,
        ks=(key,) * 5,
        es=(key,) * 5,
        lists=((key,) * 14,) * 5 + ((),),
        first=4,
    )

    assert len(encode_event(begun)) < 5000


def test_an_opening_that_is_not_there_is_nil() -> None:
    assert encode_event(Opened(openings=(None,))) == (
        b"\x82\xa1t\xa6opened\xa8openings\x91\xc0"
    )


def test_an_event_is_written_as_the_page_says() -> None:
    assert encode_event(Called(seat=2, amount=300, auto=True)) == (
        b"\x84\xa1t\xa3bid\xa4seat\x02\xa6amount\xcd\x01\x2c\xa4auto\xc3"
    )

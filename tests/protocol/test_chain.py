"""Heads, holds, codes."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest

from vendue_protocol.chain import (
    HOST,
    first_head,
    head_code,
    hold_message,
    is_hold,
    next_head,
    sign_hold,
    spoken_code,
)
from vendue_protocol.keys import NO_KEY, SigningKey
from vendue_protocol.tags import tag

from .conftest import DealVector

GAME = bytes(16)
HEAD = bytes(range(32))
KEY = SigningKey(b"\x05" * 32)


def test_the_chain_is_as_published(vector: DealVector) -> None:
    first = first_head(vector.game, vector.raw("salt"), vector.raw("root"))
    one = next_head(first, 1, vector.raw("payload_1"))
    two = next_head(one, 2, vector.raw("payload_2"))

    assert first == vector.raw("log_0")
    assert one == vector.raw("log_1")
    assert two == vector.raw("log_2")


def test_each_part_of_an_event_changes_the_head() -> None:
    heads = {
        next_head(HEAD, 1, b"ab"),
        next_head(HEAD, 2, b"ab"),
        next_head(HEAD, 1, b"ac"),
        next_head(HEAD, 1, b"ab\x00"),
        next_head(HEAD, 1, b""),
        next_head(bytes(32), 1, b"ab"),
    }

    assert len(heads) == 6


def test_a_head_tells_how_long_the_payload_was() -> None:
    layout = tag("log") + HEAD + bytes(7) + b"\x01" + b"\x00\x00\x00\x02" + b"ab"

    assert next_head(HEAD, 1, b"ab") == sha256(layout).digest()


@pytest.mark.parametrize("s", [-1, 2**64])
def test_the_number_of_an_event_has_eight_bytes(s: int) -> None:
    with pytest.raises(ValueError, match="does not fit"):
        next_head(HEAD, s, b"")


@pytest.mark.parametrize("size", [0, 31, 33])
def test_the_chain_is_made_of_whole_hashes(size: int) -> None:
    with pytest.raises(ValueError, match="a head"):
        next_head(bytes(size), 1, b"")
    with pytest.raises(ValueError, match="a salt"):
        first_head(GAME, bytes(size), bytes(32))
    with pytest.raises(ValueError, match="a root"):
        first_head(GAME, bytes(32), bytes(size))
    with pytest.raises(ValueError, match="a game id"):
        first_head(bytes(size), bytes(32), bytes(32))


def test_holds_are_signed_as_published(
    vector: DealVector, vectors: dict[str, Any]
) -> None:
    head = vector.raw("log_2")
    seat_key = SigningKey(bytes.fromhex(vector.values["seat_private_keys"][0]))
    host_key = SigningKey(bytes.fromhex(vectors["host_key_secret"]))

    seats = sign_hold(seat_key, vector.game, 0, 2, head)
    hosts = sign_hold(host_key, vector.game, HOST, 2, head)

    assert seats == vector.raw("hold_2_seat_0")
    assert hosts == vector.raw("hold_2_host")
    assert is_hold(seats, seat_key.public, game=vector.game, who=0, s=2, head=head)
    assert is_hold(hosts, vector.host_key, game=vector.game, who=HOST, s=2, head=head)


def test_seventy_five_bytes_are_signed() -> None:
    assert len(hold_message(GAME, HOST, 1, HEAD)) == 75


@pytest.mark.parametrize(
    "changed",
    [
        {"game": b"\x01" + bytes(15)},
        {"who": 1},
        {"who": HOST},
        {"s": 8},
        {"head": bytes(32)},
    ],
    ids=str,
)
def test_a_hold_fits_one_history_alone(changed: dict[str, Any]) -> None:
    history: dict[str, Any] = {"game": GAME, "who": 0, "s": 7, "head": HEAD}
    hold = sign_hold(KEY, *history.values())

    assert is_hold(hold, KEY.public, **history)
    assert not is_hold(hold, KEY.public, **history | changed)


def test_a_hold_fits_one_key_alone() -> None:
    hold = sign_hold(KEY, GAME, 0, 1, HEAD)
    other = SigningKey(b"\x06" * 32)

    assert not is_hold(hold, other.public, game=GAME, who=0, s=1, head=HEAD)


@pytest.mark.parametrize("hold", [b"", bytes(63), bytes(64), b"\xff" * 64], ids=len)
def test_what_is_no_signature_is_no_hold(hold: bytes) -> None:
    assert not is_hold(hold, KEY.public, game=GAME, who=0, s=1, head=HEAD)


def test_nobody_can_hold_for_a_seat_without_a_key() -> None:
    # Under a key of zeros one signature fits every fourth message.
    identity = (1).to_bytes(32, "little") + bytes(32)

    for s in range(64):
        assert not is_hold(identity, NO_KEY, game=GAME, who=0, s=s, head=HEAD)


def test_codes_are_as_published(vector: DealVector) -> None:
    head = vector.raw("log_2")

    assert head_code(head) == vector.values["code_of_log_2"]
    assert spoken_code(head, 0) == vector.values["spoken_0"]
    assert spoken_code(head, 4821) == vector.values["spoken_4821"]


@pytest.mark.parametrize("number", [-1, 2**32])
def test_a_number_that_cannot_be_said_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="does not fit"):
        spoken_code(HEAD, number)


def test_a_code_needs_a_whole_head() -> None:
    with pytest.raises(ValueError, match="a head"):
        head_code(HEAD[:5])
    with pytest.raises(ValueError, match="a head"):
        spoken_code(HEAD[:5], 0)

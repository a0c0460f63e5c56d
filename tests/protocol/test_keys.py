"""Keys, join codes, returns, bots' secrets."""

from __future__ import annotations

from typing import Any

import pytest

from vendue_protocol.keys import (
    NO_GAME,
    NO_HEAD,
    NO_KEY,
    SigningKey,
    bot_secret,
    host_id_of,
    is_weak,
    join_code,
    read_join_code,
    return_message,
    verify,
)
from vendue_shared.seats import Seat

from .conftest import DealVector

PRIME = 2**255 - 19
EDWARDS_D = -121665 * pow(121666, -1, PRIME) % PRIME

Point = tuple[int, int]


def test_the_hosts_key_its_id_and_its_join_code_are_as_published(
    vectors: dict[str, Any],
) -> None:
    key = SigningKey(bytes.fromhex(vectors["host_key_secret"]))

    assert key.public.hex() == vectors["host_key"]
    assert host_id_of(key.public).hex() == vectors["host_id"]
    assert join_code(host_id_of(key.public)) == vectors["join_code"]


def test_a_join_code_is_read_as_a_person_types_it(vectors: dict[str, Any]) -> None:
    typed = vectors["join_code"].lower().replace("-", " ")

    assert read_join_code(typed) == vectors["join_code"]


def test_a_code_of_eight_is_no_join_code() -> None:
    assert read_join_code("BX8Q-8VCC") is None


def test_seat_keys_are_as_published(vector: DealVector) -> None:
    for private, public in zip(
        vector.values["seat_private_keys"], vector.values["keys"], strict=True
    ):
        made = SigningKey(bytes.fromhex(private)).public if private else NO_KEY

        assert made.hex() == public


def returning(vector: DealVector, vectors: dict[str, Any]) -> dict[str, Any]:
    return {
        "game": vector.game,
        "seat": Seat(0),
        "s": 2,
        "head": vector.raw("log_2"),
        "host_id": bytes.fromhex(vectors["host_id"]),
        "challenge": vector.raw("challenge"),
    }


def test_the_message_of_a_return_is_as_published(
    vector: DealVector, vectors: dict[str, Any]
) -> None:
    message = return_message(**returning(vector, vectors))

    assert len(message) == 139
    assert message == vector.raw("return_message_seat_0")


def test_the_message_of_a_return_without_events_is_as_published(
    vector: DealVector, vectors: dict[str, Any]
) -> None:
    message = return_message(**returning(vector, vectors) | {"s": 0, "head": NO_HEAD})

    assert len(message) == 139
    assert message == vector.raw("return_message_seat_0_holding_nothing")


def test_a_return_without_a_game_is_as_long(
    vector: DealVector, vectors: dict[str, Any]
) -> None:
    message = return_message(
        **returning(vector, vectors) | {"game": NO_GAME, "s": 0, "head": NO_HEAD}
    )

    assert len(message) == 139
    assert message[18:34] == bytes(16)


def test_a_return_is_signed_as_published(vector: DealVector) -> None:
    key = SigningKey(bytes.fromhex(vector.values["seat_private_keys"][0]))
    message = vector.raw("return_message_seat_0")

    signature = key.sign(message)

    assert signature == vector.raw("return_signature")
    assert verify(key.public, message, signature)


@pytest.mark.parametrize(
    "changed",
    [
        {"game": bytes(15)},
        {"seat": Seat(256)},
        {"seat": Seat(-1)},
        {"s": 2**64},
        {"head": bytes(31)},
        {"host_id": bytes(10)},
        {"challenge": b""},
        {"s": 0},
        {"head": NO_HEAD},
    ],
    ids=str,
)
def test_a_return_that_has_no_layout_is_refused(
    table_of_five: DealVector, vectors: dict[str, Any], changed: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match=r"bytes|unsigned|does not go"):
        return_message(**returning(table_of_five, vectors) | changed)


def test_each_bit_of_a_message_is_signed() -> None:
    key = SigningKey(bytes(range(32)))
    message = b"this is the history I hold"
    signature = key.sign(message)

    for place in range(len(message)):
        changed = bytearray(message)
        changed[place] ^= 1

        assert not verify(key.public, bytes(changed), signature)


@pytest.mark.parametrize("size", [0, 1, 63, 65, 128])
def test_a_signature_of_another_length_does_not_verify(size: int) -> None:
    key = SigningKey(bytes(range(32)))

    assert not verify(key.public, b"", bytes(size))


@pytest.mark.parametrize(
    "public",
    [b"", bytes(31), bytes(33), b"\xff" * 32, b"\x02" + bytes(31), NO_KEY],
    ids=["empty", "short", "long", "all ones", "no point", "zeros"],
)
def test_a_malformed_key_verifies_nothing(public: bytes) -> None:
    signature = SigningKey(bytes(range(32))).sign(b"")

    assert not verify(public, b"", signature)


def test_a_key_that_would_bind_nobody_verifies_nothing() -> None:
    identity = (1).to_bytes(32, "little")
    fits_any_message = identity + bytes(32)

    assert not verify(identity, b"one history", fits_any_message)
    assert not verify(identity, b"another history", fits_any_message)


def added(one: Point, two: Point) -> Point:
    (x, y), (u, v) = one, two
    product = EDWARDS_D * x * u * y * v % PRIME
    return (
        (x * v + y * u) * pow(1 + product, -1, PRIME) % PRIME,
        (y * v + x * u) * pow(1 - product, -1, PRIME) % PRIME,
    )


def decoded(key: bytes) -> Point:
    y = (int.from_bytes(key, "little") & (2**255 - 1)) % PRIME
    square = (y * y - 1) * pow(EDWARDS_D * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    if x * x % PRIME != square:
        x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    assert x * x % PRIME == square
    return x, y


SMALL_ORDER = [
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
]


@pytest.mark.parametrize("written", SMALL_ORDER)
def test_a_key_is_weak_whose_point_has_an_order_of_eight_at_most(written: str) -> None:
    key = bytes.fromhex(written)
    point = decoded(key)

    for _ in range(3):
        point = added(point, point)

    assert point == (0, 1)
    assert is_weak(key)
    assert is_weak(key[:-1] + bytes((key[-1] | 0x80,)))


def test_an_ordinary_key_is_not_weak(vector: DealVector) -> None:
    assert not is_weak(vector.raws("keys")[0])
    assert not is_weak(vector.host_key)


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_a_private_key_of_another_length_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match=f"{size} bytes, not 32"):
        SigningKey(bytes(size))


def test_a_repr_shows_no_private_key() -> None:
    key = SigningKey(bytes(range(32)))

    assert bytes(range(32)).hex() not in repr(key)
    assert key.public.hex() in repr(key)


def test_a_bots_secret_is_as_published(vector: DealVector) -> None:
    seat = Seat(vector.values["seats"] - 1)

    secret = bot_secret(vector.seed, vector.game, seat)

    assert secret == vector.raw("bot_secret_of_last_seat")


def test_a_bots_secret_differs_by_seed_game_and_seat() -> None:
    seed, game = bytes(32), bytes(16)

    secrets = {
        bot_secret(seed, game, Seat(0)),
        bot_secret(seed, game, Seat(1)),
        bot_secret(seed, b"\x01" + game[1:], Seat(0)),
        bot_secret(b"\x01" + seed[1:], game, Seat(0)),
    }

    assert len(secrets) == 4


def test_a_bots_secret_needs_a_whole_seed_and_game() -> None:
    with pytest.raises(ValueError, match="a seed is 31 bytes"):
        bot_secret(bytes(31), bytes(16), Seat(0))
    with pytest.raises(ValueError, match="a game id is 17 bytes"):
        bot_secret(bytes(32), bytes(17), Seat(0))

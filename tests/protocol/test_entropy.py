"""Commitments before the deal, and the secret that comes of them."""

from __future__ import annotations

import hmac

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from vendue_protocol.entropy import (
    NO_ENTROPY,
    deck_key,
    entropy_commitment,
    salt_of,
    seed_commitment,
)
from vendue_protocol.tags import VER, tag
from vendue_shared.seats import Seat

from .conftest import DealVector

GAME = bytes(16)


def test_the_hosts_commitment_is_as_published(vector: DealVector) -> None:
    made = seed_commitment(vector.game, vector.raw("R"), vector.seed)

    assert made == vector.raw("host_commitment")


def test_every_seats_commitment_is_as_published(vector: DealVector) -> None:
    hs = vector.raw("host_commitment")

    made = tuple(
        entropy_commitment(vector.game, Seat(seat), hs, e)
        for seat, e in enumerate(vector.es)
    )

    assert made == vector.raws("entropy_commitments")


def test_a_bot_gives_zeros(vector: DealVector) -> None:
    assert vector.es[-1] == NO_ENTROPY


def test_salt_and_key_are_as_published(vector: DealVector) -> None:
    ks = vector.raws("entropy_commitments")

    salt = salt_of(vector.game, vector.raw("host_commitment"), ks)

    assert salt == vector.raw("salt")
    assert deck_key(vector.game, salt, vector.seed, vector.es) == vector.raw("key")


def test_the_key_is_that_of_another_hkdf() -> None:
    salt, seed, es = b"\x01" * 32, b"\x02" * 32, [b"\x03" * 32] * 3
    other = HKDF(SHA256(), length=32, salt=salt, info=tag("deck") + VER + GAME)

    assert deck_key(GAME, salt, seed, es) == other.derive(seed + b"".join(es))


def test_one_bit_of_one_seat_changes_the_key(table_of_five: DealVector) -> None:
    salt = table_of_five.raw("salt")
    keys = {deck_key(table_of_five.game, salt, table_of_five.seed, table_of_five.es)}

    for seat in range(5):
        es = list(table_of_five.es)
        es[seat] = bytes((es[seat][0] ^ 1,)) + es[seat][1:]
        keys.add(deck_key(table_of_five.game, salt, table_of_five.seed, es))

    assert len(keys) == 6


def test_equal_entropies_of_two_seats_do_not_show() -> None:
    hs = bytes(32)

    zero = entropy_commitment(GAME, Seat(0), hs, NO_ENTROPY)
    one = entropy_commitment(GAME, Seat(1), hs, NO_ENTROPY)

    assert zero != one


@pytest.mark.parametrize("size", [0, 31, 33])
def test_randomness_of_another_length_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="a seed"):
        seed_commitment(GAME, bytes(32), bytes(size))
    with pytest.raises(ValueError, match="an entropy"):
        entropy_commitment(GAME, Seat(0), bytes(32), bytes(size))
    with pytest.raises(ValueError, match="a seed"):
        deck_key(GAME, bytes(32), bytes(size), [bytes(32)] * 3)
    with pytest.raises(ValueError, match="an entropy"):
        deck_key(GAME, bytes(32), bytes(32), [bytes(32), bytes(32), bytes(size)])
    with pytest.raises(ValueError, match="a salt"):
        deck_key(GAME, bytes(size), bytes(32), [bytes(32)] * 3)
    with pytest.raises(ValueError, match="an entropy commitment"):
        salt_of(GAME, bytes(32), [bytes(32), bytes(32), bytes(size)])


@pytest.mark.parametrize("seats", [0, 2, 6])
def test_a_deal_for_too_few_or_too_many_is_refused(seats: int) -> None:
    with pytest.raises(ValueError, match=f"{seats} seats"):
        salt_of(GAME, bytes(32), [bytes(32)] * seats)
    with pytest.raises(ValueError, match=f"{seats} seats"):
        deck_key(GAME, bytes(32), bytes(32), [bytes(32)] * seats)


def test_the_first_block_of_the_expansion_is_numbered_one() -> None:
    salt, seed, es = bytes(32), bytes(32), [bytes(32)] * 3
    extracted = hmac.digest(salt, bytes(128), "sha256")
    info = tag("deck") + VER + GAME

    expanded = hmac.digest(extracted, info + b"\x01", "sha256")

    assert deck_key(GAME, salt, seed, es) == expanded

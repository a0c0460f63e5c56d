"""Sealed bids: what binds, what hides, what is found again."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from vendue_protocol.seals import (
    SealedBid,
    SealedPhase,
    commitment_bytes,
    context,
    find_bid,
    nonce_of,
    opens,
    seal,
)
from vendue_protocol.tags import sha256, versioned
from vendue_shared.money import Money
from vendue_shared.seats import Seat

PHASE = SealedPhase(game=bytes(16), auction=3, head=bytes(32))
SECRET = b"\x09" * 32


@pytest.fixture
def phase(vectors: dict[str, Any]) -> SealedPhase:
    return SealedPhase(
        game=bytes.fromhex(vectors["game"]),
        auction=vectors["bids"]["auction"],
        head=bytes.fromhex(vectors["bids"]["head"]),
    )


def test_every_bid_is_sealed_as_published(
    phase: SealedPhase, vectors: dict[str, Any]
) -> None:
    for published in vectors["bids"]["seats"]:
        seat, bid = Seat(published["seat"]), Money(published["bid"])

        sealed = seal(phase, seat, bytes.fromhex(published["seat_secret"]), bid)
        message = commitment_bytes(phase, seat, bid, sealed.nonce)

        assert sealed.nonce.hex() == published["nonce"]
        assert message.hex() == published["message"]
        assert sealed.commitment.hex() == published["commitment"]
        assert opens(phase, seat, sealed.commitment, bid=bid, nonce=sealed.nonce)


def test_the_layouts_are_as_long_as_documented() -> None:
    assert len(context(versioned("nonce"), PHASE, Seat(0))) == 71
    assert len(commitment_bytes(PHASE, Seat(0), 0, bytes(32))) == 107


def opening_of_seat_1(vectors: dict[str, Any]) -> tuple[int, bytes]:
    published = vectors["bids"]["seats"][1]
    return published["bid"], bytes.fromhex(published["nonce"])


def test_anothers_opening_makes_another_commitment_for_a_copycat(
    phase: SealedPhase, vectors: dict[str, Any]
) -> None:
    bid, nonce = opening_of_seat_1(vectors)
    copied = bytes.fromhex(vectors["bids"]["seats"][1]["commitment"])

    copycat = sha256(commitment_bytes(phase, Seat(3), bid, nonce))

    assert copycat.hex() == vectors["bids"]["copycat_seat_3_with_seat_1_opening"]
    assert not opens(phase, Seat(3), copied, bid=bid, nonce=nonce)


def test_an_opening_does_not_fit_the_next_auction(
    phase: SealedPhase, vectors: dict[str, Any]
) -> None:
    bid, nonce = opening_of_seat_1(vectors)
    sealed = bytes.fromhex(vectors["bids"]["seats"][1]["commitment"])
    following = msgspec.structs.replace(phase, auction=8)

    replayed = sha256(commitment_bytes(following, Seat(1), bid, nonce))

    assert replayed.hex() == vectors["bids"]["replay_of_seat_1_in_auction_8"]
    assert not opens(following, Seat(1), sealed, bid=bid, nonce=nonce)


@pytest.mark.parametrize(
    ("name", "filler"), [("lowest", b"\x00"), ("highest", b"\xff")]
)
def test_the_ends_of_every_field_are_as_published(
    vectors: dict[str, Any], name: str, filler: bytes
) -> None:
    published = vectors["bids"][name]
    assert published["game, head, nonce"] == f"all {filler.hex()}"
    phase = SealedPhase(
        game=filler * 16, auction=published["auction"], head=filler * 32
    )

    message = commitment_bytes(
        phase, Seat(published["seat"]), published["bid"], filler * 32
    )

    assert sha256(message).hex() == published["commitment"]


def flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def test_one_bit_off_anywhere_opens_nothing() -> None:
    sealed = seal(PHASE, Seat(2), SECRET, Money(37))
    bid, nonce, made = sealed.bid, sealed.nonce, sealed.commitment

    def fits(phase: SealedPhase, seat: int, made: bytes, bid: int, n: bytes) -> bool:
        return opens(phase, Seat(seat), made, bid=bid, nonce=n)

    assert fits(PHASE, 2, made, bid, nonce)
    for bit in range(32):
        other = msgspec.structs.replace(PHASE, auction=PHASE.auction ^ 1 << bit)
        assert not fits(other, 2, made, bid, nonce)
        assert not fits(PHASE, 2, made, bid ^ 1 << bit, nonce)
    for bit in range(8):
        assert not fits(PHASE, 2 ^ 1 << bit, made, bid, nonce)
    for bit in range(128):
        other = msgspec.structs.replace(PHASE, game=flipped(PHASE.game, bit))
        assert not fits(other, 2, made, bid, nonce)
    for bit in range(256):
        other = msgspec.structs.replace(PHASE, head=flipped(PHASE.head, bit))
        assert not fits(other, 2, made, bid, nonce)
        assert not fits(PHASE, 2, flipped(made, bit), bid, nonce)
        assert not fits(PHASE, 2, made, bid, flipped(nonce, bit))


@pytest.mark.parametrize("bid", [-1, 2**32, 2**70])
def test_an_amount_that_no_layout_has_room_for_opens_nothing(bid: int) -> None:
    sealed = seal(PHASE, Seat(0), SECRET, Money(0))

    assert not opens(PHASE, Seat(0), sealed.commitment, bid=bid, nonce=sealed.nonce)


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_a_nonce_or_commitment_of_another_length_opens_nothing(size: int) -> None:
    sealed = seal(PHASE, Seat(0), SECRET, Money(0))
    made, nonce = sealed.commitment, sealed.nonce

    assert not opens(PHASE, Seat(0), made, bid=0, nonce=(nonce * 2)[:size])
    assert not opens(PHASE, Seat(0), (made * 2)[:size], bid=0, nonce=nonce)


def test_sealing_again_sends_the_same_bytes() -> None:
    assert seal(PHASE, Seat(1), SECRET, Money(7)) == seal(
        PHASE, Seat(1), SECRET, Money(7)
    )


def test_every_nonce_is_used_for_one_bid_of_one_seat_in_one_auction() -> None:
    other = msgspec.structs.replace(PHASE, auction=4)

    nonces = {
        nonce_of(PHASE, Seat(0), SECRET, 0),
        nonce_of(PHASE, Seat(0), SECRET, 1),
        nonce_of(PHASE, Seat(1), SECRET, 0),
        nonce_of(other, Seat(0), SECRET, 0),
        nonce_of(PHASE, Seat(0), bytes(32), 0),
    }

    assert len(nonces) == 5


@pytest.mark.parametrize("bid", [0, 1, 99, 100])
def test_an_own_bid_is_found_again(bid: int) -> None:
    sealed = seal(PHASE, Seat(4), SECRET, Money(bid))

    found = find_bid(
        PHASE, Seat(4), SECRET, commitment=sealed.commitment, purse=Money(100)
    )

    assert found == sealed


def test_a_bid_that_another_secret_sealed_is_not_found() -> None:
    sealed = seal(PHASE, Seat(4), SECRET, Money(5))

    found = find_bid(
        PHASE, Seat(4), bytes(32), commitment=sealed.commitment, purse=Money(100)
    )

    assert found is None


def test_a_bid_over_the_purse_is_not_found() -> None:
    sealed = seal(PHASE, Seat(4), SECRET, Money(101))

    found = find_bid(
        PHASE, Seat(4), SECRET, commitment=sealed.commitment, purse=Money(100)
    )

    assert found is None


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seal_is_made_of_whole_parts(size: int) -> None:
    with pytest.raises(ValueError, match="a seat's secret"):
        seal(PHASE, Seat(0), bytes(size), Money(0))
    with pytest.raises(ValueError, match="a nonce"):
        commitment_bytes(PHASE, Seat(0), 0, bytes(size))
    with pytest.raises(ValueError, match="a game id"):
        seal(
            msgspec.structs.replace(PHASE, game=bytes(size)), Seat(0), SECRET, Money(0)
        )
    with pytest.raises(ValueError, match="a head"):
        seal(
            msgspec.structs.replace(PHASE, head=bytes(size)), Seat(0), SECRET, Money(0)
        )


@pytest.mark.parametrize("bid", [-1, 2**32])
def test_an_amount_that_has_no_room_is_not_sealed(bid: int) -> None:
    with pytest.raises(ValueError, match="does not fit"):
        seal(PHASE, Seat(0), SECRET, Money(bid))


def test_a_repr_shows_neither_the_bid_nor_its_nonce() -> None:
    sealed = seal(PHASE, Seat(0), SECRET, Money(4321))

    assert repr(sealed) == f"SealedBid(commitment={sealed.commitment.hex()})"
    assert isinstance(sealed, SealedBid)
    assert sealed.nonce.hex() not in f"{sealed} {sealed!r}"

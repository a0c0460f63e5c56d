"""What `verify` says of seats counts them from 1, as everything on the screen does."""

from __future__ import annotations

from vendue_client.proof_sentences import comparison_lines, reader_name, sentence_of
from vendue_protocol.comparing import Comparison, TwoHolds
from vendue_protocol.verify.reports import DefaultsProved, SealedProved, hand_said


def test_the_first_seats_log_is_that_of_seat_1() -> None:
    assert reader_name(0) == "seat 1"


def test_sealed_bids_are_told_by_seats_from_1() -> None:
    report = SealedProved(
        auctions=2,
        opened=(2, 1, 1),
        absent=(0, 1, 0),
        withheld=(0, 0, 1),
        over_money=(0, 0, 0),
    )

    assert sentence_of(report, ()) == (
        "2 sealed auctions; opened as sealed: seat 1: 2, seat 2: 1, seat 3: 1; "
        "absent: seat 2: 1; withheld: seat 3: 1"
    )


def test_moves_of_the_clock_are_told_by_seats_from_1() -> None:
    report = DefaultsProved(auto=(3, 0, 1), hammers=0, unproved_offers=0)

    assert sentence_of(report, ()).startswith("seat 1: 3, seat 3: 1, ")


def test_whoever_signed_two_histories_is_told_by_a_seat_from_1() -> None:
    two = TwoHolds(
        who=0, key=bytes(32), s=7, heads=(bytes(32),) * 2, holds=(bytes(64),) * 2
    )
    found = Comparison(
        is_one_game=True, lengths=(9, 9), differs_at=None, found=(), two_holds=(two,)
    )

    told = comparison_lines(found, ("a", "b"))

    assert "PROOF OF CHEATING: seat 1 signed two histories at event 7:" in told


def test_the_hand_after_the_seats_is_the_mystery_hand() -> None:
    assert [hand_said(hand, 3) for hand in (0, 2, 3)] == [
        "seat 1",
        "seat 3",
        "the mystery hand",
    ]

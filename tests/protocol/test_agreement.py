"""Rules and terms as bytes."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec
import pytest

from vendue_protocol.agreement import rules_bytes, terms_bytes, terms_digest
from vendue_protocol.keys import NO_KEY
from vendue_shared.options import (
    PRESETS,
    DoubleProceeds,
    FlipBy,
    Options,
    Preset,
    UnrankedValue,
)
from vendue_shared.terms import Clocks

from .conftest import DealVector

CLASSIC = PRESETS[Preset.CLASSIC]
ITALIAN = PRESETS[Preset.ITALIAN]

PUBLISHED_RULES = {
    "classic, 3 seats": (CLASSIC, 3),
    "classic, 4 seats": (CLASSIC, 4),
    "classic, 5 seats": (CLASSIC, 5),
    "classic-split, 4 seats": (PRESETS[Preset.CLASSIC_SPLIT], 4),
    "italian, 4 seats": (ITALIAN, 4),
    "italian, 3 seats, mystery hand, buyer flips, open money": (
        msgspec.structs.replace(
            ITALIAN, mystery_hand=True, mystery_flip_by=FlipBy.BUYER, open_money=True
        ),
        3,
    ),
}


def test_the_bytes_of_all_rules_are_as_published(vectors: dict[str, Any]) -> None:
    assert {rules["what"] for rules in vectors["rules"]} == set(PUBLISHED_RULES)
    for rules in vectors["rules"]:
        made = rules_bytes(*PUBLISHED_RULES[rules["what"]])

        assert len(made) == 60
        assert made.hex() == rules["bytes"], rules["what"]
        assert sha256(made).hexdigest() == rules["digest"], rules["what"]


@pytest.mark.parametrize(
    "changed",
    [
        {"double_proceeds": DoubleProceeds.SPLIT},
        {"count_unsold": False},
        {"unranked_value": UnrankedValue.ACCUMULATED},
        {"mystery_hand": True},
        {"mystery_flip_by": FlipBy.BUYER},
        {"open_money": True},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_every_option_changes_the_rules(changed: dict[str, Any]) -> None:
    assert rules_bytes(Options(**changed), 3) != rules_bytes(Options(), 3)


@pytest.mark.parametrize("seats", [0, 2, 6])
def test_rules_for_too_few_or_too_many_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="seats"):
        rules_bytes(CLASSIC, seats)


def test_the_mystery_hand_is_for_three() -> None:
    with pytest.raises(ValueError, match="mystery hand"):
        rules_bytes(Options(mystery_hand=True), 4)


def test_the_rules_of_a_deal_are_as_published(vector: DealVector) -> None:
    made = rules_bytes(vector.terms.options, vector.values["seats"])

    assert made == vector.raw("rules_bytes")


def test_the_terms_of_a_deal_are_as_published(vector: DealVector) -> None:
    assert terms_bytes(vector.terms) == vector.raw("terms")
    assert terms_digest(vector.terms) == vector.raw("R")


@pytest.mark.parametrize("clock", Clocks.__struct_fields__)
def test_every_clock_changes_the_terms(table_of_five: DealVector, clock: str) -> None:
    clocks = msgspec.structs.replace(table_of_five.terms.clocks, **{clock: 3600})

    changed = msgspec.structs.replace(table_of_five.terms, clocks=clocks)

    assert terms_digest(changed) != terms_digest(table_of_five.terms)


@pytest.mark.parametrize(
    "changed",
    [{"game": bytes(16)}, {"prev": bytes(32)}, {"host_key": bytes(32)}, {"first": 0}],
    ids=lambda changed: next(iter(changed)),
)
def test_every_field_changes_the_terms(
    table_of_five: DealVector, changed: dict[str, Any]
) -> None:
    terms = msgspec.structs.replace(table_of_five.terms, **changed)

    assert terms_digest(terms) != terms_digest(table_of_five.terms)


def test_who_sits_where_changes_the_terms(table_of_five: DealVector) -> None:
    chairs = table_of_five.terms.chairs
    turned = msgspec.structs.replace(
        table_of_five.terms, chairs=(*chairs[1:], chairs[0])
    )

    assert terms_digest(turned) != terms_digest(table_of_five.terms)


@pytest.mark.parametrize(
    "changed",
    [
        {"game": bytes(15)},
        {"prev": bytes(31)},
        {"host_key": bytes(33)},
        {"first": 5},
        {"first": -1},
        {"first": 255},
        {"chairs": ()},
    ],
    ids=str,
)
def test_terms_that_cannot_be_agreed_on_are_refused(
    table_of_five: DealVector, changed: dict[str, Any]
) -> None:
    terms = msgspec.structs.replace(table_of_five.terms, **changed)

    with pytest.raises(ValueError, match=r"bytes|seat"):
        terms_digest(terms)


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"name": ""}, "no name"),
        ({"name": "x" * 256}, "does not fit"),
        ({"name": "\udc80"}, "surrogates"),
        ({"key": bytes(31)}, "31 bytes"),
        ({"key": NO_KEY}, "weak"),
        ({"key": b"\x01" + bytes(31)}, "weak"),
        ({"bot": True}, "has a key"),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_a_chair_that_cannot_be_agreed_on_is_refused(
    table_of_five: DealVector, changed: dict[str, Any], why: str
) -> None:
    chairs = table_of_five.terms.chairs
    bad = msgspec.structs.replace(chairs[0], **changed)
    terms = msgspec.structs.replace(table_of_five.terms, chairs=(bad, *chairs[1:]))

    with pytest.raises(ValueError, match=why):
        terms_digest(terms)


def test_a_clock_that_has_no_room_is_refused(table_of_five: DealVector) -> None:
    clocks = msgspec.structs.replace(table_of_five.terms.clocks, cap=65536)
    terms = msgspec.structs.replace(table_of_five.terms, clocks=clocks)

    with pytest.raises(ValueError, match="does not fit"):
        terms_digest(terms)

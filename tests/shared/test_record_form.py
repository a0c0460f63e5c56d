"""Reading a record: exactly the keys, types and bounds of docs/RECORD.md."""

from __future__ import annotations

import json

import pytest
from tests.shared.random_play import Game
from tests.shared.record_lines import (
    Parsed,
    changed,
    index_of,
    joined,
    parsed,
    refusal,
    text_of,
)

from vendue_shared.options import Options
from vendue_shared.records.reading import parse_record
from vendue_shared.records.referee import check_record
from vendue_shared.records.strict_json import (
    LARGEST_RECORD,
    LONGEST_LINE,
    MOST_LINES,
    BadRecord,
    NotARecord,
)

LINES = parsed(text_of(Game(11, 3, Options()).run()))
"""A finished game of three, the header first."""

BID = index_of(LINES, move="bid")
ROUND = index_of(LINES, round=1)
RESULT = len(LINES) - 1


def with_header(**members: object) -> list[Parsed]:
    return changed(LINES, 0, **members)


def with_rules(**members: object) -> list[Parsed]:
    return with_header(rules=LINES[0]["rules"] | members)


def with_text(index: int, text: str) -> bytes:
    """The record with another text as one of its lines."""
    texts = [json.dumps(line) for line in LINES]
    texts[index] = text
    return "\n".join(texts).encode()


def reason_of(data: bytes) -> str:
    with pytest.raises(BadRecord) as caught:
        check_record(data)
    return caught.value.reason


# What is no record at all.


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"\n", "not JSON"),
        (b"\xff\xfe{", "not UTF-8"),
        (joined(LINES) + b"\xff", "not UTF-8"),
        (b"\xef\xbb\xbf" + joined(LINES), "not JSON"),
        (b"hello", "not JSON"),
        (b"[" * 4000, "not JSON"),
        (b"[1.5]", "no header"),
        (b"{}", "no header"),
        (joined(LINES[1:]), "no header"),
        (joined(with_header(record="vendue/2")), '"vendue/2"; this program reads'),
        (joined(with_header(record=1)), "is 1"),
        (b"x" * (LARGEST_RECORD + 1), "bytes"),
        (b" " * (LONGEST_LINE + 1) + joined(LINES), "longer"),
    ],
    ids=[
        "empty", "blank", "utf-16", "bad-end", "bom", "text", "deep", "list", "object",
        "header-missing", "other-version", "no-version", "too-large", "too-long",
    ],
)  # fmt: skip
def test_what_is_no_record_is_told_apart(data: bytes, reason: str) -> None:
    with pytest.raises(NotARecord, match=reason):
        check_record(data)


# The header.


@pytest.mark.parametrize("key", ["game", "rules", "seats", "deck", "first"])
def test_every_key_of_the_header_is_needed(key: str) -> None:
    header = {k: v for k, v in LINES[0].items() if k != key}

    assert refusal([header, *LINES[1:]]).reason == (
        f"the header needs the key `{key}`, which is missing"
    )


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        ({"more": 1}, 'the header has no key "more"'),
        ({"game": "0" * 31}, "`game` is"),
        ({"game": "A" * 32}, "`game` is"),
        ({"game": "\uff11" * 32}, "`game` is"),
        ({"game": 5}, "`game` is 5"),
        ({"rules": []}, "`rules` is a list of 0, expected an object"),
        ({"seats": ["a", "b"]}, "`seats` is a list of 2"),
        ({"seats": ["a"] * 6}, "`seats` is a list of 6"),
        ({"seats": "abc"}, '`seats` is "abc"'),
        ({"seats": ["a", "b", 3]}, "the name 3 is no text"),
        ({"seats": ["a", "b", "\ud800"]}, "is no text"),
        ({"deck": list(range(69))}, "`deck` is a list of 69"),
        ({"deck": [0, *range(69)]}, "`deck` lacks the painting 69"),
        ({"deck": [70, *range(1, 70)]}, "`deck` holds 70"),
        ({"deck": [False, *range(1, 70)]}, "`deck` holds false"),
        ({"deck": {}}, "`deck` is an object"),
        ({"first": 3}, "`first` is 3, expected a whole number from 0 to 2"),
        ({"first": True}, "`first` is true"),
        ({"first": None}, "`first` is null"),
    ],
    ids=str,
)
def test_a_wrong_header_is_refused(members: Parsed, reason: str) -> None:
    refused = refusal(with_header(**members))

    assert refused.line == 1
    assert refused.reason.startswith(reason) or reason in refused.reason


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        ({"more": 1}, '`rules` has no key "more"'),
        ({"preset": "other"}, "expected one of classic, italian"),
        ({"double_proceeds": "split"}, "as the preset classic promises"),
        ({"count_unsold": False}, "`count_unsold` is false, expected true"),
        ({"unranked_value": "accumulated"}, "as the preset classic promises"),
        ({"count_unsold": 1}, "`count_unsold` is 1, expected true or false"),
        ({"mystery_hand": "no"}, "expected true or false"),
        ({"mystery_flip_by": "BUYER"}, "expected one of auctioneer, buyer"),
        ({"open_money": None}, "`open_money` is null"),
    ],
    ids=str,
)
def test_wrong_rules_are_refused(members: Parsed, reason: str) -> None:
    refused = refusal(with_rules(**members))

    assert refused.line == 1
    assert reason in refused.reason


def test_custom_promises_nothing() -> None:
    assert check_record(joined(with_rules(preset="custom"))).is_finished


def test_the_mystery_hand_is_for_three() -> None:
    lines = parsed(text_of(Game(11, 4, Options()).run()))
    rules = lines[0]["rules"] | {"mystery_hand": True}

    refused = refusal(changed(lines, 0, rules=rules))

    assert refused.reason == "the mystery hand is for 3 players, not 4"


# Lines.


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the line is blank"),
        ("  \t", "the line is blank"),
        ("null", "the line is null, not a JSON object"),
        ("[]", "the line is a list of 0, not a JSON object"),
        ('{"seat": 0, "move": "pass"', "the line is not one JSON object"),
        ('{"seat": 0, "move": "pass"} {}', "Extra data"),
        ('{"seat": 0, "seat": 0, "move": "pass"}', 'the key "seat" stands there twice'),
        ('{"seat": 5.0, "move": "pass"}', "5.0 is not a whole number written as such"),
        ('{"seat": 1e999, "move": "pass"}', "1e999 is not a whole number"),
        ('{"seat": NaN, "move": "pass"}', "NaN is not a whole number"),
        ('{"seat": -Infinity, "move": "pass"}', "-Infinity is not a whole number"),
        ('{"seat": 01, "move": "pass"}', "the line is not one JSON object"),
        ("[" * 4000, "the line is nested too deeply"),
        ('{"seat":' + "[" * 900 + "]" * 900 + ',"move":"pass"}', "is a list of 1"),
        (" " * (LONGEST_LINE + 1), "the line is longer than 4096 bytes"),
        ("{}", "none of the keys `move`, `round`, `result`"),
        ("1" * 4000, "not a JSON object"),
    ],
    ids=lambda text: repr(text[:24]),
)
def test_a_line_that_is_not_strict_json_is_refused(text: str, reason: str) -> None:
    assert reason in reason_of(with_text(BID, text))


def test_a_blank_line_at_the_end_is_refused() -> None:
    assert reason_of(joined(LINES) + b"\n") == "the line is blank"


def test_the_last_line_feed_may_be_missing() -> None:
    assert check_record(joined(LINES)[:-1]).is_finished


def test_more_lines_than_any_game_has_are_refused() -> None:
    data = joined(LINES[:1]) + b'{"seat":0,"move":"seal"}\n' * MOST_LINES

    with pytest.raises(BadRecord, match=f"line {MOST_LINES + 1}: "):
        parse_record(data)


@pytest.mark.parametrize(
    "seat",
    [3, -1, True, "0", None, [0], 2**32, 10**400],
    ids=lambda seat: str(seat)[:9],
)
def test_a_wrong_seat_is_refused(seat: object) -> None:
    refused = refusal(changed(LINES, BID, seat=seat))

    assert refused.line == BID + 1
    assert "expected a whole number from 0 to 2" in refused.reason


@pytest.mark.parametrize(
    "amount", [-1, True, "5", None, 2**32, 10**400], ids=lambda amount: str(amount)[:9]
)
def test_a_wrong_amount_is_refused(amount: object) -> None:
    refused = refusal(changed(LINES, BID, amount=amount))

    assert refused.line == BID + 1
    assert "expected a whole number from 0 to 4294967295" in refused.reason


@pytest.mark.parametrize("painting", [70, -1, True, "5", None])
def test_a_wrong_painting_is_refused(painting: object) -> None:
    refused = refusal(changed(LINES, 1, painting=painting))

    assert refused.line == 2
    assert "expected a whole number from 0 to 69" in refused.reason


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        ({"move": "shout"}, '`move` is "shout", expected one of offer, add, decline'),
        ({"move": 5}, "`move` is 5, expected the name of a move"),
        ({"move": "pass"}, 'the move pass has no key "amount"'),
        ({"move": "offer"}, "the move offer needs the key `painting`"),
        ({"move": "hammer"}, 'the move hammer has no key "amount"'),
        ({"painting": 5}, 'the move bid has no key "painting"'),
        ({"auto": False}, "`auto` is false, expected true, or no such key"),
        ({"auto": 1}, "`auto` is 1, expected true, or no such key"),
        ({"auto": None}, "`auto` is null"),
    ],
    ids=str,
)
def test_a_move_has_its_own_keys_and_no_others(members: Parsed, reason: str) -> None:
    refused = refusal(changed(LINES, BID, **members))

    assert refused.line == BID + 1
    assert reason in refused.reason


def test_auto_may_stand_on_any_move() -> None:
    lines = [line | {"auto": True} if "move" in line else line for line in LINES]

    assert check_record(joined(lines)).is_finished


def test_keys_may_come_in_any_order() -> None:
    lines = [dict(reversed(line.items())) for line in LINES]

    assert check_record(joined(lines)).is_finished


def test_the_hammer_has_no_seat() -> None:
    lines = changed(LINES, index_of(LINES, move="hammer"), seat=0)

    assert refusal(lines).reason == (
        "`seat` is 0, expected null: the host's clock moves the hammer"
    )


@pytest.mark.parametrize("reason", ["late", None, 5])
def test_a_bid_is_void_for_one_of_three_reasons(reason: object) -> None:
    lines = [LINES[0], {"seat": 0, "move": "void", "reason": reason}]

    assert "expected one of absent, withheld, illegal" in refusal(lines).reason


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        ({"more": 1}, 'the round line has no key "more"'),
        ({"round": 0}, "`round` is 0, expected a whole number from 1 to 4"),
        ({"round": True}, "`round` is true"),
        ({"shown": [1, 2, 3, 4]}, "`shown` is a list of 4, expected a list of 5"),
        ({"shown": [True, 1, 1, 1, 1]}, "`shown` holds true"),
        ({"values": None}, "`values` is null"),
        ({"purses": [1, 2]}, "`purses` is a list of 2, expected a list of 3"),
        ({"ranking": "KLS"}, '`ranking` is "KLS", expected a list of at most 3'),
        ({"ranking": ["K", "L", "S", "V"]}, "`ranking` is a list of 4"),
        ({"ranking": ["k"]}, 'the ranking names "k", which is no artist'),
        ({"ranking": [4]}, "the ranking names 4, which is no artist"),
    ],
    ids=str,
)
def test_a_round_line_of_another_form_is_refused(members: Parsed, reason: str) -> None:
    refused = refusal(changed(LINES, ROUND, **members))

    assert refused.line == ROUND + 1
    assert reason in refused.reason


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        ([], "`result` is a list of 0, expected an object"),
        ({"purses": [1, 2, 3]}, "`result` needs the key `winners`"),
        ({"purses": [1, 2], "winners": [0]}, "`purses` is a list of 2"),
        ({"purses": [1, 2, 3], "winners": 0}, "`winners` is 0"),
        ({"purses": [1, 2, 3], "winners": [3]}, "seats from 0 to 2"),
        ({"purses": [1, 2, 3], "winners": [True]}, "seats from 0 to 2"),
        ({"purses": [1, 2, 3], "winners": [0, 0, 0, 0]}, "`winners` is a list of 4"),
    ],
    ids=str,
)
def test_a_result_of_another_form_is_refused(result: object, reason: str) -> None:
    refused = refusal(changed(LINES, RESULT, result=result))

    assert refused.line == RESULT + 1
    assert reason in refused.reason


def test_the_result_line_has_one_key() -> None:
    assert 'has no key "more"' in refusal(changed(LINES, RESULT, more=1)).reason

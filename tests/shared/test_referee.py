"""Refereeing a record: what is against the rules is found where it stands."""

from __future__ import annotations

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
    without,
)

from vendue_shared.options import FlipBy, Options
from vendue_shared.paintings import KIND_OF, PAINTINGS, Kind
from vendue_shared.records.referee import check_record
from vendue_shared.records.strict_json import BadRecord

LINES = parsed(text_of(Game(11, 3, Options()).run()))
MYSTERY = parsed(
    text_of(Game(12, 3, Options(mystery_hand=True, mystery_flip_by=FlipBy.BUYER)).run())
)
ROUND = index_of(LINES, round=1)


def deck_for(kind: str) -> list[int]:
    """All paintings by number, but the first of this kind on top."""
    top = next(p for p in PAINTINGS if KIND_OF[p] is Kind[kind.upper()])
    return [top, *(p for p in PAINTINGS if p != top)]


def begins(kind: str, *moves: Parsed) -> list[Parsed]:
    """A game of three, in which seat 0 offers a painting of this kind first."""
    header = LINES[0] | {"deck": deck_for(kind), "first": 0}
    offer: Parsed = {"seat": 0, "move": "offer", "painting": header["deck"][0]}
    return [header, offer, *moves]


def move(seat: int | None, name: str, **more: object) -> Parsed:
    return {"seat": seat, "move": name, **more}


def said(lines: list[Parsed]) -> str:
    """Against the last line, what the referee says; all before it is good."""
    check_record(joined(lines[:-1]), unfinished=True)
    refused = refusal(lines, unfinished=True)
    assert refused.line == len(lines)
    return refused.reason


# Moves.


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        pytest.param(
            begins("open", move(1, "bid", amount=5), move(2, "bid", amount=5)),
            "the move bid of seat 2 cannot stand here: the highest bid is 5 already",
            id="equal-bid",
        ),
        pytest.param(
            begins("open", move(1, "bid", amount=101)),
            "the move bid of seat 1 cannot stand here: it has only 100",
            id="over-purse",
        ),
        pytest.param(
            begins("open", move(1, "bid", amount=0)),
            "the move bid of seat 1 cannot stand here: a bid is at least 1",
            id="zero",
        ),
        pytest.param(
            begins("open", move(1, "bid", amount=5), move(1, "pass")),
            "the move pass of seat 1 cannot stand here: it has the highest bid",
            id="leader",
        ),
        pytest.param(
            begins("open", move(1, "pass"), move(1, "pass")),
            "the move pass of seat 1 cannot stand here: it has passed since the last"
            " raise",
            id="passed-twice",
        ),
        pytest.param(
            begins("open", move(1, "seal")),
            "the move seal of seat 1 cannot stand here: an open auction waits for"
            " seats 0, 1, 2 or the hammer",
            id="not-sealed",
        ),
        pytest.param(
            begins("once", move(2, "pass")),
            "the move pass of seat 2 cannot stand here: seat 1 is to bid or to pass,"
            " once around",
            id="once-turn",
        ),
        pytest.param(
            begins("once", move(None, "hammer")),
            "the hammer cannot stand here: seat 1 is to bid or to pass, once around",
            id="hammer",
        ),
        pytest.param(
            begins("fixed", move(1, "price", amount=5)),
            "the move price of seat 1 cannot stand here: seat 0 is to name a price",
            id="price-turn",
        ),
        pytest.param(
            begins("fixed", move(0, "price", amount=5), move(2, "buy")),
            "the move buy of seat 2 cannot stand here: seat 1 is to buy or to pass",
            id="buy-turn",
        ),
        pytest.param(
            begins("double", move(1, "decline")),
            "the move decline of seat 1 cannot stand here: seat 0 is to add a second"
            " painting or to decline",
            id="second-turn",
        ),
        pytest.param(
            begins("double", move(0, "add", painting=9)),
            "the move add of seat 0 cannot stand here: the painting is not in its hand",
            id="not-held",
        ),
        pytest.param(
            begins("double", move(0, "add", painting=12)),
            "the move add of seat 0 cannot stand here: the double is by Lumen",
            id="artist",
        ),
        pytest.param(
            begins("double", move(0, "add", painting=11)),
            "the move add of seat 0 cannot stand here: the second painting is a double,"
            " too",
            id="second-double",
        ),
        pytest.param(
            begins("open", move(None, "hammer"), move(1, "offer", painting=0)),
            "the move offer of seat 1 cannot stand here: the painting has been played"
            " before",
            id="played",
        ),
        pytest.param(
            begins("sealed", move(1, "seal"), move(1, "seal")),
            "the move seal of seat 1 cannot stand here: it has sealed already",
            id="sealed-twice",
        ),
    ],
)
def test_a_move_against_the_rules_is_refused_in_plain_words(
    lines: list[Parsed], reason: str
) -> None:
    assert said(lines) == reason


# Sealed auctions.


SEALS = [move(seat, "seal") for seat in range(3)]


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        pytest.param(
            [move(0, "open", amount=1)],
            "the move open of seat 0 cannot stand here: sealed bids are due from seats"
            " 0, 1, 2",
            id="opened-too-early",
        ),
        pytest.param(
            [*SEALS, move(0, "open", amount=101)],
            "seat 0 opens 101, but has only 100: such a bid is void, illegal",
            id="illegal-opened",
        ),
        pytest.param(
            [*SEALS, move(0, "void", reason="absent")],
            "seat 0 cannot be absent here: sealed bids are to be opened of seats"
            " 0, 1, 2",
            id="absent-too-late",
        ),
        pytest.param(
            [SEALS[0], move(0, "void", reason="absent")],
            "seat 0 has sealed and cannot be absent",
            id="sealed-and-absent",
        ),
        pytest.param(
            [*SEALS, move(None, "hammer")],
            "the hammer cannot stand here: sealed bids are to be opened of seats"
            " 0, 1, 2",
            id="hammer",
        ),
    ],
)
def test_a_sealed_auction_against_the_rules_is_refused(
    moves: list[Parsed], reason: str
) -> None:
    assert said(begins("sealed", *moves)) == reason


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        pytest.param(
            [move(1, "void", reason="absent")] * 2,
            "seat 1 is absent twice",
            id="absent-twice",
        ),
        pytest.param(
            [move(1, "void", reason="absent"), SEALS[1]],
            "seat 1 seals, but it was absent",
            id="absent-and-sealed",
        ),
        pytest.param(
            [*SEALS, *[move(1, "open", amount=3)] * 2],
            "seat 1 has no sealed bid left to open",
            id="opened-twice",
        ),
        pytest.param(
            [*SEALS[:2], move(2, "void", reason="absent"), move(2, "open", amount=3)],
            "seat 2 has no sealed bid left to open",
            id="absent-and-opened",
        ),
        pytest.param(
            [*SEALS, *[move(1, "void", reason="withheld")] * 2],
            "seat 1 has no sealed bid left to open",
            id="withheld-twice",
        ),
    ],
)
def test_a_seat_has_one_line_to_seal_and_one_to_open(
    moves: list[Parsed], reason: str
) -> None:
    lines = begins("sealed", *moves)
    refused = refusal(lines, unfinished=True)

    assert (refused.line, refused.reason) == (len(lines), reason)


def test_seals_absences_and_openings_come_in_any_order() -> None:
    lines = begins(
        "sealed",
        move(2, "seal"),
        move(0, "void", reason="absent"),
        move(1, "seal"),
        move(2, "open", amount=7),
        move(1, "void", reason="illegal"),
        move(1, "offer", painting=15),
    )
    lines[-1]["painting"] = lines[0]["deck"][10]

    checked = check_record(joined(lines), unfinished=True)

    assert checked.purses == (107, 100, 93)


def test_all_absent_closes_at_once() -> None:
    absences = [move(seat, "void", reason="absent") for seat in (2, 0, 1)]

    checked = check_record(joined(begins("sealed", *absences)), unfinished=True)

    assert checked.purses == (100, 100, 100)


@pytest.mark.parametrize(
    "moves",
    [[move(1, "void", reason="absent")], [*SEALS, move(2, "open", amount=5)]],
    ids=["absences", "openings"],
)
def test_an_unfinished_record_does_not_break_off_in_one_moment(
    moves: list[Parsed],
) -> None:
    refused = refusal(begins("sealed", *moves), unfinished=True)

    assert refused.reason.startswith("a sealed auction breaks off: ")


# The deck.


def test_an_offered_painting_is_of_the_hand() -> None:
    lines = begins("open")
    lines[-1]["painting"] = lines[0]["deck"][10]

    assert said(lines).endswith("the painting is not in its hand")


def test_a_later_share_is_not_in_the_hand_before_its_round() -> None:
    lines = begins("open")
    lines[-1]["painting"] = lines[0]["deck"][30]

    assert said(lines).endswith("the painting is not in its hand")


def test_without_a_deck_hands_are_not_looked_at() -> None:
    lines = begins("open")
    lines[-1]["painting"] = lines[0]["deck"][30]

    lines[0] = lines[0] | {"deck": None}

    assert not check_record(joined(lines), unfinished=True).is_finished


def test_only_an_unfinished_game_may_hide_its_deck() -> None:
    lines = changed(LINES, 0, deck=None)

    assert refusal(lines).reason == (
        "`deck` is null, which only an unfinished game may have"
    )
    refused = refusal(lines, unfinished=True)
    assert (refused.line, refused.reason) == (
        1,
        "`deck` is null, but the game is finished",
    )


def test_a_flip_turns_up_the_oldest_of_the_pile() -> None:
    index = index_of(MYSTERY, move="flip")
    oldest = MYSTERY[index]["painting"]
    other = MYSTERY[0]["deck"][35]
    assert other != oldest

    refused = refusal(changed(MYSTERY, index, painting=other))

    assert refused.reason == (
        f"painting {other} is flipped, but {oldest} is the oldest of the mystery hand"
    )


# Round lines and the result.


@pytest.mark.parametrize("key", ["round", "shown", "ranking", "values", "purses"])
def test_a_round_line_says_what_the_rules_give(key: str) -> None:
    line = LINES[ROUND]
    if key == "round":
        wrong: object = line[key] + 1
    elif key == "ranking":
        wrong = line[key][:-1]
    else:
        wrong = [line[key][0] + 1, *line[key][1:]]

    refused = refusal(changed(LINES, ROUND, **{key: wrong}))

    assert refused.line == ROUND + 1
    assert refused.reason.startswith(f"`{key}` is ")
    assert ", by rule " in refused.reason


def test_a_wrong_ranking_is_told_by_the_letters() -> None:
    right = LINES[ROUND]["ranking"]

    refused = refusal(changed(LINES, ROUND, ranking=right[:1]))

    told = f"[{', '.join(right)}]"
    assert refused.reason == f"`ranking` is [{right[0]}], by rule {told}"


@pytest.mark.parametrize("key", ["purses", "winners"])
def test_the_result_is_what_the_rules_give(key: str) -> None:
    result = LINES[-1]["result"]
    wrong = [2, 1, 0] if key == "winners" else [result[key][0] + 1, *result[key][1:]]

    refused = refusal(changed(LINES, -1 % len(LINES), result=result | {key: wrong}))

    assert refused.line == len(LINES)
    assert refused.reason.startswith(f"`{key}` is ")


def test_a_missing_round_line_is_named() -> None:
    refused = refusal(without(LINES, ROUND))

    assert refused.line == ROUND + 1
    assert refused.reason.startswith("the line of round 1 is due, found the move offer")


def test_a_round_line_before_the_round_is_over_is_refused() -> None:
    lines = [*LINES[:2], LINES[ROUND]]

    refused = refusal(lines)

    assert refused.line == 3
    assert refused.reason.startswith("the line of round 1 comes too early: ")


def test_a_result_in_mid_game_is_refused() -> None:
    refused = refusal([*LINES[:2], LINES[-1]])

    assert refused.reason.startswith("the result comes too early: ")


@pytest.mark.parametrize("index", [1, ROUND, -1], ids=["move", "round", "result"])
def test_nothing_comes_after_the_result(index: int) -> None:
    refused = refusal([*LINES, LINES[index]])

    assert refused.line == len(LINES) + 1
    assert refused.reason.endswith("follows the result, the last line")


def test_a_missing_result_is_named() -> None:
    refused = refusal(LINES[:-1])

    assert (refused.line, refused.reason) == (len(LINES), "the result is missing")


def test_an_unfinished_game_is_told_with_what_is_due() -> None:
    refused = refusal(begins("open", move(None, "hammer")))

    assert (refused.line, refused.reason) == (
        4,
        "the game is unfinished, without a result: seat 1 is to offer a painting",
    )


def test_an_unfinished_record_does_not_break_off_before_a_round_line() -> None:
    refused = refusal(LINES[:ROUND], unfinished=True)

    assert refused.reason == "the line of round 1 is missing"


# Anything at all.


def verdict(lines: list[Parsed]) -> int | tuple[int, ...]:
    """The purses of a good record, the line of a bad one."""
    try:
        return check_record(joined(lines)).purses
    except BadRecord as refused:
        return refused.line


def test_a_line_left_out_or_doubled_is_refused_where_it_counts() -> None:
    good = verdict(LINES)

    for index in range(1, len(LINES)):
        for lines in (without(LINES, index), [*LINES[: index + 1], *LINES[index:]]):
            found = verdict(lines)
            assert found == good or (isinstance(found, int) and found > index)


def test_the_first_wrong_line_is_the_one_named() -> None:
    lines = changed(LINES, ROUND, round=9)
    lines = changed(lines, 1, painting=99)

    assert refusal(lines).line == 2

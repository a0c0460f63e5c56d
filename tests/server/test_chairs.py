from __future__ import annotations

import pytest
from tests.server.game_by_hand import KEYS

from vendue_protocol.errors import Code
from vendue_server.chairs import BOT_NAMES, Chairs
from vendue_server.refusal import Refusal
from vendue_shared.bots.levels import Level

WEAK = bytes.fromhex("01" + "00" * 31)


@pytest.fixture
def chairs() -> Chairs:
    """Four chairs: Anna on 0, Bert on 1."""
    chairs = Chairs(4)
    chairs.sit("Anna", KEYS[0].public, None)
    chairs.sit("Bert", KEYS[1].public, None)
    return chairs


def code_of(refused: pytest.ExceptionInfo[Refusal]) -> Code:
    return refused.value.code


def test_first_free_chair_is_taken_where_none_is_named(chairs: Chairs) -> None:
    assert chairs.sit("Cleo", KEYS[2].public, None) == 2


def test_named_chair_is_taken(chairs: Chairs) -> None:
    assert chairs.sit("Cleo", KEYS[2].public, 3) == 3


@pytest.mark.parametrize("chair", [0, 4], ids=["taken", "not there"])
def test_chair_that_is_not_free_is_refused(chairs: Chairs, chair: int) -> None:
    with pytest.raises(Refusal) as refused:
        chairs.sit("Cleo", KEYS[2].public, chair)

    assert code_of(refused) is Code.CHAIR


def test_full_table_seats_nobody(chairs: Chairs) -> None:
    chairs.sit("Cleo", KEYS[2].public, None)
    chairs.sit("Dora", KEYS[3].public, None)

    with pytest.raises(Refusal) as refused:
        chairs.sit("Emil", KEYS[4].public, None)

    assert code_of(refused) is Code.CHAIR


@pytest.mark.parametrize(
    "name",
    ["Anna", "ANNA", " anna ", "An-na", "\u0410nn\u0430"],
    ids=["same", "case", "blanks", "hyphen", "Cyrillic"],
)
def test_name_that_looks_like_another_is_refused(chairs: Chairs, name: str) -> None:
    with pytest.raises(Refusal) as refused:
        chairs.sit(name, KEYS[2].public, None)

    assert code_of(refused) is Code.NAME


@pytest.mark.parametrize(
    "name",
    ["   ", "\x1b[31mEve", "host", "a\u202eb", "---", "seventeen letters"],
    ids=["blank", "escape", "reserved", "right-to-left", "no letter", "too long"],
)
def test_name_that_cannot_be_shown_is_refused(chairs: Chairs, name: str) -> None:
    with pytest.raises(Refusal) as refused:
        chairs.sit(name, KEYS[2].public, None)

    assert code_of(refused) is Code.NAME


@pytest.mark.parametrize("key", [bytes(32), WEAK], ids=["zeros", "small order"])
def test_weak_key_is_refused(chairs: Chairs, key: bytes) -> None:
    with pytest.raises(Refusal) as refused:
        chairs.sit("Cleo", key, None)

    assert code_of(refused) is Code.AUTH


def test_key_that_sits_already_is_refused(chairs: Chairs) -> None:
    with pytest.raises(Refusal) as refused:
        chairs.sit("Cleo", KEYS[0].public, None)

    assert code_of(refused) is Code.AUTH


def test_refused_person_takes_no_chair(chairs: Chairs) -> None:
    with pytest.raises(Refusal):
        chairs.sit("Anna", KEYS[2].public, None)

    assert chairs.taken == [0, 1]


def test_owner_is_the_person_seated_longest(chairs: Chairs) -> None:
    chairs.free(0)
    chairs.sit("Anna", KEYS[0].public, 0)

    assert chairs.owner == 1


def test_owner_without_a_line_gives_way_to_one_who_is_there(chairs: Chairs) -> None:
    chairs[0].is_here = False

    assert chairs.owner == 1


def test_owner_is_somebody_even_if_nobody_is_there(chairs: Chairs) -> None:
    chairs[0].is_here = chairs[1].is_here = False

    assert chairs.owner == 0


def test_bots_own_nothing() -> None:
    chairs = Chairs(3)
    chairs.seat_bot(0, Level.STANDARD)

    assert chairs.owner is None


def test_bot_takes_a_name_that_nobody_has() -> None:
    chairs = Chairs(3)
    chairs.sit(BOT_NAMES[0].upper(), KEYS[0].public, None)

    chairs.seat_bot(1, Level.STANDARD)

    assert chairs[1].name == BOT_NAMES[1]


def test_bot_replaces_a_bot(chairs: Chairs) -> None:
    chairs.seat_bot(2, Level.STANDARD)

    chairs.seat_bot(2, Level.RANDOM)

    assert chairs[2].level is Level.RANDOM


@pytest.mark.parametrize("chair", [0, 4, -1], ids=["a person", "not there", "negative"])
def test_bot_sits_nowhere_but_on_a_free_chair(chairs: Chairs, chair: int) -> None:
    with pytest.raises(Refusal) as refused:
        chairs.seat_bot(chair, Level.STANDARD)

    assert code_of(refused) is Code.CHAIR


def test_person_is_not_taken_away_as_a_bot(chairs: Chairs) -> None:
    with pytest.raises(Refusal):
        chairs.remove_bot(0)

    assert chairs.taken == [0, 1]


def test_shrinking_takes_free_chairs_only(chairs: Chairs) -> None:
    chairs.sit("Cleo", KEYS[2].public, 3)

    chairs.resize(3)

    assert [chair.name for chair in chairs] == ["Anna", "Bert", "Cleo"]


def test_shrinking_below_who_sits_is_refused(chairs: Chairs) -> None:
    chairs.sit("Cleo", KEYS[2].public, None)
    chairs.sit("Dora", KEYS[3].public, None)

    with pytest.raises(Refusal) as refused:
        chairs.resize(3)

    assert (code_of(refused), len(chairs)) == (Code.CHAIR, 4)


def test_growing_adds_free_chairs(chairs: Chairs) -> None:
    chairs.resize(5)

    assert (len(chairs), chairs.taken) == (5, [0, 1])


def test_bots_stay_ready_when_all_others_are_asked_again(chairs: Chairs) -> None:
    chairs.seat_bot(2, Level.STANDARD)
    chairs[0].is_ready = True

    chairs.clear_ready()

    assert [chair.is_ready for chair in chairs] == [False, False, True, False]


def test_two_who_are_ready_are_too_few_to_start(chairs: Chairs) -> None:
    chairs[0].is_ready = chairs[1].is_ready = True

    assert not chairs.may_start


def test_seats_of_a_game_leave_out_free_chairs(chairs: Chairs) -> None:
    chairs.sit("Cleo", KEYS[2].public, 3)

    assert chairs.seat_of(3) == 2

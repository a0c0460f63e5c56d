from __future__ import annotations

import pytest

from vendue_protocol.errors import Code
from vendue_protocol.host_messages import Accepted
from vendue_server.answers import Answers
from vendue_server.refusal import Refusal
from vendue_shared.moves import Bid, Pass


@pytest.fixture
def answers() -> Answers:
    """Two moves were accepted: a bid as event 7, a pass as event 9."""
    answers = Answers()
    answers.store(Bid(auction=1, amount=5), 7)
    answers.store(Pass(auction=1), 9)
    return answers


def test_next_number_is_not_a_repeat(answers: Answers) -> None:
    assert answers.repeated(3, Pass(auction=2)) is None


def test_first_number_is_one() -> None:
    assert Answers().repeated(1, Pass(auction=1)) is None


def test_repeated_move_has_its_old_answer(answers: Answers) -> None:
    assert answers.repeated(1, Bid(auction=1, amount=5)) == Accepted(n=1, s=7)


def test_repeated_number_with_another_move_is_refused(answers: Answers) -> None:
    with pytest.raises(Refusal) as refused:
        answers.repeated(1, Bid(auction=1, amount=6))

    assert refused.value.code is Code.NUMBER


@pytest.mark.parametrize("n", [0, 4, 2**32 - 1])
def test_number_that_is_not_the_next_is_refused(answers: Answers, n: int) -> None:
    with pytest.raises(Refusal) as refused:
        answers.repeated(n, Pass(auction=2))

    assert refused.value.code is Code.NUMBER


def test_asking_for_a_number_does_not_use_it_up(answers: Answers) -> None:
    answers.repeated(3, Pass(auction=2))

    assert answers.last == 2

"""The study: what is asked, what is answered, and what is too late."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest
from tests.server.game_by_hand import GameByHand, bodies_in, sent_by, terms_for

from vendue_server.game_log import Kept
from vendue_server.questions import (
    Asked,
    Forgotten,
    Question,
    Thought,
    encode,
    question,
    thought_of,
)
from vendue_server.study import MOST_UNSENT, Consideration, Study
from vendue_shared.bots.levels import Level
from vendue_shared.money import Money
from vendue_shared.moves import Offer
from vendue_shared.paintings import Painting
from vendue_shared.seats import Seat

GAME: Final = b"a game".ljust(16, b".")
HAND: Final = (Painting(3), Painting(41))
OFFER: Final = Offer(auction=1, painting=41)


def said(study: Study) -> list[Question]:
    return [question(body) for body in sent_by(study)]


def ask(study: Study, log: Sequence[Kept], seat: int = 0) -> Consideration:
    return study.ask(GAME, log, seat=Seat(seat), level=Level.MASTER, hand=HAND, now=0.0)


def answer(study: Study, asked: Asked) -> None:
    study.take(bodies_in(encode(thought_of(asked, OFFER)))[0])


@pytest.fixture
def study() -> Study:
    return Study()


@pytest.fixture
def log() -> Sequence[Kept]:
    """The log of a game that has begun, and in which seat 0 is to offer."""
    return GameByHand(terms_for(3)).game.log.steps


def test_log_travels_with_the_first_question(study: Study, log: Sequence[Kept]) -> None:
    ask(study, log)

    (asked,) = said(study)
    assert isinstance(asked, Asked)
    assert asked.events == tuple(kept.event for kept in log)


def test_what_was_told_is_not_told_again(study: Study, log: Sequence[Kept]) -> None:
    ask(study, log)

    ask(study, log, seat=1)

    asked = said(study)[-1]
    assert isinstance(asked, Asked)
    assert asked.events == ()


def test_answer_reaches_who_asked(study: Study, log: Sequence[Kept]) -> None:
    considered = ask(study, log)
    asked = said(study)[-1]
    assert isinstance(asked, Asked)

    answer(study, asked)

    assert considered.given() == OFFER


def test_answer_to_an_older_question_is_dropped(
    study: Study, log: Sequence[Kept]
) -> None:
    ask(study, log)
    older = said(study)[-1]
    newer = ask(study, log)
    assert isinstance(older, Asked)

    answer(study, older)

    assert newer.is_open


def test_answer_that_is_too_late_is_dropped(study: Study, log: Sequence[Kept]) -> None:
    considered = ask(study, log)
    asked = said(study)[-1]
    assert isinstance(asked, Asked)
    assert considered.given() is None

    answer(study, asked)

    assert considered.given() is None


def test_nobody_waits_for_a_process_that_is_gone(
    study: Study, log: Sequence[Kept]
) -> None:
    considered = ask(study, log)

    study.begin_anew()

    assert not considered.is_open


def test_next_process_is_told_from_the_beginning(
    study: Study, log: Sequence[Kept]
) -> None:
    ask(study, log)
    study.begin_anew()

    ask(study, log)

    (asked,) = said(study)
    assert isinstance(asked, Asked)
    assert asked.events == tuple(kept.event for kept in log)


def test_nothing_is_asked_while_there_is_no_process(
    study: Study, log: Sequence[Kept]
) -> None:
    study.is_shut = True

    considered = ask(study, log)

    assert (considered.is_open, bytes(study.unsent)) == (False, b"")


def test_what_a_process_does_not_read_stays_bounded(
    study: Study, log: Sequence[Kept]
) -> None:
    longest = len(ask_alone(log))

    while ask(study, log).is_open:
        pass

    assert len(study.unsent) <= MOST_UNSENT + longest


def ask_alone(log: Sequence[Kept]) -> bytes:
    study = Study()
    ask(study, log)
    return bytes(study.unsent)


def test_game_that_is_over_is_forgotten(study: Study, log: Sequence[Kept]) -> None:
    considered = ask(study, log)
    said(study)

    study.forget(GAME)

    assert said(study) == [Forgotten(game=GAME)]
    assert study.oldest() is None
    assert considered.answer is None


def test_game_that_nobody_asked_about_is_not_spoken_of(study: Study) -> None:
    study.forget(GAME)

    assert not study.unsent


def test_hand_is_in_no_repr(log: Sequence[Kept]) -> None:
    study = Study()
    ask(study, log)

    asked = said(study)[-1]

    assert "41" not in repr(asked)
    assert isinstance(asked, Asked)
    assert "41" not in repr(thought_of(asked, OFFER))


def test_thought_of_a_sealed_bid_is_an_amount() -> None:
    thought = Thought(game=GAME, seat=Seat(0), number=1, sealed=Money(7))

    assert thought.answer is not None
    assert thought.move is None

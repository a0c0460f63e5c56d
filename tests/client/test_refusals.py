"""Every code has a sentence that says what to do instead."""

from __future__ import annotations

import pytest

from vendue_client.entries import Notice
from vendue_client.wording.refusals import (
    check_sentence,
    farewell_sentence,
    refusal_sentence,
)
from vendue_client.wording.sentences import told
from vendue_protocol.errors import Code, Farewell
from vendue_protocol.host_messages import Refused
from vendue_protocol.proof import Check
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.refusals import Reason

from .conftest import GameAtHome


@pytest.mark.parametrize("code", [*Reason, *Code])
def test_every_refusal_has_a_sentence(game: GameAtHome, code: str) -> None:
    game.until(OpenAuction, asked=0)

    sentence = refusal_sentence(Refused(code=code, to="move"), game.participant)

    assert not sentence.startswith("The host refused it")
    assert not set("{}") & set(sentence)
    assert sentence == refusal_sentence(Notice(code, "move"), game.participant)


def test_a_stale_ready_is_told_apart_from_a_stale_move(game: GameAtHome) -> None:
    move = refusal_sentence(Refused(code="E_STALE", to="move"), game.participant)
    ready = refusal_sentence(Refused(code="E_STALE", to="ready"), game.participant)

    assert move.startswith("Too late")
    assert ready.startswith("The table was changed")


def test_an_unknown_refusal_is_shown_as_its_code(game: GameAtHome) -> None:
    sentence = refusal_sentence(Refused(code="E_NEW\x1b", to="move"), game.participant)

    assert "E_NEW\N{REPLACEMENT CHARACTER}" in sentence


@pytest.mark.parametrize("why", [*Farewell, "something new"])
def test_every_farewell_has_a_sentence(why: str) -> None:
    is_known = why in set(Farewell)

    assert farewell_sentence(why).startswith("The host hung up: ") is not is_known


@pytest.mark.parametrize("check", Check)
def test_every_failed_check_says_who_can_have_done_it(check: Check) -> None:
    assert "host" in check_sentence(check)


@pytest.mark.parametrize("code", ["given-up", "bye", "alarm"])
def test_every_notice_has_a_sentence(game: GameAtHome, code: str) -> None:
    (line,) = told(Notice(code, "2"), game.participant)

    assert line
    assert not line.startswith("The host refused it")

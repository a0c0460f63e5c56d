"""While a line is typed, it is known what it would do, and what else would do."""

from __future__ import annotations

import pytest

from vendue_client.orders.completing import commands_now
from vendue_client.orders.order import (
    Local,
    LocalKind,
)
from vendue_client.orders.prompting import (
    completions,
    keys_line,
    needs_confirmation,
    preview,
)
from vendue_client.orders.reading import parse
from vendue_protocol.client_messages import Ready
from vendue_shared.phases.fixed_price import Asking, Pricing
from vendue_shared.phases.once_around import OnceAround
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.phase import Phase
from vendue_shared.phases.sealed_bids import Sealing
from vendue_shared.phases.turn import Offering

from .conftest import GameAtHome, asked_for


def test_the_preview_shows_the_amount_and_what_is_left() -> None:
    game = asked_for(OpenAuction)
    left = game.host.position.purses[0] - 60

    shown = preview("60", game.participant)

    assert shown == f"= 60,000   leaves you {left},000"


def test_the_preview_says_why_not() -> None:
    game = asked_for(OpenAuction)

    assert "more than you have" in preview("900", game.participant)


def test_the_preview_names_the_painting() -> None:
    game = GameAtHome().begin()

    assert preview("1", game.participant).startswith("= ")
    assert preview("", game.participant) == preview("/of", game.participant) == ""


def test_a_cheap_bid_needs_no_confirmation() -> None:
    game = asked_for(OpenAuction)

    assert needs_confirmation(parse("+", game.participant), game.participant) is None


@pytest.mark.parametrize("typed", ["46", "60"])
def test_a_bid_far_over_the_worth_is_confirmed(typed: str) -> None:
    game = asked_for(OpenAuction)

    question = needs_confirmation(parse(typed, game.participant), game.participant)

    assert question is not None
    assert question.startswith(f"{typed},000?")


def test_a_price_above_the_worth_is_confirmed() -> None:
    game = asked_for(Pricing)

    high = needs_confirmation(parse("60", game.participant), game.participant)
    low = needs_confirmation(parse("1", game.participant), game.participant)

    assert high is not None
    assert low is None


@pytest.mark.parametrize("typed", ["/leave", "/quit", "/end"])
def test_leaving_a_game_is_confirmed(game: GameAtHome, typed: str) -> None:
    assert needs_confirmation(parse(typed, game.participant), game.participant)


def test_a_spectator_leaves_without_a_question(watched: GameAtHome) -> None:
    order = Local(LocalKind.QUIT)

    assert needs_confirmation(order, watched.participant) is None


PHASES = (Offering, OpenAuction, OnceAround, Sealing, Pricing, Asking)


@pytest.mark.parametrize("phase", PHASES)
def test_every_whole_completion_is_legal(phase: type[Phase]) -> None:
    game = asked_for(phase, luck=4)

    for command in commands_now(game.participant):
        if not command.endswith(" "):
            parse(command, game.participant)


def test_every_whole_completion_of_the_lobby_is_legal(home: GameAtHome) -> None:
    commands = [c for c in commands_now(home.participant) if not c.startswith("/bot")]

    for command in commands:
        if not command.endswith(" "):
            parse(command, home.participant)
    assert "/ready" in commands


def test_completions_begin_with_what_was_typed(game: GameAtHome) -> None:
    found = completions("/of", game.participant)

    assert found == [f"/offer {place}" for place in range(1, 10)]


@pytest.mark.parametrize("phase", PHASES)
def test_the_keys_of_the_moment_come_first(phase: type[Phase]) -> None:
    game = asked_for(phase, luck=4)

    keys = keys_line(game.participant)

    assert len(keys) > 2
    assert keys[-2:] == [("h", "hint"), ("?", "help")]


def test_the_keys_of_the_lobby_are_ready_and_start(home: GameAtHome) -> None:
    assert keys_line(home.participant)[0] == ("Enter", "ready")

    home.take(Ready(revision=1, ready=True))

    assert ("s", "start") in keys_line(home.participant)

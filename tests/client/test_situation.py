"""What is asked of the player, and how things stand, is always said in one line."""

from __future__ import annotations

import msgspec
import pytest

from vendue_client.wording.situation import asked, lot_line, standings, worth_line
from vendue_client.wording.words import (
    money,
    painting_name,
)
from vendue_shared.moves import Bid, Offer, Pass
from vendue_shared.options import Options
from vendue_shared.phases.fixed_price import Asking, Pricing
from vendue_shared.phases.once_around import OnceAround
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.phase import Phase
from vendue_shared.phases.sealed_bids import Sealing
from vendue_shared.phases.turn import Flipping, Offering

from .conftest import GameAtHome

PHASES = (Offering, OpenAuction, OnceAround, Sealing, Pricing, Asking)


@pytest.mark.parametrize("phase", PHASES)
def test_the_asked_player_is_told_what_to_do(phase: type[Phase]) -> None:
    game = GameAtHome(luck=3).begin().until(phase, asked=0)

    sentence = asked(game.participant)

    assert not sentence.startswith("Wait")
    assert sentence.endswith(".")
    assert "{" not in sentence


@pytest.mark.parametrize("phase", PHASES)
def test_a_spectator_is_told_whom_the_table_waits_for(phase: type[Phase]) -> None:
    game = GameAtHome(me=None, luck=3).begin().until(phase)
    names = game.participant.names

    sentence = asked(game.participant)

    assert sentence.startswith("Wait")
    assert any(names[seat] in sentence for seat in game.host.position.awaited)


def test_a_player_who_may_flip_is_told_so() -> None:
    game = GameAtHome(seats=3, options=Options(mystery_hand=True)).begin()

    game.until(Flipping, asked=0)

    assert asked(game.participant).startswith("Flip a painting")


def test_the_leader_is_told_to_wait(game: GameAtHome) -> None:
    game.until(OpenAuction, asked=0)
    auction = game.host.position.auction

    game.take(game.participant.play(Bid(auction=auction, amount=60)))

    assert asked(game.participant) == "Wait: you lead with 60,000."


def test_a_move_on_its_way_is_waited_for(game: GameAtHome) -> None:
    painting = game.participant.hand[0]

    game.participant.play(Offer(auction=1, painting=painting))

    assert asked(game.participant) == "Wait: your move is on its way to the host."


def test_the_own_sealed_bid_is_told_as_sent_and_never_its_amount(
    game: GameAtHome,
) -> None:
    game.until(Sealing, asked=0)
    game.play(0, game.sealing(0, 7))

    assert asked(game.participant) == (
        "Wait: your bid is sealed and sent; still to seal: Bruno, Chie, Dario."
    )


def test_who_has_passed_is_told_that_a_raise_is_still_open(game: GameAtHome) -> None:
    game.until(OpenAuction, asked=0)
    phase = game.host.position.phase
    assert isinstance(phase, OpenAuction)

    game.play(0, Pass(auction=game.host.position.auction, on=phase.high))

    if isinstance(game.host.position.phase, OpenAuction):
        assert "raise again" in asked(game.participant)


def test_the_lobby_asks_for_ready_and_then_for_the_start(home: GameAtHome) -> None:
    before = asked(home.participant)
    chairs = tuple(
        msgspec.structs.replace(line, ready=True) for line in home.lobby.chairs
    )

    home.arrange(chairs=chairs)

    assert before == "Say that you are ready: Enter."
    assert asked(home.participant) == "Start the game: s."


def test_the_lot_line_names_lot_auction_auctioneer_and_bid(game: GameAtHome) -> None:
    game.until(OpenAuction, asked=0)
    auction = game.host.position.auction
    painting = painting_name(game.host.position.lot[0])

    game.play(0, Bid(auction=auction, amount=60))

    line = lot_line(game.participant)
    assert line.startswith(f"{painting}, open auction, ")
    assert line.endswith(" High 60,000 by you.")


@pytest.mark.parametrize(("pair", "end"), [(False, "0"), (True, "0 each")])
def test_the_worth_of_a_pair_is_told_as_that_of_each(*, pair: bool, end: str) -> None:
    game = GameAtHome(luck=3).begin()

    game.until(lambda game: len(game.host.position.lot) == 1 + pair)

    assert worth_line(game.participant).endswith(end)


def test_the_worth_line_adds_the_chips_of_all_rounds() -> None:
    game = GameAtHome(luck=3).begin()
    game.until(lambda game: " + " in worth_line(game.participant))

    line = worth_line(game.participant)

    left, total = line.split(": worth ")[1].split(" = ")
    chips = [int(chip.removesuffix(",000")) for chip in left.split(" + ")]
    assert money(sum(chips)) == total


def test_there_are_no_standings_before_the_end(game: GameAtHome) -> None:
    assert standings(game.participant) == []


def test_the_standings_begin_with_the_richest(finished: GameAtHome) -> None:
    richest = max(finished.host.position.purses)

    assert standings(finished.participant)[0].endswith(money(richest))

"""A hint is what the bots reckon, in words."""

from __future__ import annotations

from vendue_client.wording.reckoning import hint_lines
from vendue_client.wording.words import money
from vendue_shared.bots.hints import hint
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.turn import Offering
from vendue_shared.seats import Seat

from .conftest import GameAtHome


def lines_of(game: GameAtHome, seat: int | None = 0) -> str:
    participant = game.participant
    own = None if seat is None else Seat(seat)
    return "\n".join(hint_lines(participant.position, own, participant.hand))


def test_a_hint_names_the_prices_up_to_which_the_bots_would_buy() -> None:
    game = GameAtHome(luck=3).begin().until(OpenAuction, asked=0)
    found = hint(game.participant.position, Seat(0), game.participant.hand)
    assert found is not None

    lines = lines_of(game)

    assert f"The bank pays {money(found.likely)} on average" in lines
    assert f"for a buyer up to {money(found.buyer)}," in lines
    assert lines.endswith(f"for the auctioneer up to {money(found.auctioneer)}")


def test_a_spectator_gets_the_same_hint_but_for_what_a_hand_tells() -> None:
    game = GameAtHome(me=None, luck=3).begin().until(OpenAuction)

    assert "Pays off: for a buyer up to" in lines_of(game, seat=None)


def test_without_a_lot_there_is_no_hint() -> None:
    game = GameAtHome(luck=3).begin().until(Offering)

    assert not lines_of(game)

"""What was typed for one question never answers another."""

from __future__ import annotations

import pytest

from vendue_client.screen.moments import is_answer
from vendue_shared.moves import Bid, Offer, Seal
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.sealed_bids import Sealing
from vendue_shared.phases.turn import Offering

from .at_home import GameAtHome
from .sitting_at_home import ENTER, Sitting, sitting


def bidding() -> GameAtHome:
    """An open auction in which the participant may bid and nobody has."""
    return GameAtHome(first=1).begin().until(OpenAuction, asked=0)


def _line_of(sat: Sitting) -> str:
    row, column = sat.terminal.cursor
    return sat.terminal.lines[row][:column].strip("│ ")


async def _on_to_the_next_lot(sat: Sitting) -> None:
    auction = sat.game.host.position.auction
    sat.game.until(lambda game: game.host.position.auction > auction)
    sat.desk.wake()


@pytest.mark.ui
async def test_an_amount_is_gone_with_its_lot() -> None:
    async with sitting(bidding()) as sat:
        sat.terminal.keys("12")
        await sat.terminal.shows("bid> 12")
        await _on_to_the_next_lot(sat)
        await sat.terminal.shows("what was typed is gone")

        assert _line_of(sat).endswith(">")
        sat.terminal.keys("/say ciao")
        await sat.terminal.shows("> /say ciao")


@pytest.mark.ui
async def test_an_amount_typed_in_an_open_auction_seals_nothing() -> None:
    async with sitting(bidding()) as sat:
        sat.terminal.keys("12")
        await sat.terminal.shows("bid> 12")
        sat.game.until(Sealing, asked=0)
        # The key comes before the screen has seen the new lot.
        sat.terminal.keys(ENTER)
        sat.desk.wake()
        await sat.terminal.hides("> 12")

        assert not [m for m in sat.moves() if isinstance(m, Seal | Bid)]


@pytest.mark.ui
async def test_a_bid_is_no_place_in_the_hand() -> None:
    game = GameAtHome().begin().until(OpenAuction, asked=0)
    async with sitting(game) as sat:
        sat.terminal.keys("2")
        await sat.terminal.shows("bid> 2")
        game.until(Offering, asked=0)
        sat.terminal.keys(ENTER)
        sat.desk.wake()
        await sat.terminal.hides("> 2 ")

        assert not [m for m in sat.moves() if isinstance(m, Offer)]


@pytest.mark.ui
async def test_an_amount_stays_while_the_same_lot_is_raised() -> None:
    game = bidding()
    async with sitting(game) as sat:
        sat.terminal.keys("12")
        await sat.terminal.shows("bid> 12")
        game.play(2, Bid(auction=game.host.position.auction, amount=5))
        sat.desk.wake()
        await sat.terminal.shows("Chie bids 5,000")

        assert _line_of(sat) == "bid> 12"


@pytest.mark.ui
async def test_chat_stays_whatever_is_asked() -> None:
    async with sitting(bidding()) as sat:
        sat.terminal.keys("/say 12 is enough")
        await sat.terminal.shows("> /say 12")
        await _on_to_the_next_lot(sat)
        await sat.terminal.shows("> /say 12 is enough")


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ("12", True),
        ("v4", True),
        ("12p", True),
        ("/bid 12", True),
        ("/p", True),
        ("/yes", True),
        ("/say 12", False),
        ("/hint", False),
        ("/kick Bruno", False),
        ("/", False),
        ("", False),
    ],
)
def test_only_what_the_question_gives_its_sense_is_an_answer(
    line: str, is_one: bool
) -> None:
    assert is_answer(line) is is_one

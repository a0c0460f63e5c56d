"""The screen on a terminal: what is typed is sent, and nothing is lost on the way."""

from __future__ import annotations

import os
import signal

import pytest
import trio

from vendue_client.desk import Leaving
from vendue_client.screen.clerk import Clerk
from vendue_client.screen.full_screen import run_screen
from vendue_client.stage import Stage
from vendue_protocol.client_messages import ListTables, Ready, Sit
from vendue_protocol.host_messages import Refused, Said
from vendue_shared.moves import Bid, Offer, Pass
from vendue_shared.phases.open_auction import OpenAuction

from .at_home import GameAtHome
from .conftest import FakeDesk
from .sitting_at_home import (
    CTRL_C,
    ENTER,
    ESCAPE,
    RIGHT,
    SETTINGS,
    UP,
    Sitting,
    sitting,
)
from .terminal_at_home import LEAVES_FULL_SCREEN, Terminal

pytestmark = pytest.mark.ui


def bidding() -> GameAtHome:
    """An open auction in which the participant may bid and nobody has."""
    return GameAtHome(first=1).begin().until(OpenAuction, asked=0)


async def test_a_typed_bid_is_foretold_then_sent() -> None:
    async with sitting(bidding()) as sat:
        sat.terminal.keys("8")
        await sat.terminal.shows("= 8,000   leaves you")
        sat.terminal.keys(ENTER)
        await sat.terminal.shows("You bid 8,000")

        assert [m.amount for m in sat.moves() if isinstance(m, Bid)] == [8]
        await sat.terminal.hides("> 8")


async def test_a_single_key_acts_while_the_line_is_empty() -> None:
    async with sitting(bidding()) as sat:
        sat.terminal.keys("p")
        await sat.terminal.shows("You pass")

        assert isinstance(sat.moves()[-1], Pass)


async def test_a_pass_that_comes_too_late_does_not_stay_in_the_line() -> None:
    async with sitting(bidding()) as sat:
        sat.terminal.keys("p")
        await sat.terminal.shows("You pass")
        sat.terminal.keys("p8")

        await sat.terminal.shows("= 8,000   leaves you")


async def test_a_move_without_an_answer_is_shown_to_be_on_its_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with sitting(bidding()) as sat:
        monkeypatch.setattr(sat.desk, "send", sat.desk.sent.append)

        sat.terminal.keys("p")

        await sat.terminal.shows("your move is on its way")


async def test_in_a_line_the_same_key_is_a_letter() -> None:
    async with sitting(bidding()) as sat:
        sat.terminal.keys("/p")
        await sat.terminal.shows("> /p")

        assert not sat.moves()


async def test_an_illegal_amount_keeps_the_line_and_says_why() -> None:
    async with sitting(bidding()) as sat:
        sat.terminal.keys("999" + ENTER)
        await sat.terminal.shows("bid> 999")

        assert not sat.moves()
        row, _column = sat.terminal.cursor
        assert sat.terminal.lines[row + 1].strip("│ ")


async def test_what_comes_in_does_not_touch_what_is_typed() -> None:
    game = bidding()
    async with sitting(game) as sat:
        sat.terminal.keys("/say ciao")
        await sat.terminal.shows("/say ciao")
        game.play(2, Bid(auction=game.host.position.auction, amount=5))
        sat.desk.wake()
        await sat.terminal.shows("Chie bids 5,000")

        row, column = sat.terminal.cursor
        assert sat.terminal.lines[row][:column].endswith("> /say ciao")


async def test_a_refusal_stands_under_the_line() -> None:
    async with sitting(bidding()) as sat:
        sat.game.tell(Refused(code="E_CHAT", to="say"))
        sat.desk.wake()
        await sat.terminal.shows("Too many lines")

        row, _column = sat.terminal.cursor
        assert "Too many lines" in sat.terminal.lines[row + 1]


async def test_a_risky_bid_is_asked_about_and_escape_keeps_the_line() -> None:
    async with sitting(bidding()) as sat:
        sat.terminal.keys("90" + ENTER)
        await sat.terminal.shows("y yes   Esc no")
        sat.terminal.keys(ESCAPE)
        await sat.terminal.hides("y yes   Esc no")
        await sat.terminal.shows("bid> 90")

        assert not sat.moves()


async def test_a_risky_bid_is_sent_after_a_yes() -> None:
    async with sitting(bidding()) as sat:
        sat.terminal.keys("90" + ENTER)
        await sat.terminal.shows("y yes   Esc no")
        sat.terminal.keys("y")
        await sat.terminal.shows("You bid 90,000")
        await sat.terminal.hides("> 90")


async def test_a_question_is_withdrawn_when_the_auction_is_over() -> None:
    async with sitting(bidding()) as sat:
        sat.terminal.keys("90" + ENTER)
        await sat.terminal.shows("y yes   Esc no")
        auction = sat.game.host.position.auction
        sat.game.until(lambda game: game.host.position.auction > auction)
        sat.desk.wake()

        await sat.terminal.hides("y yes   Esc no")

        assert not sat.moves()


async def test_the_arrows_choose_a_painting_and_enter_offers_it() -> None:
    game = GameAtHome().begin()
    hand = game.participant.hand
    async with sitting(game) as sat:
        sat.terminal.keys(RIGHT + RIGHT)
        await sat.terminal.shows("YOUR OFFER   ")
        sat.terminal.keys(ENTER)
        await sat.terminal.hides("YOUR OFFER")

        assert sat.moves() == [Offer(auction=1, painting=hand[1])]


async def test_the_arrows_make_an_amount_larger() -> None:
    async with sitting(bidding()) as sat:
        sat.terminal.keys(UP + UP + UP)

        await sat.terminal.shows("bid> 3 ")


async def test_tab_completes_a_command() -> None:
    async with sitting(bidding()) as sat:
        sat.terminal.keys("/pas\t")

        await sat.terminal.shows("> /pass")


async def test_wide_characters_can_be_typed() -> None:
    async with sitting(bidding()) as sat:
        sat.terminal.keys("１２")

        await sat.terminal.shows("= 12,000   leaves you")


async def test_full_overlays_open_and_escape_closes_them() -> None:
    async with sitting(bidding()) as sat:
        for key, title in (("?", "HELP"), ("l", "LOG  Esc"), ("h", "HINT"),
                           ("\x1b[17~", "RULES")):  # fmt: skip
            sat.terminal.keys(key)
            await sat.terminal.shows(title)
            sat.terminal.keys(ESCAPE)
            await sat.terminal.hides(title)


async def test_enter_in_the_lobby_is_ready(home: GameAtHome) -> None:
    async with sitting(home) as sat:
        sat.terminal.keys(ENTER)
        await sat.terminal.shows("Start the game")

        assert [m.ready for m in sat.desk.sent if isinstance(m, Ready)] == [True]


async def test_enter_after_the_game_goes_back_to_the_lobby() -> None:
    game = GameAtHome().begin().finish()
    async with sitting(game) as sat:
        await sat.terminal.shows("THE GAME IS OVER")
        sat.terminal.keys(ENTER)
        await sat.terminal.shows("LOBBY")

        assert game.participant.stage is Stage.LOBBY


async def test_in_the_hall_a_table_is_taken_under_the_own_name(
    home: GameAtHome,
) -> None:
    home.participant.stage = Stage.HALL
    async with sitting(home) as sat:
        sat.terminal.keys("/sit 7")
        await sat.terminal.shows("/sit 7")
        sat.terminal.keys(ENTER)
        await sat.terminal.hides("/sit 7")

        assert isinstance(sat.desk.sent[0], ListTables)
        key = home.participant.key.public
        assert sat.desk.sent[-1] == Sit(table=7, name="Ada", key=key)


async def test_ctrl_c_asks_and_y_leaves() -> None:
    async with sitting(bidding()) as sat:
        sat.terminal.keys(CTRL_C)
        await sat.terminal.shows("Leave? A bot plays on for you until you come back.")
        sat.terminal.keys("y")

        assert await sat.left() is Leaving.QUIT


async def test_ctrl_c_twice_leaves_at_once() -> None:
    async with sitting(bidding()) as sat:
        sat.terminal.keys(CTRL_C + CTRL_C)

        assert await sat.left() is Leaving.QUIT


async def test_after_ctrl_c_escape_stays() -> None:
    async with sitting(bidding()) as sat:
        sat.terminal.keys(CTRL_C)
        await sat.terminal.shows("Leave?")
        sat.terminal.keys(ESCAPE)
        await sat.terminal.hides("Leave?")

        assert sat.leaving is None


@pytest.mark.parametrize(
    ("key", "leaving", "ended_by"),
    [("e", Leaving.END_FOR_ALL, 0), ("y", Leaving.QUIT, signal.SIGINT)],
    ids=["end", "leave"],
)
async def test_who_started_the_host_is_asked_about_it(
    key: str, leaving: Leaving, ended_by: int
) -> None:
    async with sitting(bidding(), may_end_host=True) as sat:
        sat.terminal.keys(CTRL_C)
        await sat.terminal.shows("e end it for all   y leave it running   Esc stay")
        sat.terminal.keys(key)

        assert await sat.left() is leaving
        assert sat.desk.ended_by == ended_by


async def test_ctrl_c_twice_is_an_interruption_also_where_it_ends_the_host() -> None:
    async with sitting(bidding(), may_end_host=True) as sat:
        sat.terminal.keys(CTRL_C + CTRL_C)

        assert await sat.left() is Leaving.END_FOR_ALL
        assert sat.desk.ended_by == signal.SIGINT


async def test_leaving_after_the_end_is_finished() -> None:
    async with sitting(GameAtHome().begin().finish()) as sat:
        sat.terminal.keys(CTRL_C + "y")

        assert await sat.left() is Leaving.FINISHED
        assert not sat.desk.ended_by


async def test_a_lost_line_is_shown_and_any_key_leaves() -> None:
    async with sitting(bidding()) as sat:
        sat.desk.lose()
        await sat.terminal.shows("Any key leaves")
        sat.terminal.keys("x")

        assert await sat.left() is Leaving.LOST


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
async def test_a_signal_leaves_with_the_terminal_restored(
    number: signal.Signals,
) -> None:
    async with sitting(bidding()) as sat:
        os.kill(os.getpid(), number)

        assert await sat.left() is Leaving.QUIT


async def test_a_terminal_that_is_gone_is_a_player_who_left() -> None:
    with Terminal(80, 24).in_use() as terminal:
        sat = Sitting(bidding(), terminal)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(sat.run)
            await terminal.shows("connected")
            terminal.vanish()
            sat.desk.lose()

    assert sat.leaving is Leaving.QUIT


async def test_an_interrupt_from_outside_asks() -> None:
    async with sitting(bidding()) as sat:
        os.kill(os.getpid(), signal.SIGINT)

        await sat.terminal.shows("Leave?")


async def test_a_resize_shows_at_once() -> None:
    async with sitting(bidding()) as sat:
        sat.terminal.resize(120, 35)
        os.kill(os.getpid(), signal.SIGWINCH)

        await sat.terminal.shows("SALES")


async def test_too_small_a_terminal_recovers() -> None:
    async with sitting(bidding()) as sat:
        sat.terminal.keys("12")
        await sat.terminal.shows("bid> 12")
        sat.terminal.resize(40, 10)
        os.kill(os.getpid(), signal.SIGWINCH)
        await sat.terminal.shows("terminal too small (need 60x18)")
        sat.terminal.resize(80, 24)
        os.kill(os.getpid(), signal.SIGWINCH)

        await sat.terminal.shows("bid> 12")


async def test_the_bell_rings_at_the_own_turn() -> None:
    game = GameAtHome(first=1).begin()
    async with sitting(game) as sat:
        assert "\a" not in sat.terminal.raw
        game.until(OpenAuction, asked=0)
        sat.desk.wake()

        await sat.terminal.rings()


async def test_the_bell_does_not_ring_for_chat() -> None:
    game = GameAtHome(first=1).begin()
    async with sitting(game) as sat:
        game.tell(Said(name="Bruno", seat=1, text="ciao"))
        sat.desk.wake()
        await sat.terminal.shows("<Bruno> ciao")

        assert "\a" not in sat.terminal.raw


async def test_muted_the_bell_is_silent() -> None:
    game = GameAtHome(first=1).begin()
    async with sitting(game) as sat:
        sat.terminal.keys("m")
        await sat.terminal.shows("muted")
        game.until(OpenAuction, asked=0)
        sat.desk.wake()
        await sat.terminal.shows("bid>")

        assert "\a" not in sat.terminal.raw


async def test_an_error_in_a_key_gives_the_terminal_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_clerk: Clerk, key: str, line: str) -> bool:
        raise ZeroDivisionError(key + line)

    monkeypatch.setattr(Clerk, "press", fail)
    with Terminal(80, 24).in_use() as terminal:
        terminal.keys("x")
        with pytest.RaisesGroup(ZeroDivisionError):
            await run_screen(FakeDesk(bidding(), plays_on=False), SETTINGS)

    assert LEAVES_FULL_SCREEN in terminal.raw

"""Plain mode ends as its player wishes, and says why it ended otherwise."""

from __future__ import annotations

import pytest

from vendue_client.desk import Leaving
from vendue_client.participant import Participant
from vendue_protocol.client_messages import Create, HandOver, Leave, Sit
from vendue_protocol.host_messages import Tables
from vendue_protocol.message import Bye
from vendue_shared.events import Player
from vendue_shared.phases.turn import Offering

from .conftest import FakeDesk, GameAtHome, sent, shown


async def test_quitting_a_game_is_confirmed_and_leaves_a_bot(game: GameAtHome) -> None:
    desk = FakeDesk(game)

    leaving, text = await shown(desk, ["/quit", "n", "/quit", "y"])

    assert leaving is Leaving.QUIT
    assert text.count("Leave? A bot plays on for you") == 2
    assert sent(desk, HandOver) == [HandOver(to=Player.BOT)]


@pytest.mark.parametrize(
    ("answer", "expected"), [("e", Leaving.END_FOR_ALL), ("l", Leaving.QUIT)]
)
async def test_who_started_the_host_says_what_becomes_of_it(
    game: GameAtHome, answer: str, expected: Leaving
) -> None:
    desk = FakeDesk(game)
    desk.may_end_host = True

    leaving, text = await shown(desk, ["/quit", "x", "/quit", answer])

    assert leaving is expected
    assert "End it for all (e), or leave it running (l)?" in text
    assert "Not done." in text


async def test_leaving_the_table_gives_up_the_chair(home: GameAtHome) -> None:
    desk = FakeDesk(home)

    leaving, _text = await shown(desk, ["/leave", "y"])

    assert leaving is Leaving.QUIT
    assert desk.sent == [Leave()]


async def test_a_lost_line_is_told_with_its_reason(game: GameAtHome) -> None:
    desk = FakeDesk(game)
    game.tell(Bye(why="stopping"))
    desk.lose()

    leaving, text = await shown(desk, [])

    assert leaving is Leaving.LOST
    assert text.endswith("The host has been stopped.\n")


async def test_after_a_game_enter_leads_back_to_the_table(game: GameAtHome) -> None:
    game.finish()

    leaving, text = await shown(FakeDesk(game), ["", "/quit"])

    assert leaving is Leaving.QUIT
    assert "Another game? Enter: back to the table; /quit: leave.\n> Table" in text


async def test_the_lobby_tells_only_what_changed(home: GameAtHome) -> None:
    _leaving, text = await shown(FakeDesk(home), ["", "/preset italian", "/quit"])

    assert text.count("2. Bruno, bot standard") == 1
    assert "\n> 1. Ada, ready, you, owner\n" in text


async def test_the_hand_is_shown_again_at_the_next_turn(game: GameAtHome) -> None:
    game.step()
    game.until(Offering, asked=0)

    _leaving, text = await shown(FakeDesk(game), ["/quit", "y"])

    assert len(text.split("your hand:\n")[1].split("you: ")[0].splitlines()) == 8


@pytest.fixture
def hall() -> FakeDesk:
    """A desk in the hall of a host without tables."""
    game = GameAtHome()
    game.participant = Participant(
        game.participant.key,
        randomness=bytes,
        now=lambda: 0.0,
        note=lambda _note: None,
    )
    game.participant.receive(Tables(tables=()))
    return FakeDesk(game)


async def test_who_opens_a_table_sits_down_at_it(hall: FakeDesk) -> None:
    _leaving, text = await shown(hall, ["/create Blu", "/quit"])

    sit = Sit(table=8, name="Ada", key=hall.participant.key.public)
    assert hall.sent == [Create(name="Blu"), sit]
    assert text.startswith("No table is open.")


async def test_without_input_nobody_waits_in_the_hall(hall: FakeDesk) -> None:
    leaving, text = await shown(hall)

    assert leaving is Leaving.QUIT
    assert text.endswith("No input, and no table was chosen.\n")

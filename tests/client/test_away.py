"""What a player is shown and may do while the line is lost."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from vendue_client.away import FIRST_PAUSE_S, LONGEST_PAUSE_S, Away, Pauses
from vendue_client.desk import Leaving
from vendue_client.orders.order import BadOrder
from vendue_client.orders.reading import parse
from vendue_client.plain.line_by_line import run_plain
from vendue_client.presenter.cells import plain
from vendue_client.presenter.layout import draw
from vendue_client.presenter.state import ScreenState, Size
from vendue_client.screen.clerk import Clerk
from vendue_client.wording.refusals import return_sentence
from vendue_protocol.errors import Code
from vendue_shared.phases.once_around import OnceAround

from .at_home import GameAtHome
from .away_at_home import come_back, cut
from .conftest import FakeDesk, asked_for, shown
from .sitting_at_home import SETTINGS

LOST = "The line to the host is lost."
SIZES = [Size(60, 18), Size(80, 24), Size(100, 32)]


class TryingDesk(FakeDesk):
    """A desk that counts how often it is told to try again."""

    tries = 0

    def try_now(self) -> None:
        self.tries += 1


def away(again_in_s: float | None = 3.2) -> GameAtHome:
    """A player who is asked, and whose line is lost."""
    game = asked_for(OnceAround)
    cut(game)
    again_at = None if again_in_s is None else game.now + again_in_s
    game.participant.away = Away(LOST, again_at)
    return game


def text_of(game: GameAtHome, size: Size) -> str:
    lines = draw(game.participant, size, ScreenState()).lines
    return "\n".join(map(plain, lines))


@pytest.mark.parametrize("size", SIZES)
def test_the_banner_says_what_happened_and_when_it_is_tried_again(size: Size) -> None:
    assert f"{LOST} Trying again in 4 s." in text_of(away(), size)
    assert f"{LOST} Trying again now." in text_of(away(None), size)


@pytest.mark.parametrize("size", SIZES)
def test_no_clock_and_no_move_is_shown(size: Size) -> None:
    text = text_of(away(), size)

    assert "r try now   q leave" in text
    assert "bid>" not in text
    assert "20 s" not in text


@pytest.mark.parametrize("size", SIZES)
def test_the_table_is_as_before_when_the_line_is_back(size: Size) -> None:
    game = asked_for(OnceAround)
    before = text_of(game, size)
    cut(game)
    game.participant.away = Away(LOST, None)

    come_back(game)

    assert text_of(game, size) == before


def test_a_key_tries_at_once_and_another_asks_to_leave() -> None:
    desk = TryingDesk(away(), plays_on=False)
    clerk = Clerk(desk, SETTINGS)

    assert clerk.press("r", "")
    assert clerk.press("q", "")

    assert desk.tries == 1
    assert clerk.state.question.startswith("Leave?")


@pytest.mark.parametrize("line", ["18", "p", "", "/auto", "/say hello"])
def test_nothing_is_sent_while_the_line_is_lost(line: str) -> None:
    with pytest.raises(BadOrder) as caught:
        parse(line, away().participant)

    assert str(caught.value) == "Nothing can be sent before the line is back."


async def test_plain_lines_say_once_that_it_is_lost_and_once_that_it_is_back() -> None:
    game = asked_for(OnceAround)
    desk = FakeDesk(game, plays_on=False)
    told: list[str] = []

    async def lines() -> None:
        cut(game)
        for again_at in (1.0, 2.0, None):
            game.participant.away = Away(LOST, again_at)
            desk.wake()
            await trio.testing.wait_all_tasks_blocked()
        come_back(game)
        desk.wake()
        await trio.testing.wait_all_tasks_blocked()
        desk.lose()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(_read_all, desk, told)
        await trio.testing.wait_all_tasks_blocked()
        await lines()

    text = told[0]
    assert text.count(f"{LOST} Trying again until it is back; /quit leaves.") == 1
    assert text.count("You are back at the table.") == 1


async def _read_all(desk: FakeDesk, told: list[str]) -> None:
    written: list[str] = []
    send, nothing = trio.open_memory_channel[str](0)
    with send, nothing:
        leaving = await run_plain(desk, nothing, written.append)
    assert leaving is Leaving.LOST
    told.append("".join(written))


async def test_a_line_that_is_given_up_says_why() -> None:
    game = away()
    game.participant.away = None
    game.participant.ending = return_sentence(Code.TABLE)
    desk = FakeDesk(game, plays_on=False)
    desk.lose()

    leaving, text = await shown(desk, [])

    assert leaving is Leaving.LOST
    assert "The table is gone" in text


@pytest.mark.parametrize("code", [Code.AUTH, Code.HOLD, Code.TABLE, Code.BROKEN])
def test_every_refusal_of_a_return_has_a_sentence(code: Code) -> None:
    assert str(code) not in return_sentence(code)


@pytest.mark.parametrize("chance", [0.0, 0.999], ids=["least", "most"])
def test_pauses_grow_to_eight_seconds_and_begin_anew(chance: float) -> None:
    pauses = Pauses(lambda: chance)

    drawn = [pauses.next_s() for _ in range(8)]

    assert drawn == sorted(drawn)
    assert FIRST_PAUSE_S / 2 <= drawn[0] <= FIRST_PAUSE_S
    assert LONGEST_PAUSE_S / 2 <= drawn[-1] <= LONGEST_PAUSE_S
    pauses.begin_anew()
    assert pauses.next_s() == drawn[0]

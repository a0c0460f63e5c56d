"""A set-up that was given up is not made anew behind the player's back."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
import trio
import trio.testing

from vendue_client.bot_player import BotPlayer
from vendue_client.desk import Leaving
from vendue_client.orders.completing import commands_now
from vendue_client.orders.order import Local, LocalKind
from vendue_client.orders.reading import parse
from vendue_client.presenter.cells import plain
from vendue_client.presenter.layout import draw
from vendue_client.presenter.state import ScreenState, Size
from vendue_protocol.client_messages import Leave, Share
from vendue_shared.bots.levels import Level
from vendue_shared.events import Ending

from .at_home import GameAtHome
from .conftest import FakeDesk, sent, shown
from .friends_at_home import FriendsAtHome, asked_again
from .sitting_at_home import sitting


@pytest.mark.parametrize("size", [Size(60, 18), Size(80, 24), Size(100, 32)])
@pytest.mark.parametrize("attempt", [2, 3])
def test_the_screen_says_who_did_not_answer_and_asks(size: Size, attempt: int) -> None:
    game = asked_again(GameAtHome(), attempt=attempt)

    text = "\n".join(map(plain, draw(game.participant, size, ScreenState()).lines))

    assert "The shuffle was given up: no answer from chair 2." in text
    assert text.count(f"Take part in another shuffle, attempt {attempt}? (y/n)") == 2


def test_no_share_leaves_before_the_answer() -> None:
    game = asked_again(GameAtHome())

    assert len([m for m in game.sent if isinstance(m, Share)]) == 1
    assert [type(m) for m in game.participant.share_again()] == [Share]
    assert game.participant.share_again() == []


def test_a_host_that_names_nobody_is_told_as_such() -> None:
    game = asked_again(GameAtHome())
    game.participant.entries.clear()

    text = "\n".join(
        map(plain, draw(game.participant, Size(80, 24), ScreenState()).lines)
    )

    assert "The shuffle begins anew, and the host does not say why." in text


def test_yes_shares_and_no_leaves() -> None:
    participant = asked_again(GameAtHome()).participant

    assert parse("y", participant) == Local(LocalKind.SHARE)
    assert parse("n", participant) == Local(LocalKind.LEAVE)
    assert {"/yes", "/no"} <= set(commands_now(participant))


@pytest.mark.ui
@pytest.mark.parametrize(
    ("key", "expected"), [("y", Share), ("n", Leave)], ids=["yes", "no"]
)
async def test_a_key_answers_at_the_screen(
    key: str, expected: type[Share | Leave]
) -> None:
    async with sitting(asked_again(GameAtHome())) as sat:
        await sat.terminal.shows("(y/n)")
        sat.terminal.keys(key)
        if expected is Leave:
            assert await sat.left() is Leaving.QUIT
        else:
            await sat.terminal.hides("(y/n)")

        assert [type(message) for message in sat.desk.sent] == [expected]


@pytest.mark.ui
async def test_the_bell_rings_for_the_question() -> None:
    game = GameAtHome()
    async with sitting(game) as sat:
        asked_again(game)
        sat.desk.wake()
        await sat.terminal.rings()


async def test_plain_mode_asks_and_takes_the_answer() -> None:
    desk = FakeDesk(asked_again(GameAtHome()), plays_on=False)

    _leaving, text = await shown(desk, ["y", "/quit"])

    assert "The shuffle was given up: no answer from chair 2.\n" in text
    assert "Take part in another shuffle, attempt 2? (y/n)\ny/n> " in text
    assert [type(message) for message in desk.sent] == [Share]


@pytest.mark.parametrize(
    ("attempt", "expected"), [(2, Share), (3, Share), (4, Leave)], ids=str
)
async def test_without_input_it_takes_part_twice_more(
    attempt: int, expected: type[Share | Leave]
) -> None:
    desk = FakeDesk(asked_again(GameAtHome(), attempt=attempt), plays_on=False)

    with trio.move_on_after(0.1):
        await shown(desk)

    assert [type(message) for message in desk.sent] == [expected]


# Bots.


def bot_at(desk: FakeDesk) -> BotPlayer:
    chance = random.Random(1).randrange
    return BotPlayer(desk, Level.STANDARD, chance=chance, pace=0, stays=False)


@pytest.mark.parametrize(
    ("attempt", "expected"), [(2, Share), (3, Share), (4, Leave)], ids=str
)
async def test_a_bot_takes_part_twice_more(
    attempt: int, expected: type[Share | Leave], autojump_clock: trio.testing.MockClock
) -> None:
    del autojump_clock
    desk = FakeDesk(asked_again(GameAtHome(), attempt=attempt), plays_on=False)

    with trio.move_on_after(5):
        await bot_at(desk).run()

    assert [type(message) for message in desk.sent] == [expected]


# Leaving after the end.


def over(silent: tuple[int, ...]) -> FriendsAtHome:
    game = FriendsAtHome(silent=silent).begin()
    game.end(Ending.OWNER)
    return game


@pytest.mark.parametrize(
    "leave",
    [lambda desk: bot_at(desk).run(), shown],
    ids=["bot", "plain"],
)
@pytest.mark.parametrize(
    ("silent", "waited"), [((), 0.0), ((1,), 1.0)], ids=["all signed", "one silent"]
)
async def test_who_leaves_waits_a_second_at_most_for_the_last_holds(
    leave: Callable[[FakeDesk], object],
    silent: tuple[int, ...],
    waited: float,
    autojump_clock: trio.testing.MockClock,
) -> None:
    desk = FakeDesk(over(silent), plays_on=False)
    started = autojump_clock.current_time()

    await leave(desk)  # type: ignore[misc] # both are awaitable

    assert autojump_clock.current_time() - started == pytest.approx(waited)


async def test_the_last_hold_ends_the_wait(
    autojump_clock: trio.testing.MockClock,
) -> None:
    game = over((1,))
    desk = FakeDesk(game, plays_on=False)
    started = autojump_clock.current_time()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(bot_at(desk).run)
        await trio.sleep(0.25)
        game.sign(1, game.host.s)
        desk.wake()

    assert autojump_clock.current_time() - started == pytest.approx(0.25)
    assert [type(message) for message in sent(desk, Leave)] == [Leave]

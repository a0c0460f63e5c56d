"""A bot at a desk says what a person would have to, and no word more."""

from __future__ import annotations

import trio
import trio.testing

from vendue_client.bot_player import BotPlayer
from vendue_protocol.messages import Play
from vendue_shared.bots.levels import Level
from vendue_shared.moves import Pass
from vendue_shared.phases.open_auction import OpenAuction

from .at_home import GameAtHome
from .conftest import FakeDesk, sent


async def test_who_has_passed_is_silent_while_the_others_pass(
    autojump_clock: trio.testing.MockClock,
) -> None:
    del autojump_clock  # the clock of this run
    game = GameAtHome(first=1).begin().until(OpenAuction, asked=0)
    passed = Pass(auction=game.host.position.auction, on=0)
    for seat in (0, 2):
        game.play(seat, passed)
    desk = FakeDesk(game, plays_on=False)
    bot = BotPlayer(desk, Level.STANDARD, chance=lambda _: 0, pace=0, stays=False)

    with trio.move_on_after(1.0):
        await bot.run()

    assert sent(desk, Play) == []

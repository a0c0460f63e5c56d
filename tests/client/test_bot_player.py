"""A bot at a desk says what a person would have to, and no word more."""

from __future__ import annotations

import trio
import trio.testing

from vendue_client.bot_player import BotPlayer
from vendue_protocol.client_messages import Play
from vendue_protocol.errors import Code
from vendue_protocol.host_messages import Intervened, Logged, Refused
from vendue_protocol.interventions import Authority, Intervention
from vendue_protocol.message import Message
from vendue_shared.bots.levels import Level
from vendue_shared.moves import Pass
from vendue_shared.phases.open_auction import OpenAuction

from .at_home import GameAtHome
from .conftest import FakeDesk, sent


def test_nobody_can_offer_before_the_round_is_dealt() -> None:
    game = GameAtHome()
    undealt: list[bool] = []
    receive = game.participant.receive

    def looked_at(message: Message) -> list[Message]:
        answers = receive(message)
        if isinstance(message, Logged) and not game.participant.hand:
            undealt.append(bool(game.participant.choices))
        return answers

    game.participant.receive = looked_at  # type: ignore[method-assign]  # to look on
    game.begin()

    assert undealt == [False]
    assert game.participant.choices


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


class PausedDesk(FakeDesk):
    """A desk whose host has paused the game just before the first move came."""

    def send(self, message: Message) -> None:
        is_first = isinstance(message, Play) and not sent(self, Play)
        if not is_first:
            super().send(message)
            return
        self.sent.append(message)
        assert isinstance(message, Play)
        told = self.game.tell
        told(_intervened(Intervention.PAUSE))
        told(Refused(code=Code.PAUSED, to="move", n=message.n))
        told(_intervened(Intervention.RESUME))
        self.wake()


def _intervened(what: Intervention) -> Intervened:
    return Intervened(what=what, by=Authority.OWNER, seat=None, reason="")


async def test_bot_whose_move_met_a_pause_moves_when_the_game_goes_on(
    autojump_clock: trio.testing.MockClock,
) -> None:
    del autojump_clock
    desk = PausedDesk(GameAtHome().begin(), plays_on=False)
    bot = BotPlayer(desk, Level.RANDOM, chance=lambda _: 0, pace=0, stays=False)

    with trio.move_on_after(1.0):
        await bot.run()

    assert [m.n for m in sent(desk, Play) if isinstance(m, Play)][:2] == [1, 1]
    assert desk.game.accepted >= 1

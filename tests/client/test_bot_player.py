"""A bot at a desk says what a person would have to, and no word more."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
import trio.testing

from vendue_client.bot_player import BotPlayer
from vendue_protocol.client_messages import Play
from vendue_protocol.errors import Code
from vendue_protocol.host_messages import Intervened, Logged, Refused
from vendue_protocol.interventions import Authority, Intervention
from vendue_protocol.message import Message
from vendue_shared.bots.answers import Answer
from vendue_shared.bots.levels import Level
from vendue_shared.bots.pacing import pause_s
from vendue_shared.money import Money
from vendue_shared.moves import Bid, Pass
from vendue_shared.paintings import Painting
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.sealed_bids import Sealing
from vendue_shared.seats import Seat

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


# Pauses.


def middling(below: int) -> int:
    """A chance by which no pause comes near its bounds."""
    return below // 2


class TimedDesk(FakeDesk):
    """A desk that knows when the bot has moved."""

    def __init__(self, game: GameAtHome) -> None:
        super().__init__(game, plays_on=False)
        self.moved_at: list[float] = []

    def send(self, message: Message) -> None:
        if isinstance(message, Play):
            self.moved_at.append(trio.current_time())
        super().send(message)

    def bid_of(self, seat: int) -> None:
        """Let another seat raise by one."""
        position = self.game.host.position
        assert isinstance(position.phase, OpenAuction)
        amount = Money(position.phase.high + 1)
        self.game.play(seat, Bid(auction=position.auction, amount=amount))
        self.wake()

    def pause(self) -> float:
        """The pause of the first seat for what is asked now."""
        return pause_s(self.game.host.position, Seat(0), middling)


class Slow(BotPlayer):
    """A bot that thinks for a while each time, as a thread does: to the end."""

    think_s = 0.0

    async def _think(self, seat: Seat, hand: tuple[Painting, ...]) -> Answer:
        with trio.CancelScope(shield=True):
            await trio.sleep(self.think_s)
        return await super()._think(seat, hand)


def slow(desk: FakeDesk, think_s: float) -> Slow:
    bot = Slow(desk, Level.STANDARD, chance=middling, pace=1, stays=False)
    bot.think_s = think_s
    return bot


@asynccontextmanager
async def playing(bot: BotPlayer) -> AsyncIterator[None]:
    """Let a bot play while something happens, and for five seconds more."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(bot.run)
        yield
        await trio.sleep(5)
        nursery.cancel_scope.cancel()


def open_auction() -> GameAtHome:
    """Nobody has bid, and all are asked."""
    return GameAtHome(first=1).begin().until(OpenAuction, asked=0)


@pytest.mark.parametrize(
    ("think_s", "longer"), [(0.2, "pause"), (3.0, "thought")], ids=["quick", "slow"]
)
async def test_the_answer_leaves_when_pause_and_thought_are_over(
    think_s: float, longer: str, autojump_clock: trio.testing.MockClock
) -> None:
    del autojump_clock
    desk = TimedDesk(open_auction())
    expected = {"pause": desk.pause(), "thought": think_s}[longer]

    async with playing(slow(desk, think_s)):
        pass

    assert desk.moved_at[0] == pytest.approx(expected)


async def test_a_new_situation_has_its_whole_pause_from_when_it_came(
    autojump_clock: trio.testing.MockClock,
) -> None:
    del autojump_clock
    desk = TimedDesk(open_auction())

    async with playing(slow(desk, 0.0)):
        await trio.sleep(0.2)
        desk.bid_of(2)
        pause = desk.pause()

    assert desk.moved_at[0] == pytest.approx(0.2 + pause)


async def test_thoughts_about_what_is_gone_do_not_delay_the_answer(
    autojump_clock: trio.testing.MockClock,
) -> None:
    del autojump_clock
    desk = TimedDesk(open_auction())
    think_s = 0.35

    async with playing(slow(desk, think_s)):
        await trio.sleep(0.3)
        desk.bid_of(2)
        pause = desk.pause()

    assert think_s + think_s < 0.3 + pause
    assert desk.moved_at[0] == pytest.approx(0.3 + pause)


async def test_the_pause_is_not_cut_short_by_a_clock_that_is_not_told_yet(
    autojump_clock: trio.testing.MockClock,
) -> None:
    del autojump_clock
    game = open_auction()
    game.now = game.participant.due_until  # the clock of what was asked before
    due, game.participant.due = game.participant.due, None
    desk = TimedDesk(game)
    pause = desk.pause()

    async with playing(slow(desk, 0.0)):
        await trio.sleep(0.1)
        assert due is not None
        game.tell(due)
        desk.wake()

    assert desk.moved_at[0] == pytest.approx(0.1 + pause)


async def test_a_game_that_goes_on_after_a_pause_leaves_time_to_look(
    autojump_clock: trio.testing.MockClock,
) -> None:
    del autojump_clock
    desk = TimedDesk(open_auction())
    pause = desk.pause()

    async with playing(slow(desk, 0.0)):
        await trio.sleep(pause / 2)
        desk.game.tell(_intervened(Intervention.PAUSE))
        desk.wake()
        await trio.sleep(9 * pause)
        desk.game.tell(_intervened(Intervention.RESUME))
        desk.wake()

    assert desk.moved_at[0] == pytest.approx(9.5 * pause + pause)


async def test_who_else_has_sealed_does_not_begin_the_pause_anew(
    autojump_clock: trio.testing.MockClock,
) -> None:
    del autojump_clock
    desk = TimedDesk(GameAtHome().begin().until(Sealing, asked=0))
    pause = desk.pause()

    async with playing(slow(desk, 0.0)):
        await trio.sleep(0.3)
        desk.game.step(but_not=0)
        desk.wake()

    assert desk.moved_at[0] == pytest.approx(pause)

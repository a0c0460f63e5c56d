"""Bots that think in a process of their own: what they answer, and when it leaves."""

from __future__ import annotations

import random

import msgspec
import pytest
from tests.server.game_by_hand import GameByHand, bodies_in, sent_by, terms_for

from vendue_server.host_seat import LATEST_S, LOOKS_AGAIN_S, HostSeat
from vendue_server.questions import Asked, encode, question, thought
from vendue_server.study import Study
from vendue_server.thinking import Thinking
from vendue_shared.bots.answers import Bot
from vendue_shared.bots.levels import Level
from vendue_shared.bots.pacing import RAISING_S, THINKING_S
from vendue_shared.choices import Decision
from vendue_shared.events import Offered
from vendue_shared.paintings import Kind
from vendue_shared.seats import Seat


def middle(most: int) -> int:
    """Chance that is none."""
    return most // 2


class StudiedGame:
    """A game whose bots think when a test says so.

    Args:
        bots: The seats that are masters.
        pace: Of their pauses.
    """

    def __init__(self, *bots: int, pace: float = 0.0) -> None:
        self.study, self.thinking = Study(), Thinking(middle)
        self.table = GameByHand(
            terms_for(3, bots=bots), pace=pace, level=Level.MASTER, study=self.study
        )

    def ask(self) -> None:
        for body in sent_by(self.study):
            self.thinking.take(body)

    def think(self) -> None:
        """Answer all that is asked."""
        self.ask()
        while not self.thinking.is_idle:
            for body in bodies_in(self.thinking.think()):
                self.study.take(body)


@pytest.fixture
def first_is_bot() -> StudiedGame:
    """A bot is to offer, and does not pause; the others are persons."""
    return StudiedGame(0)


def test_every_decision_of_a_round_is_thought_elsewhere() -> None:
    """A round of masters is a hundred decisions: it takes a little."""
    studied = StudiedGame(0, 1, 2)
    table = studied.table

    while table.position.round == 1:
        studied.think()
        assert studied.study.oldest() is None, "a question without an answer"
        table.wait(max(0.0, table.game.deadline() - table.now))

    assert table.now < LATEST_S, "a bot played without its thought"


def test_bot_with_a_late_thought_moves_when_it_is_looked_for_again(
    first_is_bot: StudiedGame,
) -> None:
    first_is_bot.table.wait(0)
    first_is_bot.think()

    first_is_bot.table.wait(LOOKS_AGAIN_S)

    assert isinstance(first_is_bot.table.last, Offered)


def test_nobody_is_told_that_a_pause_is_over_and_the_thought_is_not_there() -> None:
    studied = StudiedGame(0, pace=1.0)
    game = studied.table.game

    assert not game.tick(game.deadline())


def looks_of(studied: StudiedGame) -> list[float]:
    """When it is looked for answers, from now on."""
    looks: list[float] = []
    studied.study.look = lambda: looks.append(studied.table.now)
    return looks


def test_nobody_looks_for_a_thought_before_the_pause_is_over() -> None:
    studied = StudiedGame(0, pace=1.0)
    looks, pause_ends = looks_of(studied), studied.table.game.deadline()

    studied.table.wait(pause_ends)

    assert looks == [pause_ends]


def test_late_thought_is_looked_for_after_as_long_as_it_was_waited_for(
    first_is_bot: StudiedGame,
) -> None:
    looks = looks_of(first_is_bot)

    first_is_bot.table.wait(8 * LOOKS_AGAIN_S)

    assert looks == [LOOKS_AGAIN_S * waited for waited in (0, 1, 2, 4, 8)]


def test_bot_without_a_thought_plays_a_weaker_move_in_time(
    first_is_bot: StudiedGame,
) -> None:
    table = first_is_bot.table
    table.wait(LATEST_S - 0.01)
    assert not isinstance(table.last, Offered)

    table.wait(0.02)

    assert isinstance(table.last, Offered)


def test_bot_whose_process_is_gone_plays_at_once(first_is_bot: StudiedGame) -> None:
    first_is_bot.study.begin_anew()

    first_is_bot.table.wait(0)

    assert isinstance(first_is_bot.table.last, Offered)


@pytest.mark.parametrize("thinks_s", [0.0, 0.2, 0.5])
def test_how_long_a_bot_thought_does_not_show(thinks_s: float) -> None:
    quick, slow = StudiedGame(0, pace=1.0), StudiedGame(0, pace=1.0)
    quick.think()
    slow.table.wait(thinks_s)
    slow.think()

    assert slow.table.game.deadline() == quick.table.game.deadline()


def test_pause_is_the_same_whatever_is_in_the_hand_and_whoever_plays() -> None:
    """Other decks, the same table: whoever is asked waits as long."""
    deadlines = set()
    for seed, level in ((1, Level.MASTER), (2, Level.MASTER), (1, Level.NOVICE)):
        game = GameByHand(terms_for(3), seed=seed).game
        bot = HostSeat(
            Seat(0), level, secret=bytes(32), chance=random.Random(7).randrange,
            asks=False,
        )  # fmt: skip

        bot.ask(game.follower.position, 0.0, 1.0, 20.0)

        deadlines.add(bot.moves_at)
    assert len(deadlines) == 1


def test_seat_is_asked_once_in_a_sealed_auction_whoever_else_seals(
    three_persons: GameByHand,
) -> None:
    three_persons.offer(0, Kind.SEALED)
    bot = HostSeat(Seat(2), Level.NOVICE, secret=bytes(32), chance=middle, asks=False)
    bot.ask(three_persons.position, 0.0, 1.0, 20.0)
    before = bot.moves_at

    three_persons.seal(0, 5)

    assert not bot.ask(three_persons.position, 0.5, 1.0, 20.0)
    assert bot.moves_at == before


def test_seat_is_asked_again_after_each_bid_of_an_open_auction(
    three_persons: GameByHand,
) -> None:
    three_persons.offer(0, Kind.OPEN)
    bot = HostSeat(Seat(2), Level.NOVICE, secret=bytes(32), chance=middle, asks=False)
    bot.ask(three_persons.position, 0.0, 1.0, 20.0)

    three_persons.bid(0, 5)

    assert bot.ask(three_persons.position, 0.5, 1.0, 20.0)


def seats_asked(study: Study) -> list[int]:
    questions = [question(body) for body in sent_by(study)]
    return [one.seat for one in questions if isinstance(one, Asked)]


def in_an_open_auction() -> StudiedGame:
    """Seat 0 has offered; seats 1 and 2 are masters, and pause."""
    studied = StudiedGame(1, 2, pace=1.0)
    studied.table.offer(0, Kind.OPEN)
    return studied


def test_in_an_open_auction_only_who_will_speak_first_thinks_at_once() -> None:
    studied = in_an_open_auction()

    assert len(seats_asked(studied.study)) == 1


def test_another_is_asked_when_its_pause_is_over_before_the_first_has_thought() -> None:
    studied = in_an_open_auction()
    (first,) = seats_asked(studied.study)

    studied.table.wait(RAISING_S[1])

    assert seats_asked(studied.study) == [3 - first]
    assert studied.table.position.phase.decision is Decision.OPEN


def test_open_auction_goes_on_though_nobody_thinks() -> None:
    studied = in_an_open_auction()
    before = studied.table.game.follower.s

    studied.table.wait(RAISING_S[1] + LATEST_S)

    assert studied.table.game.follower.s > before


def test_thinking_ends_within_the_shortest_pause() -> None:
    """The master's slowest decisions are a tenth of it: see docs/BOTS.md."""
    assert min(THINKING_S[0], RAISING_S[0]) >= 0.3


def test_seat_asked_twice_answers_the_second_question_alone() -> None:
    studied = StudiedGame(0)
    studied.ask()
    (asked,) = studied.thinking._open.values()
    again = msgspec.structs.replace(asked, number=2, events=())
    studied.thinking.take(bodies_in(encode(again))[0])

    (body,) = bodies_in(studied.thinking.think())

    assert thought(body).number == 2
    assert studied.thinking.is_idle


def test_seat_that_is_not_awaited_any_more_gets_no_answer() -> None:
    studied = StudiedGame(0)
    (asked,) = (question(body) for body in sent_by(studied.study))
    assert isinstance(asked, Asked)
    other = msgspec.structs.replace(asked, seat=Seat(1))
    studied.thinking.take(bodies_in(encode(other))[0])

    (body,) = bodies_in(studied.thinking.think())

    assert thought(body).answer is None


def test_bug_costs_one_answer(
    first_is_bot: StudiedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Bot, "choose", fails)

    first_is_bot.think()

    monkeypatch.undo()
    first_is_bot.table.wait(0)
    assert isinstance(first_is_bot.table.last, Offered)

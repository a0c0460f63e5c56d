"""A bot that was sent to a host says that it plays, and how it ended."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import trio

from vendue_client.automatic import automatic
from vendue_client.desk import Leaving
from vendue_client.wording.bot_words import over_line
from vendue_client.wording.words import money
from vendue_protocol.message import Message
from vendue_shared.bots.levels import Level
from vendue_shared.events import Ending

from .at_home import GameAtHome
from .conftest import FakeDesk


class TappedDesk(FakeDesk):
    """A desk at which what the host says is listened to, as at a line."""

    def __init__(self, game: GameAtHome) -> None:
        super().__init__(game)
        self.tap: Callable[[Message], None] | None = None
        receive = game.participant.receive

        def received(message: Message) -> list[Message]:
            answers = receive(message)
            if self.tap is not None:
                self.tap(message)
            return answers

        game.participant.receive = received  # type: ignore[method-assign]  # to listen


async def test_a_bot_tells_where_it_plays_and_how_the_game_ended(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game = GameAtHome(luck=3).begin()
    play = automatic(Level.STANDARD, is_json=False, pace=0, stays=False)

    with trio.fail_after(60):
        leaving = await play(TappedDesk(game))  # type: ignore[arg-type]  # as a line

    first, last = capsys.readouterr().out.splitlines()
    assert leaving is Leaving.FINISHED
    assert first == "Ada plays at table 1 of 192.0.2.5:17092, level standard."
    assert last.startswith("The game is over: 1. ")
    for seat, name in enumerate(game.participant.names):
        assert f"{name} {money(game.host.position.purses[seat])}" in last


def test_a_game_that_was_ended_early_is_not_told_as_won() -> None:
    game = GameAtHome().begin()
    game.end(Ending.OWNER)

    assert over_line(game.participant).startswith("The game was ended early: 1. ")

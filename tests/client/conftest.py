"""What the client's tests share: a game at home, and a desk that sits at it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
import trio
import trio.testing

from vendue_client.desk import Leaving
from vendue_client.orders.order import BadOrder
from vendue_client.orders.reading import parse
from vendue_client.plain.line_by_line import run_plain
from vendue_protocol.message import Message
from vendue_shared.events import Ending
from vendue_shared.phases.idle_phases import Closed
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.phase import Phase

from .at_home import GameAtHome

__all__ = ["FakeDesk", "GameAtHome", "asked_for", "sent", "shown", "why_not"]


def asked_for(phase: type[Phase], luck: int = 1) -> GameAtHome:
    """A game of four in which the participant is asked in this phase."""
    return GameAtHome(luck=luck).begin().until(phase, asked=0)


def why_not(line: str, game: GameAtHome) -> str:
    """Why a line cannot be obeyed now."""
    with pytest.raises(BadOrder) as caught:
        parse(line, game.participant)
    return str(caught.value)


class FakeDesk:
    """A desk whose host is a `GameAtHome`, which plays on while the player waits.

    Args:
        game: The host.
        plays_on: Whether the others move, one move at each wait; else only what
            the test does happens.
    """

    def __init__(self, game: GameAtHome, *, plays_on: bool = True) -> None:
        self.game = game
        self.participant = game.participant
        self.is_lost = False
        self.ended_by = 0
        self.may_end_host = False
        self.shown_address = "192.0.2.5:17092"
        self.is_insecure = False
        self.plays_on = plays_on
        self.sent: list[Message] = []
        self._changed = trio.Event()

    def send(self, message: Message) -> None:
        """Hand the host a message at once."""
        self.participant.sends(message)
        self.sent.append(message)
        self.game.take(message)
        self.wake()

    def wake(self) -> None:
        """Let the participant count as changed."""
        self._changed.set()

    def try_now(self) -> None:
        """There is no other line to try."""

    def lose(self) -> None:
        """Cut the line."""
        self.is_lost = True
        self.wake()

    async def wait_changed(self) -> None:
        """Let the others make one move; wait for the player where they have none."""
        await trio.lowlevel.checkpoint()
        if not self._changed.is_set() and not (self.plays_on and self._others_move()):
            await self._changed.wait()
        self._changed = trio.Event()

    def _others_move(self) -> bool:
        game = self.game
        position = game.host.position
        if not game.host.s or isinstance(position.phase, Closed):
            return False
        if position.is_over:
            game.end(Ending.FINISHED)
            return True
        me = game.me
        mine = me if me is not None and not position.bots[me] else None
        if isinstance(position.phase, OpenAuction) and mine in position.awaited:
            return False
        return game.step(but_not=mine)


class Typist:
    """Types each line only when nothing else can happen any more."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)

    def __aiter__(self) -> Typist:
        return self

    async def __anext__(self) -> str:
        await trio.testing.wait_all_tasks_blocked()
        line = next(self._lines, None)
        if line is None:
            raise StopAsyncIteration
        return line


async def shown(
    desk: FakeDesk, typed: Iterable[str] | None = None, *, confirm: bool = True
) -> tuple[Leaving, str]:
    """Why plain mode ended, and all it wrote."""
    written: list[str] = []
    lines = None if typed is None else Typist(typed)
    leaving = await run_plain(desk, lines, written.append, name="Ada", confirm=confirm)
    return leaving, "".join(written)


def sent(desk: FakeDesk, kind: type[Message]) -> list[Message]:
    """What the player sent of one kind."""
    return [message for message in desk.sent if isinstance(message, kind)]


@pytest.fixture
def home() -> GameAtHome:
    """A table of four with the participant in seat 0, in the lobby."""
    return GameAtHome()


@pytest.fixture
def game() -> GameAtHome:
    """A game of four that has begun; the participant is the first auctioneer."""
    return GameAtHome().begin()


@pytest.fixture
def watched() -> GameAtHome:
    """A game of four that the participant watches."""
    return GameAtHome(me=None).begin()


@pytest.fixture(scope="session")
def finished() -> GameAtHome:
    """A whole game of four; not to be changed."""
    return GameAtHome().begin().finish()

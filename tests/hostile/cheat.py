"""Somebody who does not keep to the rules: what each case changes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from vendue_protocol.message import Message
from vendue_server.game import Game
from vendue_server.setup import Setup
from vendue_shared.options import Options
from vendue_shared.terms import Clocks

if TYPE_CHECKING:
    from tests.hostile.evening import Evening

CLOCKS: Final = Clocks(offer=20, add=10, grace=2)
"""Times jump; but a patrol looks around each second of them."""

A_GAME: Final = 10**6
"""More events than any game has."""


class Cheat:
    """Somebody at this evening who does not keep to the rules; here: nobody.

    Seat 0, 1 and 2 are persons 0, 1 and 2, unless the host's bots sit there.
    """

    persons = 3
    bots: tuple[int, ...] = ()
    """The chairs of the host's bots, the last ones."""
    options = Options()
    clocks = CLOCKS
    first: int | None = None
    enough = 20
    """How many events follow the first alarm, before the owner ends the game."""
    lasts = A_GAME
    """After how many events the owner ends the game in any case."""
    game: type[Game] = Game
    """What the host plays."""
    setup: type[Setup] = Setup
    """How the host deals."""

    def __init__(self) -> None:
        self.lied_to: set[int] = set()
        """The seats that it was done to, where that depends on the game."""
        self.is_done = False
        self.evening: Evening

    def down(self, seat: int, message: Message) -> Iterable[Message]:
        """What reaches a seat of what the host says."""
        del seat
        return self.to_all(message)

    def to_all(self, message: Message) -> Iterable[Message]:
        """What reaches every seat, where all are told the same."""
        return (message,)

    def up(self, seat: int, message: Message) -> Iterable[Message]:
        """What reaches the host of what a seat says."""
        del seat
        return (message,)

    def tell(self, seat: int, *messages: Message) -> None:
        """Say something to a seat that the host did not say."""
        self.evening.wires[seat].to_client += messages

    def say(self, seat: int, *messages: Message) -> None:
        """Say something to the host that a seat's program did not say."""
        self.evening.wires[seat].to_host += messages

    async def besides(self) -> None:
        """What goes on beside the table."""

    def once(self) -> bool:
        """Whether this is the first time that it is asked."""
        was_done, self.is_done = self.is_done, True
        return not was_done

    @property
    def host(self) -> Game:
        """The game as the host has it."""
        return self.evening.host

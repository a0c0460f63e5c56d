"""Evenings on which nobody cheats, however much goes wrong."""

from __future__ import annotations

import random
from collections.abc import Iterable

import trio
from msgspec.structs import replace
from tests.hostile.cheat import CLOCKS, Cheat
from tests.hostile.evening import Evening
from tests.hostile.player import Player

from vendue_client.bot_player import BotPlayer, Question
from vendue_protocol.client_messages import HandOver, Hold, Play
from vendue_protocol.codec import encode
from vendue_protocol.host_messages import Due
from vendue_protocol.message import Message
from vendue_shared.events import Player as By
from vendue_shared.moves import Bid
from vendue_shared.options import PRESETS, Options, Preset


class Honest(Cheat):
    """Nobody cheats.

    Args:
        seed: Everything is drawn from here.
    """

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.chance = random.Random(f"honest {seed}")
        seats = self.chance.randrange(3, 6)
        self.persons = self.chance.randrange(2, seats + 1)
        self.bots = tuple(range(self.persons, seats))
        self.options = self._options(seats)
        self.first = self.chance.choice((None, 0, seats - 1))

    def _options(self, seats: int) -> Options:
        options = PRESETS[self.chance.choice(list(Preset)[:3])]
        has_mystery = seats == 3 and self.chance.random() < 0.5
        return replace(options, mystery_hand=has_mystery)


class Takeovers(Honest):
    """Persons let a bot play, and take their seats back."""

    def up(self, seat: int, message: Message) -> Iterable[Message]:
        yield message
        if isinstance(message, Hold) and self.chance.random() < 0.4:
            for wish in (HandOver(to=By.BOT), HandOver(to=By.PERSON)):
                self.evening.players[seat].participant.sends(wish)
                yield wish


class Losses(Honest):
    """Moves are lost on their way, so that the clock runs out: each kind of clock."""

    clocks = replace(CLOCKS, seal=8, once=6, price=6, buy=6, open=6)

    def up(self, seat: int, message: Message) -> Iterable[Message]:
        del seat
        is_move = isinstance(message, Play) and not isinstance(message.move, Bid)
        return () if is_move and self.chance.random() < 0.04 else (message,)


class Slowness(Honest):
    """Every person's answer takes longer than there is time, now and then."""

    clocks = replace(CLOCKS, offer=9, seal=8, once=6, price=6, buy=6, open=6)

    def begin(self, evening: Evening) -> None:
        """Let the evening's players take their time."""
        evening.how = self._slowly

    async def _slowly(self, player: Player, bot: BotPlayer) -> None:
        answer = bot._answer

        async def late(question: Question) -> None:
            if self.chance.random() < 0.05:
                await trio.sleep(player.participant.seconds_left + 0.5)
            await answer(question)

        bot._answer = late  # type: ignore[method-assign]  # to take its time
        await bot.run()


class Standstill(Honest):
    """Seat 0's line stands still now and then; then all comes at once."""

    clocks = replace(CLOCKS, seal=8, once=6, price=6, buy=6, open=6)

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._is_still = False
        self._held: list[Message] = []

    def down(self, seat: int, message: Message) -> Iterable[Message]:
        if seat == 0 and self._is_still:
            self._held.append(message)
            return ()
        is_asked = isinstance(message, Due) and 0 in message.seats
        if seat == 0 and is_asked and self.chance.random() < 0.02:
            self._is_still = True
            self.evening.background.start_soon(self._go_on)
        return (message,)

    async def _go_on(self) -> None:
        await trio.sleep(self.chance.randrange(1, 20))
        while self._held:
            held, self._held = self._held, []
            await self.evening.wires[0].tell(b"".join(map(encode, held)))
        self._is_still = False


KINDS: tuple[type[Honest], ...] = (Honest, Takeovers, Losses, Slowness, Standstill)

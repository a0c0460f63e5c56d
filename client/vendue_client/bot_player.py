"""A bot that sits at a desk: it plays as a person's client does, by itself."""

from __future__ import annotations

from collections.abc import Callable

import trio

from vendue_protocol.follower import Step
from vendue_protocol.messages import Leave, Ready
from vendue_shared.bots.answers import Bot, SealedBid as Amount
from vendue_shared.bots.levels import Level, bot_of
from vendue_shared.bots.pacing import pause_s
from vendue_shared.phases.phase import Phase
from vendue_shared.position import Position

from .desk import Desk, Leaving
from .last_holds import wait_for_last_holds
from .participant import Participant
from .stage import Stage


class BotPlayer:
    """Sits down ready, plays every game, and leaves after the first unless told.

    Args:
        desk: Where it sits.
        level: How well it plays.
        chance: Gives a whole number from 0 to below its argument.
        pace: What its pauses are multiplied by; 0: none.
        stays: Whether it is ready for another game after each.
    """

    def __init__(
        self,
        desk: Desk,
        level: Level,
        *,
        chance: Callable[[int], int],
        pace: float,
        stays: bool,
    ) -> None:
        self._desk, self._level, self._chance = desk, level, chance
        self._pace, self._stays = pace, stays
        self._bot: Bot = bot_of(level, chance)
        self._answered: Phase | None = None
        self._game = b""
        self._seen = Position()
        """The game as far as the bot has been told of it."""
        self._seen_s = 0

    async def run(self) -> Leaving:
        """Play until the game is over, or the line is lost."""
        participant = self._desk.participant
        while not self._desk.is_lost:
            if participant.over is not None:
                if not self._stays:
                    await wait_for_last_holds(self._desk)
                    self._desk.send(Leave())
                    return Leaving.FINISHED
                participant.back_to_lobby()
            if participant.is_asked_again and not self._takes_part_again(participant):
                self._desk.send(Leave())
                return Leaving.QUIT
            await self._act(participant)
            await self._desk.wait_changed()
        return Leaving.FINISHED if participant.over else Leaving.LOST

    def _takes_part_again(self, participant: Participant) -> bool:
        """Give another share, but not for ever; a person would be asked."""
        if not participant.setting_up.agrees_alone:
            return False
        for message in participant.share_again():
            self._desk.send(message)
        return True

    async def _act(self, participant: Participant) -> None:
        if participant.stage is Stage.LOBBY and participant.chair is not None:
            self._be_ready(participant)
        elif participant.choices and participant.own is not None:
            await self._move(participant)

    def _be_ready(self, participant: Participant) -> None:
        lobby, chair = participant.lobby, participant.chair
        if lobby and chair is not None and not lobby.chairs[chair].ready:
            self._desk.send(Ready(revision=lobby.revision, ready=True))

    async def _move(self, participant: Participant) -> None:
        position, own = participant.position, participant.own
        if own is None or self._answered is position.phase:
            return
        if self._game != participant.follower.game:
            self._game = participant.follower.game
            self._bot = bot_of(self._level, self._chance)
            self._seen, self._seen_s = Position(), 0
        self._look(participant)
        phase = position.phase
        if self._pace:
            left = participant.seconds_left
            pause = self._pace * pause_s(position, own.seat, self._chance)
            await trio.sleep(min(pause, left / 2))
            if position.phase is not phase or not participant.choices:
                return
        self._answered = phase
        self._look(participant)
        answer = self._bot.choose(position, own.seat, participant.hand, self._chance)
        if isinstance(answer, Amount):
            move = own.seal(participant.follower, answer.amount)
            self._desk.send(participant.play(move))
        else:
            self._desk.send(participant.play(answer))

    def _look(self, participant: Participant) -> None:
        """Tell the bot what has happened since it looked last, event by event."""
        unseen = participant.follower.s - self._seen_s
        if not unseen:
            return
        steps = [e for e in participant.entries if isinstance(e, Step)]
        for step in steps[-unseen:]:
            facts = self._seen.play(step.event)
            self._bot.saw(step.event, facts, self._seen)
        self._seen_s = participant.follower.s

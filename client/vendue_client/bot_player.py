"""A bot that sits at a desk: it plays as a person's client does, by itself."""

from __future__ import annotations

from collections.abc import Callable

import trio

from vendue_protocol.client_messages import HandOver, Leave, Ready
from vendue_protocol.errors import Code
from vendue_protocol.follower import Step
from vendue_shared.bots.answers import Answer, Bot, SealedBid as Amount
from vendue_shared.bots.levels import THINK_LONG, Level, bot_of
from vendue_shared.bots.pacing import pause_s, thing_asked
from vendue_shared.events import Player
from vendue_shared.paintings import Painting
from vendue_shared.position import Position
from vendue_shared.seats import Seat

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
        self._answered: object = None
        """The thing asked that it has answered last."""
        self._was_away = False
        """Whether it has not looked yet who played its seat meanwhile."""
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
        elif self._is_replaced(participant):
            self._desk.send(HandOver(to=Player.PERSON))
        elif participant.choices and participant.own is not None:
            await self._move(participant)

    def _is_replaced(self, participant: Participant) -> bool:
        """Whether a bot of the host took the seat while this one was away."""
        if participant.back.is_behind:
            self._was_away = True
        seat, position = participant.playing_seat, participant.position
        if participant.back.is_behind or not self._was_away or seat is None:
            return False
        is_replaced = participant.is_playing and position.bots[seat]
        if is_replaced and not position.phase.changes_hands(seat):
            return False
        self._was_away = False
        return is_replaced

    def _be_ready(self, participant: Participant) -> None:
        lobby, chair = participant.lobby, participant.chair
        if lobby and chair is not None and not lobby.chairs[chair].ready:
            self._desk.send(Ready(revision=lobby.revision, ready=True))

    async def _move(self, participant: Participant) -> None:
        position, own = participant.position, participant.own
        if own is None:
            return
        if own.seat not in position.awaited:
            return  # it has passed, and may raise again, but need not
        if self._game != participant.follower.game:
            self._game = participant.follower.game
            self._bot = bot_of(self._level, self._chance)
            self._seen, self._seen_s, self._answered = Position(), 0, None
        asked = thing_asked(position)
        was_paused = getattr(participant.refusal, "code", "") == Code.PAUSED
        if asked == self._answered and not was_paused:
            return
        self._look(participant)
        pause = 0.0
        if self._pace:
            drawn = self._pace * pause_s(position, own.seat, self._chance)
            pause = min(drawn, participant.seconds_left / 2)
        moves_at = trio.current_time() + pause
        answer = await self._think(own.seat, participant.hand)
        await trio.sleep_until(moves_at)
        if thing_asked(position) != asked or not participant.choices:
            return
        self._answered = asked
        if isinstance(answer, Amount):
            move = own.seal(participant.follower, answer.amount)
            self._desk.send(participant.play(move))
        else:
            self._desk.send(participant.play(answer))

    async def _think(self, seat: Seat, hand: tuple[Painting, ...]) -> Answer:
        """What the bot answers to what it has seen; meanwhile the line is read.

        A thread thinks where it takes long. It reads what the bot has been told, and
        that stays as it is until this returns.
        """
        if self._level in THINK_LONG:
            return await trio.to_thread.run_sync(
                self._bot.choose, self._seen, seat, hand, self._chance
            )
        return self._bot.choose(self._seen, seat, hand, self._chance)

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

"""A bot that sits at a desk: it plays as a person's client does, by itself."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
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


class Question(msgspec.Struct, eq=False, kw_only=True):
    """One thing that is asked, from when the bot hears of it until it has answered."""

    asked: object
    """To be compared; see `thing_asked`."""
    moves_at: float
    """When its pause is over, on trio's clock."""
    scope: trio.CancelScope = msgspec.field(default_factory=trio.CancelScope)
    """Is cancelled when something else is asked."""


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
        self._question: Question | None = None
        """What it answers now; `None`: nothing."""
        self._answered: object = None
        """The thing asked that it has answered last."""
        self._thinks = trio.Lock()
        """Whoever thinks has it: the bot thinks one thought at a time."""
        self._was_away = False
        """Whether it has not looked yet who played its seat meanwhile."""
        self._game = b""
        self._seen = Position()
        """The game as far as the bot has been told of it."""
        self._seen_s = 0

    async def run(self) -> Leaving:
        """Play until the game is over, or the line is lost."""
        async with trio.open_nursery() as nursery:
            leaving = await self._attend(nursery)
            nursery.cancel_scope.cancel()
        return leaving

    async def _attend(self, nursery: trio.Nursery) -> Leaving:
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
            self._act(participant)
            self._take_question(participant, nursery)
            await self._desk.wait_changed()
        return Leaving.FINISHED if participant.over else Leaving.LOST

    def _takes_part_again(self, participant: Participant) -> bool:
        """Give another share, but not for ever; a person would be asked."""
        if not participant.setting_up.agrees_alone:
            return False
        for message in participant.share_again():
            self._desk.send(message)
        return True

    def _act(self, participant: Participant) -> None:
        if participant.stage is Stage.LOBBY and participant.chair is not None:
            self._be_ready(participant)
        elif self._is_replaced(participant):
            self._desk.send(HandOver(to=Player.PERSON))

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

    # What it is asked, and answers.

    def _take_question(self, participant: Participant, nursery: trio.Nursery) -> None:
        """Begin to answer what is asked now; leave off what is not asked any more."""
        asked, question = self._asked(participant), self._question
        if question is not None and question.asked != asked:
            question.scope.cancel()
            self._question = question = None
        was_paused = getattr(participant.refusal, "code", "") == Code.PAUSED
        is_new = asked != self._answered or was_paused
        if question is not None or asked is None or not is_new:
            return
        due = participant.due
        if due is None or due.s < participant.follower.s:
            return  # how much time there is follows at once
        moves_at = trio.current_time() + self._pause_s(participant)
        self._question = Question(asked=asked, moves_at=moves_at)
        nursery.start_soon(self._answer, self._question)

    def _asked(self, participant: Participant) -> object:
        """What its seat is asked, to be compared; `None`: nothing."""
        seat, position = participant.playing_seat, participant.position
        if not participant.choices or seat not in position.awaited:
            return None  # who has passed may raise again, but need not
        return participant.follower.game, thing_asked(position)

    def _pause_s(self, participant: Participant) -> float:
        seat = participant.playing_seat
        if not self._pace or seat is None:
            return 0.0
        drawn = self._pace * pause_s(participant.position, seat, self._chance)
        return min(drawn, participant.seconds_left / 2)

    async def _answer(self, question: Question) -> None:
        """Think during the pause, and answer when both are over."""
        participant = self._desk.participant
        with question.scope:
            answer = await self._thought(question, participant)
            await trio.sleep_until(question.moves_at)
            if answer is not None and self._asked(participant) == question.asked:
                self._answered = question.asked
                self._say(answer, participant)
        if self._question is question:
            self._question = None

    def _say(self, answer: Answer, participant: Participant) -> None:
        own = participant.own
        if not isinstance(answer, Amount):
            self._desk.send(participant.play(answer))
        elif own is not None:
            move = own.seal(participant.follower, answer.amount)
            self._desk.send(participant.play(move))

    async def _thought(
        self, question: Question, participant: Participant
    ) -> Answer | None:
        """What the bot answers; `None`: this is not asked any more."""
        async with self._thinks:
            seat = participant.playing_seat
            if seat is None or self._asked(participant) != question.asked:
                return None
            self._look(participant)
            return await self._think(seat, participant.hand)

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
        if self._game != participant.follower.game:
            self._game = participant.follower.game
            self._bot = bot_of(self._level, self._chance)
            self._seen, self._seen_s = Position(), 0
        unseen = participant.follower.s - self._seen_s
        if not unseen:
            return
        steps = [e for e in participant.entries if isinstance(e, Step)]
        for step in steps[-unseen:]:
            facts = self._seen.play(step.event)
            self._bot.saw(step.event, facts, self._seen)
        self._seen_s = participant.follower.s

"""All that one client knows, and what it does by itself; sans-IO.

It takes the host's messages, follows the log, and answers what needs no player:
its share of the chance, its holds, its reveals. It never makes a move. The
presenter reads its fields; the connection sends what it returns.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from vendue_protocol.client_messages import HandOver, Leave, Ready, Sit, Watch
from vendue_protocol.errors import Code
from vendue_protocol.host_messages import (
    Accepted,
    Commitments,
    Dealt,
    Due,
    Held,
    Logged,
    Proposal,
    Refused,
    Welcome,
)
from vendue_protocol.keys import SigningKey
from vendue_protocol.message import Message, Ping, Pong
from vendue_protocol.proof import ProofFailed
from vendue_shared.events import Player
from vendue_shared.moves import Reveal

from .between_games import check_between, hear_checked
from .entries import Notice
from .following import Following
from .keeping import Keeper, NoKeeper
from .setting_up import SettingUp, TakeNote
from .sitting_notes import Left, NotDone, SatDown
from .stage import Stage
from .standing_pass import pass_again

MOST_ALARMS: Final = 100
"""A host that gave cause for so many is not listened to any longer."""

_NO_KEEPER: Final = NoKeeper()


class Participant(Following):
    """One client at one host.

    Args:
        key: The key of this sitting.
        randomness: Gives that many fresh random bytes.
        now: Seconds on a clock that never goes back.
        note: Keeps what must outlive a crash, before what follows it leaves.
        keeper: Keeps the logs of the games.
    """

    def __init__(
        self,
        key: SigningKey,
        *,
        randomness: Callable[[int], bytes],
        now: Callable[[], float],
        note: TakeNote,
        keeper: Keeper = _NO_KEEPER,
    ) -> None:
        setting_up = SettingUp(key, randomness, note)
        super().__init__(key, now=now, note=note, keeper=keeper, setting_up=setting_up)

    # The line.

    def sends(self, message: Message) -> None:
        """Remember what the player's side asks for; called before it leaves."""
        match message:
            case Sit(table=table, name=name) if self.welcome is not None:
                key = self.welcome.key
                self.note(SatDown(host_key=key, table=table, name=name))
                self.has_left = self.is_placed = False
            case Watch():
                self.back.watched = message
            case Ready():
                self.setting_up.says_ready(message, self.lobby)
            case HandOver(to=Player.BOT):
                self.guard.asks_for_bot()
            case Leave():
                self.note(Left())
                self.has_left = True
                self.guard.asks_for_bot()
            case _:
                pass

    def lose_line(self) -> None:
        """The line is lost: no clock is known, and things happen unseen."""
        self.due, self.refusal = None, None
        self.back.lost()

    def return_on(self, welcome: Welcome) -> list[Message]:
        """What to say first on a new line to the same host."""
        return self.back.ask(self, welcome)

    # What the host says.

    def receive(self, message: Message) -> list[Message]:
        """Take a message of the host.

        Returns:
            What to answer at once, in order.

        Raises:
            ProofFailed: The host did what no honest host does, and its log cannot
                be followed any further; or it has done so too often.
        """
        if self.alarm is not None and not self.alarm.check.is_survivable:
            raise self.alarm
        messages = self._watched(lambda: [*self._answer(message), *pass_again(self)])
        if self.alarm is not None and not self.alarm.check.is_survivable:
            raise self.alarm
        if len(self.alarms) >= MOST_ALARMS:
            raise self.alarms[-1]
        return messages

    def _watched(self, answer: Callable[[], list[Message]]) -> list[Message]:
        """What is answered; nothing where that raises an alarm."""
        try:
            return answer()
        except ProofFailed as failure:
            if self.alarm is None or not failure.check.is_survivable:
                self.alarm = failure
            # Where it was raised holds on to all that was there.
            self.alarms.append(failure.with_traceback(None))
            self.entries.append(Notice("alarm", failure.check))
            return []

    def go_on(self) -> list[Message]:
        """The player has seen the alarm and plays on; what was held back follows.

        Returns:
            What to send; the alarm stays in the list.
        """
        if self.alarm is None or not self.alarm.check.is_survivable:
            return []
        self.alarm = None
        return self._watched(self._reveal)

    def _answer(self, message: Message) -> list[Message]:  # noqa: C901 - one a message
        match message:
            case Logged():
                return self._logged(message)
            case Due():
                self.is_reveal_refused = False
                self.due = message
                self.due_until = self._now() + message.ms / 1000
                if self.own is not None:
                    self.own.time.told(message)
                return self._reveal()
            case Accepted():
                self.guard.answered(self.own, may_be_done=True)
                self.moves_accepted = max(self.moves_accepted, message.n)
                self.in_flight, self.refusal = None, None
                return self._reveal()
            case Dealt():
                self._dealt(message)
            case Held():
                return self._held(message)
            case Ping():
                return [Pong()]
            case Proposal():
                return self._proposed(message)
            case Commitments():
                return self._committed(message)
            case Refused(to="return" | "watch") if self.back.is_behind:
                return self.back.not_so(message)
            case Refused():
                self._refused(message)
                return self._reveal()
            case _:
                hear_checked(self, message)
                return self.catch_up()
        return []

    def back_to_lobby(self) -> None:
        """Leave the end of a game and look at the table's lobby."""
        if self.over and self.lobby:
            self.stage = Stage.LOBBY

    def _refused(self, refusal: Refused) -> None:
        self.refusal = refusal
        if refusal.to == "hand":
            self.guard.has_no_bot()
        if refusal.n:
            self.is_reveal_refused = isinstance(self.in_flight, Reveal)
            was_sent = self.in_flight is not None
            self.in_flight = None
            is_known = refusal.code == Code.NUMBER
            if not is_known and was_sent:
                self.note(NotDone())
            self.guard.answered(self.own, may_be_done=is_known)
        self.entries.append(Notice(refusal.code, refusal.to))

    # The set-up.

    def _proposed(self, proposal: Proposal) -> list[Message]:
        if self.chair is None or self.welcome is None:
            return []
        check_between(self, "a set-up")
        self.keeper.proposed(proposal)
        self.back.arrive()
        self.own = self.setting_up.agree(
            proposal, self.lobby, self.welcome.key, self.own
        )
        self.chair = self.own.seat
        self.stage, self.attempts = Stage.SETUP, proposal.attempt
        self.over = None
        return [self.own.agree()]

    def _committed(self, message: Commitments) -> list[Message]:
        if self.own is None:
            return []
        check_between(self, "a set-up")
        self.back.arrive()
        self.stage = Stage.SETUP
        self.keeper.committed(message)
        answers = self.setting_up.commitments(self.own, message)
        if answers:
            self.own.time.sent(self._now())
        return answers

    def share_again(self) -> list[Message]:
        """The player's word to give another share after a set-up was given up.

        Returns:
            What to send; nothing where nothing was asked.
        """
        asks = self.setting_up.asks
        if asks is None:
            return []
        return self._watched(lambda: self._committed(asks))

"""The table line by line: for pipes, simple terminals and screen readers.

Everything is written once, in order, and nothing is ever moved or overwritten.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Hashable
from math import inf
from typing import Final

import trio

from vendue_client.desk import Desk, Leaving
from vendue_client.errands import run_errand
from vendue_client.language import _
from vendue_client.last_holds import wait_for_last_holds
from vendue_client.orders.order import Local, LocalKind
from vendue_client.stage import Stage
from vendue_client.wording.hold_words import PATIENCE_S
from vendue_client.wording.refusals import farewell_sentence

from .line_orders import LineOrders
from .line_prompts import (
    decision_to_make,
    last_words,
    prompt_word,
    state_lines,
    to_ask,
)
from .news import News
from .paper import Paper
from .unattended import Unattended

WARNINGS_S: Final = (10.0, 5.0)
"""When an asked player is told how little time is left, in seconds."""


async def run_plain(
    desk: Desk,
    lines: AsyncIterator[str] | None,
    write: Callable[[str], None],
    *,
    name: str = "",
    confirm: bool = True,
) -> Leaving:
    """Show a table line by line, and read orders, until the player leaves.

    Without input, or when it ends before the game, a bot plays the seat and the
    game is shown to its end.

    Args:
        desk: Where the player sits, or watches; its connection is somebody else's.
        lines: What is typed, line by line; `None`: there is no input at all.
        write: Takes text as it stands, line ends and all, and shows it at once.
        name: What the player is called when sitting down at a table of the hall.
        confirm: Whether risky orders are asked about first.

    Returns:
        Why it ended; `LOST` only where no finished game was shown.
    """
    session = _Session(desk, Paper(write), name=name, confirm=confirm)
    session.is_attended = lines is not None
    async with trio.open_nursery() as nursery:
        if lines is not None:
            nursery.start_soon(_read, session, lines, nursery.cancel_scope)
        await session.follow()
        nursery.cancel_scope.cancel()
    return session.leaving or Leaving.LOST


async def _read(
    session: _Session, lines: AsyncIterator[str], running: trio.CancelScope
) -> None:
    async for line in lines:
        session.obey(line)
        if session.leaving is not None:
            break
    else:
        await session.close_input()
    if session.leaving is not None:
        running.cancel()


class _Session:
    """One player at one desk, from the first line to the last."""

    def __init__(self, desk: Desk, paper: Paper, *, name: str, confirm: bool) -> None:
        self.desk, self.participant, self.paper = desk, desk.participant, paper
        self.leaving: Leaving | None = None
        self.is_attended = True
        self._name = name
        self._news = News(desk.participant)
        self._orders = LineOrders(desk, paper, self._news, name=name, confirm=confirm)
        self._unattended = Unattended(desk, paper)
        self._asked: Hashable = None
        """What the newest prompt asks for."""
        self._is_told_away = False
        self._warned = inf
        """The last warning of its clock, in seconds."""
        self._alarms = 0
        """How many alarms the bell has rung for."""
        self._created: int | None = None
        """The table that the player opened and was seated at."""

    async def follow(self) -> None:
        """Show what changes until the player leaves."""
        if self.desk.is_insecure:
            self.paper.lines([_insecure()])
        self.show()
        while self.leaving is None:
            if self._is_finished():
                await self._finish()
                return
            left = self.participant.seconds_left
            until_warning = left - self._next_warning(left)
            until_late = self._until_late()
            with trio.move_on_after(min(until_warning, until_late)) as waiting:
                await self.desk.wait_changed()
            if waiting.cancelled_caught and until_warning <= until_late:
                self._warn()
            self.show()

    def show(self) -> None:
        """Write what is new, then ask, or act for a player without input."""
        self._ring()
        self.paper.lines(self._news.lines())
        self._sit_at_own_table()
        self._tell_line()
        if self.desk.is_lost:
            self._say_lost()
        elif self.participant.away is not None:
            self._asked = None
        elif self.is_attended:
            self._ask()
        elif not self._is_finished():
            self.leaving = self._unattended.act()

    async def close_input(self) -> None:
        """Nothing more will be typed."""
        self.is_attended = False
        self.show()
        if self.leaving is None and self._is_finished():
            await self._finish()

    def _ring(self) -> None:
        """Ring where somebody hears it, once an alarm."""
        before, self._alarms = self._alarms, len(self.participant.alarms)
        if self.is_attended and self._alarms > before:
            self.paper.ring()

    # The end.

    def _is_finished(self) -> bool:
        """Whether a game is over that nobody types another word after."""
        participant = self.participant
        is_shown = participant.over is not None and participant.stage is Stage.GAME
        return is_shown and not self.is_attended

    async def _finish(self) -> None:
        await wait_for_last_holds(self.desk)
        if self.leaving is None:
            self.leaving = Leaving.FINISHED
            self.paper.lines([*self._news.lines(), *last_words(self.participant)])

    def _tell_line(self) -> None:
        """Say once that the line is lost and tried again, and once that it is back."""
        away = self.participant.away
        if (away is None) == self._is_told_away and not self.desk.is_lost:
            self._is_told_away = away is not None
            self.paper.line(
                _("You are back at the table.")
                if away is None
                else _("{why} Trying again until it is back; /quit leaves.").format(
                    why=away.why
                )
            )

    def _say_lost(self) -> None:
        participant, farewell = self.participant, self.participant.farewell
        is_over = participant.over or participant.position.is_over
        self.leaving = Leaving.FINISHED if is_over else Leaving.LOST
        if farewell is not None:
            self.paper.line(farewell_sentence(farewell.why))
        elif participant.ending:
            self.paper.line(participant.ending)
        elif not is_over and participant.alarm is None:
            self.paper.line(_("The line to the host is lost."))

    # Asking.

    def _ask(self) -> None:
        key = to_ask(self.participant)
        if key is None:
            return
        if key != self._asked:
            self._asked, self._warned = key, inf
            self.paper.lines(state_lines(self.participant))
        is_asking = self._orders.is_asking
        self.paper.prompt(_("y/n>") if is_asking else prompt_word(self.participant))

    def _next_warning(self, left: float) -> float:
        """The next warning due, in seconds of the clock; minus infinity: none."""
        due = self.participant.due
        if (
            not self.is_attended
            or due is None
            or due.held_up
            or not decision_to_make(self.participant)
        ):
            return -inf
        return max((s for s in WARNINGS_S if s < min(left, self._warned)), default=-inf)

    def _until_late(self) -> float:
        """How long a missing hold is not worth a word, in seconds; infinity: told."""
        age = self.participant.hold_age_s
        return PATIENCE_S - age if age < PATIENCE_S else inf

    def _warn(self) -> None:
        self._warned = max(s for s in WARNINGS_S if s < self._warned)
        self.paper.line(_("{seconds} s left").format(seconds=round(self._warned)))

    # Orders.

    def obey(self, line: str) -> None:
        """Take a typed line: an answer to a question, or an order."""
        self._orders.obey(line)
        self.leaving = self._orders.leaving
        if self.leaving is None:
            self.show()

    def _sit_at_own_table(self) -> None:
        """Who opens a table wants to sit there."""
        created = self.participant.created
        if created is not None and created != self._created:
            self._created = created
            run_errand(Local(LocalKind.SIT, str(created)), self.desk, self._name)


def _insecure() -> str:
    return _(
        "NOT ENCRYPTED: whoever can listen to this line can read your hand, and change "
        "what you send."
    )

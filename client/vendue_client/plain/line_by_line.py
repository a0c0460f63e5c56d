"""The table line by line: for pipes, simple terminals and screen readers.

Everything is written once, in order, and nothing is ever moved or overwritten.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Hashable
from math import inf
from typing import Final

import trio

from vendue_client.desk import Desk, Leaving
from vendue_client.language import _
from vendue_client.orders.order import (
    AnyOrder,
    BadOrder,
    Local,
    LocalKind,
    Send,
    message_of,
)
from vendue_client.orders.prompting import needs_confirmation
from vendue_client.orders.reading import parse
from vendue_client.stage import Stage
from vendue_client.wording.refusals import farewell_sentence
from vendue_protocol.messages import HandOver, Leave, Message, Sit
from vendue_shared.events import Player

from .answers import answer_lines
from .line_prompts import (
    decision_to_make,
    last_words,
    prompt_word,
    state_lines,
    to_ask,
)
from .news import News
from .paper import Paper
from .unattended import is_aimless, unattended_message

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
        session.close_input()
    if session.leaving is not None:
        running.cancel()


class _Session:
    """One player at one desk, from the first line to the last."""

    def __init__(self, desk: Desk, paper: Paper, *, name: str, confirm: bool) -> None:
        self.desk, self.participant, self.paper = desk, desk.participant, paper
        self.leaving: Leaving | None = None
        self.is_attended = True
        self._name, self._confirm = name, confirm
        self._news = News(desk.participant)
        self._asked: Hashable = None
        """What the newest prompt asks for."""
        self._warned = inf
        """The last warning of its clock, in seconds."""
        self._typed: str | None = None
        """A risky line that waits for a yes."""
        self._is_quitting = False
        """Whether the player is asked what is to become of the host."""
        self._said: Hashable = None
        """What was said last for a player without input."""
        self._created: int | None = None
        """The table that the player opened and was seated at."""

    async def follow(self) -> None:
        """Show what changes until the player leaves."""
        self.show()
        while self.leaving is None:
            left = self.participant.seconds_left
            with trio.move_on_after(left - self._next_warning(left)) as waiting:
                await self.desk.wait_changed()
            if waiting.cancelled_caught:
                self._warn()
            self.show()

    def show(self) -> None:
        """Write what is new, then ask, or act for a player without input."""
        self.paper.lines(self._news.lines())
        self._sit_at_own_table()
        if self.desk.is_lost:
            self._say_lost()
        elif self.is_attended:
            self._ask()
        else:
            self._play_on()

    def close_input(self) -> None:
        """Nothing more will be typed."""
        self.is_attended = False
        self.show()

    # The end.

    def _say_lost(self) -> None:
        farewell = self.participant.farewell
        is_over = self.participant.over or self.participant.position.is_over
        self.leaving = Leaving.FINISHED if is_over else Leaving.LOST
        if farewell is not None:
            self.paper.line(farewell_sentence(farewell.why))
        elif not is_over:
            self.paper.line(_("The line to the host is lost."))

    # Without input.

    def _play_on(self) -> None:
        participant = self.participant
        if participant.over and participant.stage is Stage.GAME:
            self.paper.lines(last_words(participant))
            self.leaving = Leaving.FINISHED
            return
        if is_aimless(participant):
            self.paper.line(_("No input, and no table was chosen."))
            self.leaving = Leaving.QUIT
            return
        message = unattended_message(participant)
        said = (message, participant.lobby and participant.lobby.revision)
        if message is None or said == self._said:
            return
        self._said = said
        if isinstance(message, HandOver):
            self.paper.line(_("No input: a bot plays your seat to the end."))
        self.desk.send(message)

    # Asking.

    def _ask(self) -> None:
        key = to_ask(self.participant)
        if key is None:
            return
        if key != self._asked:
            self._asked, self._warned = key, inf
            self.paper.lines(state_lines(self.participant))
        self.paper.prompt(_("y/n>") if self._typed else prompt_word(self.participant))

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

    def _warn(self) -> None:
        self._warned = max(s for s in WARNINGS_S if s < self._warned)
        self.paper.line(_("{seconds} s left").format(seconds=round(self._warned)))

    # Orders.

    def obey(self, line: str) -> None:
        """Take a typed line: an answer to a question, or an order."""
        self.paper.answered()
        if self._is_quitting:
            self._answer_quitting(line)
        elif self._typed is not None:
            self._answer(line)
        else:
            self._order(line, confirmed=False)
        if self.leaving is None:
            self.show()

    def _answer(self, line: str) -> None:
        typed, self._typed = self._typed or "", None
        if line.strip().casefold() in {"y", _("y")}:
            self._order(typed, confirmed=True)
        else:
            self.paper.line(_("Not done."))

    def _order(self, line: str, *, confirmed: bool) -> None:
        try:
            order = parse(line, self.participant)
        except BadOrder as fault:
            self.paper.line(str(fault))
            return
        if order == Local(LocalKind.QUIT) and self.desk.may_end_host:
            self._is_quitting = True
            self.paper.line(
                _("End it for all (e), or leave it running (l)? Else you stay.")
            )
            return
        question = needs_confirmation(order, self.participant)
        if question and self._confirm and not confirmed:
            self._typed = line
            self.paper.line(question)
            self.paper.prompt(_("y/n>"))
            return
        self._carry_out(order)

    def _answer_quitting(self, line: str) -> None:
        self._is_quitting = False
        match line.strip().casefold():
            case "e":
                self.leaving = Leaving.END_FOR_ALL
            case "l":
                self._quit()
            case _:
                self.paper.line(_("Not done."))

    def _carry_out(self, order: AnyOrder) -> None:
        match order:
            case Local():
                self._do_locally(order)
            case Send(message=message):
                self.desk.send(message)
            case _:
                self._news.awaits_move = True
                self.desk.send(message_of(order, self.participant))

    def _do_locally(self, order: Local) -> None:
        match order.kind:
            case LocalKind.QUIT:
                self._quit()
            case LocalKind.LEAVE:
                self.desk.send(Leave())
                self.leaving = Leaving.QUIT
            case LocalKind.BACK:
                self._news.forget_lobby()
                self.participant.back_to_lobby()
            case LocalKind.SIT:
                self.desk.send(self._sit(int(order.argument)))
            case _:
                self.paper.lines(answer_lines(order, self.participant))

    def _sit_at_own_table(self) -> None:
        """Who opens a table wants to sit there."""
        created = self.participant.created
        if created is not None and created != self._created:
            self._created = created
            self.desk.send(self._sit(created))

    def _sit(self, table: int) -> Message:
        return Sit(table=table, name=self._name, key=self.participant.key.public)

    def _quit(self) -> None:
        self.leaving = Leaving.QUIT
        participant = self.participant
        seat = participant.playing_seat
        if seat is None or participant.over or participant.position.bots[seat]:
            return
        if participant.position.phase.changes_hands(seat):
            self.desk.send(HandOver(to=Player.BOT))

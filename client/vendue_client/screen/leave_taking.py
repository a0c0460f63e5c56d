"""How a player leaves the screen: asked first, at once, or with the host ended."""

from __future__ import annotations

import signal

from vendue_client.desk import Desk, Leaving
from vendue_client.language import _
from vendue_client.orders.order import Local, LocalKind
from vendue_client.orders.prompting import needs_confirmation


class LeaveTaking:
    """Whether the player is asked about leaving, and what came of it.

    Args:
        desk: What would be left.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.leaving: Leaving | None = None
        """Set once the player has left, or has seen that the line is lost."""
        self.is_asked = False
        """Whether the question stands."""
        self._is_interrupted = False
        """Whether it was Ctrl-C that asked."""

    def ask(self) -> tuple[str, str] | None:
        """Ask whether to leave; asked a second time, or the line lost: leave.

        Returns:
            The question and the keys that answer it; `None`: nothing is asked.
        """
        if self._desk.is_lost:
            self.leaving = Leaving.LOST
            return None
        if self.is_asked:
            self._leave_at_once()
            return None
        self.is_asked = True
        if self._desk.may_end_host:
            answers = _("e end it for all   y leave it running   Esc stay")
            return _("Leave the host running?"), answers
        quits = needs_confirmation(Local(LocalKind.QUIT), self._desk.participant)
        return quits or _("Leave?"), _("y yes   Esc no")

    def interrupt(self) -> tuple[str, str] | None:
        """Ctrl-C, or the same from outside: ask, and remember who wanted to leave."""
        self._is_interrupted = True
        return self.ask()

    def leave_by(self, number: int) -> None:
        """Leave at once because a signal said so."""
        self._desk.ended_by = number
        self._leave_at_once()

    def answer(self, key: str) -> None:
        """Take an answer; any other key than those named stays.

        Who ends the host for all, or has seen the end of the game, is not
        interrupted, whatever key has asked.
        """
        if key == "e" and self._desk.may_end_host:
            self._is_interrupted = False
            self._leave(Leaving.END_FOR_ALL)
        elif key == "y":
            leaving = self._quitting()
            self._is_interrupted &= leaving is not Leaving.FINISHED
            self._leave(leaving)
        self.forget()

    def forget(self) -> None:
        """Take the question back."""
        self.is_asked = self._is_interrupted = False

    def lose(self) -> None:
        """The player has seen that the line is lost."""
        self.leaving = Leaving.LOST

    def give_up_chair(self) -> None:
        """The chair was given up."""
        self.leaving = Leaving.QUIT

    def _leave_at_once(self) -> None:
        """Leave unasked; a host of one's own ends with it, unless others are there."""
        ends = self._desk.may_end_host and self._desk.participant.is_alone
        self._leave(Leaving.END_FOR_ALL if ends else self._quitting())

    def _quitting(self) -> Leaving:
        seen = self._desk.participant.over is not None and not self._desk.may_end_host
        return Leaving.FINISHED if seen else Leaving.QUIT

    def _leave(self, leaving: Leaving) -> None:
        if self._is_interrupted:
            self._desk.ended_by = signal.SIGINT
        self.leaving = leaving

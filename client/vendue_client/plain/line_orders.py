"""What typed lines bring about in plain mode: answers, orders, leaving."""

from __future__ import annotations

from vendue_client.desk import Desk, Leaving
from vendue_client.errands import run_errand
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
from vendue_protocol.client_messages import HandOver
from vendue_shared.events import Player

from .answers import answer_lines
from .news import News
from .paper import Paper


class LineOrders:
    """Obeys one player's lines.

    Args:
        desk: Where messages go.
        paper: Where answers are written.
        news: Told what the player waits for.
        name: What the player is called when sitting down.
        confirm: Whether risky orders are asked about first.
    """

    def __init__(
        self, desk: Desk, paper: Paper, news: News, *, name: str, confirm: bool
    ) -> None:
        self._desk, self._paper, self._news = desk, paper, news
        self._name, self._confirm = name, confirm
        self.leaving: Leaving | None = None
        """Set once the player has left."""
        self._typed: str | None = None
        """A risky line that waits for a yes."""
        self._is_quitting = False
        """Whether the player is asked what is to become of the host."""

    @property
    def is_asking(self) -> bool:
        """Whether a risky line waits for a yes or a no."""
        return self._typed is not None

    def obey(self, line: str) -> None:
        """Take a typed line: an answer to a question, or an order."""
        self._paper.answered()
        if self._is_quitting:
            self._answer_quitting(line)
        elif self._typed is not None:
            self._answer(line)
        else:
            self._order(line, confirmed=False)

    def _answer(self, line: str) -> None:
        typed, self._typed = self._typed or "", None
        if line.strip().casefold() in {"y", _("y")}:
            self._order(typed, confirmed=True)
        else:
            self._paper.line(_("Not done."))

    def _order(self, line: str, *, confirmed: bool) -> None:
        participant = self._desk.participant
        try:
            order = parse(line, participant)
        except BadOrder as fault:
            self._paper.line(str(fault))
            return
        if order == Local(LocalKind.QUIT) and self._desk.may_end_host:
            self._is_quitting = True
            self._paper.line(
                _("End it for all (e), or leave it running (l)? Else you stay.")
            )
            return
        question = needs_confirmation(order, participant)
        if question and self._confirm and not confirmed:
            self._typed = line
            self._paper.line(question)
            self._paper.prompt(_("y/n>"))
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
                self._paper.line(_("Not done."))

    def _carry_out(self, order: AnyOrder) -> None:
        match order:
            case Local():
                self._do(order)
            case Send(message=message):
                self._desk.send(message)
            case _:
                self._news.awaits_move = True
                self._desk.send(message_of(order, self._desk.participant))

    def _do(self, order: Local) -> None:
        if order.kind is LocalKind.QUIT:
            self._quit()
            return
        if order.kind is LocalKind.BACK:
            self._news.forget_lobby()
        run_errand(order, self._desk, self._name)
        if order.kind is LocalKind.LEAVE:
            self.leaving = Leaving.QUIT
        self._paper.lines(answer_lines(order, self._desk.participant))

    def _quit(self) -> None:
        self.leaving = Leaving.QUIT
        participant = self._desk.participant
        seat = participant.playing_seat
        if seat is None or participant.over or participant.position.bots[seat]:
            return
        if participant.position.phase.changes_hands(seat):
            self._desk.send(HandOver(to=Player.BOT))

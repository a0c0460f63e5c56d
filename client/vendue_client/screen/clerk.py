"""What lines and keys bring about: orders to the host, and the screen's own state.

No terminal is needed here: the screen hands in what was typed, and reads `state`
and `leaving`.
"""

from __future__ import annotations

import signal
from typing import Final

from msgspec.structs import replace

from vendue_client import language
from vendue_client.desk import Desk, Leaving
from vendue_client.language import _
from vendue_client.orders.order import AnyOrder, BadOrder, Local, LocalKind, message_of
from vendue_client.orders.prompting import needs_confirmation
from vendue_client.orders.reading import parse
from vendue_client.presenter.state import Overlay, ScreenState
from vendue_client.stage import Stage
from vendue_client.wording.rulebook import TOPICS
from vendue_protocol.messages import Leave, ListTables, Sit
from vendue_shared.choices import Decision

from .pointing import Arrow, next_place, places_to_choose, stepped
from .screen_settings import Confirm, ScreenSettings

PAGE: Final = 10
"""Rows that one page of an overlay is turned by."""
_MOMENT = tuple[int, Decision, int]
"""An auction, what is asked in it, and the event after which that is so."""


_OVERLAYS: Final = {
    LocalKind.HELP: Overlay.HELP,
    LocalKind.RULES: Overlay.RULES,
    LocalKind.LOG: Overlay.LOG,
    LocalKind.HINT: Overlay.HINT,
    LocalKind.WHO: Overlay.WHO,
    LocalKind.HAND: Overlay.NONE,
    LocalKind.TABLE: Overlay.NONE,
}
"""What lies over the table after a local order."""


class Clerk:
    """Carries out what one player types.

    Args:
        desk: Where messages go.
        settings: The player's wishes.
    """

    def __init__(self, desk: Desk, settings: ScreenSettings) -> None:
        self.desk, self.settings = desk, settings
        self.participant = desk.participant
        self.state = ScreenState(
            address=desk.shown_address,
            depth=settings.depth,
            is_ascii=settings.is_ascii,
            shows_pictures=settings.shows_pictures,
            is_muted=settings.is_muted,
        )
        self.leaving: Leaving | None = None
        """Set once the player has left, or has seen that the line is lost."""
        self._pending: AnyOrder | None = None
        self._pending_since: _MOMENT | None = None
        self._is_leaving_asked = False
        self._is_interrupted = False
        """Whether it was Ctrl-C that asked about leaving."""
        if self.participant.stage is Stage.HALL:
            desk.send(ListTables())

    def change(self, **changes: object) -> None:
        """Change the state of the screen."""
        self.state = replace(self.state, **changes)

    # What the host changed.

    def notice(self) -> None:
        """Look at what has changed: a question may have lost its sense."""
        if self.desk.is_lost != self.state.is_lost:
            self.change(is_lost=self.desk.is_lost)
        if self._pending is not None and self._pending_since != self._moment():
            self.cancel()
        if self.state.chosen not in places_to_choose(self.participant):
            self.change(chosen=None)

    def _moment(self) -> _MOMENT:
        position = self.participant.position
        return position.auction, position.phase.decision, position.round

    # What the player typed.

    def enter(self, line: str) -> bool:
        """Obey a whole line; tell whether it is done with and can be cleared.

        A line that is asked about stays, to be changed after a no.
        """
        if self.state.is_lost:
            self.leaving = Leaving.LOST
            return True
        if self.state.question:
            return False
        chosen = self.state.chosen
        if not line.strip() and chosen is not None and self.participant.choices:
            line = str(chosen + 1)
        try:
            order = parse(line, self.participant)
        except BadOrder as fault:
            self.change(message=str(fault))
            return False
        self.change(message="", chosen=None, dismissed=self.participant.refusal)
        self._obey(order)
        return not self.state.question

    def typed(self) -> None:
        """Forget what was said about the line before it changed."""
        self.change(message="", dismissed=self.participant.refusal)

    def press(self, key: str, line: str) -> bool:
        """Obey a single key; tell whether it was one, else it belongs to the line."""
        if self.state.is_lost:
            self.leaving = Leaving.LOST
            return True
        if self.state.question and self._answered(key):
            return True
        if line:
            return False
        if key == "m":
            self.change(is_muted=not self.state.is_muted)
        elif key == "l":
            self.show(Overlay.LOG)
        elif key in {"?", "h"} or self._is_order(key):
            self.enter(key)
        else:
            return False
        return True

    def _is_order(self, key: str) -> bool:
        """Whether a key alone is something that may be done now."""
        if key not in {"+", "p", "y", "n", "s"}:
            return False
        try:
            parse(key, self.participant)
        except BadOrder as fault:
            if key == "+":
                self.change(message=str(fault))
            return False
        return True

    def _answered(self, key: str) -> bool:
        """Take the answer to a question; any other key takes the question away."""
        if self._is_leaving_asked:
            return self._answered_leaving(key)
        pending = self._pending
        self.cancel()
        if key == "y" and pending is not None:
            self._carry_out(pending)
        return key in {"y", "n"}

    def cancel(self) -> None:
        """Take back a question, and the order that waited for its answer."""
        self._pending, self._is_leaving_asked = None, False
        self._is_interrupted = False
        self.change(question="", answers="")

    def escape(self, line: str) -> bool:
        """Leave the innermost state; tell whether the line is to be cleared."""
        if self.state.question:
            self.cancel()
        elif self.state.overlay is not Overlay.NONE:
            self.show(Overlay.NONE)
        elif line:
            return True
        else:
            self.change(chosen=None, message="", dismissed=self.participant.refusal)
        return False

    # Overlays and arrows.

    def show(self, overlay: Overlay, topic: str = "") -> None:
        """Lay something over the table; the same again takes it away."""
        is_same = overlay is self.state.overlay and topic == self.state.topic
        shown = Overlay.NONE if is_same else overlay
        self.change(overlay=shown, topic=topic, scroll=0)

    def scroll(self, rows: int) -> None:
        """Go down by so many rows in what lies over the table; up opens the log."""
        if self.state.overlay is Overlay.NONE:
            if rows < 0:
                self.show(Overlay.LOG)
            return
        if self.state.overlay is Overlay.LOG:
            rows = -rows
        self.change(scroll=max(0, self.state.scroll + rows))

    def turn(self, arrow: Arrow) -> None:
        """Go to the next topic of the rules, or choose the next painting."""
        if self.state.overlay is Overlay.RULES:
            topic = self.state.topic
            place = TOPICS.index(topic) if topic in TOPICS else -(arrow is Arrow.ON)
            self.change(topic=TOPICS[(place + arrow.value) % len(TOPICS)], scroll=0)
        else:
            self.choose(arrow)

    def choose(self, arrow: Arrow) -> None:
        """Point at the next painting that may be offered or added."""
        self.change(chosen=next_place(self.participant, self.state.chosen, arrow))

    def stepped(self, line: str, arrow: Arrow) -> str | None:
        """The line with its amount one step on or back; `None` where it has none."""
        return stepped(self.participant, line, arrow)

    # Leaving.

    def ask_leave(self) -> None:
        """Ask whether to leave; asked a second time, leave at once."""
        if self.state.is_lost:
            self.leaving = Leaving.LOST
        elif self._is_leaving_asked:
            self._leave_at_once()
        else:
            self._pending, self._is_leaving_asked = None, True
            question, answers = _("Leave?"), _("y yes   Esc no")
            if self.desk.may_end_host:
                question = _("Leave the host running?")
                answers = _("e end it for all   y leave it running   Esc stay")
            self.change(question=question, answers=answers)

    def interrupt(self) -> None:
        """Ctrl-C, or the same from outside: ask, and remember who wanted to leave."""
        self._is_interrupted = True
        self.ask_leave()

    def leave_by(self, number: int) -> None:
        """Leave at once because a signal said so."""
        self.desk.ended_by = number
        self._leave_at_once()

    def _answered_leaving(self, key: str) -> bool:
        if key == "e" and self.desk.may_end_host:
            self._leave(Leaving.END_FOR_ALL)
        elif key == "y":
            self._leave(self._quitting())
        else:
            self.cancel()
        return True

    def _leave_at_once(self) -> None:
        """Leave unasked; a host of one's own ends with it, unless others are there."""
        ends = self.desk.may_end_host and self.participant.is_alone
        self._leave(Leaving.END_FOR_ALL if ends else self._quitting())

    def _quitting(self) -> Leaving:
        seen = self.participant.over is not None and not self.desk.may_end_host
        return Leaving.FINISHED if seen else Leaving.QUIT

    def _leave(self, leaving: Leaving) -> None:
        if self._is_interrupted:
            self.desk.ended_by = signal.SIGINT
        self.leaving = leaving

    # Orders.

    def _obey(self, order: AnyOrder) -> None:
        if order == Local(LocalKind.QUIT):
            self.ask_leave()
            return
        question = self._question_about(order)
        if question is None:
            self._carry_out(order)
            return
        self._pending, self._pending_since = order, self._moment()
        self.change(question=question, answers=_("y yes   Esc no"))

    def _question_about(self, order: AnyOrder) -> str | None:
        if self.settings.confirm is Confirm.NEVER:
            return None
        question = needs_confirmation(order, self.participant)
        if self.settings.confirm is Confirm.ALWAYS and not isinstance(order, Local):
            return question or _("Send it?")
        return question

    def _carry_out(self, order: AnyOrder) -> None:
        if isinstance(order, Local):
            self._do(order)
            return
        try:
            message = message_of(order, self.participant)
        except ValueError:
            self.change(message=_("Too late: that auction is over."))
            return
        self.desk.send(message)

    def _do(self, order: Local) -> None:
        kind, argument = order.kind, order.argument
        match kind:
            case LocalKind.BACK:
                self.participant.back_to_lobby()
            case LocalKind.LEAVE:
                self.desk.send(Leave())
                self.leaving = Leaving.QUIT
            case LocalKind.QUIT:
                self.ask_leave()
            case LocalKind.LANG:
                language.use(argument)
            case LocalKind.SIT:
                key = self.participant.key.public
                name = self.settings.name
                self.desk.send(Sit(table=int(argument), name=name, key=key))
            case LocalKind.AGAIN:
                pass  # the screen always shows what is asked
            case _:
                self.change(overlay=Overlay.NONE)
                self.show(_OVERLAYS[kind], argument if argument in TOPICS else "")

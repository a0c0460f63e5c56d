"""What lines and keys bring about: orders to the host, and the screen's own state.

No terminal is needed here: the screen hands in what was typed, and reads `state`
and `leaving`.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from vendue_client.desk import Desk, Leaving
from vendue_client.errands import run_errand
from vendue_client.language import _
from vendue_client.orders.order import AnyOrder, BadOrder, Local, LocalKind, message_of
from vendue_client.orders.prompting import needs_confirmation
from vendue_client.orders.reading import parse
from vendue_client.presenter.state import Overlay, ScreenState
from vendue_client.stage import Stage
from vendue_client.wording.alarm_words import can_go_on
from vendue_client.wording.rulebook import TOPICS
from vendue_protocol.client_messages import ListTables

from .leave_taking import LeaveTaking
from .lone_keys import LONE_KEYS, ORDERS
from .moments import Moment, is_answer, moment_of
from .pages import OVERLAYS, scrolled, shown, turned
from .pointing import Arrow, next_place, places_to_choose
from .screen_settings import Confirm, ScreenSettings

PAGE: Final = 10
"""Rows that one page of an overlay is turned by."""


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
            is_insecure=desk.is_insecure,
            depth=settings.depth,
            is_ascii=settings.is_ascii,
            shows_pictures=settings.shows_pictures,
            is_muted=settings.is_muted,
        )
        self._leave_taking = LeaveTaking(desk)
        self._pending: AnyOrder | None = None
        self._pending_since: Moment | None = None
        self._typed_since = moment_of(self.participant)
        """What was asked when the line was looked at last."""
        self._alarms = len(self.participant.alarms)
        """How many alarms the screen has turned to."""
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
        if len(self.participant.alarms) > self._alarms:
            self._alarms = len(self.participant.alarms)
            self.cancel()
            self.change(overlay=Overlay.NONE)
        if self._pending is not None and self._pending_since != moment_of(
            self.participant
        ):
            self.cancel()
        if self.state.chosen not in places_to_choose(self.participant):
            self.change(chosen=None)

    def drops(self, line: str) -> bool:
        """Whether a line was typed for what is not asked any longer; then say so."""
        before, self._typed_since = self._typed_since, moment_of(self.participant)
        if before == self._typed_since or not is_answer(line):
            return False
        self.change(message=_("Something else is asked: what was typed is gone."))
        return True

    # What the player typed.

    def enter(self, line: str) -> bool:
        """Obey a whole line; tell whether it is done with and can be cleared.

        A line that is asked about stays, to be changed after a no.
        """
        if self._has_no_more_to_see():
            self._leave_taking.lose()
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
        if self._has_no_more_to_see():
            self._leave_taking.lose()
            return True
        if self._answered(key) or (not line and self._tries(key)):
            return True
        if key == "g" and self._goes_on(line):
            return True
        if line:
            return False
        if key == "m":
            self.change(is_muted=not self.state.is_muted)
        elif key == "l":
            self.show(Overlay.LOG)
        elif key in {"?", "h"} or self._is_order(key):
            self.enter(ORDERS.get(key, key))
        else:
            # A pass that comes too late must not stand in the way of the next.
            return key in LONE_KEYS and self.participant.stage is Stage.GAME
        return True

    def _tries(self, key: str) -> bool:
        """Try a lost line again at once, or leave it; whether the key means that."""
        if self.participant.away is None or key not in {"r", "q"}:
            return False
        self.desk.try_now() if key == "r" else self.ask_leave()
        return True

    def _has_no_more_to_see(self) -> bool:
        """Whether any key leaves: not after an alarm, which is not to be overlooked."""
        return self.state.is_lost and self.participant.alarm is None

    def _goes_on(self, line: str) -> bool:
        """Go on in spite of an alarm, also where something else was being typed."""
        if line.startswith("/") or not can_go_on(self.participant):
            return False
        self._obey(Local(LocalKind.GO_ON))
        return True

    def sees_alarm(self) -> bool:
        """Any key puts an alarm away that ended the game; whether one was there."""
        alarm = self.participant.alarm
        if alarm is None or can_go_on(self.participant) or self.state.is_alarm_seen:
            return False
        self.change(is_alarm_seen=True)
        return True

    def _is_order(self, key: str) -> bool:
        """Whether a key alone is something that may be done now."""
        if key not in LONE_KEYS | {"s", "g"}:
            return False
        try:
            parse(ORDERS.get(key, key), self.participant)
        except BadOrder as fault:
            if key == "+":
                self.change(message=str(fault))
            return False
        return True

    def _answered(self, key: str) -> bool:
        """Take the answer to a question; any other key takes the question away."""
        if not self.state.question:
            return False
        if self._leave_taking.is_asked:
            self._leave_taking.answer(key)
            self.cancel()
            return True
        pending = self._pending
        self.cancel()
        if key == "y" and pending is not None:
            self._carry_out(pending)
        return key in {"y", "n"}

    def cancel(self) -> None:
        """Take back a question, and the order that waited for its answer."""
        self._pending = None
        self._leave_taking.forget()
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
        self.state = shown(self.state, overlay, topic)

    def scroll(self, rows: int) -> None:
        """Go down by so many rows in what lies over the table; up opens the log."""
        self.state = scrolled(self.state, rows)

    def turn(self, arrow: Arrow) -> None:
        """Go to the next topic of the rules, or choose the next painting."""
        if self.state.overlay is Overlay.RULES:
            self.state = turned(self.state, arrow)
        else:
            self.choose(arrow)

    def choose(self, arrow: Arrow) -> None:
        """Point at the next painting that may be offered or added."""
        self.change(chosen=next_place(self.participant, self.state.chosen, arrow))

    # Leaving.

    @property
    def leaving(self) -> Leaving | None:
        """Why the player has left; `None`: still here."""
        return self._leave_taking.leaving

    def ask_leave(self) -> None:
        """Ask whether to leave; asked a second time, leave at once."""
        self._ask(self._leave_taking.ask())

    def interrupt(self) -> None:
        """Ctrl-C, or the same from outside: ask, and remember who wanted to leave."""
        self._ask(self._leave_taking.interrupt())

    def leave_by(self, number: int) -> None:
        """Leave at once because a signal said so."""
        self._leave_taking.leave_by(number)

    def _ask(self, asked: tuple[str, str] | None) -> None:
        if asked is not None:
            self._pending = None
            question, answers = asked
            self.change(question=question, answers=answers)

    # Orders.

    def _obey(self, order: AnyOrder) -> None:
        if order == Local(LocalKind.QUIT):
            self.ask_leave()
            return
        question = self._question_about(order)
        if question is None:
            self._carry_out(order)
            return
        self._pending, self._pending_since = order, moment_of(self.participant)
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
        if run_errand(order, self.desk, self.settings.name):
            if order.kind is LocalKind.LEAVE:
                self._leave_taking.give_up_chair()
        elif order.kind in OVERLAYS:
            is_known = order.kind is not LocalKind.RULES or order.argument in TOPICS
            self.change(overlay=Overlay.NONE)
            self.show(OVERLAYS[order.kind], order.argument if is_known else "")

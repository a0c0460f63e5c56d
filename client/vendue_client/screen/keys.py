"""Which key does what: prompt_toolkit's keys, handed to the clerk."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from vendue_client.presenter.state import Overlay

from .clerk import PAGE, Clerk
from .pointing import Arrow, stepped

Handler = Callable[[KeyPressEvent], None]

ANSWER_S: Final = 0.02
"""How long a move may be on its way before the screen says so: a host near by has
answered by then, and a drawing before that would only hold up its answer."""


def bindings_for(clerk: Clerk, line: Buffer) -> KeyBindings:
    """The keys of the screen.

    Args:
        clerk: Obeys them; when it has left, the application exits with its answer.
        line: What is typed into; other keys edit it as prompt_toolkit does.
    """
    keys, hands = KeyBindings(), _Hands(clerk, line)
    is_empty = Condition(lambda: not line.text)
    keys.add("c-c")(_leaving(clerk, lambda _event: clerk.interrupt()))
    for key, deed in hands.on_line().items():
        handler = _leaving(clerk, _seeing(clerk, deed))
        keys.add(key, eager=key == "escape")(_awaiting_answer(clerk, handler))
    for key, deed in hands.on_overlays().items():
        keys.add(key)(_seeing(clerk, deed))
    keys.add("left", filter=is_empty)(lambda _event: clerk.turn(Arrow.BACK))
    keys.add("right", filter=is_empty)(lambda _event: clerk.turn(Arrow.ON))
    return keys


def _leaving(clerk: Clerk, deed: Handler) -> Handler:
    """A handler after which the application exits, if the clerk has left."""

    def handle(event: KeyPressEvent) -> None:
        deed(event)
        if clerk.leaving is not None and not event.app.is_done:
            event.app.exit(result=clerk.leaving)

    return handle


def _awaiting_answer(clerk: Clerk, deed: Handler) -> Callable[[KeyPressEvent], object]:
    """A handler after which it is drawn at once, or a little after a move was sent.

    prompt_toolkit draws after any key, unless its handler answers `NotImplemented`.
    """

    def handle(event: KeyPressEvent) -> object:
        before = clerk.participant.in_flight
        deed(event)
        loop, move = event.app.loop, clerk.participant.in_flight
        if loop is None or move is None or move is before:
            return None
        loop.call_later(ANSWER_S, event.app.invalidate)
        return NotImplemented

    return handle


def _seeing(clerk: Clerk, deed: Handler) -> Handler:
    """A handler for a key that does nothing else where it puts an alarm away."""

    def handle(event: KeyPressEvent) -> None:
        if not clerk.sees_alarm():
            deed(event)

    return handle


class _Hands:
    """A clerk and the line that is typed into."""

    def __init__(self, clerk: Clerk, line: Buffer) -> None:
        self.clerk, self.line = clerk, line

    def on_line(self) -> dict[str, Handler]:
        """The keys that may end the screen, or change the line."""
        return {
            Keys.Any: self.press,
            "enter": self.enter,
            "escape": self.escape,
            "tab": self.complete,
            "s-tab": lambda _event: self.line.complete_previous(),
        }

    def on_overlays(self) -> dict[str, Handler]:
        """The keys that show something else, or go through what is shown."""
        clerk = self.clerk
        return {
            "up": lambda _event: self.step(Arrow.BACK),
            "down": lambda _event: self.step(Arrow.ON),
            "pageup": lambda _event: clerk.scroll(-PAGE),
            "pagedown": lambda _event: clerk.scroll(PAGE),
            "f1": lambda _event: clerk.show(Overlay.HELP),
            "f5": lambda _event: clerk.show(Overlay.LOG),
            "f6": lambda _event: clerk.show(Overlay.RULES),
        }

    def look(self) -> bool:
        """Clear a line that was typed for another question; whether it was one."""
        is_dropped = self.clerk.drops(self.line.text)
        if is_dropped:
            self.line.reset()
        return is_dropped

    def press(self, event: KeyPressEvent) -> None:
        """An answer, or a key of its own in an empty line, or a letter of the line."""
        self.look()
        is_answer = bool(self.clerk.state.question)
        if not self.clerk.press(event.data, self.line.text):
            self.line.insert_text(event.data)
        elif is_answer and event.data == "y":
            self.line.reset()

    def enter(self, _event: KeyPressEvent) -> None:
        """The line as it stands; nothing where it was typed for another question."""
        if self.look():
            return
        if self.clerk.enter(self.line.text):
            self.line.reset()

    def escape(self, _event: KeyPressEvent) -> None:
        """Out of the innermost state: the menu, a question, an overlay, the line."""
        if self.line.complete_state is not None:
            self.line.cancel_completion()
        elif self.clerk.escape(self.line.text):
            self.line.reset()

    def complete(self, _event: KeyPressEvent) -> None:
        """What may stand here; pressed again, the next of it."""
        if self.line.complete_state is not None:
            self.line.complete_next()
        else:
            self.line.start_completion(insert_common_part=True)

    def step(self, arrow: Arrow) -> None:
        """Up and down: in the menu, an overlay, the amount, or the hand."""
        line, clerk = self.line, self.clerk
        if line.complete_state is not None:
            line.complete_next() if arrow is Arrow.ON else line.complete_previous()
            return
        if clerk.state.overlay is not Overlay.NONE:
            clerk.scroll(arrow.value)
            return
        # Up is more money, but the painting before.
        amount = stepped(clerk.participant, line.text, Arrow(-arrow.value))
        if amount is not None:
            line.text, line.cursor_position = amount, len(amount)
        elif not line.text:
            clerk.choose(arrow)

"""The full screen: the presenter says what is drawn, the clerk what keys do."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Sequence
from errno import EIO
from typing import Final

import trio
from prompt_toolkit.application import Application, get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.data_structures import Size as TerminalSize
from prompt_toolkit.document import Document
from prompt_toolkit.layout import (
    BufferControl,
    Float,
    FloatContainer,
    Layout,
    Window,
)
from prompt_toolkit.layout.menus import CompletionsMenu

from vendue_client.desk import Desk, Leaving
from vendue_client.orders.prompting import completions
from vendue_client.participant import Participant
from vendue_client.presenter.cells import Line
from vendue_client.presenter.clock import SOON_S, is_running
from vendue_client.presenter.history import Historian
from vendue_client.presenter.layout import draw
from vendue_client.presenter.state import Size
from vendue_client.standing_pass import has_passed, is_passing_again
from vendue_client.wording.situation import wanted
from vendue_shared.choices import Decision

from .bridge import run_screen_of
from .clerk import Clerk
from .keys import bindings_for
from .screen_settings import ScreenSettings
from .sheet import Sheet
from .styles import color_depth, style_for

ESCAPE_S: Final = 0.05
"""How long an Esc may be the beginning of another key."""
_MENU_ROWS: Final = 8


async def run_screen(desk: Desk, settings: ScreenSettings) -> Leaving:
    """Show a desk on the terminal until its player leaves.

    The terminal is restored before this returns or raises. SIGTERM and SIGHUP leave,
    SIGINT from outside asks as Ctrl-C does. It must run under `bridge.run`.

    Args:
        desk: A live connection; whoever opened it closes it.
        settings: The player's wishes.

    Returns:
        Why the player's side ended.
    """
    screen = _Screen(desk, settings)
    async with trio.open_nursery() as nursery:
        await nursery.start(screen.heed_signals)
        nursery.start_soon(screen.follow)
        nursery.start_soon(screen.tick)
        leaving = await _shown(screen.application)
        nursery.cancel_scope.cancel()
    return leaving


async def _shown(application: Application[Leaving]) -> Leaving:
    """Run the application; a terminal that is gone is a player who left."""
    try:
        return await run_screen_of(application)
    except EOFError:
        return Leaving.QUIT
    except OSError as error:
        if error.errno != EIO:
            raise
        return Leaving.QUIT


class _OrderCompleter(Completer):
    """Offers the whole lines that are legal now."""

    def __init__(self, participant: Participant) -> None:
        self.participant = participant

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """The lines that begin with what is typed."""
        del complete_event
        typed = document.text
        for line in completions(typed, self.participant):
            yield Completion(line, start_position=-len(typed))


def _asked_of(participant: Participant) -> tuple[int, int, int]:
    """What calls the player; where a number has grown, something new does."""
    is_asked = bool(wanted(participant)) and not has_passed(participant)
    return is_asked, participant.is_asked_again, len(participant.alarms)


class _Screen:
    """One application, its line, and the clerk behind both."""

    def __init__(self, desk: Desk, settings: ScreenSettings) -> None:
        self.desk = desk
        self.participant = desk.participant
        self.clerk = Clerk(desk, settings)
        self.line = Buffer(
            completer=_OrderCompleter(desk.participant),
            multiline=False,
            on_text_changed=lambda _line: self.clerk.typed(),
        )
        self._field = Float(
            Window(BufferControl(self.line), height=1), left=0, top=0, width=1, height=1
        )
        self._asked = _asked_of(self.participant)
        self._warned_at: object = None
        self._historian = Historian()
        self.application = self._made_application(settings)

    def _made_application(self, settings: ScreenSettings) -> Application[Leaving]:
        menu = CompletionsMenu(max_height=_MENU_ROWS)
        container = FloatContainer(
            Sheet(self._drawn),
            floats=[self._field, Float(menu, xcursor=True, ycursor=True)],
        )
        application: Application[Leaving] = Application(
            layout=Layout(container, focused_element=self.line),
            key_bindings=bindings_for(self.clerk, self.line),
            style=style_for(settings.depth),
            include_default_pygments_style=False,
            color_depth=color_depth(settings.depth),
            full_screen=True,
            enable_page_navigation_bindings=False,
        )
        application.ttimeoutlen = ESCAPE_S
        return application

    def _drawn(self) -> Sequence[Line]:
        """All lines; the field for the line is laid over its place in them."""
        size: TerminalSize = get_app().output.get_size()
        self.clerk.change(typed=self.line.text)
        drawing = draw(
            self.participant,
            Size(size.columns, size.rows),
            self.clerk.state,
            self._historian,
        )
        if drawing.entry is None:
            self._field.width = 0
        else:
            self._field.top, self._field.left = drawing.entry.row, drawing.entry.column
            self._field.width = drawing.entry.width
        return drawing.lines

    # What goes on beside the keys.

    async def follow(self) -> None:
        """Draw anew at each change; ring where one is asked; end with the line."""
        while True:
            self.clerk.notice()
            if self.clerk.drops(self.line.text):
                self.line.reset()
            before, self._asked = self._asked, _asked_of(self.participant)
            if any(now > then for now, then in zip(self._asked, before, strict=True)):
                self._ring()
            if not is_passing_again(self.participant):
                self.application.invalidate()
            if self.desk.is_lost:
                return
            await self.desk.wait_changed()

    async def tick(self) -> None:
        """Draw anew once a second while a clock runs."""
        while True:
            await trio.sleep(1)
            if is_running(self.participant):
                self._warn()
                self.application.invalidate()

    async def heed_signals(
        self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Leave when told to; ask when interrupted from outside."""
        told = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        with trio.open_signal_receiver(*told) as signals:
            task_status.started()
            async for number in signals:
                if number == signal.SIGINT:
                    self.clerk.interrupt()
                else:
                    self.clerk.leave_by(number)
                self._exit_or_draw()

    def _exit_or_draw(self) -> None:
        application, leaving = self.application, self.clerk.leaving
        if leaving is None or not application.is_running:
            application.invalidate()
        elif not application.is_done:
            application.exit(result=leaving)

    def _ring(self) -> None:
        if not self.clerk.state.is_muted:
            self.application.output.bell()
            self.application.output.flush()

    def _warn(self) -> None:
        """Ring once when the time for an own decision is short."""
        due = self.participant.due
        is_short = self.participant.seconds_left <= SOON_S
        if due is None or not is_short or due is self._warned_at:
            return
        if wanted(self.participant) and due.decision is not Decision.OPEN:
            self._warned_at = due
            self._ring()

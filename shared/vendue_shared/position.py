"""The position: all that is public about a game, changed only by `play`."""

from __future__ import annotations

from typing import Final, Never, Self

from vendue_shared.phases.idle_phases import Closed, NotBegun, Over
from vendue_shared.phases.phase import refuse_phase

from .events import AnyEvent, Begun, Ended, Moved, Player, Plays
from .happened import (
    Happened,
    LogClosed,
    SeatPlayedBy,
)
from .options import check_options
from .refusals import IllegalMove, Reason
from .seats import FEWEST_SEATS, MOST_SEATS, Seat, is_seat, seat_said
from .tabletop import Tabletop

_ENDS: Final = (Over, Closed)


class Position(Tabletop):
    """A game as everybody sees it; hands, deck and sealed amounts are not here.

    A new one has not begun: its first event is `begun`. It is the one mutable
    thing of the rules, and only `play` changes it.
    """

    __slots__ = ("_checked",)

    def __init__(self) -> None:
        super().__init__()
        self._checked: AnyEvent | None = None
        """The event that passed `check` last in just this position."""

    def copy(self) -> Self:
        """The same game again, to be played on independently."""
        twin = super().copy()
        twin._checked = None  # noqa: SLF001 - its own kind
        return twin

    # What everybody may ask.

    @property
    def is_over(self) -> bool:
        """Whether no seat will be asked again."""
        return isinstance(self.phase, _ENDS)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that may move now, in seat order; all of them when sealing."""
        return self.phase.awaited(self)

    # The log.

    def check(self, event: AnyEvent) -> None:
        """Refuse an event that the public rules forbid now; nothing changes.

        What only a hand decides, and what only proofs decide, is checked
        elsewhere (`decide`; the follower of the protocol).

        Raises:
            IllegalMove: With the reason.
        """
        if event is self._checked:
            return
        if isinstance(event, Moved):
            seat = event.seat
            if type(seat) is not int or not 0 <= seat < self.seats:
                self._refuse_seat(seat)
            self.phase.check(self, event)
        elif isinstance(event, Ended):
            if isinstance(self.phase, NotBegun | Closed):
                refuse_phase(self.phase, event)
        elif isinstance(event, Plays):
            self._check_plays(event)
        elif isinstance(event, Begun):
            self._check_begun(event)
        else:
            self.phase.check(self, event)
        self._checked = event

    def play(self, event: AnyEvent) -> list[Happened]:
        """Take the next event of the log.

        Returns:
            What happened, in order: nothing at all after most events.

        Raises:
            IllegalMove: The event cannot come now; nothing has changed.
        """
        if event is not self._checked:
            self.check(event)
        self._checked = None
        facts: list[Happened] = []
        if isinstance(event, Moved):
            self.phase.play(self, event, facts)
        elif isinstance(event, Begun):
            self.begin(event.terms, Seat(event.first), facts)
        elif isinstance(event, Plays):
            self.bots[event.seat] = event.by is Player.BOT
            facts.append(SeatPlayedBy(Seat(event.seat), self.bots[event.seat]))
        elif isinstance(event, Ended):
            self.phase = Closed()
            facts.append(LogClosed(event.reason))
        else:
            self.phase.play(self, event, facts)
        return facts

    def _refuse_seat(self, seat: int) -> Never:
        raise IllegalMove(Reason.TURN, f"there is no seat {seat!r}")

    def _check_begun(self, event: Begun) -> None:
        seats = len(event.terms.chairs)
        if not isinstance(self.phase, NotBegun):
            refuse_phase(self.phase, event)
        if not FEWEST_SEATS <= seats <= MOST_SEATS or not is_seat(event.first, seats):
            raise IllegalMove(Reason.PHASE, f"{seats} seats, first is {event.first!r}")
        try:
            check_options(event.terms.options, seats)
        except ValueError as error:
            raise IllegalMove(Reason.PHASE, str(error)) from None

    def _check_plays(self, event: Plays) -> None:
        if isinstance(self.phase, NotBegun | Closed):
            refuse_phase(self.phase, event)
        if not is_seat(event.seat, self.seats):
            self._refuse_seat(event.seat)
        if self.bots[event.seat] is (event.by is Player.BOT):
            raise IllegalMove(
                Reason.HANDED_OVER, f"{seat_said(event.seat)} is {event.by}"
            )
        if not self.phase.changes_hands(event.seat):
            raise IllegalMove(Reason.HANDED_OVER, f"{seat_said(event.seat)} has sealed")

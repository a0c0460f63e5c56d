"""The double: a second painting of the same artist may join it."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, ClassVar

from vendue_shared.choices import DECLINE, AnyChoice, CanAdd, Decision
from vendue_shared.events import Added, Declined, Event
from vendue_shared.money import Money
from vendue_shared.paintings import ARTIST_OF, Painting, is_double
from vendue_shared.refusals import IllegalMove, Reason
from vendue_shared.seats import Seat, left_of

from .phase import Phase, check_turn, refuse_phase

if TYPE_CHECKING:
    from vendue_shared.happened import Happened
    from vendue_shared.position import Position
    from vendue_shared.tabletop import Tabletop


class Doubling(Phase, frozen=True):
    """One seat after the other may add a second, the auctioneer first.

    Source:
        docs/RULES.md, rulings 17 to 22.
    """

    asked: Seat

    decision: ClassVar[Decision] = Decision.ADD

    def awaited(self, position: Position) -> tuple[Seat, ...]:
        """The one asked."""
        del position
        return (self.asked,)

    def legal(
        self, position: Position, seat: Seat, hand: Collection[Painting]
    ) -> tuple[AnyChoice, ...]:
        """A painting of the artist that is no double, or decline."""
        if seat != self.asked:
            return ()
        artist = ARTIST_OF[position.lot[0]]
        fitting = tuple(p for p in hand if ARTIST_OF[p] is artist and not is_double(p))
        return (CanAdd(fitting), DECLINE) if fitting else (DECLINE,)

    def check(self, position: Position, event: Event) -> None:
        """In turn; the right artist, no second double."""
        if type(event) is Added:
            check_turn(self.asked, event.seat)
            position.check_unplayed(event.painting)
            if ARTIST_OF[event.painting] is not ARTIST_OF[position.lot[0]]:
                raise IllegalMove(Reason.ARTIST, f"painting {event.painting}")
            if is_double(Painting(event.painting)):
                raise IllegalMove(Reason.SECOND_DOUBLE, f"painting {event.painting}")
        elif type(event) is Declined:
            check_turn(self.asked, event.seat)
        else:
            refuse_phase(self, event)

    def play(self, position: Position, event: Event, facts: list[Happened]) -> None:
        """Who adds becomes the auctioneer; when all decline it is free."""
        if type(event) is Added:
            position.auctioneer = self.asked
            position.show(Painting(event.painting), facts)
            return
        asked = self.next_asked(position)
        if asked is None:
            position.sell(position.opener, Money(0), facts)
        else:
            position.ask_second(asked, facts)

    def next_asked(self, position: Tabletop) -> Seat | None:
        """The next seat with a painting left, or `None` after the whole turn."""
        seat = left_of(self.asked, position.seats)
        while seat != position.opener:
            if position.hand_sizes[seat]:
                return seat
            seat = left_of(seat, position.seats)
        return None

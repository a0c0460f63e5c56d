"""Grace: how long a table waits for a seat whose line is lost.

A purse of seconds for each seat and round, spent while the person is away. It
stands still while nobody at all is there.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from vendue_shared.seats import Seat


class Grace:
    """The purses of one game.

    Args:
        seats: 3 to 5.
        grace_s: What each seat has in each round.
    """

    __slots__ = ("_away_since", "_grace_s", "_here", "_left_s")

    def __init__(self, seats: int, grace_s: float) -> None:
        self._grace_s = grace_s
        self._left_s = [grace_s] * seats
        self._here = [True] * seats
        self._away_since: list[float | None] = [None] * seats

    def refill(self, now: float) -> None:
        """A new round: every purse is full again."""
        self._left_s = [self._grace_s] * len(self._left_s)
        self._away_since = [None if t is None else now for t in self._away_since]

    def is_here(self, seat: Seat) -> bool:
        """Whether the seat's person has a line."""
        return self._here[seat]

    def anybody_here(self, persons: Iterable[Seat]) -> bool:
        """Whether at least one of these has a line."""
        return any(self._here[seat] for seat in persons)

    def went(self, seat: Seat, now: float) -> None:
        """A line is lost; with the last one, all purses stand still."""
        if not self._here[seat]:
            return
        self._here[seat] = False
        self._away_since[seat] = now
        if not any(self._here):
            self._stop(now)

    def give_up(self, seat: Seat, now: float) -> None:
        """A person has left for good: nothing is waited for."""
        self._here[seat], self._left_s[seat], self._away_since[seat] = False, 0.0, now

    def came(self, seat: Seat, now: float) -> None:
        """A line is back; with the first one, all purses run again."""
        was_empty = not any(self._here)
        self._spend(seat, now)
        self._here[seat] = True
        if was_empty:
            self._away_since = [None if here else now for here in self._here]

    def is_running(self, seat: Seat, now: float) -> bool:
        """Whether the seat is away and has grace left."""
        return not self._here[seat] and self.left_s(seat, now) > 0

    def left_s(self, seat: Seat, now: float) -> float:
        """What is left of a seat's purse in this round, in seconds."""
        since = self._away_since[seat]
        away = 0.0 if since is None else now - since
        return max(0.0, self._left_s[seat] - away)

    def deadline(self, persons: Iterable[Seat]) -> float:
        """When the next purse is empty; infinity if none is being spent."""
        times = (
            since + self._left_s[seat]
            for seat in persons
            if (since := self._away_since[seat]) is not None
        )
        return min(times, default=inf)

    def spent(self, persons: Iterable[Seat], now: float) -> tuple[Seat, ...]:
        """The seats whose person is away with an empty purse."""
        return tuple(
            seat
            for seat in persons
            if self._away_since[seat] is not None and self.left_s(seat, now) <= 0
        )

    def _spend(self, seat: Seat, now: float) -> None:
        self._left_s[seat] = self.left_s(seat, now)
        self._away_since[seat] = None

    def _stop(self, now: float) -> None:
        for seat in range(len(self._here)):
            self._spend(Seat(seat), now)

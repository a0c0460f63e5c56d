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
        persons: By seat, 3 to 5: whether a person sits there; a bot has no line.
        grace_s: What each seat has in each round.
        now: Seconds on the host's clock.
    """

    __slots__ = (
        "_away_since", "_grace_s", "_here", "_left_s", "deserted_since",
        "nobody_is_away",
    )  # fmt: skip

    def __init__(self, persons: Iterable[bool], grace_s: float, now: float) -> None:
        self._here = list(persons)
        self._grace_s = grace_s
        self._left_s = [grace_s] * len(self._here)
        self._away_since: list[float | None] = [None] * len(self._here)
        self.deserted_since = inf if any(self._here) else now
        """Since when nobody at all is there; infinity while somebody is."""
        self.nobody_is_away = any(self._here)
        """Whether somebody is there and no purse is spent: mostly so."""

    def refill(self, now: float) -> None:
        """A new round: every purse is full again."""
        self._left_s = [self._grace_s] * len(self._left_s)
        self._away_since = [None if t is None else now for t in self._away_since]

    def anybody_here(self, persons: Iterable[Seat]) -> bool:
        """Whether at least one of these has a line."""
        return any(self._here[seat] for seat in persons)

    def went(self, seat: Seat, now: float) -> None:
        """A line is lost; with the last one, all purses stand still."""
        if not self._here[seat]:
            return
        self._here[seat] = self.nobody_is_away = False
        self._away_since[seat] = now
        self._stop_if_deserted(now)

    def give_up(self, seat: Seat, now: float) -> None:
        """A person has left for good: nothing is waited for."""
        self._here[seat] = self.nobody_is_away = False
        self._left_s[seat], self._away_since[seat] = 0.0, now
        self._stop_if_deserted(now)

    def came(self, seat: Seat, now: float) -> None:
        """A line is back; with the first one, all purses run again."""
        was_deserted = not any(self._here)
        self._spend(seat, now)
        self._here[seat], self.deserted_since = True, inf
        if was_deserted:
            self._away_since = [None if here else now for here in self._here]
        self.nobody_is_away = self._away_since.count(None) == len(self._here)

    def is_running(self, seat: Seat, now: float) -> bool:
        """Whether the seat is away and has grace left."""
        return not self._here[seat] and self.left_s(seat, now) > 0

    def left_s(self, seat: Seat, now: float) -> float:
        """What is left of a seat's purse in this round, in seconds."""
        since = self._away_since[seat]
        away = 0.0 if since is None else now - since
        return max(0.0, self._left_s[seat] - away)

    def empties_at(self, seat: Seat) -> float:
        """When the seat's purse is, or was, empty; infinity if it is not spent."""
        since = self._away_since[seat]
        return inf if since is None else since + self._left_s[seat]

    def _spend(self, seat: Seat, now: float) -> None:
        self._left_s[seat] = self.left_s(seat, now)
        self._away_since[seat] = None

    def _stop_if_deserted(self, now: float) -> None:
        """Let the purses stand that still hold something; empty ones stay empty."""
        if any(self._here):
            return
        self.deserted_since = now
        for seat in map(Seat, range(len(self._here))):
            if self.left_s(seat, now) > 0:
                self._spend(seat, now)

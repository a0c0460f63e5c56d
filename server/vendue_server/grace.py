"""Grace: how long a table waits for a seat whose line is lost.

A purse of seconds for each seat and round, spent while the person is away. All
purses stand still in a pause, and while nobody at all is there.
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
        "_away_since", "_grace_s", "_here", "_left_s", "_persons", "changes",
        "deserted_since", "is_paused", "left_for_good", "nobody_is_away",
    )  # fmt: skip

    def __init__(self, persons: Iterable[bool], grace_s: float, now: float) -> None:
        self._persons = tuple(persons)
        self._here = list(self._persons)
        self._grace_s = grace_s
        self._left_s = [grace_s] * len(self._here)
        self._away_since: list[float | None] = [None] * len(self._here)
        """Since when a purse is spent; `None`: it stands still."""
        self.left_for_good: set[Seat] = set()
        """Persons whom nobody needs to wait for."""
        self.is_paused = False
        self.deserted_since = inf if any(self._here) else now
        """Since when nobody at all is there; infinity while somebody is."""
        self.nobody_is_away = any(self._here)
        """Whether somebody is there and no purse is spent: mostly so."""
        self.changes = 0
        """Counts what changes how the purses go on."""

    def refill(self, now: float) -> None:
        """A new round: every purse is full again."""
        self._left_s = [self._grace_s] * len(self._left_s)
        self._away_since = [None if t is None else now for t in self._away_since]
        if not self.nobody_is_away:
            self.changes += 1

    def left(self, now: float) -> tuple[float, ...]:
        """What is left of every purse, by seat."""
        if self.nobody_is_away:
            return tuple(self._left_s)
        return tuple(self.left_s(Seat(seat), now) for seat in range(len(self._left_s)))

    def set(self, left_s: Iterable[float], now: float) -> None:
        """Count from now on, and from what was left once."""
        self._left_s = list(left_s)
        self._away_since = [None if t is None else now for t in self._away_since]

    def anybody_here(self, persons: Iterable[Seat]) -> bool:
        """Whether at least one of these has a line."""
        return any(self._here[seat] for seat in persons)

    def is_here(self, seat: Seat) -> bool:
        """Whether a seat's person has a line."""
        return self._here[seat]

    @property
    def stands(self) -> bool:
        """Whether all purses stand still."""
        return self.is_paused or not any(self._here)

    def went(self, seat: Seat, now: float) -> None:
        """A line is lost; with the last one, all purses stand still."""
        if self._here[seat]:
            self._here[seat] = False
            self._settle(now)

    def give_up(self, seat: Seat, now: float) -> None:
        """A person has left for good: nothing is waited for."""
        self._here[seat] = False
        self.left_for_good.add(seat)
        self._settle(now)
        self._left_s[seat] = 0.0

    def came(self, seat: Seat, now: float) -> None:
        """A line is back; with the first one, all purses run again."""
        self._here[seat] = True
        self.left_for_good.discard(seat)
        self._settle(now)

    def pause(self, now: float) -> None:
        """All purses stand still."""
        self.is_paused = True
        self._settle(now)

    def resume(self, now: float) -> None:
        """The purses of those who are away are spent again."""
        self.is_paused = False
        self._settle(now)

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
        if since is None:
            was_emptied = self._is_away(seat) and not self._left_s[seat]
            return -inf if was_emptied else inf
        return since + self._left_s[seat]

    def _settle(self, now: float) -> None:
        """Count what was spent so far, and let those purses run that shall."""
        for seat in map(Seat, range(len(self._here))):
            self._left_s[seat] = self.left_s(seat, now)
        stands, is_deserted = self.stands, not any(self._here)
        spent = [self._is_away(i) and not stands for i in range(len(self._here))]
        self._away_since = [now if is_spent else None for is_spent in spent]
        self.deserted_since = min(self.deserted_since, now) if is_deserted else inf
        self.nobody_is_away = self._here == list(self._persons) and not is_deserted
        self.changes += 1

    def _is_away(self, seat: int) -> bool:
        return self._persons[seat] and not self._here[seat]

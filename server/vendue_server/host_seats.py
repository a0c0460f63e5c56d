"""All seats of a game that the host plays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf

from vendue_protocol.follower import Step
from vendue_protocol.keys import bot_secret
from vendue_shared.bots.levels import Level
from vendue_shared.events import AnyEvent
from vendue_shared.position import Position
from vendue_shared.seats import Seat

from .host_seat import Chance, HostSeat


class HostSeats:
    """The host's seats, which persons may take back and leave to it.

    Args:
        game: The game's id.
        seed: What the secrets of these seats come from.
        levels: The seats that are bots from the beginning.
        chance: Where bots' dice come from.
    """

    __slots__ = ("_chance", "_game", "_seats", "_seed")

    def __init__(
        self, game: bytes, seed: bytes, levels: Mapping[Seat, Level], chance: Chance
    ) -> None:
        self._game, self._seed, self._chance = game, seed, chance
        self._seats: dict[Seat, HostSeat] = {}
        for seat, level in levels.items():
            self.take(seat, level)

    def __repr__(self) -> str:
        return f"HostSeats({sorted(self._seats)})"

    def __bool__(self) -> bool:
        return bool(self._seats)

    def take(self, seat: Seat, level: Level, log: Iterable[AnyEvent] = ()) -> None:
        """A bot plays this seat from now on.

        Args:
            seat: Which.
            level: How well it plays.
            log: The events so far, for a bot that learns from them.
        """
        secret = bot_secret(self._seed, self._game, seat)
        taken = HostSeat(seat, level, secret=secret, chance=self._chance)
        taken.bot.catch_up(log)
        self._seats[seat] = taken

    def saw(self, step: Step, position: Position) -> None:
        """Tell every bot what everybody sees: an event, and the position after it."""
        for seat in self._seats.values():
            seat.bot.saw(step.event, step.facts, position)

    def give_back(self, seat: Seat) -> None:
        """A person plays this seat from now on."""
        self._seats.pop(seat, None)

    def among(self, seats: Iterable[Seat]) -> list[HostSeat]:
        """Those of these seats that the host plays."""
        return [self._seats[seat] for seat in seats if seat in self._seats]

    def deadline(self, awaited: Iterable[Seat]) -> float:
        """When the first of these has paused long enough; infinity if none is asked."""
        return min((bot.moves_at for bot in self.among(awaited)), default=inf)

    def ready(self, awaited: Iterable[Seat], now: float) -> HostSeat | None:
        """One of these that has paused long enough."""
        return next((bot for bot in self.among(awaited) if bot.moves_at <= now), None)

    def ask(self, position: Position, now: float, pace: float, left_s: float) -> None:
        """Let those who are asked begin their pause."""
        for bot in self.among(position.awaited):
            bot.ask(position, now, pace, left_s)

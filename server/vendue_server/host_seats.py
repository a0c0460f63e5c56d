"""All seats of a game that the host plays."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from vendue_protocol.follower import Step
from vendue_protocol.keys import bot_secret
from vendue_protocol.seals import SealedPhase
from vendue_shared.bots.levels import THINK_LONG, Level
from vendue_shared.choices import Decision
from vendue_shared.phases.sealed_bids import Revealing, Sealing
from vendue_shared.position import Position
from vendue_shared.seats import Seat

from .game_log import GameLog
from .hands import Hands
from .host_seat import Chance, HostSeat
from .new_game import NewGame
from .study import Study


class HostSeats:
    """The host's seats, which persons may take back and leave to it.

    Args:
        new: Names the game, its bots, and the seed of their secrets.
        log: The game's.
        hands: The game's.
        chance: Where bots' dice come from.
        study: Who thinks for those that need long; `None`: they do it here.
    """

    __slots__ = ("_chance", "_hands", "_log", "_new", "_seats", "_study")

    def __init__(
        self,
        new: NewGame,
        log: GameLog,
        hands: Hands,
        chance: Chance,
        study: Study | None,
    ) -> None:
        self._new, self._log, self._hands = new, log, hands
        self._chance, self._study = chance, study
        self._seats: dict[Seat, HostSeat] = {}
        for seat, level in new.levels.items():
            self.take(seat, level)

    def __repr__(self) -> str:
        return f"HostSeats({sorted(self._seats)})"

    def __bool__(self) -> bool:
        return bool(self._seats)

    def take(self, seat: Seat, level: Level) -> None:
        """A bot plays this seat from now on.

        Args:
            seat: Which.
            level: How well it plays.
        """
        game = self._new.begun.terms.game
        taken = HostSeat(
            seat,
            level,
            secret=bot_secret(self._new.seed, game, seat),
            chance=self._chance,
            asks=self._study is not None and level in THINK_LONG,
        )
        taken.bot.catch_up(kept.event for kept in self._log.steps)
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

    def find_bids(
        self, position: Position, sealed_phase: SealedPhase | None
    ) -> list[HostSeat]:
        """Find again what these seats have sealed in an auction still on.

        Returns:
            Those of them that have revealed it.

        Raises:
            ValueError: A seat's secret did not seal what the log has.
        """
        phase, revealed = position.phase, []
        if not isinstance(phase, Sealing | Revealing) or sealed_phase is None:
            return []
        for seat, bot in self._seats.items():
            commitment = phase.commitments[seat]
            if commitment is not None:
                bot.find_bid(sealed_phase, commitment, position.purses[seat])
                if isinstance(phase, Revealing) and phase.revealed >> seat & 1:
                    revealed.append(bot)
        return revealed

    def deadline(self, awaited: Iterable[Seat]) -> float:
        """When the first of these has paused long enough; infinity if none is asked."""
        return min((bot.moves_at for bot in self.among(awaited)), default=inf)

    def ready(self, awaited: Iterable[Seat], now: float) -> HostSeat | None:
        """One of these that has paused long enough, and thought."""
        for bot in self.among(awaited):
            if bot.moves_at <= now and bot.considered is None:
                self._let_think(bot, now)
            if bot.is_ready(now):
                return bot
        return None

    def ask(self, position: Position, now: float, pace: float, left_s: float) -> None:
        """Let those who are asked begin their pause, and think meanwhile.

        In an open auction each bid and each pass asks all anew: only who will be the
        first to speak begins to think.
        """
        asked = [
            bot
            for bot in self.among(position.awaited)
            if bot.ask(position, now, pace, left_s)
        ]
        if position.phase.decision is Decision.OPEN and asked:
            asked = [min(asked, key=lambda bot: bot.moves_at)]
        for bot in asked:
            self._let_think(bot, now)

    def look_again(self) -> None:
        """The game stood still: whoever is asked pauses anew, at the next `ask`."""
        for bot in self._seats.values():
            bot.look_again()

    def _let_think(self, bot: HostSeat, now: float) -> None:
        """Ask the study; a bot that thinks by itself does so when it moves."""
        if bot.asks and self._study is not None:
            bot.considered = self._study.ask(
                self._new.begun.terms.game,
                self._log.steps,
                seat=bot.seat,
                level=bot.level,
                hand=self._hands.of(bot.seat),
                now=now,
            )

    def close(self) -> None:
        """The game is over."""
        if self._study is not None:
            self._study.forget(self._new.begun.terms.game)

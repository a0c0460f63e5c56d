"""A seat that the host plays: its bot, its pauses, its sealed bids."""

from __future__ import annotations

from collections.abc import Callable

from vendue_protocol.seals import SealedBid, SealedPhase, seal
from vendue_shared.bots.answers import SealedBid as Amount
from vendue_shared.bots.levels import Level, bot_of
from vendue_shared.bots.pacing import pause_s
from vendue_shared.events import Opening
from vendue_shared.moves import AnyMove, Seal
from vendue_shared.paintings import Painting
from vendue_shared.phases.phase import Phase
from vendue_shared.position import Position
from vendue_shared.seats import Seat

Chance = Callable[[int], int]
"""Gives a whole number from 0 to below its argument."""


class HostSeat:
    """The host's hand on one seat, while a bot plays it.

    Args:
        seat: Which.
        level: How well it plays.
        secret: What the nonces of its sealed bids come from, 32 bytes.
        chance: Where the bot's dice come from.
    """

    __slots__ = ("_chance", "_secret", "asked", "bot", "moves_at", "sealed", "seat")

    def __init__(
        self, seat: Seat, level: Level, *, secret: bytes, chance: Chance
    ) -> None:
        self.seat = seat
        self.bot = bot_of(level, chance)
        self._secret, self._chance = secret, chance
        self.asked: Phase | None = None
        """The phase for which its pause was drawn; `None`: not asked."""
        self.moves_at = 0.0
        """When the pause is over."""
        self.sealed: SealedBid | None = None

    def __repr__(self) -> str:
        return f"HostSeat({self.seat})"

    def ask(self, position: Position, now: float, pace: float, left_s: float) -> None:
        """Draw a pause before it thinks, once for each thing asked."""
        if self.asked is position.phase:
            return
        self.asked = position.phase
        pause = pace * pause_s(position, self.seat, self._chance) if pace else 0.0
        self.moves_at = now + min(pause, left_s / 2)

    def choose(
        self,
        position: Position,
        hand: tuple[Painting, ...],
        sealed_phase: SealedPhase | None,
    ) -> AnyMove:
        """Think, and answer with a move; a sealed bid is kept until it is opened."""
        answer = self.bot.choose(position, self.seat, hand, self._chance)
        if not isinstance(answer, Amount):
            return answer
        if sealed_phase is None:
            raise ValueError("a sealed bid outside a sealed auction")
        self.sealed = seal(sealed_phase, self.seat, self._secret, answer.amount)
        return Seal(auction=sealed_phase.auction, commitment=self.sealed.commitment)

    def opening(self) -> Opening:
        """What opens its bid; a host's seat signs no history.

        Raises:
            ValueError: It has sealed nothing.
        """
        if self.sealed is None:
            raise ValueError(f"seat {self.seat} has sealed nothing")
        return Opening(bid=self.sealed.bid, nonce=self.sealed.nonce, hold=b"")

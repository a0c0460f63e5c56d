"""A seat that the host plays: its bot, its pauses, its thoughts, its sealed bids."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from vendue_protocol.seals import SealedBid, SealedPhase, find_bid, seal
from vendue_shared.bots.answers import SealedBid as Amount
from vendue_shared.bots.levels import Level, bot_of
from vendue_shared.bots.pacing import pause_s, thing_asked
from vendue_shared.events import Opening
from vendue_shared.money import Money
from vendue_shared.moves import AnyMove, Seal
from vendue_shared.paintings import Painting
from vendue_shared.position import Position
from vendue_shared.seats import Seat

from .study import Consideration

STAND_IN: Final = Level.STANDARD
"""Who moves where a bot that thinks long has not answered: it need not learn first."""

LATEST_S: Final = 2.0
"""How long an answer is waited for, if the clock and the pause end sooner."""

LOOKS_AGAIN_S: Final = 0.005
"""When it is first looked again for an answer that was not there; then after as long
as it was waited for already, so a late one is hardly later for that."""

Chance = Callable[[int], int]
"""Gives a whole number from 0 to below its argument."""


class HostSeat:
    """The host's hand on one seat, while a bot plays it.

    Args:
        seat: Which.
        level: How well it plays.
        secret: What the nonces of its sealed bids come from, 32 bytes.
        chance: Where the bot's dice come from.
        asks: Whether somebody else thinks for it; who stands in knows nothing of
            the game but the present position.
    """

    __slots__ = (
        "_asked", "_chance", "_latest", "_pause_ends", "_secret", "asks", "bot",
        "considered", "level", "moves_at", "sealed", "seat",
    )  # fmt: skip

    def __init__(
        self, seat: Seat, level: Level, *, secret: bytes, chance: Chance, asks: bool
    ) -> None:
        self.seat, self.level, self.asks = seat, level, asks
        self.bot = bot_of(STAND_IN if asks else level, chance)
        self._secret, self._chance = secret, chance
        self._asked: object = None
        """The thing for which its pause was drawn; `None`: nothing yet."""
        self._pause_ends = self._latest = 0.0
        self.moves_at = 0.0
        """When its pause is over, or it is looked again whether it has thought."""
        self.considered: Consideration | None = None
        """What was asked of who thinks for it; `None`: it thinks itself."""
        self.sealed: SealedBid | None = None

    def __repr__(self) -> str:
        return f"HostSeat({self.seat})"

    def is_ready(self, now: float) -> bool:
        """Whether its pause is over, and its thought there or not waited for."""
        if now < self.moves_at:
            return False
        considered = self.considered
        if considered is None or considered.is_settled() or now >= self._latest:
            return True
        waited_s = now - self._pause_ends
        self.moves_at = min(self._latest, now + max(LOOKS_AGAIN_S, waited_s))
        return False

    def ask(self, position: Position, now: float, pace: float, left_s: float) -> bool:
        """Draw a pause before it thinks, once for each thing asked.

        Returns:
            Whether this is asked for the first time.
        """
        asked = thing_asked(position)
        if asked == self._asked:
            return False
        self._asked, self.considered = asked, None
        pause = pace * pause_s(position, self.seat, self._chance) if pace else 0.0
        self._pause_ends = self.moves_at = now + min(pause, left_s / 2)
        self._latest = max(self._pause_ends, now + min(LATEST_S, left_s / 2))
        return True

    def look_again(self) -> None:
        """The game stood still: what is asked now counts as asked anew."""
        self._asked = None

    def choose(
        self,
        position: Position,
        hand: tuple[Painting, ...],
        sealed_phase: SealedPhase | None,
    ) -> AnyMove:
        """Answer with a move; a sealed bid is kept until it is opened."""
        considered, self.considered = self.considered, None
        answer = None if considered is None else considered.given()
        if answer is None:
            answer = self.bot.choose(position, self.seat, hand, self._chance)
        if not isinstance(answer, Amount):
            return answer
        if sealed_phase is None:
            raise ValueError("a sealed bid outside a sealed auction")
        self.sealed = seal(sealed_phase, self.seat, self._secret, answer.amount)
        return Seal(auction=sealed_phase.auction, commitment=self.sealed.commitment)

    def find_bid(self, phase: SealedPhase, commitment: bytes, purse: Money) -> None:
        """Find again what this seat sealed before the host was started anew.

        Raises:
            ValueError: Its secret did not seal this.
        """
        self.sealed = find_bid(
            phase, self.seat, self._secret, commitment=commitment, purse=purse
        )
        if self.sealed is None:
            raise ValueError(f"seat {self.seat} did not seal what the log has")

    def opening(self) -> Opening:
        """What opens its bid; a host's seat signs no history.

        Raises:
            ValueError: It has sealed nothing.
        """
        if self.sealed is None:
            raise ValueError(f"seat {self.seat} has sealed nothing")
        return Opening(bid=self.sealed.bid, nonce=self.sealed.nonce, hold=b"")

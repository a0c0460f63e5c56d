"""Players whose program says something of its own."""

from __future__ import annotations

from collections.abc import Iterable

from tests.hostile.cheat import Cheat

from vendue_protocol.client_messages import Play
from vendue_protocol.host_messages import Refused
from vendue_protocol.message import Message
from vendue_protocol.own_seat import OwnSeat
from vendue_shared.moves import Reveal, Seal


class Crook(Cheat):
    """Seat 0's program says something of its own; its answers stay its secret."""

    lasts = 160

    def __init__(self) -> None:
        super().__init__()
        self.pending = 0
        self.refused: list[Refused] = []

    def down(self, seat: int, message: Message) -> Iterable[Message]:
        if seat == 0 and self.pending and isinstance(message, Refused):
            self.pending -= 1
            self.refused.append(message)
            self.was_refused()
            return ()
        return (message,)

    def was_refused(self) -> None:
        """The host has said no."""

    def forged(self, message: Message) -> Message:
        """Count a message as this program's own: the host's no is for it."""
        self.pending += 1
        return message

    @property
    def own(self) -> OwnSeat:
        own = self.evening.players[0].participant.own
        assert own is not None
        return own


class BeforeMine(Crook):
    """Says something before a message of its own."""

    def instead(self, message: Message) -> Message | None:
        """What it says first; `None`: not before this one."""
        raise NotImplementedError

    def up(self, seat: int, message: Message) -> Iterable[Message]:
        first = self.instead(message) if seat == 0 and not self.is_done else None
        if first is None:
            return (message,)
        self.is_done = True
        return (self.forged(first), message)


def sealing(message: Message) -> Seal | None:
    """The seal that a message asks for."""
    move = message.move if isinstance(message, Play) else None
    return move if isinstance(move, Seal) else None


def revealing(message: Message) -> Reveal | None:
    """The reveal that a message asks for."""
    move = message.move if isinstance(message, Play) else None
    return move if isinstance(move, Reveal) else None

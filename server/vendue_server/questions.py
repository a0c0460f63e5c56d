"""What a host and its study say to each other: questions, and what was thought.

Both are of one installation, so there are no versions; a frame carries one of
these. A hand travels here alone, between the host and its own child.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

from vendue_protocol.frames import frame
from vendue_shared.bots.answers import Answer, SealedBid
from vendue_shared.bots.levels import Level
from vendue_shared.events import AnyEvent
from vendue_shared.money import Money
from vendue_shared.moves import Add, Bid, Buy, Decline, Flip, Offer, Pass, Price
from vendue_shared.paintings import Painting
from vendue_shared.seats import Seat

LONGEST_FRAME: Final = 16 * 2**20
"""Bytes; the log of a whole game is below a hundredth of it."""


class Asked(msgspec.Struct, frozen=True, kw_only=True, tag="asked"):
    """What does this seat do now? Asked again, the new question alone counts."""

    game: bytes
    events: tuple[AnyEvent, ...]
    """What its log has gone on with since it was asked about before."""
    seat: Seat
    number: int
    """Of the question; the answer repeats it."""
    level: Level
    hand: tuple[Painting, ...]
    """Secret, so the repr leaves it out."""

    def __repr__(self) -> str:
        return f"Asked(number={self.number}, seat={self.seat}, level={self.level})"


class Forgotten(msgspec.Struct, frozen=True, kw_only=True, tag="forgotten"):
    """A game is over: nobody asks about it any more."""

    game: bytes


class Thought(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to one question."""

    game: bytes
    seat: Seat
    number: int
    move: Offer | Add | Decline | Bid | Pass | Price | Buy | Flip | None = None
    """`None`: to bid sealed, or no answer was found."""
    sealed: Money | None = None
    """The amount to be sealed."""

    def __repr__(self) -> str:
        return f"Thought(number={self.number}, seat={self.seat})"

    @property
    def answer(self) -> Answer | None:
        """What the bot answers; `None`: nothing."""
        return self.move if self.sealed is None else SealedBid(self.sealed)


Question: TypeAlias = Asked | Forgotten

_encoder: Final = msgspec.msgpack.Encoder()
_questions: Final = msgspec.msgpack.Decoder(Question)
_thoughts: Final = msgspec.msgpack.Decoder(Thought)


def encode(message: Question | Thought) -> bytes:
    """A message as the frame that carries it."""
    return frame(_encoder.encode(message))


def question(body: bytes) -> Question:
    """What a host says.

    Raises:
        msgspec.DecodeError: It is nothing of the kind.
    """
    return _questions.decode(body)


def thought(body: bytes) -> Thought:
    """What a study says.

    Raises:
        msgspec.DecodeError: It is nothing of the kind.
    """
    return _thoughts.decode(body)


def thought_of(asked: Asked, answer: Answer | None) -> Thought:
    """An answer as it travels; `None`: none was found."""
    game, seat, number = asked.game, asked.seat, asked.number
    if isinstance(answer, SealedBid):
        return Thought(game=game, seat=seat, number=number, sealed=answer.amount)
    return Thought(game=game, seat=seat, number=number, move=answer)

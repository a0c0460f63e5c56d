"""What a typed line may ask for: a move, a message, or something of the screen."""

from __future__ import annotations

from enum import Enum

import msgspec

from vendue_client.participant import Participant
from vendue_protocol.message import Message
from vendue_shared.money import Money
from vendue_shared.moves import AnyMove


class BadOrder(Exception):
    """A line that cannot be obeyed; `str()` of it says why, and what would do."""


class LocalKind(Enum):
    """What the screen does by itself."""

    HELP = "help"
    RULES = "rules"
    """The argument is a topic, or empty."""
    LOG = "log"
    HAND = "hand"
    TABLE = "table"
    """Show all that lies on the table."""
    AGAIN = "again"
    """Say what is asked again; what Enter alone does."""
    WHO = "who"
    HINT = "hint"
    LANG = "lang"
    """The argument is a language's code."""
    SIT = "sit"
    """The argument is a table's number; the screen knows the player's name."""
    CODE = "code"
    """The argument is the number that was said aloud, or empty."""
    GO_ON = "goon"
    """Go on in spite of an alarm."""
    SHARE = "share"
    """Give a share of the chance once more."""
    STAY_OUT = "stayout"
    """Pass the lot now on sale, and again after each raise."""
    BACK = "back"
    """From the end of a game to the table's lobby."""
    LEAVE = "leave"
    """Send `Leave` and go: the chair is given up, and in a game a bot plays on."""
    QUIT = "quit"


class Order(msgspec.Struct, frozen=True):
    """What a line asks for."""


class MakeMove(Order, frozen=True):
    """A move; the caller sends what `participant.play(move)` makes of it."""

    move: AnyMove


class SealBid(Order, frozen=True):
    """Seal this amount; `message_of` asks the own seat to seal it."""

    amount: Money


class Send(Order, frozen=True):
    """A message to the host that is no move."""

    message: Message


class Local(Order, frozen=True):
    """Something that the host never hears of."""

    kind: LocalKind
    argument: str = ""


AnyOrder = MakeMove | SealBid | Send | Local
"""The closed set of orders."""


def message_of(order: MakeMove | SealBid | Send, participant: Participant) -> Message:
    """The message that carries an order out; a move is then on its way.

    Raises:
        ValueError: A bid is to be sealed while there is no sealed auction.
    """
    match order:
        case Send(message=message):
            return message
        case MakeMove(move=move):
            return participant.play(move)
        case SealBid(amount=amount):
            if participant.own is None:
                raise ValueError("a spectator seals nothing")
            return participant.play(participant.own.seal(participant.follower, amount))

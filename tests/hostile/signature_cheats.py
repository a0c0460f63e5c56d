"""Hosts that cheat with signatures."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace
from tests.hostile.cases import Case, Others, Who, host_case
from tests.hostile.forging import FALSE
from tests.hostile.lies import ToOne

from vendue_protocol.chain import HOST
from vendue_protocol.host_messages import Held
from vendue_protocol.message import Message
from vendue_protocol.proof import Check


class AltersHold(ToOne):
    """Passes on another signature than it was given."""

    def instead(self, message: Message) -> Iterable[Message] | None:
        if not isinstance(message, Held) or message.who != 1:
            return None
        hold = bytes([message.hold[0] ^ 1]) + message.hold[1:]
        return (replace(message, hold=hold),)


class ForgesHold(ToOne):
    """Signs in a player's name with its own key."""

    def instead(self, message: Message) -> Iterable[Message] | None:
        if not isinstance(message, Held) or message.who != HOST:
            return None
        return (message, replace(message, who=1))


class HoldsNowhere(ToOne):
    """Passes a signature on for an event at which nobody signs."""

    def instead(self, message: Message) -> Iterable[Message] | None:
        if not isinstance(message, Held) or message.who != 1:
            return None
        return (replace(message, s=message.s + 1),)


class SignsOther(ToOne):
    """Signs another history than it told."""

    def instead(self, message: Message) -> Iterable[Message] | None:
        if not isinstance(message, Held) or message.who != HOST:
            return None
        return (replace(message, hold=FALSE + FALSE),)


class SignsNothing(ToOne):
    """Does not sign the beginning."""

    def instead(self, message: Message) -> Iterable[Message] | None:
        return () if isinstance(message, Held) and message.who == HOST else None


SIGNATURE_CASES: tuple[Case, ...] = (
    host_case(
        "a signature is altered on its way",
        AltersHold, Who.LIED_TO, "held", Check.HOLD, Others.PLAY,
    ),
    host_case(
        "a signature is forged", ForgesHold, Who.LIED_TO, "held", Check.HOLD,
        Others.PLAY,
    ),
    host_case(
        "a signature where nobody signs",
        HoldsNowhere, Who.LIED_TO, "held", Check.HOLD, Others.PLAY,
    ),
    host_case(
        "the host signs another history than it tells",
        SignsOther, Who.LIED_TO, "held", Check.HOLD, Others.PLAY,
    ),
    host_case(
        "the host does not sign the beginning",
        SignsNothing, Who.LIED_TO, "offered", Check.HOLD, Others.PLAY,
    ),
)  # fmt: skip

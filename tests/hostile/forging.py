"""What cheats are made of: messages and events with one thing in them changed."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from vendue_protocol.chain import HOST, next_head, sign_hold
from vendue_protocol.codec import decode_event, encode_event
from vendue_protocol.follower import Follower
from vendue_protocol.host_messages import Held, Logged
from vendue_protocol.keys import SigningKey
from vendue_protocol.message import Message
from vendue_shared.events import AnyEvent, Begun
from vendue_shared.terms import Terms

FALSE = b"\x66" * 32
"""32 bytes that nobody drew."""

_E = TypeVar("_E", bound=AnyEvent)


def event_in(message: Message, kind: type[_E]) -> _E | None:
    """The event that a message carries, if it is of this kind."""
    if not isinstance(message, Logged):
        return None
    event = decode_event(message.e)
    return event if isinstance(event, kind) else None


def logged(s: int, event: AnyEvent) -> Logged:
    """An event as it is sent."""
    return Logged(s=s, e=encode_event(event))


def altered(message: Message, **changes: object) -> Message:
    """An event's message with something else in the event."""
    assert isinstance(message, Logged)
    return logged(message.s, replace(decode_event(message.e), **changes))


def with_terms(message: Message, terms: Terms) -> Message:
    """Event 1 with other terms."""
    return altered(message, terms=terms)


def begun_in(message: Message) -> Begun | None:
    """Event 1, if the message carries it."""
    return event_in(message, Begun)


def with_item(items: tuple[bytes, ...], at: int, item: bytes) -> tuple[bytes, ...]:
    """The same items but for one."""
    return (*items[:at], item, *items[at + 1 :])


def signed(key: SigningKey, follower: Follower, event: AnyEvent) -> list[Message]:
    """The next event for one client alone, and the host's hold on that history."""
    s, payload = follower.s + 1, encode_event(event)
    head = next_head(follower.head, s, payload)
    hold = sign_hold(key, follower.game, HOST, s, head)
    return [Logged(s=s, e=payload), Held(s=s, who=HOST, hold=hold)]

"""Hosts that lie to one player, and know what it was told before."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from msgspec.structs import replace
from tests.hostile.cheat import Cheat
from tests.server.game_by_hand import HOST_KEY

from vendue_protocol.chain import HOST, sign_hold
from vendue_protocol.follower import Follower
from vendue_protocol.host_messages import Held, Logged
from vendue_protocol.message import Message
from vendue_protocol.proof import ProofFailed


class Shadowing(Cheat):
    """Follows what seat 0 is told, so that the next lie fits."""

    def __init__(self) -> None:
        super().__init__()
        self.follower = Follower()
        """What seat 0 knows, or is about to know."""

    def told(self, messages: Iterable[Message]) -> list[Message]:
        """Follow what is told."""
        messages = list(messages)
        for message in messages:
            if isinstance(message, Logged):
                with suppress(ProofFailed):
                    self.follower.receive(message.s, message.e)
        return messages

    def signed_again(self, held: Held) -> Held:
        """The host's hold on the history that seat 0 was told."""
        follower = self.follower
        if held.s > follower.s:
            return held
        head = follower.heads[held.s]
        hold = sign_hold(HOST_KEY, follower.game, HOST, held.s, head)
        return replace(held, hold=hold)


class ToOne(Shadowing):
    """Lies to seat 0, once."""

    def instead(self, message: Message) -> Iterable[Message] | None:
        """What seat 0 is told instead; `None`: not of this message."""
        raise NotImplementedError

    def down(self, seat: int, message: Message) -> Iterable[Message]:
        if seat != 0 or self.is_done:
            return (message,)
        instead = self.instead(message)
        self.is_done = instead is not None
        return self.told((message,) if instead is None else instead)

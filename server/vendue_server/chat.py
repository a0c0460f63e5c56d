"""Chat at a table: one line to all, and a bound on who says too much."""

from __future__ import annotations

from typing import Final

from vendue_protocol.errors import Code, Farewell
from vendue_protocol.host_messages import Said
from vendue_protocol.text import clean_chat
from vendue_shared.seats import Seat

from .member import Member
from .members import Members
from .refusal import Refusal

HOST_NAME: Final = "host"
"""Whose words are the host's own; no person can be called so."""


def say(
    members: Members,
    member: Member,
    name: str,
    seat: Seat | None,
    text: str,
    now: float,
) -> None:
    """Pass a line on to all at the table.

    The first line that is too much is refused; those after it are dropped without a
    word, since every answer costs something too, and far too many end the connection.

    Args:
        members: Whom to tell.
        member: Who says it.
        name: The host's word for who that is; empty: a spectator.
        seat: The member's in what is now on; `None`: none.
        text: As it came.
        now: Seconds on the host's clock.

    Raises:
        Refusal: It is empty, or the first one too much.
    """
    limits, count = member.connection.limits, member.count_chat(now)
    if count >= limits.chats_before_end:
        member.connection.close(Farewell.CHATTER)
    elif count <= limits.chats + 1:
        clean = clean_chat(text)
        if not clean or count > limits.chats:
            raise Refusal(Code.CHAT, "nothing to say, or too often")
        members.tell(Said(name=name, seat=seat, text=clean))

"""What every message has, and what both sides say.

Every message beside the hello is one class, its tag in the key `t`.
Docs: docs/PROTOCOL.md lists them, with an example of each.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

U32 = Annotated[int, msgspec.Meta(ge=0, le=2**32 - 1)]
U64 = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
ChairNumber = Annotated[int, msgspec.Meta(ge=0, le=4)]
Line = Annotated[str, msgspec.Meta(max_length=200)]
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=32)]
LevelName = Annotated[str, msgspec.Meta(max_length=16)]
CodeName = Annotated[str, msgspec.Meta(max_length=32)]
FullSignature = Annotated[bytes, msgspec.Meta(min_length=64, max_length=64)]
Password = Annotated[bytes, msgspec.Meta(max_length=64)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**16 - 1)]


class Message(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True,
              tag_field="t"):  # fmt: skip
    """What every message has: the key `t`, first."""


class Confidential(Message, frozen=True):
    """What may carry a password never shows in diagnostics."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}(...)"


class Ping(Message, frozen=True, tag="ping"):
    """Are you there? Answered by `pong`."""


class Pong(Message, frozen=True, tag="pong"):
    """I am."""


class Bye(Message, frozen=True, tag="bye"):
    """The last message of a side: why it ends the connection."""

    why: Annotated[str, msgspec.Meta(max_length=16)]


HOST = 255
"""The host, where holds name who signed."""

"""What a fuzzer sends: messages with one thing wrong, and sessions gone to pieces."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

import msgpack
import msgspec
from tests.protocol.samples import FROM_BOTH, FROM_CLIENT, KEYS, MOVES

from vendue_protocol.client_messages import Play, Ready, SeatBot, Sit, Start
from vendue_protocol.frames import frame
from vendue_protocol.message import Message

ODD_VALUES: Final[tuple[object, ...]] = (
    None, True, False, 0, 1, 2, 3, 4, 5, 69, 70, -1, 255, 2**16, 2**31, 2**32 - 1,
    2**32, 2**53 + 1, 2**63 - 1, 2**64 - 1, 1.0, float("nan"), "", "a", "\x1b[2J",
    "x" * 300, b"", b"\x00" * 16, b"\x00" * 32, b"\xff" * 32, b"\x01" * 64, [], {},
    [[[[[[[1]]]]]]], {"t": "sit"}, "standard", "bot", "person",
)  # fmt: skip
"""What stands at, before and beyond the limits of everything."""

SAID: Final[tuple[Message, ...]] = (
    *FROM_CLIENT,
    *FROM_BOTH,
    *(Play(n=n, move=move) for move in MOVES for n in (1, 2)),
    *(Sit(table=n, name=f"Crook {n}", key=key.public) for n in (2, 3) for key in KEYS),
    *(SeatBot(chair=chair, level="random") for chair in range(3)),
    *(Ready(revision=revision, ready=True) for revision in range(6)),
    *[Start()] * 4,
)
"""What may be said, that more often which leads further."""


class Mutator:
    """Makes rubbish that is nearly right; the same of the same seed."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def body(self) -> bytes:
        """A message of a client, mostly with something wrong."""
        chance = self._chance
        value = msgspec.to_builtins(chance.choice(SAID), builtin_types=(bytes,))
        assert isinstance(value, dict)
        if chance.random() < 0.7:
            self._spoil(value)
        body: bytes = msgpack.packb(value)
        if chance.random() < 0.2:
            body = self._bitten(body)
        return body

    def _spoil(self, value: dict[str, object]) -> None:
        """Change, remove or add a key, at some depth."""
        chance = self._chance
        inner = [v for v in value.values() if isinstance(v, dict)]
        if inner and chance.random() < 0.7:
            self._spoil(chance.choice(inner))
            return
        match chance.randrange(8):
            case 0 if len(value) > 1:
                del value[chance.choice(list(value)[1:])]
            case 1:
                value[chance.choice(("x", "t", "n", "seat"))] = self._odd()
            case _:
                value[chance.choice(list(value)[len(value) > 1 :])] = self._odd()

    def _odd(self) -> object:
        return self._chance.choice(ODD_VALUES)

    def _bitten(self, data: bytes) -> bytes:
        """Bytes of which one is another, is gone, or has come."""
        chance, at = self._chance, self._chance.randrange(len(data) + 1)
        match chance.randrange(4):
            case 0:
                return data[:at] + chance.randbytes(1) + data[at + 1 :]
            case 1:
                return data[:at] + data[at + 1 :]
            case 2:
                return data[:at] + chance.randbytes(chance.randrange(1, 9)) + data[at:]
            case _:
                return data[:at]

    def stream(self, sessions: Sequence[bytes]) -> bytes:
        """A whole line's worth: a recorded session gone to pieces, or plain rubbish."""
        chance = self._chance
        data = chance.choice(sessions) if sessions else b""
        match chance.randrange(6):
            case 0:
                return chance.randbytes(chance.randrange(1, 3000))
            case 1 | 2:
                for _ in range(chance.randrange(1, 6)):
                    data = self._bitten(data) or b"\x00"
                return data
            case 3:
                other = chance.choice(sessions) if sessions else b""
                middle = chance.randrange(len(data) + 1)
                return data[:middle] + other[chance.randrange(len(other) + 1) :]
            case _:
                many = chance.randrange(1, 40)
                return data[:HELLO] + b"".join(
                    frame(self.body() or b"\xc0") for _ in range(many)
                )


HELLO: Final = 4 + 34
"""About as long as a hello is; a line without one goes nowhere."""

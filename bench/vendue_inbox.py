"""What one connection to a Vendue host receives, cut into frames and no more."""

from __future__ import annotations

HEAD_BYTES = 4

FILLER = 0x01000000
"""What the length of a filler counts from."""

DUE = b"\xa1t\xa3due\xa1s"
"""How a `due` begins, after the byte that says it is a map: its tag, and `s` next."""

ENDINGS = (b"\xa1t\xa7refused", b"\xa1t\xa3bye")
"""What a host says before the driver would wait in vain."""

ONE_BYTE = 0x80
"""A number below is one byte; else the byte says how many follow: cc 1, cd 2, ce 4."""


class Inbox:
    """Whole bodies in the order in which they came."""

    __slots__ = ("_rest", "bodies", "s")

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        """Those that nobody has taken out yet."""
        self.s = 0
        """The event that the newest `due` follows."""
        self._rest = b""

    def take(self, data: bytes) -> None:
        """Cut what was received; of a `due`, find what it follows.

        Raises:
            ConnectionError: The host refuses something, or ends the connection.
        """
        if self._rest:
            data = self._rest + data
        start, size = 0, len(data)
        while start + HEAD_BYTES <= size:
            end = start + HEAD_BYTES
            length = int.from_bytes(data[start:end], "big")
            is_filler = length >= FILLER
            end += length - FILLER if is_filler else length
            if end > size:
                break
            if is_filler:
                start = end
                continue
            body = data[start + HEAD_BYTES : end]
            if body.startswith(DUE, 1):
                self.s = s_of_due(body)
            elif body.startswith(ENDINGS, 1):
                raise ConnectionError(f"the host said {body!r}")
            self.bodies.append(body)
            start = end
        self._rest = data[start:]

    def taken_out(self) -> list[bytes]:
        """All bodies so far; they are here no longer."""
        bodies, self.bodies = self.bodies, []
        return bodies


def s_of_due(body: bytes) -> int:
    """The number after the beginning of a `due`."""
    at = 1 + len(DUE)
    first = body[at]
    if first < ONE_BYTE:
        return first
    size = 1 << (first - 0xCC)
    return int.from_bytes(body[at + 1 : at + 1 + size], "big")


def tag_of(body: bytes) -> bytes:
    """The tag of a message, which stands first: `event`, `dealt` and so on."""
    return body[4 : 4 + (body[3] & 0x1F)]

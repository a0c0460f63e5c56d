"""TLS of one connection, on memory buffers: bytes in, bytes out, and no waiting.

So an encrypted connection is written to at once, like a plain one, and costs no
task more.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable
from typing import Final, NamedTuple

from vendue_protocol.errors import Code, RemoteProtocolError

HANDSHAKE: Final = b"\x16"
"""The first byte of whoever speaks TLS; a frame's is 0."""

MOST_UNSAID_BYTES: Final = 32 * 1024
"""What may come without a word in it: two records are."""

RECORD_BYTES: Final = 16 * 1024
"""The most that one record of TLS says; so nothing of one is left unread."""


class Lines(NamedTuple):
    """What lines the host takes."""

    context: Callable[[], ssl.SSLContext]
    """How it speaks TLS, with which key; called when a peer does."""
    takes_plain: bool
    """Whether a line may also be plain."""


class Encryption:
    """The host's side.

    Args:
        context: With the host's certificate.
    """

    __slots__ = ("_in", "_out", "_tls", "_unsaid", "is_ready")

    def __init__(self, context: ssl.SSLContext) -> None:
        self._in, self._out = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._in, self._out, server_side=True)
        self._unsaid = 0
        """How much has come since the last word."""
        self.is_ready = False
        """Whether hands have been shaken; before, nothing can be said."""

    def opened(self, data: bytes) -> bytes:
        """What the peer says; empty: nothing yet. Look at `answer` after it.

        Raises:
            EOFError: The peer has said that it says no more.
            RemoteProtocolError: Much has come, and nothing was said.
            ssl.SSLError: It does not speak TLS 1.3, or what it sent was altered.
        """
        said = self._read(data)
        self._unsaid = 0 if said else self._unsaid + len(data)
        if self._unsaid > MOST_UNSAID_BYTES:
            raise RemoteProtocolError(Code.FRAME, f"{self._unsaid} bytes of TLS alone")
        return said

    def _read(self, data: bytes) -> bytes:
        self._in.write(data)
        said = b""
        try:
            if not self.is_ready:
                self._tls.do_handshake()
                self.is_ready = True
            while self._in.pending:
                said += self._tls.read(RECORD_BYTES)
        except ssl.SSLWantReadError:
            return said
        except ssl.SSLZeroReturnError:
            if not said:
                raise EOFError from None
        return said

    def answer(self) -> bytes:
        """What TLS itself has to say: the handshake, new keys, an alert."""
        return self._out.read() if self._out.pending else b""

    def sealed(self, data: bytes) -> bytes:
        """The bytes that carry these; they must be sent in the order of the calls."""
        self._tls.write(data)
        return self._out.read()

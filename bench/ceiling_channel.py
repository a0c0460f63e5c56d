"""The ceiling's connections: bytes in, bytes out, plain or under TLS; no I/O."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import Protocol


class Channel(Protocol):
    """What turns frames into the bytes of a socket and back."""

    def opened(self, data: bytes) -> tuple[bytes, bytes]:
        """From received bytes: what they say, and what must be sent back at once."""

    def sealed(self, frame: bytes) -> bytes:
        """The bytes that carry a frame."""


class Plain:
    """TCP as it is."""

    def opened(self, data: bytes) -> tuple[bytes, bytes]:
        """The bytes themselves."""
        return data, b""

    def sealed(self, frame: bytes) -> bytes:
        """The frame itself."""
        return frame


class Secure:
    """TLS on memory buffers: the fastest there is in Python, no task waits in it.

    Args:
        context: The server's, with its certificate.
    """

    def __init__(self, context: ssl.SSLContext) -> None:
        self._in, self._out = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._in, self._out, server_side=True)
        self._is_greeted = False

    def opened(self, data: bytes) -> tuple[bytes, bytes]:
        """Shake hands, then decrypt."""
        self._in.write(data)
        said = b""
        try:
            if not self._is_greeted:
                self._tls.do_handshake()
                self._is_greeted = True
            while self._in.pending or self._tls.pending():
                read = self._tls.read(65_536)
                if not read:
                    break
                said += read
        except ssl.SSLWantReadError:
            pass
        return said, self._out.read()

    def sealed(self, frame: bytes) -> bytes:
        """Encrypt."""
        self._tls.write(frame)
        return self._out.read()


def server_context(certificate: Path) -> ssl.SSLContext:
    """TLS 1.3 with the certificate and key of one PEM file, no session tickets."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0
    context.load_cert_chain(certificate)
    return context


def client_context() -> ssl.SSLContext:
    """TLS 1.3 to whoever answers: on loopback there is nobody else."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context

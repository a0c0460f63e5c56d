"""TLS to a host: whose key it has, and lengths that tell nothing.

The key is what counts: the certificate's names, dates and issuer mean nothing, and
nobody is asked who vouches for it. Whoever connects compares the key before it
sends a word.
"""

from __future__ import annotations

import ssl
from functools import cache
from typing import Final

import trio

from vendue_protocol.certificate import NotOurs, key_in_certificate
from vendue_protocol.frames import filled

MOST_KEPT_BYTES: Final = 1024
"""A hello and a `bye`, which a host says that does not speak TLS to this client."""


class NotEncrypted(Exception):
    """The peer does not speak TLS 1.3 as a host does.

    Args:
        answer: The first that it sent, at most `MOST_KEPT_BYTES`.
    """

    def __init__(self, answer: bytes) -> None:
        super().__init__()
        self.answer = answer


@cache
def client_context() -> ssl.SSLContext:
    """TLS 1.3 alone, to whoever answers: the key is compared by the caller."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


class EncryptedStream(trio.abc.Stream):
    """A line over TLS; what is sent at a time is filled up.

    Args:
        stream: Connected; it is closed with this.
    """

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._transport = _Remembering(stream)
        self._tls = trio.SSLStream(
            self._transport, client_context(), https_compatible=True
        )

    async def shake_hands(self) -> bytes:
        """Agree on keys.

        Returns:
            The host's public key, 32 bytes; it has proved that it has the other half.

        Raises:
            NotEncrypted: The peer does not do as a host does.
            trio.BrokenResourceError: The line broke.
        """
        try:
            await self._tls.do_handshake()
            certificate: bytes = self._tls.getpeercert(binary_form=True) or b""
            return key_in_certificate(certificate)
        except NotOurs:
            raise NotEncrypted(b"") from None
        except trio.BrokenResourceError as error:
            if self._transport.first and isinstance(error.__cause__, ssl.SSLError):
                raise NotEncrypted(self._transport.first) from None
            raise

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Send whole frames, and fill them up."""
        await self._tls.send_all(filled(bytes(data)))

    async def wait_send_all_might_not_block(self) -> None:
        """Return when something may be sent."""
        await self._tls.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """What comes next; empty when the host has closed the line."""
        return bytes(await self._tls.receive_some(max_bytes))

    async def aclose(self) -> None:
        """Close it; the host is not told so, the protocol has a word for that."""
        await self._transport.aclose()


class _Remembering(trio.abc.Stream):
    """A stream that keeps the first it received, to be looked at if it is not TLS."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self._stream = stream
        self.first = b""

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        data = bytes(await self._stream.receive_some(max_bytes))
        if len(self.first) < MOST_KEPT_BYTES:
            self.first = (self.first + data)[:MOST_KEPT_BYTES]
        return data

    async def aclose(self) -> None:
        await self._stream.aclose()

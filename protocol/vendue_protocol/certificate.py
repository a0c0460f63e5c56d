"""A host's certificate, of which only the key counts: it is pinned, not certified.

Names, dates, issuers and extensions mean nothing here. That the peer has the secret
half of the key is shown by the handshake of TLS itself.
"""

from __future__ import annotations

from typing import Final

_INTEGER: Final = 0x02
_SEQUENCE: Final = 0x30
_VERSION: Final = 0xA0

_BEFORE_THE_KEY: Final = (_SEQUENCE,) * 4
"""After the serial number: algorithm, issuer, dates, subject."""

_ED25519: Final = bytes.fromhex("302a300506032b6570032100")
"""What stands before the 32 bytes of an Ed25519 key (RFC 8410, sections 4 and 10)."""

_LONG: Final = 0x80
_MOST_LENGTH_BYTES: Final = 3


class NotOurs(ValueError):
    """No certificate of a host of Vendue: not DER, or not for an Ed25519 key."""


def key_in_certificate(der: bytes) -> bytes:
    """Read the public key that a certificate is for.

    Every element on the way must be of the expected kind and have a definite
    length, so that nobody can make two readers find two keys in it.

    Args:
        der: The whole certificate, as TLS carries it.

    Returns:
        32 raw bytes.

    Raises:
        NotOurs: It has none.

    Source:
        RFC 5280, section 4.1.
    """
    certificate, rest = _element(der, _SEQUENCE)
    if rest:
        raise NotOurs(f"{len(rest)} bytes after the certificate")
    signed, _ = _element(certificate, _SEQUENCE)
    if signed[:1] == bytes((_VERSION,)):
        _, signed = _element(signed, _VERSION)
    for kind in (_INTEGER, *_BEFORE_THE_KEY):
        _, signed = _element(signed, kind)
    found, _ = _element(signed, _SEQUENCE)
    whole = signed[: len(_ED25519)]
    if whole != _ED25519 or len(found) != _ED25519[1]:
        raise NotOurs("the key is not of Ed25519")
    return found[-32:]


def _element(data: bytes, kind: int) -> tuple[bytes, bytes]:
    """Part what an element holds from what follows it."""
    if data[:1] != bytes((kind,)):
        raise NotOurs(f"0x{data[:1].hex()} instead of 0x{kind:02x}")
    length, start = _length(data[1:])
    start += 1
    if len(data) < start + length:
        raise NotOurs("it is cut off")
    return data[start : start + length], data[start + length :]


def _length(data: bytes) -> tuple[int, int]:
    """A length, and how many bytes it takes itself."""
    first = data[0] if data else _LONG
    if first < _LONG:
        return first, 1
    size = first - _LONG
    if not 0 < size <= _MOST_LENGTH_BYTES or len(data) <= size:
        raise NotOurs("a length that is not definite")
    return int.from_bytes(data[1 : 1 + size], "big"), 1 + size

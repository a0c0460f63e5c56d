"""What every hashed or signed layout is built of: tags, integers, SHA-256."""

from __future__ import annotations

import hashlib
from typing import Final

HASH_SIZE: Final = 32
"""Bytes of a SHA-256 digest, of a secret, a nonce, a key and a challenge."""

GAME_SIZE: Final = 16
"""Bytes of a game id."""

_TAG_SIZE: Final = 16


def tag(name: str) -> bytes:
    r"""Make the 16 bytes that say what a layout is for.

    Args:
        name: Plain ASCII, at most 9 characters.

    Raises:
        ValueError: The name is not ASCII, or too long.

    Source:
        docs/FAIRPLAY.md, the lines above "Keys".

    Example:
        >>> tag("deck")
        b'vendue/deck\x00\x00\x00\x00\x00'
    """
    text = f"vendue/{name}".encode("ascii")
    if len(text) > _TAG_SIZE:
        raise ValueError(f"no room for the tag {name!r} in {_TAG_SIZE} bytes")
    return text.ljust(_TAG_SIZE, b"\0")


def unsigned(number: int, size: int) -> bytes:
    r"""Write a number as `size` bytes, unsigned, big-endian.

    Raises:
        ValueError: It is negative or needs more bytes.

    Example:
        >>> unsigned(258, 4)
        b'\x00\x00\x01\x02'
    """
    try:
        return number.to_bytes(size, "big")
    except OverflowError:
        raise ValueError(f"{number} does not fit {size} unsigned bytes") from None


VER: Final = unsigned(1, 2)
"""The version of all layouts, as it stands in them."""


def versioned(name: str) -> bytes:
    """Make the 18 bytes that most layouts begin with: the tag and the version."""
    return tag(name) + VER


def sha256(data: bytes) -> bytes:
    """Hash with SHA-256: 32 bytes."""
    return hashlib.sha256(data).digest()


def sized(what: str, data: bytes, size: int = HASH_SIZE) -> bytes:
    """Hand back the data if it has just the size that its layout needs.

    Args:
        what: What the data is, for the message, which never shows the data.
        data: The bytes to check.
        size: How many there must be.

    Raises:
        ValueError: There are more or fewer.
    """
    if len(data) != size:
        raise ValueError(f"{what} is {len(data)} bytes, not {size}")
    return data

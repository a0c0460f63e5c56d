"""A table's password: from what a person typed to what travels."""

from __future__ import annotations

import unicodedata
from typing import Final

LONGEST_BYTES: Final = 64
"""So that `sit` with the longest name, too, is filled up to one round of bytes."""


class BadPassword(ValueError):
    """It cannot be one; the message says why, and never tells it."""


def password_of(typed: str) -> bytes:
    r"""Make a password of a line that was typed or read.

    Args:
        typed: Perhaps with the line's end.

    Returns:
        1 to 64 bytes of UTF-8, the same however a keyboard composes its letters.

    Raises:
        BadPassword: It is empty or too long.

    Source:
        docs/PROTOCOL.md, "Passwords".

    Example:
        >>> password_of("Zo\u0065\u0308\n") == "Zoë".encode()
        True
    """
    password = unicodedata.normalize("NFC", typed.rstrip("\r\n"))
    try:
        coded = password.encode()
    except UnicodeEncodeError:
        raise BadPassword("a password that is no text") from None
    if not coded:
        raise BadPassword("an empty password")
    if len(coded) > LONGEST_BYTES:
        raise BadPassword(
            f"a password of {len(coded)} bytes; at most {LONGEST_BYTES} are possible"
        )
    return coded

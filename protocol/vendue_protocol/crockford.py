"""Codes that people read aloud and type: Crockford's base32, in groups of four."""

from __future__ import annotations

import unicodedata
from typing import Final

_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
# No I, L, O: too like 1 and 0. No U, so that no code swears.

_ALIKE: Final = str.maketrans("OIL", "011")

_BITS: Final = 5
_GROUP: Final = 4
_DASHES: Final = frozenset("-\N{HYPHEN}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}")


def spell(data: bytes) -> str:
    """Spell bytes as a code.

    Args:
        data: A multiple of 5 bytes, so that no character is half used.

    Returns:
        Eight characters for each 5 bytes, a dash after every fourth.

    Raises:
        ValueError: Bytes would be left over.

    Example:
        >>> spell(bytes(5)), spell(b"Vendue Art")
        ('0000-0000', 'ASJP-WS3N-CMG4-2WKM')
    """
    if len(data) % _BITS:
        raise ValueError(f"{len(data)} bytes do not fill a code")
    number = int.from_bytes(data, "big")
    shifts = range(len(data) * 8 - _BITS, -1, -_BITS)
    return _grouped("".join(_ALPHABET[number >> shift & 31] for shift in shifts))


def read_code(typed: str, *, characters: int = 8) -> str | None:
    """Read a code as a person typed it.

    Args:
        typed: In any case and any width, with or without dashes and spaces; the
            letters O, I and L stand for 0, 1 and 1.
        characters: How many the code has, dashes not counted.

    Returns:
        The code as `spell` writes it; `None` where it is no such code.

    Example:
        >>> read_code("bx8q 8vcc"), read_code("o123-4il8"), read_code("bx8q")
        ('BX8Q-8VCC', '0123-4118', None)
    """
    plain = unicodedata.normalize("NFKC", typed).upper()
    letters = "".join(c for c in plain if c not in _DASHES and not c.isspace())
    code = letters.translate(_ALIKE)
    if len(code) != characters or not set(code) <= set(_ALPHABET):
        return None
    return _grouped(code)


def _grouped(code: str) -> str:
    return "-".join(
        code[start : start + _GROUP] for start in range(0, len(code), _GROUP)
    )

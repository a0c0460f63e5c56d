"""The first frame of each side: it never changes, whatever the versions."""

from __future__ import annotations

import msgspec

VERSIONS = range(1, 2)
"""The protocol versions this program speaks, lowest to highest."""


class Hello(msgspec.Struct, frozen=True, kw_only=True):
    """What both sides can always read; unknown keys are overlooked.

    Source:
        docs/PROTOCOL.md, "Hello".
    """

    p: str
    """Always `vendue`."""
    lo: int
    """The lowest version spoken."""
    hi: int
    """The highest version spoken."""
    v: str
    """The program's own version, for people."""
    use: int = 0
    """In the host's answer: the version chosen, or 0 if there is none in common."""


def hello(program_version: str, *, use: int = 0) -> Hello:
    """What this side says first; a host says which version it `use`s."""
    lo, hi = VERSIONS.start, VERSIONS.stop - 1
    return Hello(p="vendue", lo=lo, hi=hi, v=program_version, use=use)


def choose_version(theirs: Hello) -> int:
    """The highest version both speak, or 0.

    Example:
        >>> choose_version(Hello(p="vendue", lo=1, hi=7, v="9.0.0"))
        1
        >>> choose_version(Hello(p="vendue", lo=2, hi=3, v="9.0.0"))
        0
    """
    best = min(theirs.hi, VERSIONS.stop - 1)
    return best if best >= max(theirs.lo, VERSIONS.start) else 0

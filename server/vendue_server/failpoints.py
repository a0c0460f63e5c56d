"""Failpoints: a test lets the host die, or its disk fail, at a chosen write.

`VENDUE_FAILPOINT=name:n:kill9|raise|enospc` does it the n-th time (from 1) that a
place of this name is reached.
Unset, a place costs one comparison.
"""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Callable, Mapping
from typing import Final

PLACES: Final = (
    "journal-create", "journal-created", "journal-append", "journal-appended",
    "journal-prune", "journal-pruned", "key-write", "key-written", "file-written",
    "log-write", "log-written", "record-write", "record-written",
)  # fmt: skip
"""Every place that can be named; what ends in `-ed` comes after it has been done."""


class BadFailpoint(ValueError):
    """What `VENDUE_FAILPOINT` says cannot be done; the message says why."""


class Failpoint:
    """One place that fails once.

    Args:
        name: Of `PLACES`.
        n: The first time is 1.
        fail: What happens then; mostly it does not return.
    """

    __slots__ = ("_fail", "_left", "_name")

    def __init__(self, name: str, n: int, fail: Callable[[], None]) -> None:
        self._name, self._left, self._fail = name, n, fail

    @property
    def has_failed(self) -> bool:
        """Whether its time has come."""
        return self._left <= 0

    def reach(self, name: str) -> None:
        """Count a place that was reached."""
        if name == self._name:
            self._left -= 1
            if self._left == 0:
                self._fail()


armed: Failpoint | None = None
"""The one of this process."""


def reach(name: str) -> None:
    """Say that a place was reached; mostly nothing happens."""
    if armed is not None:
        armed.reach(name)


def arm(failpoint: Failpoint | None) -> None:
    """Let this one fail, and no other."""
    global armed  # noqa: PLW0603 - a process has one disk, and one death
    armed = failpoint


def arm_from(environment: Mapping[str, str]) -> None:
    """Arm what `VENDUE_FAILPOINT` says, if it says anything.

    Raises:
        BadFailpoint: It is none.
    """
    if text := environment.get("VENDUE_FAILPOINT"):
        arm(failpoint_of(text))


def failpoint_of(text: str) -> Failpoint:
    """Read `name:n:kill9|raise|enospc`.

    Raises:
        BadFailpoint: It is not so.
    """
    name, _, rest = text.partition(":")
    n, _, how = rest.partition(":")
    if name not in PLACES or not n.isdecimal() or int(n) < 1 or how not in _HOW:
        raise BadFailpoint(
            f"VENDUE_FAILPOINT={text!r}: not name:n:{'|'.join(_HOW)} "
            f"with one of {', '.join(PLACES)}"
        )
    return Failpoint(name, int(n), _HOW[how])


def _kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _raise() -> None:
    raise RuntimeError("a failpoint")


def _no_space() -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


_HOW: Final = {"kill9": _kill, "raise": _raise, "enospc": _no_space}

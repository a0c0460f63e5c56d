"""How many files the host may have open: each connection is one."""

from __future__ import annotations

import sys
from typing import Final

from .settings import BadSettings

BESIDE: Final = 64
"""Files that are no connections: libraries while they load, logs, the listener."""


def allow(connections: int) -> None:
    """Let the system give so many connections a file, if it does not already.

    Raises:
        BadSettings: It gives fewer, and says how many.
    """
    if sys.platform == "win32":
        return  # no such limit there
    import resource  # noqa: PLC0415 - is not there on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted, unlimited = connections + BESIDE, resource.RLIM_INFINITY
    if soft == unlimited or soft >= wanted:
        return
    if hard != unlimited and hard < wanted:
        raise BadSettings(
            f"connections: {connections}, but the system lets this program open "
            f"{hard} files; at most {hard - BESIDE}, or raise `ulimit -Hn`"
        )
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))

"""Diagnostics: one JSON object a line on stderr, for whoever runs the host.

They never raise: a host that cannot say what is wrong with it goes on all the same.

structlog is imported with the first line that is written: it takes as long as half
of everything else, and a host has mostly nothing to say.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from time import monotonic
from typing import Final

import msgspec

from .log_limit import LogLimit

LOUDNESS: Final = "VENDUE_LOG"
"""The variable of the environment that says from which level on lines are written."""
LEVELS: Final = {"debug": 10, "info": 20, "warning": 30, "error": 40}
"""As structlog counts them."""


class Diagnostics:
    """Says what happened, with values by name; never with a secret among them.

    A value `peer` is the address of who caused the line; each may cause so many.
    """

    __slots__ = ("limit",)

    def __init__(self) -> None:
        self.limit = LogLimit()
        """How many lines each peer may cause."""

    def debug(self, event: str, **values: object) -> None:
        """What is normal, for who looks for a fault."""
        _write("debug", event, values)

    def info(self, event: str, **values: object) -> None:
        """What an owner of the host may want to know."""
        _write("info", event, values)

    def warning(self, event: str, **values: object) -> None:
        """What an owner should see to; the host goes on."""
        _write("warning", event, values)

    def error(self, event: str, bug: Exception, **values: object) -> None:
        """A bug, with where it was."""
        _write("error", event, {**values, "exc_info": bug})


log: Final = Diagnostics()
"""The one of this process."""


def _write(level: str, event: str, values: dict[str, object]) -> None:
    least = os.environ.get(LOUDNESS, "info").lower()
    if LEVELS[level] < LEVELS.get(least, LEVELS["info"]):
        return
    for loud, count in log.limit.begin(monotonic()).items():
        _put("warning", "suppressed", {"peer": loud, "lines": count})
    peer = values.get("peer")
    if peer is None or log.limit.lets_through(str(peer)):
        _put(level, event, values)


def _put(level: str, event: str, values: dict[str, object]) -> None:
    try:
        _say(level, event, values)
    except (OSError, ImportError):
        # No file is left to load structlog with, or the disk of the log is full.
        _say_plainly({"level": level, "event": event, **values})


def _say(level: str, event: str, values: dict[str, object]) -> None:
    import structlog  # noqa: PLC0415 - see above

    if not structlog.is_configured():
        structlog.configure(
            processors=[
                structlog.processors.add_log_level,
                structlog.processors.TimeStamper(fmt="iso", utc=True),
                structlog.processors.format_exc_info,
                structlog.processors.JSONRenderer(),
            ],
            wrapper_class=structlog.make_filtering_bound_logger(LEVELS["debug"]),
            logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
        )
    structlog.get_logger().log(LEVELS[level], event, **values)


def _say_plainly(line: dict[str, object]) -> None:
    """Write a line with what is loaded already; where nobody reads, nothing."""
    said = {
        name: value if isinstance(value, int) else _in_ascii(str(value))
        for name, value in line.items()
    }
    with suppress(OSError):
        sys.stderr.write(msgspec.json.encode(said).decode() + "\n")
        sys.stderr.flush()


def _in_ascii(text: str) -> str:
    """Text with nothing in it that a terminal obeys, as structlog's lines have none."""
    return ascii(text)[1:-1]

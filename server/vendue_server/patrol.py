"""The patrol: looks at all connections, second by second, for who says nothing."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import trio

from vendue_protocol.errors import Farewell
from vendue_protocol.limits import Limits
from vendue_protocol.message import Ping

from .connection import Connection
from .session import Session

PATROL_S: Final = 1.0
"""How often silent, slow and unfinished connections are looked at."""


async def patrol(sessions: Collection[Session], limits: Limits) -> None:
    """Ping silent connections, end dead and slow ones; never returns.

    Args:
        sessions: All that are served, at any time.
        limits: How long a peer may say nothing.
    """
    while True:
        await trio.sleep(PATROL_S)
        now = trio.current_time()
        for session in tuple(sessions):
            _look_at(session.connection, limits, now)


def _look_at(connection: Connection, limits: Limits, now: float) -> None:
    silent_s = now - connection.heard
    began = connection.frame_began
    if silent_s > limits.dead_s:
        connection.close(Farewell.SILENT)
    elif began is not None and now - began > limits.frame_s:
        connection.close(Farewell.SLOW)
    elif min(silent_s, now - connection.pinged) > limits.ping_s:
        connection.pinged = now
        connection.send(Ping())

"""What the tests of faults share: a host, a clock that jumps, and one printed seed."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator

import pytest
import structlog
import trio.testing
from tests.faults.seated_bots import QUICK
from tests.server.served import ServedHost, serving

from vendue_server.diagnostics import log
from vendue_server.log_limit import LogLimit


@pytest.fixture
def seed() -> int:
    """What everything drawn comes from; `VENDUE_SEED` chooses another."""
    number = int(os.environ.get("VENDUE_SEED", "1"))
    print(f"VENDUE_SEED={number}")  # pytest shows it where the test fails
    return number


@pytest.fixture
def fast_clock() -> trio.testing.MockClock:
    """Time that jumps on when all wait; sockets have 5 ms to be noticed before."""
    return trio.testing.MockClock(autojump_threshold=0.005)


@pytest.fixture
async def served() -> AsyncIterator[ServedHost]:
    """A host on loopback sockets, with the limits it has by itself."""
    async with serving() as host:
        yield host


@pytest.fixture
async def quick_host() -> AsyncIterator[ServedHost]:
    """A host that reads bots without pauses as fast as they speak."""
    async with serving(QUICK) as host:
        yield host


@pytest.fixture(autouse=True)
def diagnostics() -> Iterator[list[structlog.types.EventDict]]:
    """Keep diagnostics out of the tests' output; no peer has caused one yet."""
    log.limit = LogLimit()
    with structlog.testing.capture_logs() as logs:
        yield logs

"""What the hostile evenings share: a clock that jumps, and silence."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import structlog
import trio.testing


@pytest.fixture
def fast_clock() -> trio.testing.MockClock:
    """Time that jumps on when all wait; sockets have 5 ms to be noticed before."""
    return trio.testing.MockClock(autojump_threshold=0.005)


@pytest.fixture(autouse=True)
def diagnostics() -> Iterator[list[structlog.types.EventDict]]:
    """Keep diagnostics out of the tests' output."""
    with structlog.testing.capture_logs() as logs:
        yield logs

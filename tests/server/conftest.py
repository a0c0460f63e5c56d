"""What most tests of the host begin with."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import structlog
import trio
import trio.testing
from tests.server.game_by_hand import GameByHand, terms_for
from tests.server.served import ServedHost, serving
from tests.server.table_by_hand import TableByHand

from vendue_server.diagnostics import log
from vendue_server.log_limit import LogLimit
from vendue_shared.options import Options


@pytest.fixture
def three_persons() -> GameByHand:
    """Three persons; all hands have all kinds, seat 0 a second for its double."""
    return GameByHand(terms_for(3), seed=16)


@pytest.fixture
def person_and_bots() -> GameByHand:
    """Seat 0 is a person and begins, seats 1 and 2 are bots without pauses."""
    return GameByHand(terms_for(3, bots=(1, 2)), seed=16)


@pytest.fixture
def with_mystery_hand() -> GameByHand:
    """Three persons and a mystery hand."""
    return GameByHand(terms_for(3, options=Options(mystery_hand=True)), seed=13)


@pytest.fixture
def table() -> TableByHand:
    """A table of four chairs that its owner starts."""
    return TableByHand(chairs=4, starts_alone=False)


@pytest.fixture
def standing_table() -> TableByHand:
    """A table of three chairs that starts by itself."""
    return TableByHand(chairs=3, starts_alone=True)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Where a host keeps its key."""
    return tmp_path / "data"


@pytest.fixture
def fast_clock() -> trio.testing.MockClock:
    """Time that jumps on when all wait; sockets have 5 ms to be noticed before."""
    return trio.testing.MockClock(autojump_threshold=0.005)


@pytest.fixture
async def served() -> AsyncIterator[ServedHost]:
    """A host on loopback sockets, with the limits it has by itself."""
    async with serving() as host:
        yield host


@pytest.fixture(params=[False, True], ids=["plain", "TLS"])
def either_line(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> bool:
    """The test is done twice: its peers speak plain, and they speak TLS."""
    monkeypatch.setattr(ServedHost, "encrypts", request.param)
    return bool(request.param)


@pytest.fixture(autouse=True)
def diagnostics() -> Iterator[list[structlog.types.EventDict]]:
    """Keep diagnostics out of the tests' output; each test may cause as many."""
    log.limit = LogLimit()
    with structlog.testing.capture_logs() as logs:
        yield logs

"""Who wakes the tables: in time, and only those that have something due."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import trio
import trio.testing
from tests.server.game_by_hand import KEYS
from tests.server.table_by_hand import dealer_for_tests

from vendue_protocol.limits import DEFAULT
from vendue_server import timekeeper
from vendue_server.hall import Hall
from vendue_server.table import Table


class WokenTables:
    """Two tables in their lobbies, and who wakes them."""

    def __init__(self) -> None:
        self.hall = Hall(dealer_for_tests([]), DEFAULT)
        self.one, self.other = self.open("One"), self.open("Other")
        self.keeper = timekeeper.Timekeeper(self.hall)

    def open(self, name: str) -> Table:
        return self.hall.open(name, 3, kept=True)

    def keep_a_chair(self, table: Table, until: float) -> None:
        """Let a table give up a chair then."""
        number = table.lobby.chairs.sit("Anna", KEYS[0].public, None)
        table.lobby.chairs.keep(number, until)
        self.keeper.look_at(table)


@pytest.fixture
async def woken() -> AsyncIterator[WokenTables]:
    one = WokenTables()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(one.keeper.run)
        await trio.testing.wait_all_tasks_blocked()
        yield one
        nursery.cancel_scope.cancel()


async def test_table_does_what_is_due_when_it_is(
    autojump_clock: trio.testing.MockClock, woken: WokenTables
) -> None:
    del autojump_clock  # the clock of this run
    woken.keep_a_chair(woken.one, trio.current_time() + 5.0)

    await trio.sleep(4.9)
    assert woken.one.lobby.chairs.taken
    await trio.sleep(0.2)

    assert not woken.one.lobby.chairs.taken


async def test_table_that_is_due_later_is_not_forgotten_meanwhile(
    autojump_clock: trio.testing.MockClock, woken: WokenTables
) -> None:
    del autojump_clock  # the clock of this run
    now = trio.current_time()
    woken.keep_a_chair(woken.other, now + 8.0)
    woken.keep_a_chair(woken.one, now + 5.0)

    await trio.sleep(8.1)

    assert not woken.other.lobby.chairs.taken


async def test_table_is_not_looked_at_while_only_others_are_due(
    autojump_clock: trio.testing.MockClock,
    woken: WokenTables,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    del autojump_clock  # the clock of this run
    looked_at: list[Table] = []
    real = timekeeper.due_at

    def due_at(table: Table) -> float:
        looked_at.append(table)
        return real(table)

    monkeypatch.setattr(timekeeper, "due_at", due_at)
    woken.keep_a_chair(woken.one, trio.current_time() + 5.0)

    await trio.sleep(6.0)

    assert not woken.one.lobby.chairs.taken
    assert woken.other not in looked_at


async def test_table_opened_later_is_woken(
    autojump_clock: trio.testing.MockClock, woken: WokenTables
) -> None:
    del autojump_clock  # the clock of this run
    later = woken.open("Later")
    woken.keep_a_chair(later, trio.current_time() + 5.0)

    await trio.sleep(5.1)

    assert not later.lobby.chairs.taken


async def test_closed_table_is_kept_no_longer(
    autojump_clock: trio.testing.MockClock, woken: WokenTables
) -> None:
    del autojump_clock  # the clock of this run
    closed = woken.hall.open("Closed", 3)
    woken.keeper.look_at(closed)
    woken.hall.close_if_empty(closed)
    woken.keep_a_chair(woken.one, trio.current_time() + 5.0)

    await trio.sleep(5.1)

    assert closed not in woken.keeper._due

"""An honest game never raises an alarm, over a real line, whatever goes wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio.testing
from tests.hostile.evening import Evening
from tests.hostile.honest import KINDS, Honest, Slowness

from vendue_protocol.comparing import compare
from vendue_protocol.verifying import verify_file


async def check_honest(cheat: Honest, folder: Path) -> None:
    """Play an evening; nobody may find anything, then or in the logs."""
    evening = Evening(cheat, folder)
    if isinstance(cheat, Slowness):
        cheat.begin(evening)
    await evening.run()

    assert evening.alarms == {}
    assert {player.overs for player in evening.players} == {1}
    logs = [player.log for player in evening.players]
    for log in logs:
        assert list(verify_file(log))
    assert compare([*logs, logs[0]]).is_same


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
async def test_an_honest_game_raises_no_alarm(
    kind: type[Honest], tmp_path: Path, fast_clock: trio.testing.MockClock
) -> None:
    del fast_clock  # the clock of this run
    await check_honest(kind(1), tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100))
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
async def test_hundreds_of_honest_games_raise_no_alarm(
    kind: type[Honest], seed: int, tmp_path: Path, fast_clock: trio.testing.MockClock
) -> None:
    del fast_clock  # the clock of this run
    await check_honest(kind(seed), tmp_path)

"""Every cheat of a client gains nothing, and costs nobody else the game."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio.testing
from tests.hostile.cases import Case, Who
from tests.hostile.client_cheats import CLIENT_CASES, VOIDS
from tests.hostile.crooks import Crook
from tests.hostile.evening import Evening

from vendue_protocol.game_file import read_game_file
from vendue_protocol.verifying import verify_file
from vendue_shared.happened import BidsShown


@pytest.mark.parametrize("case", CLIENT_CASES, ids=lambda case: case.name)
async def test_a_cheating_client_is_refused_and_the_others_play_on(
    case: Case, tmp_path: Path, fast_clock: trio.testing.MockClock
) -> None:
    del fast_clock  # the clock of this run
    cheat = case.cheat()
    assert isinstance(cheat, Crook)
    evening = await Evening(cheat, tmp_path).run()

    (sees,) = case.sees
    if sees.who is Who.HOST:
        refused = [*cheat.refused, *evening.players[0].participant.refused]
        assert sees.check in {one.code for one in refused}
    else:
        facts = [fact for step in evening.host.log.steps for fact in step.facts]
        shown = [fact.bids[0] for fact in facts if isinstance(fact, BidsShown)]
        assert sees.check in [VOIDS[bid] for bid in shown if bid in VOIDS]
    honest = evening.players[1:]
    assert [player.participant.alarms for player in honest] == [[], []]
    assert [player.overs for player in honest] == [1, 1]
    logs = [read_game_file(evening.host_log.read_bytes())]
    logs += [player.log for player in honest]
    for log in logs:
        assert list(verify_file(log))

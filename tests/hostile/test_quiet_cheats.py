"""What raises no alarm at the table shows on the screen, or when logs are compared."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio.testing
from click.testing import CliRunner
from tests.hostile.cases import Case
from tests.hostile.evening import Evening
from tests.hostile.quiet_cheats import (
    NO_SEED,
    QUIET_CASES,
    SWALLOWED_OFFER,
    SWALLOWED_REVEAL,
    TO_THE_END,
)

from vendue_client.commands.verify import verify
from vendue_client.entries import Notice
from vendue_protocol.chain import HOST
from vendue_protocol.comparing import compare
from vendue_protocol.verify.reports import ResultTold
from vendue_protocol.verifying import verify_file
from vendue_shared.events import Offered
from vendue_shared.happened import BidsShown, Void

Clock = trio.testing.MockClock


@pytest.mark.parametrize("case", QUIET_CASES, ids=lambda case: case.name)
async def test_no_machine_raises_an_alarm_and_every_log_is_sound_in_itself(
    case: Case, tmp_path: Path, fast_clock: Clock
) -> None:
    del fast_clock  # the clock of this run
    evening = await Evening(case.cheat(), tmp_path).run()

    assert evening.alarms == {}
    assert [player.overs for player in evening.players] == [1, 1, 1]
    for player in evening.players:
        assert list(verify_file(player.log))


async def test_everybody_is_told_that_the_deck_is_not_proven(
    tmp_path: Path, fast_clock: Clock
) -> None:
    del fast_clock  # the clock of this run
    evening = await Evening(NO_SEED.cheat(), tmp_path).run()

    for player in evening.players:
        result = list(verify_file(player.log))[-1]
        assert Notice("unproven") in player.participant.entries
        assert isinstance(result, ResultTold)
        assert not result.is_deck_proved


async def test_two_histories_are_told_from_two_logs(
    tmp_path: Path, fast_clock: Clock
) -> None:
    del fast_clock  # the clock of this run
    evening = await Evening(TO_THE_END.cheat(), tmp_path).run()

    one, other = evening.players[:2]
    comparison = compare([one.log, other.log])
    told = CliRunner().invoke(verify, ["--compare", str(other.path), str(one.path)])
    assert comparison.differs_at is not None
    assert {two.who for two in comparison.two_holds} == {HOST}
    assert told.exit_code == 1


async def test_an_opening_that_is_lost_is_shown_as_withheld(
    tmp_path: Path, fast_clock: Clock
) -> None:
    del fast_clock  # the clock of this run
    evening = await Evening(SWALLOWED_REVEAL.cheat(), tmp_path).run()

    facts = [fact for step in evening.host.log.steps for fact in step.facts]
    shown = [fact.bids for fact in facts if isinstance(fact, BidsShown)]
    assert [bids[1] for bids in shown].count(Void.WITHHELD) == 1


async def test_a_move_that_is_lost_is_shown_as_the_clocks(
    tmp_path: Path, fast_clock: Clock
) -> None:
    del fast_clock  # the clock of this run
    evening = await Evening(SWALLOWED_OFFER.cheat(), tmp_path).run()

    auto = [event for event in evening.events if getattr(event, "auto", False)]
    assert [type(event) for event in auto] == [Offered]

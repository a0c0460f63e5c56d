"""Every cheat of a host is noticed where the page says, by the machines it says."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio.testing
from msgspec.structs import replace
from tests.hostile.cases import Case, Others
from tests.hostile.deck_cheats import DECK_CASES
from tests.hostile.evening import Evening
from tests.hostile.log_cheats import LOG_CASES
from tests.hostile.move_cheats import MOVE_CASES
from tests.hostile.painting_cheats import PAINTING_CASES
from tests.hostile.sealed_cheats import SEALED_CASES
from tests.hostile.setup_cheats import SETUP_CASES
from tests.hostile.signature_cheats import SIGNATURE_CASES
from tests.hostile.terms_cheats import TERMS_CASES
from tests.hostile.time_cheats import TIME_CASES

from vendue_client.entries import Notice
from vendue_client.wording.refusals import check_sentence, refusal_sentence
from vendue_protocol.verifying import verify_file

HOST_CASES = (
    *SETUP_CASES,
    *TERMS_CASES,
    *DECK_CASES,
    *PAINTING_CASES,
    *LOG_CASES,
    *SIGNATURE_CASES,
    *MOVE_CASES,
    *TIME_CASES,
    *SEALED_CASES,
)


@pytest.mark.parametrize("case", HOST_CASES, ids=lambda case: case.name)
async def test_a_cheating_host_is_noticed(
    case: Case, tmp_path: Path, fast_clock: trio.testing.MockClock
) -> None:
    del fast_clock  # the clock of this run
    cheat = case.cheat()
    evening = await Evening(cheat, tmp_path).run()

    expected = case.expected(cheat)
    found = {
        seat: replace(alarm, at=alarm.at if expected[seat].at else "")
        for seat, alarm in evening.alarms.items()
    }
    assert found == expected
    for seat in expected:
        participant = evening.players[seat].participant
        notice = Notice("alarm", participant.alarms[0].check)
        assert notice in participant.entries
        assert refusal_sentence(notice, participant) == check_sentence(
            participant.alarms[0].check
        )
    others = [p for p in evening.players if p.person not in expected]
    assert bool(others) is (case.others is not Others.NONE)
    plays = case.others is Others.PLAY
    assert [player.overs for player in others] == [int(plays)] * len(others)
    for player in others if plays else ():
        assert list(verify_file(player.log))[-1].step

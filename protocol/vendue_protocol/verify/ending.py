"""Step 13: how the log ended, and what came of the game."""

from __future__ import annotations

from vendue_protocol.game_file import GameFile
from vendue_protocol.log_frames import How
from vendue_shared.events import Ended, Ending

from .history import History
from .reports import NotSound, ResultTold, Verdict, VerifyStep


def check_result(
    file: GameFile, history: History, *, is_deck_proved: bool
) -> ResultTold:
    """Step 13: the trailer says how the log ended, and the rules say who won.

    Args:
        file: For its trailer.
        history: A legal one.
        is_deck_proved: Whether the seed was in the log.

    Raises:
        NotSound: The ending is another.
    """
    last = history.played[-1]
    how = How(last.event.reason) if isinstance(last.event, Ended) else How.OPEN
    if file.end.how is not how:
        raise NotSound(VerifyStep.RESULT, last.s, f"`{how}`", f"`{file.end.how}`")
    position = history.position
    if how is How.FINISHED and not position.winners:
        expected = f"`{Ending.FINISHED}` after the last round alone"
        raise NotSound(
            VerifyStep.RESULT, last.s, expected, f"it in round {position.round}"
        )
    return ResultTold(
        verdict=_verdict(how, is_played_out=bool(position.winners)),
        how=how,
        is_deck_proved=is_deck_proved,
        purses=tuple(position.purses),
        winners=position.winners,
    )


def _verdict(how: How, *, is_played_out: bool) -> Verdict:
    if how is How.OPEN:
        return Verdict.OPEN
    return Verdict.SOUND if is_played_out else Verdict.ENDED_EARLY

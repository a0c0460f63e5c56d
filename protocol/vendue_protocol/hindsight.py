"""What only the seed proves, once it is out: the deck, the places, the drawn offers."""

from __future__ import annotations

from typing import Final

from vendue_shared.events import Begun, Ended

from .follower import Step
from .game_file import GameFile
from .host_messages import Dealt, Logged
from .log_frames import How, LogEnd, LogHeader
from .proof import Check, ProofFailed
from .verify.agreed import check_seed
from .verify.dealing import check_deal, deal_of
from .verify.defaults import check_defaults
from .verify.history import heads_of, play_all
from .verify.paintings import check_paintings
from .verify.reports import NotSound, VerifyStep
from .verify.sealed import check_sealed

_CHECKS: Final = {
    VerifyStep.PAINTINGS: Check.PLACES,
    VerifyStep.DEFAULTS: Check.DEFAULT,
}
"""What a failed step means here; any other: the seed is not of this game."""


class Hindsight:
    """One game as a client was told it, kept until its seed is out.

    The rest of the log was proved event by event, by the follower.
    """

    __slots__ = ("_dealt", "_steps")

    def __init__(self) -> None:
        self._steps: list[Step] = []
        self._dealt: list[Dealt] = []

    def take(self, step: Step) -> None:
        """Keep an event that the follower has taken."""
        self._steps.append(step)

    def dealt(self, dealt: Dealt) -> None:
        """Keep what the own seat was dealt; the same again is one."""
        if dealt not in self._dealt:
            self._dealt.append(dealt)

    def prove(self, reader: int) -> None:
        """Prove what the seed proves; without one there is nothing to prove.

        Args:
            reader: The own seat, or 254 for a spectator.

        Raises:
            ProofFailed: `seed`, `default` or `places`, the first that fails.

        Source:
            docs/LOGS.md, "How a log is verified".
        """
        begun, ended = self._steps[0].event, self._steps[-1].event
        if not isinstance(begun, Begun) or not isinstance(ended, Ended):
            raise ValueError("the log is not closed")  # noqa: TRY004 - no wrong type
        if not ended.seed:
            return
        try:
            self._prove(begun, ended, reader)
        except NotSound as failure:
            check = _CHECKS.get(failure.step, Check.SEED)
            s = failure.s or self._steps[-1].s
            detail = f"expected {failure.expected}; found {failure.found}"
            raise ProofFailed(check, s, detail) from None

    def _prove(self, begun: Begun, ended: Ended, reader: int) -> None:
        payloads = [step.payload for step in self._steps]
        heads = heads_of(begun, payloads)
        file = self._as_file(begun, ended, reader, heads[-1])
        check_seed(file, begun, ended.seed)
        deal = deal_of(begun, ended.seed)
        check_deal(file, begun, deal)
        history = play_all(begun, [step.event for step in self._steps], heads)
        check_paintings(file, history, deal)
        check_sealed(history, ended.seed)
        check_defaults(history, deal)

    def _as_file(
        self, begun: Begun, ended: Ended, reader: int, head: bytes
    ) -> GameFile:
        events = tuple(Logged(s=step.s, e=step.payload) for step in self._steps)
        return GameFile(
            header=LogHeader(game=begun.terms.game, reader=reader),
            given_up=(),
            events=events,
            holds=(),
            dealt=tuple(self._dealt),
            end=LogEnd(s=len(events), h=head, how=How(ended.reason)),
            size=0,
            frames=0,
        )

"""The study: questions to the process in which bots think that need long.

Sans-IO: frames to be sent are taken out, frames that came are put in. Nothing here
waits, and whatever becomes of the process costs an answer at most: who asked plays
without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from vendue_shared.bots.answers import Answer
from vendue_shared.bots.levels import Level
from vendue_shared.paintings import Painting
from vendue_shared.seats import Seat

from .diagnostics import log as diagnostics
from .game_log import Kept
from .questions import Asked, Forgotten, Question, encode, thought

MOST_UNSENT: Final = 2**20
"""Bytes; a process that has not read so much answers no more in time."""


class Consideration:
    """One question, from when it was asked until it is answered or given up.

    Args:
        study: Of whom it is asked.
        number: Of the question.
        asked_at: Seconds on the host's clock.
    """

    __slots__ = ("_study", "answer", "asked_at", "is_open", "number")

    def __init__(self, study: Study, number: int, asked_at: float) -> None:
        self._study = study
        self.number, self.asked_at = number, asked_at
        self.is_open = True
        """Whether an answer may still come."""
        self.answer: Answer | None = None
        """`None` when it is not open: there will be none."""

    def is_settled(self) -> bool:
        """Whether there is nothing to wait for, after a look at what has come."""
        if self.is_open:
            self._study.look()
        return not self.is_open

    def given(self) -> Answer | None:
        """The answer, if there is one; from now on it is too late for it."""
        if self.is_open:
            diagnostics.info("a bot did not think in time", question=self.number)
            self.is_open = False
        return self.answer

    def close(self, answer: Answer | None = None) -> None:
        """It is answered, or given up, unless it was already."""
        if self.is_open:
            self.answer, self.is_open = answer, False


class Study:
    """What is asked and not answered yet, and how far each game has been told."""

    def __init__(self) -> None:
        self.send: Callable[[], None] = _nobody
        """Called when there is something to send; does not wait."""
        self.look: Callable[[], None] = _nobody
        """Called to take in what has been answered; does not wait."""
        self.is_shut = False
        """Whether there is no process, nor soon: nothing is asked meanwhile."""
        self.unsent = bytearray()
        """Frames, in order; whoever sends takes away what is sent."""
        self._told: dict[bytes, int] = {}
        """How many events of each game were told."""
        self._open: dict[tuple[bytes, Seat], Consideration] = {}
        """The newest question of each seat, the oldest of them first."""
        self._number = 0

    def ask(
        self,
        game: bytes,
        log: Sequence[Kept],
        *,
        seat: Seat,
        level: Level,
        hand: tuple[Painting, ...],
        now: float,
    ) -> Consideration:
        """Ask what a seat does; what it was asked before does not count any more.

        Args:
            game: Its id.
            log: Its events so far; those not told yet travel with the question.
            seat: Whose move; it is awaited.
            level: How well it plays, the same for the whole game.
            hand: Its own.
            now: Seconds on the host's clock.
        """
        self._number += 1
        number = self._number
        considered = Consideration(self, number, now)
        self._open.pop((game, seat), None)
        if self.is_shut or len(self.unsent) > MOST_UNSENT:
            considered.close()
            return considered
        told = self._told.get(game, 0)
        asked = Asked(
            game=game,
            events=tuple(kept.event for kept in log[told:]),
            seat=seat,
            number=number,
            level=level,
            hand=hand,
        )
        self._told[game] = len(log)
        self._open[game, seat] = considered
        self._put(asked)
        return considered

    def forget(self, game: bytes) -> None:
        """Nobody will ask about this game any more."""
        if self._told.pop(game, 0):
            self._put(Forgotten(game=game))
        for key in [key for key in self._open if key[0] == game]:
            del self._open[key]

    def _put(self, message: Question) -> None:
        self.unsent += encode(message)
        self.send()

    # What the process is for, and what becomes of it.

    def take(self, body: bytes) -> None:
        """Take in what the process says.

        Raises:
            msgspec.DecodeError: It is nothing of the kind.
        """
        found = thought(body)
        considered = self._open.get((found.game, found.seat))
        if considered is not None and considered.number == found.number:
            del self._open[found.game, found.seat]
            considered.close(found.answer)

    def oldest(self) -> float | None:
        """When the oldest open question was asked; `None`: none is open."""
        return next((one.asked_at for one in self._open.values()), None)

    def begin_anew(self) -> None:
        """The process is gone: no answer will come, and the next one knows nothing."""
        self.send = self.look = _nobody
        self.unsent.clear()
        self._told.clear()
        for considered in self._open.values():
            considered.close()
        self._open.clear()


def _nobody() -> None:
    """There is no process."""

"""The logs that a client keeps of the games it saw, one file a game.

Each file is a whole log at every moment, for its owner alone: it has the paintings
that this player was dealt. The newest are kept.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Final

from platformdirs import user_state_path

from vendue_protocol.follower import Step
from vendue_protocol.game_file_writing import FileFull, GameFileWriter
from vendue_protocol.host_messages import (
    Commitments,
    Dealt,
    GivenUp,
    Held,
    Logged,
    Proposal,
)
from vendue_protocol.log_frames import SPECTATOR, GaveUp, How, Kept, LogHeader
from vendue_shared.events import Begun, Ended
from vendue_shared.seats import Seat

from .language import _

KEPT_FILES: Final = 200
"""The newest that stay: some 15 MB, a winter of evenings."""

MOST_ATTEMPTS: Final = 100
"""The newest set-ups without a game that are remembered for the next game's log."""

SUFFIX: Final = ".vendue"


class GameFiles:
    """Keeps the logs of one sitting.

    It never raises for what the disk does: a game goes on without its log, the
    player is told once, and writing is tried again with each event.

    Args:
        folder: Where; made when the first game begins. `None`: the user's own.
        warn: Told, once a sitting, that a log is not being kept, and why.
    """

    __slots__ = ("_attempts", "_file", "_folder", "_has_warned", "_warn")

    def __init__(self, folder: Path | None, warn: Callable[[str], None]) -> None:
        self._folder = folder or user_state_path("vendue") / "games"
        self._warn, self._has_warned = warn, False
        self._file: _File | None = None
        self._attempts: list[_Attempt] = []

    @property
    def path(self) -> Path | None:
        """Where the log of the game now on is; `None`: nowhere."""
        return self._file.path if self._file else None

    # The set-up.

    def seated(self) -> None:
        """Another table: what was given up elsewhere has nothing to do with it."""
        self._attempts.clear()

    def proposed(self, proposal: Proposal) -> None:
        """Step 1 of a set-up."""
        games = {attempt.proposal.terms.game for attempt in self._attempts}
        if proposal.terms.game not in games:  # a host asks again after a return
            self._attempts.append(_Attempt(proposal))
            del self._attempts[:-MOST_ATTEMPTS]

    def committed(self, commitments: Commitments) -> None:
        """Step 3 of a set-up."""
        for attempt in self._attempts:
            if attempt.proposal.terms.game == commitments.game:
                attempt.ks = commitments.ks

    def given_up(self, message: GivenUp) -> None:
        """A set-up failed."""
        for attempt in self._attempts:
            if attempt.proposal.terms.game == message.game:
                attempt.ending = message

    # The game.

    def event(self, step: Step, head: bytes, seat: Seat | None) -> None:
        """Keep an event; the first one begins a file.

        Args:
            step: As the follower has taken it.
            head: The head after it.
            seat: The own seat in this game; `None`: watching.
        """
        if isinstance(step.event, Begun):
            self._begin(step.event.terms.game, seat)
        if self._file is None:
            return
        how = How(step.event.reason) if isinstance(step.event, Ended) else How.OPEN
        logged = Logged(s=step.s, e=step.payload)
        self._try(self._file, lambda file: file.writer.event(logged, head, how))

    def held(self, held: Held) -> None:
        """Keep somebody's signature as it came, whether or not it fits."""
        self._put(held)

    def dealt(self, dealt: Dealt) -> None:
        """Keep what this seat was dealt."""
        self._put(dealt)

    def evidence(self, logged: Logged) -> None:
        """Keep an event that was refused, beside the history that it does not fit."""
        self._put(logged)

    def close(self) -> None:
        """Leave the file as it is: a whole log of what was seen."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _begin(self, game: bytes, seat: Seat | None) -> None:
        self.close()
        reader = SPECTATOR if seat is None else seat
        given_up = [found for a in self._attempts if (found := a.given_up) is not None]
        self._attempts.clear()
        writer = GameFileWriter(LogHeader(game=game, reader=reader), given_up)
        self._file = _File(self._folder, game.hex(), writer)

    def _put(self, kept: Kept) -> None:
        """Keep it, unless it is there: after a return a host sends some again."""
        if self._file is not None and kept not in self._file.seen:
            self._try(self._file, lambda file: file.put(kept))

    def _try(self, file: _File, put: Callable[[_File], None]) -> None:
        try:
            put(file)
            file.save()
        except FileFull:
            self._say(_("the log is full"))
        except OSError as error:
            self._say(error.strerror or type(error).__name__)

    def _say(self, why: str) -> None:
        if not self._has_warned:
            self._has_warned = True
            text = _("The log of this game cannot be kept in {folder}: {why}.")
            self._warn(text.format(folder=self._folder, why=why))


class _Attempt:
    """A set-up as this client saw it."""

    def __init__(self, proposal: Proposal) -> None:
        self.proposal = proposal
        self.ks: tuple[bytes, ...] = ()
        self.ending: GivenUp | None = None

    @property
    def given_up(self) -> GaveUp | None:
        """What the file says of it; `None`: it was not given up."""
        if self.ending is None:
            return None
        return GaveUp(
            attempt=self.proposal.attempt,
            terms=self.proposal.terms,
            hs=self.proposal.hs,
            ks=self.ks,
            missing=self.ending.missing,
            seed=self.ending.seed,
        )


class _File:
    """One file: made at the first save, and whole after each."""

    def __init__(self, folder: Path, name: str, writer: GameFileWriter) -> None:
        self.folder, self.name, self.writer = folder, name, writer
        self.path: Path | None = None
        self.seen: set[Kept] = set()
        """What was put, events apart."""
        self._descriptor = -1

    def put(self, kept: Kept) -> None:
        """Take what is not there yet.

        Raises:
            FileFull: There is no room for it.
        """
        self.writer.put(kept)
        self.seen.add(kept)

    def save(self) -> None:
        """Write what is new, in the place of the trailer.

        Raises:
            OSError: Nothing is lost: the next save writes it too.
        """
        if self._descriptor < 0:
            self._create()
        offset, data = self.writer.patch()
        written = 0
        while written < len(data):
            rest = data[written:]
            written += os.pwrite(self._descriptor, rest, offset + written)
        os.ftruncate(self._descriptor, offset + len(data))
        self.writer.wrote()

    def close(self) -> None:
        """Close it."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _create(self) -> None:
        """Under a name of its own: an earlier log of the game is evidence, too."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        _make_room(self.folder)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        for number in count(1):
            name = self.name if number == 1 else f"{self.name}-{number}"
            path = self.folder / f"{name}{SUFFIX}"
            try:
                self._descriptor = os.open(path, flags, 0o600)
            except FileExistsError:
                continue
            self.path = path
            return


def _make_room(folder: Path) -> None:
    """Remove the oldest, so that with a new one no more than `KEPT_FILES` are there."""
    ages = [(path.stat().st_mtime_ns, path) for path in folder.glob(f"*{SUFFIX}")]
    ages.sort(reverse=True)
    for _age, path in ages[KEPT_FILES - 1 :]:
        path.unlink(missing_ok=True)

"""The logs that a host keeps of its games, one file a game.

They hold what is public alone, and the seed. A file is written when its game is
closed: until then the journal has all of it, and a move costs nothing here.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from vendue_protocol.game_file_writing import FileFull, GameFileWriter
from vendue_protocol.host_messages import Held, Logged
from vendue_protocol.log_frames import HOST_READER, GaveUp, How, LogHeader
from vendue_shared.events import Ended

from . import failpoints
from .diagnostics import log
from .durable import make_folder, sync_names
from .game_log import GameLog
from .setup import Setup


class LogFiles:
    """Where the host's files lie.

    Args:
        folder: Made when the first game begins; `None`: no files are kept.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def open(self, game: GameLog, given_up: Sequence[GaveUp] = ()) -> LogFile:
        """The file of a game; nothing is written yet.

        Args:
            game: Its log; it may have no event yet.
            given_up: The table's set-ups that were given up before it.
        """
        return LogFile(self._folder, game, given_up)


class LogFile:
    """The host's file of one game, written from its log.

    It never raises for what the disk does: that is said once in the diagnostics,
    and everything is tried again with the next call.
    """

    __slots__ = (
        "_folder", "_given_up", "_has_warned", "_log", "_steps", "_writer",
        "_written_holds",
    )  # fmt: skip

    def __init__(
        self, folder: Path | None, game: GameLog, given_up: Sequence[GaveUp]
    ) -> None:
        self._folder, self._log, self._given_up = folder, game, tuple(given_up)
        self._steps = 0
        self._written_holds: set[tuple[int, int]] = set()
        self._writer: GameFileWriter | None = None
        self._has_warned = False

    def finish(self) -> bool:
        """Write all that is new: at the end, and when holds came after it.

        Returns:
            Whether it is on the disk, as far as it can ever be.
        """
        if self._folder is None or not self._log.steps:
            return True
        try:
            self._collect()
            self._save(self._folder)
        except (OSError, FileFull) as error:
            if not self._has_warned:
                self._has_warned = True
                game = self._log.follower.game.hex()
                log.warning("log file not written", game=game, error=str(error))
            return isinstance(error, FileFull)
        return True

    def _collect(self) -> None:
        follower = self._log.follower
        if self._writer is None:
            header = LogHeader(game=follower.game, reader=HOST_READER)
            self._writer = GameFileWriter(header, self._given_up)
        for step in self._log.steps[self._steps :]:
            how = How(step.event.reason) if isinstance(step.event, Ended) else How.OPEN
            logged = Logged(s=step.s, e=step.payload)
            self._writer.event(logged, follower.heads[step.s], how)
            self._steps += 1
        for (s, who), hold in follower.holds.items():
            if (s, who) not in self._written_holds:
                self._writer.put(Held(s=s, who=who, hold=hold))
                self._written_holds.add((s, who))

    def _save(self, folder: Path) -> None:
        if self._writer is None:
            return
        offset, data = self._writer.patch()
        make_folder(folder)
        path = folder / f"{self._log.follower.game.hex()}.vendue"
        flags = os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | (0 if offset else os.O_TRUNC)
        descriptor = os.open(path, flags, 0o600)
        try:
            written = 0
            failpoints.reach("log-write")
            while written < len(data):
                rest = data[written:]
                written += os.pwrite(descriptor, rest, offset + written)
            os.ftruncate(descriptor, offset + len(data))
            failpoints.reach("log-written")
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        if not offset:
            sync_names(folder)
        self._writer.wrote()


class TableFiles:
    """The files of one table's games, until they are written.

    Args:
        files: Where they lie.
    """

    def __init__(self, files: LogFiles) -> None:
        self._files = files
        self._newest: LogFile | None = None
        self._unwritten: list[LogFile] = []
        """Of closed games."""

    def open(self, game: GameLog, given_up: Sequence[GaveUp]) -> None:
        """The newest game has a file; see `LogFiles.open`."""
        self._newest = self._files.open(game, given_up)

    def add_closed(self, game: GameLog, given_up: Sequence[GaveUp]) -> None:
        """A game was closed by a host before this one, perhaps unwritten."""
        self._unwritten.append(self._files.open(game, given_up))

    def close(self) -> None:
        """The newest game is closed: write what is not written of all that are."""
        if self._newest is not None:
            self._unwritten.append(self._newest)
        self.finish()

    def sign(self) -> None:
        """Holds have come after the end of the newest game."""
        if self._newest is not None:
            self._newest.finish()

    def finish(self) -> bool:
        """Try again what could not be written; tell whether all is."""
        self._unwritten = [file for file in self._unwritten if not file.finish()]
        return not self._unwritten


def gave_up(setup: Setup, missing: tuple[int, ...]) -> GaveUp:
    """What a log says of a set-up that was given up.

    Args:
        setup: The set-up.
        missing: The chairs that did not answer.
    """
    return GaveUp(
        attempt=setup.attempt,
        terms=setup.terms,
        hs=setup.hs,
        ks=setup.commitments.ks if setup.is_agreed else (),
        missing=missing,
        seed=setup.given_up(missing).seed,
    )

"""A sitting on disk: the notes that a client that dies and starts again needs.

One file a sitting, for its owner alone, only ever added to, and locked while a
client is attached: so two clients on one machine are two people.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import stat
from errno import EFBIG, ENOSPC
from pathlib import Path
from typing import Final, Self

from platformdirs import user_state_path

from .exits import Exit, Stop
from .language import _
from .sitting_notes import FIRST_ON_DISK, AnyNote, BadSitting, line_of, read_notes

SUFFIX: Final = ".sitting"
LARGEST_FILE: Final = 4 * 1024 * 1024
"""Bytes; an evening of twenty games takes a quarter of one MiB."""


class InUse(Exception):
    """Another client is attached to this sitting."""


def sittings_folder() -> Path:
    """Where this user's sittings are kept."""
    return user_state_path("vendue") / "sittings"


class SittingFile:
    """One sitting's notes, on disk before what follows them leaves.

    Args:
        path: Its file.
        descriptor: Of the file, locked; this closes it.
        notes: What it holds already.
    """

    def __init__(self, path: Path, descriptor: int, notes: list[AnyNote]) -> None:
        self.path, self.notes = path, notes
        self._descriptor = descriptor

    @classmethod
    def create(cls, folder: Path | None = None) -> Self:
        """Make a new one, empty; the folder too if it is not there.

        Raises:
            Stop: It cannot be made.
        """
        folder = folder or sittings_folder()
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            path = folder / f"{secrets.token_hex(8)}{SUFFIX}"
            descriptor = os.open(path, flags, 0o600)
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _sync_folder(folder)
        except OSError as error:
            raise Stop(Exit.DATA, f"{folder}: {error.strerror}") from None
        return cls(path, descriptor, [])

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open one that a client left behind; what a crash has cut is cut off.

        Raises:
            InUse: A client is attached to it.
            BadSitting: It is damaged, or no file of this user's own.
            OSError: It cannot be read.
        """
        flags = os.O_RDWR | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
        descriptor = os.open(path, flags)
        try:
            _check_own(descriptor)
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _check_there(path)
            data = os.pread(descriptor, LARGEST_FILE + 1, 0)
            notes, size = read_notes(data)
            if size < len(data):
                os.ftruncate(descriptor, size)
        except BlockingIOError:
            os.close(descriptor)
            raise InUse from None
        except BaseException:
            os.close(descriptor)
            raise
        return cls(path, descriptor, notes)

    def note(self, note: AnyNote) -> None:
        """Write one note; what must not be lost with the power is synced.

        Raises:
            Stop: It could not be written: then nothing may leave that needs it.
        """
        try:
            self._append(line_of(note))
            if isinstance(note, FIRST_ON_DISK):
                os.fsync(self._descriptor)
        except OSError as error:
            reason = _("{path}: {why}; nothing secret was sent.")
            raise Stop(
                Exit.DATA, reason.format(path=self.path, why=error.strerror)
            ) from None
        self.notes.append(note)

    def _append(self, line: bytes) -> None:
        """Write a whole line or nothing."""
        size = os.fstat(self._descriptor).st_size
        if size + len(line) > LARGEST_FILE:
            raise OSError(EFBIG, os.strerror(EFBIG))
        if os.write(self._descriptor, line) < len(line):
            os.ftruncate(self._descriptor, size)
            raise OSError(ENOSPC, os.strerror(ENOSPC))

    def close(self) -> None:
        """Leave it for the next client; without notes it is nothing to leave."""
        if not self.notes:
            self.delete()
        elif self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def delete(self) -> None:
        """The sitting is over: forget its secrets."""
        if self._descriptor >= 0:
            self.path.unlink(missing_ok=True)
            os.close(self._descriptor)
            self._descriptor = -1


def _check_there(path: Path) -> None:
    if not path.exists():
        raise InUse  # its client has ended it, just now


def _check_own(descriptor: int) -> None:
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode) or found.st_uid != os.geteuid():
        raise BadSitting("it is no file of your own")
    if found.st_size > LARGEST_FILE:
        raise BadSitting("it is too large")


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

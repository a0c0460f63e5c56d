"""A sitting and its file: made with the first chair, ended with the last game."""

from __future__ import annotations

from pathlib import Path

from .sitting_file import SittingFile
from .sitting_notes import AnyNote, Opened, SatDown


class Sitting:
    """What one client remembers of where it sits.

    Args:
        secret: The private half of its key.
        is_own_host: Whether this player started the host.
        file: What is there already; `None`: it is made when the player sits down.
        folder: Where it is made; `None`: the user's own.
    """

    def __init__(
        self,
        secret: bytes,
        *,
        is_own_host: bool,
        file: SittingFile | None = None,
        folder: Path | None = None,
    ) -> None:
        self._secret, self._is_own_host = secret, is_own_host
        self._file, self._folder = file, folder
        self.address = ""
        """The host's, with its code."""

    def note(self, note: AnyNote) -> None:
        """Keep a note, on disk before this returns where it must be.

        Raises:
            Stop: It cannot be written.
        """
        if self._file is None:
            if not isinstance(note, SatDown):
                return  # who only watches has nothing to come back to
            self._file = SittingFile.create(self._folder)
            self._file.note(
                Opened(
                    secret=self._secret,
                    address=self.address,
                    is_own_host=self._is_own_host,
                )
            )
        self._file.note(note)

    def close(self, *, goes_on: bool) -> None:
        """Leave it behind if a game goes on without this player, else delete it."""
        if self._file is None:
            return
        if goes_on:
            self._file.close()
        else:
            self._file.delete()

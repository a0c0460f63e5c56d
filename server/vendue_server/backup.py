"""A copy of a running host's data directory, to start a host from.

Source:
    docs/OPERATIONS.md, "The data directory".
"""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from .certificate import CERTIFICATE_FILE
from .data_directory import KEY_FILE
from .durable import sync_names, write_whole
from .journal.store import FILE, Journal
from .refusal import StorageFailed

GAMES: Final = "games"
"""The folder of the games' logs, in the data directory and in its copy."""


def back_up(directory: Path, journal: Journal, folder: Path) -> None:
    """Copy all that a host needs, whole or not at all; in any thread.

    Args:
        directory: The data directory.
        journal: Its journal, as it is at one instant.
        folder: Made for its owner alone; nothing may be there.

    Raises:
        StorageFailed: There is no copy; says why.
    """
    try:
        if folder.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        part = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f"{folder.name}."))
        try:
            _fill(part, directory, journal.copy)
            part.rename(folder)
            sync_names(folder.parent)
        finally:
            shutil.rmtree(part, ignore_errors=True)
    except OSError as error:
        raise StorageFailed(f"{folder}: {error.strerror}") from None


def _fill(part: Path, directory: Path, copy: Callable[[Path], None]) -> None:
    for name in (KEY_FILE, CERTIFICATE_FILE):
        write_whole(part / name, (directory / name).read_bytes())
    # Before the logs: a game that ends meanwhile is then in either of the two.
    copy(part / FILE)
    if (directory / GAMES).is_dir():
        shutil.copytree(directory / GAMES, part / GAMES)
        sync_names(part / GAMES)
    sync_names(part)

"""Files that outlive a power cut, under their names."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from . import failpoints


def write_whole(path: Path, content: bytes) -> None:
    """Write a file for its owner alone: whole, or not under its name at all.

    Args:
        path: Where; what is there is replaced.
        content: All of it.

    Raises:
        OSError: It is as it was.
    """
    new = path.with_name(f"{path.name}.new")
    new.unlink(missing_ok=True)
    try:
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(descriptor)
        failpoints.reach("file-written")
        new.replace(path)
    except OSError:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise
    sync_names(path.parent)


def make_folder(folder: Path) -> None:
    """Make a folder for its owner alone, if there is none.

    Raises:
        OSError: It cannot be made, or is no folder.
    """
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        sync_names(folder.parent)


def sync_names(folder: Path) -> None:
    """Let the names in a folder outlive a power cut: the files' own sync does not.

    Raises:
        OSError: The disk failed.
    """
    if sys.platform == "win32":
        return  # a folder cannot be opened there
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

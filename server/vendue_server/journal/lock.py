"""One host a data directory: a lock that ends with the process, however it ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

from vendue_server.data_directory import BadDataDirectory

FILE: Final = "host.lock"


class DirectoryLock:
    """Held until `release`, or until the process is gone.

    Args:
        directory: The data directory.

    Raises:
        BadDataDirectory: Another host has it, and the message says which; or the
            directory cannot be written.
    """

    def __init__(self, directory: Path) -> None:
        path = directory / FILE
        try:
            self._descriptor = os.open(
                path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600
            )
        except OSError as error:
            raise BadDataDirectory(f"{path}: {error.strerror}") from None
        if not _take(self._descriptor):
            holder = (
                os.pread(self._descriptor, 32, 0).decode("ascii", "replace").strip()
            )
            os.close(self._descriptor)
            raise BadDataDirectory(
                f"{directory} is in use by the host with process id {holder}; stop "
                "it, or choose another directory with --data"
            )
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, f"{os.getpid()}\n".encode("ascii"), 0)

    def release(self) -> None:
        """Let another host have the directory."""
        os.close(self._descriptor)


def _take(descriptor: int) -> bool:
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - is there on Windows alone

        # Far behind the process id, which others may then still read.
        os.lseek(descriptor, 1024, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl  # noqa: PLC0415 - is not there on Windows

    try:
        # Not flock: a child would go on holding it after this process has died.
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True

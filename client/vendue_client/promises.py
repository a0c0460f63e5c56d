"""What this client has promised, on disk before the secret that follows leaves.

One small append-only file a sitting. Each line says what was answered to, so that
a client that dies and starts again never opens the same secret to another history.
"""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_state_path

from .exits import Exit, Stop


class Promises:
    """Appends lines, each on disk when `keep` returns.

    Args:
        folder: Where; made if it is not there, for its owner alone.

    Raises:
        Stop: The folder or the file cannot be used.
    """

    def __init__(self, folder: Path | None = None) -> None:
        folder = folder or user_state_path("vendue") / "sittings"
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            name = f"{os.urandom(8).hex()}.promises"
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND
            self._descriptor = os.open(folder / name, flags, 0o600)
        except OSError as error:
            raise Stop(Exit.DATA, f"{folder}: {error.strerror}") from None
        self._path = folder / name

    def keep(self, what: str, about: bytes, digest: bytes) -> None:
        """Write one promise through to the disk.

        Args:
            what: `share` or `reveal`.
            about: The game's id.
            digest: What was answered to.

        Raises:
            OSError: It could not be written; then nothing may be opened.
        """
        line = f"{what} {about.hex()} {digest.hex()}\n".encode()
        os.write(self._descriptor, line)
        os.fsync(self._descriptor)

    def close(self) -> None:
        """Forget a sitting that is over."""
        os.close(self._descriptor)
        self._path.unlink(missing_ok=True)

"""The hosts whose code a player has compared, by their ids; never by address."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from platformdirs import user_state_path

from .exits import Exit, Stop

KNOWN_FILE: Final = "known-hosts"


class KnownHosts:
    """A file with one host's id a line, in hex.

    Args:
        folder: Where it is; `None`: the player's own state directory.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._path = (folder or user_state_path("vendue")) / KNOWN_FILE

    def has(self, host_id: bytes) -> bool:
        """Whether the player knows this host.

        Raises:
            Stop: The file cannot be read.
        """
        try:
            lines = self._path.read_text(encoding="ascii", errors="replace").split()
        except FileNotFoundError:
            return False
        except OSError as error:
            raise self._bad(error) from None
        return host_id.hex() in lines

    def remember(self, host_id: bytes) -> None:
        """Know this host from now on.

        Raises:
            Stop: The file cannot be written.
        """
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
            with os.fdopen(os.open(self._path, flags, 0o600), "w") as file:
                file.write(f"{host_id.hex()}\n")
        except OSError as error:
            raise self._bad(error) from None

    def _bad(self, error: OSError) -> Stop:
        return Stop(Exit.DATA, f"{self._path}: {error.strerror}")

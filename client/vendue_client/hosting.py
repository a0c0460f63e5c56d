"""What a player wants of a host that this program starts."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Final

import msgspec

from vendue_shared.bots.levels import Level
from vendue_shared.options import Preset

_ELSEWHERE: Final = "192.0.2.1"
# An address that belongs to nobody.

LEVELS: Final = tuple(str(level) for level in Level)
PRESET_NAMES: Final = tuple(str(p) for p in Preset if p is not Preset.CUSTOM)


class HostWish(msgspec.Struct, frozen=True, kw_only=True):
    """The flags of `vendue-server` that a player's command decides."""

    bind: str
    port: int
    table: str = ""
    seats: int
    bots: int
    level: str
    rules: str
    pace: float
    starts_alone: bool
    password_file: Path | None = None

    @property
    def is_for_lan(self) -> bool:
        """Whether others on the network can join."""
        return not self.bind.startswith("127.")

    def arguments(self) -> list[str]:
        """The command line."""
        named = {
            "--bind": self.bind,
            "--port": str(self.port),
            "--seats": str(self.seats),
            "--bots": str(self.bots),
            "--level": self.level,
            "--rules": self.rules,
            "--pace": str(self.pace),
        }
        if self.table:
            named["--table"] = self.table
        if self.password_file is not None:
            named["--password-file"] = str(self.password_file)
        flags = [word for pair in named.items() for word in pair]
        return [*flags, "--starts-alone" if self.starts_alone else "--owner-starts"]


def lan_host() -> str:
    """This machine's address as others on its network see it.

    The system chooses it for a way to elsewhere; nothing is sent. A machine without
    a network has only itself.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect((_ELSEWHERE, 9))
            return str(way.getsockname()[0])
        except OSError:
            return "127.0.0.1"

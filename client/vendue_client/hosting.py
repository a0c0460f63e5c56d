"""What a player wants of a host that this program starts."""

from __future__ import annotations

from typing import Final

import msgspec

from vendue_shared.bots.levels import Level
from vendue_shared.options import Preset

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
        flags = [word for pair in named.items() for word in pair]
        return [*flags, "--starts-alone" if self.starts_alone else "--owner-starts"]

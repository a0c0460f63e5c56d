"""What a table needs of its host."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from vendue_protocol.keys import SigningKey

from .game import Game
from .host_seat import Chance
from .journal.chain import NOWHERE, Store
from .log_files import LogFiles
from .new_game import Manners
from .study import Study


class Dealer(msgspec.Struct, frozen=True, kw_only=True):
    """What a table needs of its host; secret, so its repr shows nothing."""

    key: SigningKey
    """The host's key."""
    randomness: Callable[[int], bytes]
    """Gives so many fresh random bytes."""
    chance: Chance
    """Where bots' dice come from."""
    manners: Manners
    study: Study | None = None
    """Who thinks for bots that need long; `None`: they think at their table."""
    logs: LogFiles = LogFiles(None)
    """Where the log of each game goes."""
    journal: Store = NOWHERE
    """Where what happens at each table is stored before it is told."""
    keep: Callable[[Game], None]
    """Called once with each closed game, to write its record."""

    def __repr__(self) -> str:
        return "Dealer(...)"

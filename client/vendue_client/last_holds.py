"""The signatures on a game's end: waited for before leaving, so that logs are whole."""

from __future__ import annotations

from typing import Final

import trio

from .desk import Desk
from .wording.hold_words import has_all_holds

LAST_HOLDS_S: Final = 1.0
"""How long who leaves waits for the others' signatures."""


async def wait_for_last_holds(desk: Desk) -> None:
    """Wait until all persons have signed the newest hold point, a second at most."""
    with trio.move_on_after(LAST_HOLDS_S):
        while not desk.is_lost and not has_all_holds(desk.participant):
            await desk.wait_changed()

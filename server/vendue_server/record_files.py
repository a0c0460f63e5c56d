"""The records that a host leaves behind, one file a finished game."""

from __future__ import annotations

from pathlib import Path

from vendue_shared.records.writing import header_of, write_record

from . import failpoints
from .diagnostics import log
from .durable import write_whole
from .game import Game


class RecordFiles:
    """Writes the record of each closed game.

    Args:
        folder: Where; `None`: nowhere.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def keep(self, game: Game) -> None:
        """Write a closed game's record; a full disk costs the record alone."""
        log.debug("game over", game=game.follower.game.hex(), events=game.follower.s)
        if self._folder is None:
            return
        path = self._folder / f"{game.follower.game.hex()}.jsonl"
        try:
            failpoints.reach("record-write")
            write_whole(path, record_of(game).encode())
            failpoints.reach("record-written")
        except OSError as error:
            log.warning("record not written", path=str(path), error=str(error))


def record_of(game: Game) -> str:
    """The record of a closed game; it shows the deck."""
    header = header_of(game.begun, game.deck)
    played = ((step.event, step.facts) for step in game.log.steps)
    return write_record(header, played)

"""From the log of a finished game to its record, `vendue/1`."""

from __future__ import annotations

from enum import Enum

from vendue_shared.records.writing import header_of, write_record

from .game_file import GameFile
from .log_frames import How
from .verify.agreed import first_event, published_seed
from .verify.dealing import deal_of
from .verify.history import heads_of, play_all, read_events
from .verifying import verify_file


class Why(Enum):
    """Why a sound log has no record."""

    OPEN = "open"
    """The game was not closed: a record would tell the deck."""
    NO_SEED = "no seed"
    """Nobody can tell the deck."""


class NotExportable(Exception):
    """A log that has no record."""

    def __init__(self, why: Why) -> None:
        super().__init__(why.value)
        self.why = why


def record_of_log(file: GameFile) -> str:
    """Write the record of a game from its log.

    Args:
        file: As it was read; it is verified first.

    Returns:
        The text of the record; without a result where the game was ended early.

    Raises:
        NotSound: The log fails a step.
        NotExportable: The game was not closed, or its seed is not in the log.

    Source:
        docs/RECORD.md.
    """
    for _report in verify_file(file):
        pass
    if file.end.how is How.OPEN:
        raise NotExportable(Why.OPEN)
    begun = first_event(file)
    deal = deal_of(begun, published_seed(file))
    if deal is None:
        raise NotExportable(Why.NO_SEED)
    heads = heads_of(begun, [logged.e for logged in file.events])
    history = play_all(begun, read_events(file), heads)
    played = ((one.event, one.facts) for one in history.played)
    return write_record(header_of(begun, deal.deck), played)

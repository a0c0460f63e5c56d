"""Proving a finished game from its log alone, without asking anybody.

One person alone can make a consistent log; what makes it more than that are the
holds, the signatures of others, which step 12 counts.
"""

from __future__ import annotations

from collections.abc import Iterator

from .chain import head_code, spoken_code
from .game_file import GameFile, WrongChecksum, read_game_file
from .verify.agreed import (
    check_seed,
    check_shares,
    check_terms,
    first_event,
    published_seed,
)
from .verify.dealing import check_deal, deal_of
from .verify.defaults import check_defaults
from .verify.ending import check_result
from .verify.history import (
    check_chain,
    check_forms,
    check_rules,
    heads_of,
    play_all,
    read_events,
)
from .verify.paintings import check_paintings
from .verify.reports import AnyReport, FileWhole, HoldsCounted, NotSound, VerifyStep
from .verify.sealed import check_sealed
from .verify.signatures import check_holds


def read_whole(data: bytes) -> GameFile:
    """Step 1: read a file.

    Args:
        data: The whole file.

    Raises:
        BadFile: It cannot be read.
        NotSound: Its bytes are not those that were written.
    """
    try:
        return read_game_file(data)
    except WrongChecksum as error:
        expected, found = error.expected.hex(), error.found.hex()
        raise NotSound(VerifyStep.FILE, None, expected, found) from None


def verify_file(file: GameFile) -> Iterator[AnyReport]:
    """Take a file through all thirteen steps, in order.

    Args:
        file: As it was read.

    Yields:
        A report as each step passes.

    Raises:
        NotSound: With the first step that fails.

    Source:
        docs/LOGS.md, "How a log is verified".
    """
    yield told(file)
    begun = first_event(file)
    yield check_terms(file, begun)
    seed = published_seed(file)
    yield check_seed(file, begun, seed)
    yield check_shares(begun)
    deal = deal_of(begun, seed)
    yield check_deal(file, begun, deal)
    heads = heads_of(begun, [logged.e for logged in file.events])
    yield check_chain(file, heads)
    events = read_events(file)
    yield check_forms(events)
    history = play_all(begun, events, heads)
    yield check_rules(history)
    yield check_paintings(file, history, deal)
    yield check_sealed(history, seed)
    yield check_defaults(history, deal)
    yield check_holds(file, history)
    yield check_result(file, history, is_deck_proved=deal is not None)


def told(file: GameFile) -> FileWhole:
    """Step 1, told; `read_whole` has checked it."""
    return FileWhole(
        size=file.size,
        frames=file.frames,
        reader=file.header.reader,
        program=file.header.program,
        game=file.header.game,
    )


def code_of(holds: HoldsCounted, number: int | None) -> str:
    """The code to compare with the others'.

    Args:
        holds: What step 12 found.
        number: What somebody said aloud after the last hold point; `None`: the
            short code, which finds accidents alone.

    Raises:
        ValueError: The number does not fit four bytes.
    """
    if number is None:
        return head_code(holds.last_head)
    return spoken_code(holds.last_head, number)

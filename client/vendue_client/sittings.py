"""The sittings that a client may come back to, newest first."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import msgspec
from platformdirs import user_state_path

from vendue_client.wording.refusals import check_sentence
from vendue_protocol.address import Address, BadAddress, parse_address
from vendue_protocol.game_file import BadFile, GameFile, read_game_file
from vendue_protocol.log_frames import LARGEST_FILE
from vendue_protocol.proof import ProofFailed
from vendue_shared.seats import Seat

from .exits import Exit, Stop
from .game_files import GameFiles
from .language import _
from .participant import Participant
from .restoring import Remembered, remembered, restore
from .sitting_file import SUFFIX, InUse, SittingFile, sittings_folder
from .sitting_notes import BadSitting, Opened

KEPT_S: Final = 30 * 24 * 3600.0
"""How long a game is worth coming back to: hosts that are stopped wait, too."""


class Kept(msgspec.Struct):
    """A sitting that was left behind, locked for this process.

    Whoever does not come back to it closes its file.
    """

    file: SittingFile
    opened: Opened
    notes: Remembered
    address: Address

    @property
    def name(self) -> str:
        """What the others call the player there."""
        return self.notes.sat.name if self.notes.sat else ""


def kept_sittings(
    warn: Callable[[str], None], folder: Path | None = None
) -> Iterator[Kept]:
    """The sittings with a game whose end was not seen, newest first.

    Those that another client is attached to are passed over; those that have
    nothing to come back to are deleted.

    Args:
        warn: Told of each file that cannot be used.
        folder: Where they lie; `None`: the user's own.
    """
    for path in _newest_first(folder or sittings_folder()):
        try:
            file = SittingFile.open(path)
        except InUse:
            continue
        except (BadSitting, OSError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            text = _("The sitting in {path} cannot be used: {why}. Delete the file.")
            warn(text.format(path=path, why=why))
            continue
        kept = _kept(file)
        if kept is None:
            file.delete()
        else:
            yield kept


def _newest_first(folder: Path) -> list[Path]:
    try:
        ages = [(path.lstat().st_mtime, path) for path in folder.glob(f"*{SUFFIX}")]
    except OSError:
        return []
    return [path for _age, path in sorted(ages, reverse=True)]


def _kept(file: SittingFile) -> Kept | None:
    """What a file has to come back to; `None`: nothing any more."""
    opened, notes = file.notes[0], remembered(file.notes)
    is_old = time.time() - file.path.stat().st_mtime > KEPT_S
    if is_old or notes.agreed is None or not isinstance(opened, Opened):
        return None
    try:
        address = parse_address(opened.address)
    except BadAddress:
        return None
    return Kept(file, opened, notes, address)


def own_log(game: bytes, seat: Seat, folder: Path | None = None) -> Path | None:
    """The longest whole log of a game that this player kept; `None`: there is none."""
    found: list[tuple[int, Path]] = []
    folder = folder or user_state_path("vendue") / "games"
    for path in folder.glob(f"{game.hex()}*.vendue"):
        log = read_log(path)
        if log is not None and (log.header.game, log.header.reader) == (game, seat):
            found.append((len(log.events), path))
    return max(found)[1] if found else None


def read_log(path: Path | None) -> GameFile | None:
    """A log, if it is there and whole."""
    if path is None:
        return None
    try:
        with path.open("rb") as file:
            return read_game_file(file.read(LARGEST_FILE + 1))
    except (OSError, BadFile):
        return None


def restore_from_disk(
    participant: Participant, kept: Kept, files: GameFiles, folder: Path | None = None
) -> None:
    """Make a new participant what it was, from its notes and its own log.

    The log is written anew by `files`; then the old one is not needed any more.

    Raises:
        Stop: The log shows what no honest host does.
    """
    agreed, path = kept.notes.agreed, None
    if agreed is not None:
        path = own_log(agreed.terms.game, Seat(agreed.seat), folder)
    try:
        restore(participant, kept.notes, read_log(path))
    except ProofFailed as failure:
        raise Stop(Exit.BAD, check_sentence(failure.check)) from None
    if path is not None and files.path not in {None, path} and not participant.alarms:
        path.unlink(missing_ok=True)

"""From the notes of a sitting and the own log to a participant as it was; sans-IO."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from vendue_protocol.game_file import GameFile
from vendue_protocol.host_messages import Dealt, Held, Logged
from vendue_shared.seats import Seat

from .participant import Participant
from .sitting_notes import (
    Agreed,
    AnyNote,
    Left,
    NotDone,
    Over,
    Placed,
    Revealing,
    SatDown,
    Sending,
    Shared,
)
from .stage import Stage


class Remembered(msgspec.Struct, kw_only=True):
    """What the notes of a sitting come to."""

    sat: SatDown | None = None
    """Where it sat down last; `None`: nowhere."""
    chair: Seat | None = None
    agreed: Agreed | None = None
    """The newest set-up whose game was not seen to end; `None`: there is none."""
    ks: tuple[bytes, ...] | None = None
    """What the share of that set-up was given in answer to."""
    moves: list[Sending]
    """The own moves of that game that were not refused."""
    revealed: dict[tuple[bytes, int], bytes]
    """The head under which a bid was revealed, by game and auction."""

    @property
    def game(self) -> bytes:
        """The unfinished game; empty: there is none."""
        return self.agreed.terms.game if self.agreed else b""


def remembered(notes: Sequence[AnyNote]) -> Remembered:
    """Add the notes up, the oldest first."""
    found = Remembered(moves=[], revealed={})
    for note in notes:
        _add(found, note)
    return found


def _add(found: Remembered, note: AnyNote) -> None:  # noqa: C901 - one a note
    match note:
        case SatDown():
            found.sat, found.chair, found.agreed = note, None, None
        case Placed(chair=chair):
            found.chair = Seat(chair)
        case Agreed():
            found.agreed, found.ks, found.moves = note, None, []
        case Shared(game=game, ks=ks) if game == found.game:
            found.ks = ks
        case Sending(game=game) if game == found.game:
            found.moves.append(note)
        case NotDone() if found.moves:
            found.moves.pop()
        case Revealing(game=game, auction=auction, head=head):
            found.revealed[game, auction] = head
        case Over(game=game) if game == found.game:
            found.agreed = None
        case Left():
            found.sat = found.agreed = None
        case _:
            pass


def restore(participant: Participant, notes: Remembered, log: GameFile | None) -> None:
    """Make a new participant what it was before the restart.

    Args:
        participant: Made with the key of the sitting.
        notes: All it noted.
        log: Its own log of the unfinished game; `None`: all comes from the host.

    Raises:
        ProofFailed: The log shows what no honest host does, as it did before.
    """
    sat, agreed, back = notes.sat, notes.agreed, participant.back
    if sat is None:
        return
    back.lost()
    back.is_restarted = True
    participant.table, participant.chair = sat.table, notes.chair
    participant.stage, participant.revealed = Stage.LOBBY, notes.revealed
    participant.setting_up.sits = True
    if agreed is None:
        return
    own = participant.setting_up.restore(agreed, notes.ks)
    participant.own, participant.attempts = own, agreed.attempt
    participant.chair = participant.chair or own.seat
    back.expects_log = own.has_shared
    for note in notes.moves:
        own.moves.sending(note.move, note.s)
    if log is not None and log.header.game == own.game:
        for message in _in_order(log):
            participant.receive(message)
    if notes.moves:
        last = notes.moves[-1]
        participant.in_flight, participant.in_flight_n = last.move, last.n


def _in_order(log: GameFile) -> Iterator[Logged | Dealt | Held]:
    """What the host sent, each signature and deal right after its event."""
    for event in log.events:
        yield event
        yield from (dealt for dealt in log.dealt if dealt.s == event.s)
        yield from (held for held in log.holds if held.s == event.s)

"""Comparing the logs that several people kept of one game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

import msgspec

from vendue_shared.terms import Terms

from .chain import is_hold
from .game_file import GameFile
from .host_messages import Held
from .verify.agreed import first_event
from .verify.history import heads_of
from .verify.reports import NotSound
from .verify.signatures import key_of

NO_EVENT: Final = b""
"""Stands for an event that a log does not have."""


class TwoHolds(msgspec.Struct, frozen=True, kw_only=True):
    """One key signed two histories: proof of cheating, to be shown to anyone."""

    who: int
    """A seat, or 255 for the host."""
    key: bytes
    """The key that signed, 32 bytes."""
    s: int
    """At which event."""
    heads: tuple[bytes, bytes]
    """What it signed."""
    holds: tuple[bytes, bytes]
    """The two signatures, in the order of the heads."""


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """What comparing logs found."""

    is_one_game: bool
    """Whether all are logs of one game; if not, nothing else was compared."""
    differs_at: int | None = None
    """The first event that is not the same in all logs that have one; `None`: none."""
    found: tuple[bytes, ...] = ()
    """That event's bytes in each log, in the order of the logs."""
    lengths: tuple[int, ...] = ()
    """How many events each log has."""
    two_holds: tuple[TwoHolds, ...] = ()
    """By event, then by who signed."""

    @property
    def is_same(self) -> bool:
        """Whether the logs tell one history, as far as each goes."""
        return self.is_one_game and self.differs_at is None and not self.two_holds


def compare(files: Sequence[GameFile]) -> Comparison:
    """Compare the logs of one game.

    Args:
        files: Two at least; they need not be sound.

    Returns:
        A log that ends earlier than another does not differ from it.
    """
    if len({file.header.game for file in files}) != 1:
        return Comparison(is_one_game=False)
    payloads = [[logged.e for logged in file.events] for file in files]
    differs_at, found = _first_difference(payloads)
    return Comparison(
        is_one_game=True,
        differs_at=differs_at,
        found=found,
        lengths=tuple(map(len, payloads)),
        two_holds=_two_holds(files),
    )


def _first_difference(
    payloads: Sequence[Sequence[bytes]],
) -> tuple[int | None, tuple[bytes, ...]]:
    for s, found in enumerate(zip_longest(*payloads, fillvalue=NO_EVENT), start=1):
        if len({*found} - {NO_EVENT}) > 1:
            return s, found
    return None, ()


class _Told(msgspec.Struct, frozen=True):
    """One log as its reader was told it."""

    file: GameFile
    terms: Terms
    heads: tuple[bytes, ...]


def _told(file: GameFile) -> _Told | None:
    """`None`: a log whose first event makes no head."""
    try:
        begun = first_event(file)
        heads = heads_of(begun, [logged.e for logged in file.events])
    except (NotSound, ValueError):
        return None
    return _Told(file, begun.terms, heads)


def _two_holds(files: Sequence[GameFile]) -> tuple[TwoHolds, ...]:
    told = [one for one in map(_told, files) if one is not None]
    signed: dict[tuple[int, int, bytes], dict[bytes, bytes]] = {}
    for one in told:
        for held in one.file.holds:
            for key, head in _signed_as(held, told):
                signed.setdefault((held.s, held.who, key), {})[head] = held.hold
    return tuple(
        _two_of(s, who, key, holds)
        for (s, who, key), holds in sorted(signed.items())
        if len(holds) > 1
    )


def _signed_as(held: Held, told: Sequence[_Told]) -> Iterator[tuple[bytes, bytes]]:
    """Under which key, and on which of the heads that the logs have, this is a hold."""
    keys = {key_of(one.terms, held.who) for one in told}
    heads = {one.heads[held.s] for one in told if held.s < len(one.heads)}
    if len(heads) == 1:
        return  # all tell the same up to here
    for key in keys:
        for head in heads:
            if key and is_hold(
                held.hold,
                key,
                game=told[0].file.header.game,
                who=held.who,
                s=held.s,
                head=head,
            ):
                yield key, head


def _two_of(s: int, who: int, key: bytes, holds: dict[bytes, bytes]) -> TwoHolds:
    (one, first), (other, second) = sorted(holds.items())[:2]
    return TwoHolds(who=who, key=key, s=s, heads=(one, other), holds=(first, second))

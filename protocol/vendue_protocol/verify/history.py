"""Steps 6 to 8: the chain, the form of every event, and the rules."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from vendue_protocol.chain import first_head, next_head
from vendue_protocol.codec import decode_event
from vendue_protocol.entropy import salt_of
from vendue_protocol.errors import RemoteProtocolError
from vendue_protocol.game_file import GameFile
from vendue_protocol.leaves import root_of
from vendue_shared.events import AnyEvent, Begun, Ended, Locked, Offered, Sealed
from vendue_shared.happened import AuctionBegan, Happened, RoundBegan, RoundEnded
from vendue_shared.paintings import Kind
from vendue_shared.phases.phase import Phase
from vendue_shared.phases.sealed_bids import Revealing
from vendue_shared.position import Position
from vendue_shared.refusals import IllegalMove

from .reports import ChainWhole, FormsKept, NotSound, RulesKept, VerifyStep


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """One event of a history, with what the later steps ask about it."""

    s: int
    event: AnyEvent
    facts: tuple[Happened, ...]
    before: Phase
    """The phase that it met."""
    round_before: int
    """The round that it met: 1 to 4, or 0 for `begun`."""
    auction: int
    """How many paintings had been offered after it."""
    bots: tuple[bool, ...]
    """By seat, before it: whether the host's bot made its moves."""
    locks: bool
    """Whether it was the last to lock the sealed bids, so that they are revealed."""


class History(msgspec.Struct, frozen=True, kw_only=True):
    """A log that is chained, canonical and legal."""

    begun: Begun
    heads: tuple[bytes, ...]
    """The head after each event; the one before any comes first."""
    played: tuple[Played, ...]
    position: Position
    """As the log leaves it."""

    @property
    def hold_points(self) -> tuple[int, ...]:
        """The events at which everybody signs: `begun`, locks, rounds' ends, the end.

        Source:
            docs/LOGS.md, "Holds".
        """
        return tuple(one.s for one in self.played if _is_hold_point(one))

    @property
    def round_starts(self) -> tuple[int, ...]:
        """The events that dealt a round, the first first."""
        return tuple(
            one.s
            for one in self.played
            for fact in one.facts
            if isinstance(fact, RoundBegan)
        )


def heads_of(begun: Begun, payloads: Sequence[bytes]) -> tuple[bytes, ...]:
    """Every head of a log, the one before any event first."""
    game = begun.terms.game
    salt = salt_of(game, begun.hs, begun.ks)
    heads = [first_head(game, salt, root_of(game, begun.lists))]
    for s, payload in enumerate(payloads, start=1):
        heads.append(next_head(heads[-1], s, payload))
    return tuple(heads)


def check_chain(file: GameFile, heads: Sequence[bytes]) -> ChainWhole:
    """Step 6: events without a gap, and the last head is the trailer's.

    Args:
        file: For its events and its trailer.
        heads: Its heads, as `heads_of` gives them.

    Raises:
        NotSound: An event is missing, doubled, out of order or another.
    """
    for s, logged in enumerate(file.events, start=1):
        if logged.s != s:
            raise NotSound(VerifyStep.CHAIN, s, f"event {s}", f"event {logged.s}")
    events = len(file.events)
    if file.end.s != events:
        expected = f"a trailer for event {events}, the last there is"
        raise NotSound(VerifyStep.CHAIN, events, expected, f"one for {file.end.s}")
    if file.end.h != heads[-1]:
        expected = f"the head {heads[-1].hex()}"
        raise NotSound(VerifyStep.CHAIN, events, expected, file.end.h.hex())
    return ChainWhole(events=events, head=heads[-1])


def read_events(file: GameFile) -> tuple[AnyEvent, ...]:
    """Step 7: every payload as the event it is.

    Raises:
        NotSound: One is no event, or not in its one canonical form.
    """
    return tuple(_read(logged.s, logged.e) for logged in file.events)


def _read(s: int, payload: bytes) -> AnyEvent:
    try:
        return decode_event(payload)
    except RemoteProtocolError as error:
        expected = "an event in its canonical form"
        raise NotSound(VerifyStep.FORM, s, expected, error.detail) from None


def check_forms(events: Sequence[AnyEvent]) -> FormsKept:
    """Step 7, told; `read_events` has checked it."""
    return FormsKept(events=len(events))


def play_all(
    begun: Begun, events: Sequence[AnyEvent], heads: Sequence[bytes]
) -> History:
    """Step 8: every event by the rules.

    Raises:
        NotSound: The rules refuse one.
    """
    position = Position()
    played = tuple(_play(position, s, event) for s, event in enumerate(events, start=1))
    return History(begun=begun, heads=tuple(heads), played=played, position=position)


def _play(position: Position, s: int, event: AnyEvent) -> Played:
    before, number, bots = position.phase, position.round, tuple(position.bots)
    try:
        facts = tuple(position.play(event))
    except IllegalMove as refusal:
        expected = f"what the rules allow in {type(before).__name__}"
        raise NotSound(
            VerifyStep.RULES, s, expected, f"{type(event).__name__}: {refusal}"
        ) from None
    return Played(
        s=s,
        event=event,
        facts=facts,
        before=before,
        round_before=number,
        auction=position.auction,
        bots=bots,
        locks=isinstance(event, Sealed | Locked)
        and isinstance(position.phase, Revealing),
    )


def check_rules(history: History) -> RulesKept:
    """Step 8, told; `play_all` has checked it."""
    return RulesKept(
        rounds=sum(
            isinstance(fact, RoundEnded) for one in history.played for fact in one.facts
        ),
        auctions=sum(isinstance(one.event, Offered) for one in history.played),
    )


def begins_sealed(played: Played) -> bool:
    """Whether a sealed phase began with this event."""
    return any(
        isinstance(fact, AuctionBegan) and fact.kind is Kind.SEALED
        for fact in played.facts
    )


def _is_hold_point(played: Played) -> bool:
    return (
        isinstance(played.event, Begun | Ended)
        or played.locks
        or any(isinstance(fact, RoundEnded) for fact in played.facts)
    )

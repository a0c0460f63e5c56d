"""Refereeing a record: every move by the rules, every result worked out again."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from vendue_shared.events import (
    Added,
    AnyEvent,
    Begun,
    Flipped,
    Locked,
    Offered,
    Opened,
    Opening,
    Revealed,
    Sealed,
)
from vendue_shared.happened import GameWon, RoundBegan, RoundEnded, Void
from vendue_shared.money import Money
from vendue_shared.paintings import Artist, Painting
from vendue_shared.phases.phase import LARGEST_AMOUNT
from vendue_shared.phases.sealed_bids import Revealing, Sealing
from vendue_shared.position import Position
from vendue_shared.refusals import IllegalMove, Reason
from vendue_shared.seats import Seat
from vendue_shared.shares import places_of
from vendue_shared.terms import Chair, Clocks, Terms

from .reading import FILLER, read_lines
from .strict_json import BadRecord
from .wording import due_now, line_named, why_not
from .writing import BidOpened, BidVoid, EventLine, Header, Line, RoundLine, round_line


class CheckedRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A record that keeps the rules."""

    header: Header
    events: tuple[AnyEvent, ...]
    """The game as a log without its `ended`, for `Position.play`; the blinds,
    commitments, keys and clocks in it are filler."""
    purses: tuple[Money, ...]
    """By seat, as the record leaves them."""
    winners: tuple[Seat, ...]
    """All who tie for the most; nobody where the game is unfinished."""

    @property
    def is_finished(self) -> bool:
        """Whether the game was played to its end."""
        return bool(self.winners)


def check_record(data: bytes, *, unfinished: bool = False) -> CheckedRecord:
    """Read a record and referee all of it.

    Args:
        data: The whole file.
        unfinished: Whether a game that was ended early is good, too. Without
            its deck, only what is public about it can be refereed.

    Raises:
        NotARecord: There is nothing to referee.
        BadRecord: With the first line that is wrong.

    Source:
        docs/RECORD.md, docs/RULES.md.
    """
    header, lines = read_lines(data)
    if header.deck is None and not unfinished:
        raise BadRecord(1, "`deck` is null, which only an unfinished game may have")
    referee = _Referee(header)
    for number, line in lines:
        referee.line = number
        referee.take(line)
    referee.line += 1
    referee.close(unfinished=unfinished)
    return CheckedRecord(
        header=header,
        events=tuple(referee.events),
        purses=tuple(referee.position.purses),
        winners=referee.position.winners,
    )


def begun_of(header: Header) -> Begun:
    """Make the first event of a game from its header; nobody's keys are in it."""
    chairs = tuple(Chair(name=name, bot=False, key=FILLER) for name in header.names)
    terms = Terms(
        game=header.game,
        options=header.options,
        prev=bytes(len(FILLER)),
        host_key=FILLER,
        clocks=Clocks(),
        first=header.first,
        chairs=chairs,
    )
    each = (FILLER,) * len(chairs)
    return Begun(terms=terms, hs=FILLER, ks=each, es=each, lists=(), first=header.first)


class _Referee:
    """A game played again from its record, line by line."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.line = 1
        self.position = Position()
        self.events: list[AnyEvent] = []
        self.hands: list[set[Painting]] = [set() for _ in header.names]
        self.pile: list[Painting] = []
        self.due: list[RoundLine | GameWon] = []
        """The lines that the last move brought about, the next one first."""
        self.absent: set[Seat] = set()
        """Who has been given up on, until all others have sealed."""
        self.bids: dict[Seat, Opening | None] = {}
        """The sealed bids dealt with, until all are."""
        self.play(begun_of(header))

    def wrong(self, reason: str) -> BadRecord:
        return BadRecord(self.line, reason)

    def take(self, line: Line) -> None:
        """Referee the next line."""
        if self.due:
            self.compare(self.due.pop(0), line)
        elif self.position.is_over:
            raise self.wrong(f"{line_named(line)} follows the result, the last line")
        elif isinstance(line, RoundLine | GameWon):
            now = due_now(self.position)
            raise self.wrong(f"{line_named(line)} comes too early: {now}")
        elif isinstance(line, BidOpened):
            self.take_opened(line)
        elif isinstance(line, BidVoid):
            self.take_void(line)
        else:
            self.take_event(line)

    def compare(self, due: RoundLine | GameWon, line: Line) -> None:
        """The line of a round and the result say what the rules give."""
        if type(line) is not type(due):
            raise self.wrong(f"{line_named(due)} is due, found {line_named(line)}")
        for key in due.__struct_fields__:
            found, right = getattr(line, key), getattr(due, key)
            if found != right:
                raise self.wrong(f"`{key}` is {_told(found)}, by rule {_told(right)}")

    def take_event(self, line: EventLine) -> None:
        """A move that is one event."""
        try:
            self.position.check(line)
        except IllegalMove as refusal:
            why = why_not(self.position, line, refusal.reason)
            raise self.wrong(why) from None
        if isinstance(line, Sealed) and line.seat in self.absent:
            raise self.wrong(f"seat {line.seat} seals, but it was absent")
        if self.header.deck is not None:
            self.draw(line)
        self.play(line)
        self.lock_if_all()

    def draw(self, line: EventLine) -> None:
        """Take a painting from the hand or the pile that it must come from."""
        if isinstance(line, Offered | Added):
            if line.painting not in self.hands[line.seat]:
                raise self.wrong(why_not(self.position, line, Reason.NOT_HELD))
            self.hands[line.seat].remove(Painting(line.painting))
        elif isinstance(line, Flipped):
            oldest = self.pile.pop(0)
            if line.painting != oldest:
                raise self.wrong(
                    f"painting {line.painting} is flipped, but {oldest} is the oldest"
                    " of the mystery hand"
                )

    def play(self, event: AnyEvent) -> None:
        self.events.append(event)
        for fact in self.position.play(event):
            if isinstance(fact, RoundBegan):
                self.deal(fact.number)
            elif isinstance(fact, RoundEnded):
                self.due.append(round_line(fact))
            elif isinstance(fact, GameWon):
                self.due.append(fact)

    def deal(self, round_number: int) -> None:
        """Give each hand its share, as far as the deck is known."""
        deck, seats = self.header.deck, self.position.seats
        mystery_hand = self.header.options.mystery_hand
        for hand in range(seats + mystery_hand):
            places = places_of(hand, round_number, seats, mystery_hand=mystery_hand)
            share = () if deck is None else deck[places.start : places.stop]
            if hand < seats:
                self.hands[hand].update(share)
            else:
                self.pile.extend(share)

    # A sealed auction, whose lines come one by one where the log has one event.

    def take_void(self, line: BidVoid) -> None:
        if line.reason is Void.ABSENT:
            self.give_up_on(line)
        elif line.reason is Void.WITHHELD:
            self.open_bid(line, None)
        else:
            # What was illegal is not told; the largest amount is, in any purse.
            self.open_bid(line, _opening(LARGEST_AMOUNT))

    def give_up_on(self, line: BidVoid) -> None:
        """One seat more that was absent; the last of all to be heard locks."""
        phase, seat = self.position.phase, line.seat
        if not isinstance(phase, Sealing):
            now = due_now(self.position)
            raise self.wrong(f"seat {seat} cannot be absent here: {now}")
        if seat in self.absent:
            raise self.wrong(f"seat {seat} is absent twice")
        if phase.commitments[seat] is not None:
            raise self.wrong(f"seat {seat} has sealed and cannot be absent")
        self.absent.add(seat)
        self.lock_if_all()

    def lock_if_all(self) -> None:
        awaited = self.position.awaited
        if self.absent and self.absent == set(awaited):
            self.absent.clear()
            self.play(Locked(absent=awaited))

    def take_opened(self, line: BidOpened) -> None:
        purse = self.position.purses[line.seat]
        if line.amount > purse:
            raise self.wrong(
                f"seat {line.seat} opens {line.amount}, but has only {purse}: such a"
                " bid is void, illegal"
            )
        self.open_bid(line, _opening(line.amount))

    def open_bid(self, line: BidOpened | BidVoid, opening: Opening | None) -> None:
        """One sealed bid more; the last one opens them all."""
        phase, seat = self.position.phase, line.seat
        if not isinstance(phase, Revealing):
            now = due_now(self.position)
            raise self.wrong(f"{line_named(line)} cannot stand here: {now}")
        if seat in self.bids or phase.commitments[seat] is None:
            raise self.wrong(f"seat {seat} has no sealed bid left to open")
        self.bids[seat] = opening
        if opening is not None:
            self.play(Revealed(seat=seat))
        if len(self.bids) + phase.commitments.count(None) == self.position.seats:
            seats = range(self.position.seats)
            openings = tuple(self.bids.get(Seat(each)) for each in seats)
            self.bids.clear()
            self.play(Opened(openings=openings))

    def close(self, *, unfinished: bool) -> None:
        """The record ends before `line`."""
        if self.due:
            raise self.wrong(f"{line_named(self.due[0])} is missing")
        if self.absent or self.bids:
            raise self.wrong(f"a sealed auction breaks off: {due_now(self.position)}")
        if not self.position.is_over and not unfinished:
            now = due_now(self.position)
            raise self.wrong(f"the game is unfinished, without a result: {now}")
        if self.position.is_over and self.header.deck is None:
            raise BadRecord(1, "`deck` is null, but the game is finished")


def _opening(amount: int) -> Opening:
    return Opening(bid=amount, nonce=FILLER, hold=b"")


def _told(value: object) -> str:
    """Write what a line says as the line does: a list in brackets, artists by code."""
    if not isinstance(value, Sequence):
        return str(value)
    items = (item.code if isinstance(item, Artist) else str(item) for item in value)
    return f"[{', '.join(items)}]"

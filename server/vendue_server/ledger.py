"""What the host knows of one game, event by event: the log, and all beside it.

An event is in the journal before it is in the log. So the same ledger can be taken up
again from the journal, to the very same end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from msgspec.structs import replace

from vendue_protocol.codec import decode_event
from vendue_protocol.follower import Step
from vendue_protocol.host_messages import Dealt, Intervened
from vendue_protocol.interventions import Authority
from vendue_protocol.keys import SigningKey
from vendue_shared.choices import Decision
from vendue_shared.events import (
    AnyEvent,
    Begun,
    Called,
    Moved,
    Revealed,
)
from vendue_shared.happened import (
    BidsShown,
    Happened,
    LogClosed,
    RoundBegan,
    RoundEnded,
    SeatPlayedBy,
)
from vendue_shared.moves import AnyMove, Reveal
from vendue_shared.paintings import Painting
from vendue_shared.seats import Seat

from .answers import Answers
from .game_log import GameLog
from .hands import Hands
from .host_seat import Chance
from .host_seats import HostSeats
from .journal.entries import ClockIs, Happening, HoldsCame, OfGame, PutOff
from .new_game import Manners, NewGame
from .openings import Openings, check_opening, opening_of
from .patience import Patience
from .study import Study

TOGETHER: Final = frozenset({Decision.OPEN, Decision.SEAL, Decision.REVEAL})
"""Decisions asked of several seats at once: one clock for all of them."""


class Ledger:
    """All that the host knows of a game, from `begun` to `ended`.

    Args:
        new: What the set-up made.
        host_key: Signs the host's holds.
        chance: Where bots' dice come from.
        manners: See there.
        now: Seconds on the host's clock.
        study: Who thinks for bots that need long; `None`: they think here.
    """

    def __init__(
        self,
        new: NewGame,
        *,
        host_key: SigningKey,
        chance: Chance,
        manners: Manners,
        now: float,
        study: Study | None = None,
    ) -> None:
        terms = new.begun.terms
        self._new, self.manners = new, manners
        self.log = GameLog(host_key)
        self.follower = self.log.follower
        """What everybody else follows, too."""
        self.hands = Hands(new.deal)
        self.answers = [Answers() for _ in terms.chairs]
        """By seat."""
        self._openings = Openings()
        self._bots = HostSeats(new, self.log, self.hands, chance, study)
        self._asked: object = None
        self.kept_at = now
        """When the journal was last told what is left to whom."""
        self.is_closed = False
        """Whether the last event is in the log."""
        self.patience = Patience(terms, self.log.follower.position, now)
        self.pause: Intervened | None = None
        """Why the game stands still, as all were told; `None`: it goes on."""
        self.was_taken_up = False
        """Whether it comes from the journal of a host that was started anew."""
        self.claims: dict[Seat, tuple[int, bytes]] = {}
        """Event and head beyond the host's own, as refused returns have shown them."""
        self.put_off: dict[Seat, PutOff] = {}
        """What is done to seats as soon as their sealed bids are opened."""

    @property
    def begun(self) -> Begun:
        """Event 1."""
        return self._new.begun

    @property
    def has_lost(self) -> bool:
        """Whether players have shown that a part of it is missing here."""
        return self.pause is not None and self.pause.by is Authority.HISTORY

    @property
    def deck(self) -> tuple[Painting, ...]:
        """All seventy, top first; secret until the game is closed."""
        return self._new.deal.deck

    def _append(
        self,
        event: AnyEvent,
        now: float,
        move: AnyMove | None = None,
        once_stored: Callable[[], None] | None = None,
    ) -> None:
        """Let an event be so, once it is in the journal.

        Args:
            event: The next one.
            now: Seconds on the host's clock.
            move: The person's move that it comes of.
            once_stored: Tells what must be known before the event comes; raises not.

        Raises:
            IllegalMove: The rules refuse it.
            StorageFailed: Nothing has changed, and it may be tried again.
        """
        payload = self.log.keep(event, move, lambda: self.left(now))
        self.kept_at = now
        if once_stored is not None:
            once_stored()
        self._take_opening(event, move)
        self._follow(self.log.add(event, payload), move, now)

    def left(self, now: float) -> ClockIs:
        """What is left to whom, why the game stands, what waits, for the journal."""
        left = self.patience.left(now)
        if self.pause is None and not self.put_off:
            return left
        return replace(left, pause=self.pause, put_off=tuple(self.put_off.values()))

    def take_up(self, entries: Iterable[OfGame], now: float) -> None:
        """Play what the journal has, to the very same end; nothing goes on yet.

        Raises:
            ProofFailed: An event does not fit.
            Refusal: A hold or an opening does not.
            ValueError: A bot's secret has not sealed what its seat sealed.
        """
        self.was_taken_up = True
        for entry in entries:
            if isinstance(entry, Happening):
                self._happen_again(entry, now)
            elif isinstance(entry, HoldsCame):
                self._take_holds(entry.holds)
            else:
                self._stand_again(entry, now)
        position, sealed_phase = self.follower.position, self.follower.sealed_phase
        for bot in self._bots.find_bids(position, sealed_phase):
            self._openings.keep(bot.seat, bot.opening())

    def _happen_again(self, entry: Happening, now: float) -> None:
        self._take_holds(entry.holds)
        if entry.clock is not None:
            self._stand_again(entry.clock, now)
        event, move = decode_event(entry.payload), entry.move
        if isinstance(event, Revealed) and isinstance(move, Reveal):
            self._check_opening(Seat(event.seat), move)
        self._take_opening(event, move)
        self._follow(self.log.add_again(entry.payload), move, now)
        self._start_clock(now)

    def _stand_again(self, clock: ClockIs, now: float) -> None:
        self.patience.set(clock, now)
        self.put_off = {Seat(one.wanted.seat): one for one in clock.put_off}
        if clock.pause != self.pause:
            self.pause = clock.pause
            if self.pause is None:
                self.patience.resume(now)
            else:
                self.patience.pause(now)

    def _take_holds(self, holds: Iterable[tuple[int, int, bytes]]) -> None:
        for s, seat, hold in holds:
            self.log.take_hold(Seat(seat), s, hold)

    def _check_opening(self, seat: Seat, move: Reveal) -> None:
        check_opening(self.follower, seat, move)
        self.log.check_hold(seat, self.follower.s_of_lock, move.hold)

    def _take_opening(self, event: AnyEvent, move: AnyMove | None) -> None:
        """Keep what a reveal hands over; the hold in it goes out before the event."""
        if isinstance(move, Reveal) and isinstance(event, Revealed):
            seat, s = Seat(event.seat), self.follower.s_of_lock
            self.log.keep_hold(seat, s, move.hold)
            self._openings.keep(seat, opening_of(move))

    def _follow(self, step: Step, move: AnyMove | None, now: float) -> None:
        """Do at the host what an event in the log means for it."""
        event = step.event
        self.hands.follow(event)
        if move is not None and isinstance(event, Moved):
            self.answers[event.seat].store(move, step.s)
        if self._bots:
            self._bots.saw(step, self.follower.position)
        if step.facts:
            self._take_facts(step.facts, now)
            self.log.sign()

    def _take_facts(self, facts: Iterable[Happened], now: float) -> None:
        for fact in facts:
            if isinstance(fact, RoundBegan):
                self._deal_round(fact, now)
            elif isinstance(fact, SeatPlayedBy):
                self._change_hands(fact)
            elif isinstance(fact, BidsShown):
                self._openings.clear()
            elif isinstance(fact, RoundEnded):
                self.log.journal.settle()
            elif isinstance(fact, LogClosed):
                self.is_closed = True
                self._bots.close()

    def _ask(self, now: float) -> None:
        """Start the clock for what is asked now, and let the bots begin to think."""
        self._start_clock(now)
        self._ask_bots(now)

    def _ask_bots(self, now: float) -> None:
        if self._bots:
            position = self.follower.position
            left_s = self.patience.clock.left_s(now)
            self._bots.ask(position, now, self.manners.pace, left_s)

    def _start_clock(self, now: float) -> None:
        position = self.follower.position
        decision = position.phase.decision
        one = () if decision in TOGETHER else position.awaited
        asked = (decision, position.auction, position.round, one)
        if asked != self._asked:
            self._asked = asked
            if decision is not Decision.NONE:
                self.patience.clock.start(decision, now)
        elif isinstance(self.log.steps[-1].event, Called):
            self.patience.clock.lift(now)
        self.patience.watch(now)

    def _deal_round(self, fact: RoundBegan, now: float) -> None:
        for seat, cards in enumerate(self.hands.take_share(fact.number)):
            dealt = Dealt(s=self.follower.s, cards=cards)
            self.log.feed.beside(dealt, Seat(seat))
        self.patience.grace.refill(now)

    def _change_hands(self, fact: SeatPlayedBy) -> None:
        if fact.is_bot:
            self._bots.take(fact.seat, self.manners.stand_in)
        else:
            self._bots.give_back(fact.seat)

"""The position: all that is public about a game, changed only by `play`."""

from __future__ import annotations

from typing import Final

from .double import Doubling
from .events import AnyEvent, Begun, Ended, Moved, Player, Plays
from .fixed_price import Pricing
from .happened import (
    AuctionBegan,
    FlipAsked,
    GameWon,
    Happened,
    LogClosed,
    LotSold,
    LotUnsold,
    MysteryShown,
    RoundBegan,
    RoundEnded,
    SeatPlayedBy,
    SecondAsked,
    TurnCame,
)
from .money import START_PURSE, Money
from .once_around import OnceAround
from .open_auction import OpenAuction
from .options import DoubleProceeds, FlipBy, Options, check_options
from .paintings import (
    ARTIST_OF,
    ARTISTS,
    KIND_OF,
    PAINTINGS,
    Kind,
    Painting,
    is_double,
)
from .phase import Phase, refuse_phase
from .refusals import IllegalMove, Reason
from .scoring import chips_of, rank_artists, values_of, worth
from .sealed_bids import Sealing
from .seats import FEWEST_SEATS, MOST_SEATS, Seat, clockwise_from, is_seat, left_of
from .shares import ROUNDS, share_of
from .turn import Flipping, Offering

FIFTH: Final = 5
"""The fifth painting of an artist ends the round."""


class NotBegun(Phase, frozen=True):
    """Only the event `begun` can come."""


class Over(Phase, frozen=True):
    """The fourth round is paid out; only `ended` can come."""


class Closed(Phase, frozen=True):
    """The log has ended; nothing can come."""


class Position:
    """A game as everybody sees it; hands, deck and sealed amounts are not here.

    A new one has not begun: its first event is `begun`. It is the one mutable
    thing of the rules, and only `play` changes it.
    """

    __slots__ = (
        "auction", "auctioneer", "board", "bots", "hand_sizes", "lot", "mystery",
        "opener", "options", "phase", "played", "purses", "round", "seats", "shown",
        "walls", "winners",
    )  # fmt: skip

    options: Options
    seats: int
    """3 to 5, once begun; 0 before."""
    round: int
    """1 to 4, once begun."""
    auction: int
    """How many paintings have been offered: the number of the present auction."""
    opener: Seat
    """Who offered the present lot's first painting."""
    auctioneer: Seat
    """Who sells now: who added the second of a double, else the opener."""
    purses: list[Money]
    """By seat."""
    hand_sizes: list[int]
    """By seat."""
    walls: list[list[Painting]]
    """What each seat has bought this round, in order."""
    mystery: int
    """Paintings left in the mystery hand."""
    shown: list[int]
    """Paintings turned up this round, by artist in board order."""
    board: list[tuple[Money, ...]]
    """The chips of each finished round, by artist in board order."""
    played: int
    """The paintings played in the whole game, bit p for painting p."""
    lot: tuple[Painting, ...]
    """What is for sale: none, one, or a double and its second."""
    phase: Phase
    bots: list[bool]
    """By seat: whether the host's bot makes its moves."""
    winners: tuple[Seat, ...]
    """Empty until the fourth round is paid out."""

    def __init__(self) -> None:
        self.options = Options()
        self.seats = self.round = self.auction = self.mystery = self.played = 0
        self.opener = self.auctioneer = Seat(0)
        self.purses, self.hand_sizes, self.walls = [], [], []
        self.shown, self.board, self.bots = [0] * len(ARTISTS), [], []
        self.lot, self.winners = (), ()
        self.phase = NotBegun()

    def copy(self) -> Position:
        """The same game again, to be played on independently."""
        twin = object.__new__(Position)
        twin.options, twin.seats = self.options, self.seats
        twin.round, twin.auction, twin.mystery = self.round, self.auction, self.mystery
        twin.opener, twin.auctioneer = self.opener, self.auctioneer
        twin.played, twin.lot, twin.phase = self.played, self.lot, self.phase
        twin.winners = self.winners
        twin.purses, twin.hand_sizes = self.purses[:], self.hand_sizes[:]
        twin.shown, twin.board, twin.bots = self.shown[:], self.board[:], self.bots[:]
        twin.walls = [wall[:] for wall in self.walls]
        return twin

    # What everybody may ask.

    @property
    def is_over(self) -> bool:
        """Whether no seat will be asked again."""
        return isinstance(self.phase, Over | Closed)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats that may move now, in seat order; all of them when sealing."""
        return self.phase.awaited(self)

    def sums(self) -> tuple[Money, ...]:
        """All chips of each artist so far, in board order."""
        if not self.board:
            return (Money(0),) * len(ARTISTS)
        return tuple(Money(sum(chips)) for chips in zip(*self.board, strict=True))

    # The log.

    def check(self, event: AnyEvent) -> None:
        """Refuse an event that the public rules forbid now; nothing changes.

        What only a hand decides, and what only proofs decide, is checked
        elsewhere (`decide`; the follower of the protocol).

        Raises:
            IllegalMove: With the reason.
        """
        if isinstance(event, Moved):
            self._check_seat(event.seat)
            self.phase.check(self, event)
        elif isinstance(event, Ended):
            if isinstance(self.phase, NotBegun | Closed):
                refuse_phase(self.phase, event)
        elif isinstance(event, Plays):
            self._check_plays(event)
        elif isinstance(event, Begun):
            self._check_begun(event)
        else:
            self.phase.check(self, event)

    def play(self, event: AnyEvent) -> list[Happened]:
        """Take the next event of the log.

        Returns:
            What happened, in order: nothing at all after most events.

        Raises:
            IllegalMove: The event cannot come now; nothing has changed.
        """
        self.check(event)
        facts: list[Happened] = []
        if isinstance(event, Moved):
            self.phase.play(self, event, facts)
        elif isinstance(event, Begun):
            self._begin(event, facts)
        elif isinstance(event, Plays):
            self.bots[event.seat] = event.by is Player.BOT
            facts.append(SeatPlayedBy(Seat(event.seat), self.bots[event.seat]))
        elif isinstance(event, Ended):
            self.phase = Closed()
            facts.append(LogClosed(event.reason))
        else:
            self.phase.play(self, event, facts)
        return facts

    def _check_seat(self, seat: int) -> None:
        if not is_seat(seat, self.seats):
            raise IllegalMove(Reason.TURN, f"there is no seat {seat!r}")

    def _check_begun(self, event: Begun) -> None:
        seats = len(event.terms.chairs)
        if not isinstance(self.phase, NotBegun):
            refuse_phase(self.phase, event)
        if not FEWEST_SEATS <= seats <= MOST_SEATS or not is_seat(event.first, seats):
            raise IllegalMove(Reason.PHASE, f"{seats} seats, first is {event.first!r}")
        try:
            check_options(event.terms.options, seats)
        except ValueError as error:
            raise IllegalMove(Reason.PHASE, str(error)) from None

    def _check_plays(self, event: Plays) -> None:
        if isinstance(self.phase, NotBegun | Closed):
            refuse_phase(self.phase, event)
        self._check_seat(event.seat)
        if self.bots[event.seat] is (event.by is Player.BOT):
            raise IllegalMove(Reason.HANDED_OVER, f"seat {event.seat} is {event.by}")
        if not self.phase.changes_hands(event.seat):
            raise IllegalMove(Reason.HANDED_OVER, f"seat {event.seat} has sealed")

    def _begin(self, event: Begun, facts: list[Happened]) -> None:
        self.options = event.terms.options
        self.seats = len(event.terms.chairs)
        self.bots = [chair.bot for chair in event.terms.chairs]
        self.purses = [START_PURSE] * self.seats
        self.hand_sizes = [0] * self.seats
        self.walls = [[] for _ in range(self.seats)]
        self._begin_round(Seat(event.first), facts)

    # What the phases do to the table.

    def check_unplayed(self, painting: int) -> None:
        """Refuse a painting that does not exist or has been played."""
        if type(painting) is not int or not 0 <= painting < len(PAINTINGS):
            raise IllegalMove(Reason.PLAYED, f"there is no painting {painting!r}")
        if self.played >> painting & 1:
            raise IllegalMove(Reason.PLAYED, f"painting {painting}")

    def show(self, painting: Painting, facts: list[Happened]) -> None:
        """The auctioneer plays a painting: it ends the round, or comes up for sale.

        Source:
            docs/RULES.md, rulings 17, 18, 23 to 25, 31.
        """
        self.lot = (*self.lot, painting)
        self.hand_sizes[self.auctioneer] -= 1
        is_fifth = self._turn_up(painting)
        if is_fifth or not any(self.hand_sizes):
            facts.append(LotUnsold(self.lot, is_fifth))
            self._end_round(self.lot, facts)
        elif is_double(painting):
            own = self.hand_sizes[self.opener] > 0
            asked = self.opener if own else Doubling(self.opener).next_asked(self)
            self.ask_second(self.opener if asked is None else asked, facts)
        else:
            self._begin_auction(KIND_OF[painting], facts)

    def ask_second(self, seat: Seat, facts: list[Happened]) -> None:
        """Ask a seat for the second painting of a double."""
        self.phase = Doubling(seat)
        facts.append(SecondAsked(seat))

    def sell(self, buyer: Seat, price: Money, facts: list[Happened]) -> None:
        """Give the lot to its buyer, move the money, go on.

        Source:
            docs/RULES.md, rulings 5, 20, 21 and "Options".
        """
        paid = self._proceeds(buyer, price)
        self.purses[buyer] = Money(self.purses[buyer] - price)
        for seat, amount in enumerate(paid):
            self.purses[seat] = Money(self.purses[seat] + amount)
        self.walls[buyer].extend(self.lot)
        facts.append(LotSold(self.lot, self.auctioneer, buyer, price, tuple(paid)))
        self.lot = ()
        if self.mystery:
            by_buyer = self.options.mystery_flip_by is FlipBy.BUYER
            asked = buyer if by_buyer else self.auctioneer
            self.phase = Flipping(asked)
            facts.append(FlipAsked(asked))
        else:
            self.next_turn(facts)

    def flip(self, painting: Painting, facts: list[Happened]) -> None:
        """Turn up a painting of the mystery hand; it counts, whatever the options."""
        self.mystery -= 1
        facts.append(MysteryShown(painting))
        if self._turn_up(painting):
            self._end_round((), facts)
        else:
            self.next_turn(facts)

    def next_turn(self, facts: list[Happened]) -> None:
        """Come to the next auctioneer, left of the last."""
        self._come_to(left_of(self.auctioneer, self.seats), facts)

    # What follows from that.

    def _turn_up(self, painting: Painting) -> bool:
        """Count a painting as shown; tell whether it is its artist's fifth."""
        artist = ARTIST_OF[painting]
        self.played |= 1 << painting
        self.shown[artist] += 1
        return self.shown[artist] == FIFTH

    def _begin_auction(self, kind: Kind, facts: list[Happened]) -> None:
        if kind is Kind.OPEN:
            self.phase = OpenAuction()
        elif kind is Kind.ONCE:
            self.phase = OnceAround(left_of(self.auctioneer, self.seats))
        elif kind is Kind.SEALED:
            self.phase = Sealing((None,) * self.seats)
        else:
            self.phase = Pricing()
        facts.append(AuctionBegan(self.auctioneer, kind, self.lot))

    def _proceeds(self, buyer: Seat, price: Money) -> list[Money]:
        """What each seat receives of a price; what is left is the bank's."""
        paid = [Money(0)] * self.seats
        old, new = self.opener, self.auctioneer
        if old != new and self.options.double_proceeds is DoubleProceeds.SPLIT:
            paid[old], paid[new] = Money(price // 2), Money(price - price // 2)
        else:
            paid[new] = price
        paid[buyer] = Money(0)
        return paid

    def _begin_round(self, starter: Seat, facts: list[Happened]) -> None:
        self.round += 1
        has_mystery = self.options.mystery_hand
        share = share_of(self.round, self.seats, mystery_hand=has_mystery)
        mystery_share = share if has_mystery else 0
        self.hand_sizes = [size + share for size in self.hand_sizes]
        self.mystery += mystery_share
        self.shown = [0] * len(ARTISTS)
        facts.append(RoundBegan(self.round, share, mystery_share))
        if any(self.hand_sizes):
            self._come_to(starter, facts)
        else:
            self._end_round((), facts)

    def _come_to(self, seat: Seat, facts: list[Happened]) -> None:
        skipped: list[Seat] = []
        for candidate in clockwise_from(seat, self.seats):
            if self.hand_sizes[candidate]:
                self.auctioneer = self.opener = candidate
                break
            skipped.append(candidate)
        self.phase = Offering()
        facts.append(TurnCame(self.auctioneer, tuple(skipped)))

    def _end_round(self, unsold: tuple[Painting, ...], facts: list[Happened]) -> None:
        """Rank, pay, discard; deal the next round or end the game.

        Source:
            docs/RULES.md, rulings 27 to 32.
        """
        counted = self.shown[:]
        if not self.options.count_unsold:
            for painting in unsold:
                counted[ARTIST_OF[painting]] -= 1
        ranking = rank_artists(counted)
        self.board.append(chips_of(ranking))
        values = values_of(ranking, self.sums(), self.options.unranked_value)
        earned = tuple(worth(wall, values) for wall in self.walls)
        self.purses = [
            Money(purse + gain) for purse, gain in zip(self.purses, earned, strict=True)
        ]
        self.walls = [[] for _ in range(self.seats)]
        self.lot = ()
        purses = tuple(self.purses)
        facts.append(
            RoundEnded(self.round, tuple(self.shown), ranking, values, earned, purses)
        )
        if self.round < ROUNDS:
            self._begin_round(left_of(self.auctioneer, self.seats), facts)
            return
        most = max(purses)
        self.winners = tuple(Seat(i) for i, p in enumerate(purses) if p == most)
        self.phase = Over()
        facts.append(GameWon(purses, self.winners))

"""The tabletop: all that lies on the table, and what the phases do with it."""

from __future__ import annotations

from typing import Final, Self

from vendue_shared.phases.double import Doubling
from vendue_shared.phases.fixed_price import Pricing
from vendue_shared.phases.idle_phases import NotBegun, Over
from vendue_shared.phases.once_around import OnceAround
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.phase import Phase
from vendue_shared.phases.sealed_bids import Sealing
from vendue_shared.phases.turn import Flipping, Offering

from .happened import (
    AuctionBegan,
    FlipAsked,
    GameWon,
    Happened,
    LotSold,
    LotUnsold,
    MysteryShown,
    RoundBegan,
    RoundEnded,
    SecondAsked,
    TurnCame,
)
from .money import START_PURSE, Money
from .options import DoubleProceeds, FlipBy, Options
from .paintings import (
    ARTIST_OF,
    ARTISTS,
    KIND_OF,
    PAINTINGS,
    Kind,
    Painting,
    is_double,
)
from .refusals import IllegalMove, Reason
from .scoring import chips_of, rank_artists, values_of, worth
from .seats import Seat, clockwise_from, left_of
from .shares import ROUNDS, share_of
from .terms import Terms

FIFTH: Final = 5
"""The fifth painting of an artist ends the round."""


class Tabletop:
    """Purses, hand sizes, walls, the board, the lot; the rules' own hands on them.

    The phases call what is public here while an event is played. Nobody else
    changes it: a `Position` is one with a log.
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

    def copy(self) -> Self:
        """The same game again, to be played on independently."""
        twin = object.__new__(type(self))
        twin.options, twin.seats = self.options, self.seats
        twin.round, twin.auction, twin.mystery = self.round, self.auction, self.mystery
        twin.opener, twin.auctioneer = self.opener, self.auctioneer
        twin.played, twin.lot, twin.phase = self.played, self.lot, self.phase
        twin.winners = self.winners
        twin.purses, twin.hand_sizes = self.purses[:], self.hand_sizes[:]
        twin.shown, twin.board, twin.bots = self.shown[:], self.board[:], self.bots[:]
        twin.walls = [wall[:] for wall in self.walls]
        return twin

    def sums(self) -> tuple[Money, ...]:
        """All chips of each artist so far, in board order."""
        if not self.board:
            return (Money(0),) * len(ARTISTS)
        return tuple(Money(sum(chips)) for chips in zip(*self.board, strict=True))

    def begin(self, terms: Terms, first: Seat, facts: list[Happened]) -> None:
        """Lay everything out and deal the first round."""
        self.options = terms.options
        self.seats = len(terms.chairs)
        self.bots = [chair.bot for chair in terms.chairs]
        self.purses = [START_PURSE] * self.seats
        self.hand_sizes = [0] * self.seats
        self.walls = [[] for _ in range(self.seats)]
        self._begin_round(first, facts)

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

"""A bot: what a mind decides, turned into the move that is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeAlias, assert_never

import msgspec

from vendue_shared.choices import Decision
from vendue_shared.events import AnyEvent
from vendue_shared.happened import Happened
from vendue_shared.money import Money
from vendue_shared.moves import Add, Bid, Buy, Decline, Flip, Offer, Pass, Price
from vendue_shared.paintings import ARTIST_OF, Painting, is_double
from vendue_shared.phases.fixed_price import Asking
from vendue_shared.phases.once_around import OnceAround
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.position import Position
from vendue_shared.seats import Seat

from .view import Chance, View


class SealedBid(msgspec.Struct, frozen=True):
    """The amount of a sealed bid; to commit to it is the caller's affair."""

    amount: Money
    """0 to the seat's own money."""


Answer: TypeAlias = Offer | Add | Decline | Bid | Pass | Price | Buy | Flip | SealedBid
"""What a bot answers: a move, or the amount to be sealed."""


class Mind(Protocol):
    """What tells one bot from another: seven questions, each answered in its terms.

    A mind is asked only what the rules leave open; a bid above the purse or a
    painting not in the hand would be its fault.
    """

    def offer(self, view: View) -> Painting:
        """Which painting of the hand to offer."""

    def second(self, view: View, fitting: tuple[Painting, ...]) -> Painting | None:
        """Which of these, at least one, to add to the double; `None`: none."""

    def bid(self, view: View, high: Money) -> Money | None:
        """What to call in an open or once-around auction; `None`: pass.

        Args:
            view: Of a seat that has more money than `high`.
            high: The highest bid so far, 0 if there is none.
        """

    def seal(self, view: View) -> Money:
        """What to bid sealed, 0 to the own money."""

    def price(self, view: View) -> Money:
        """Which fixed price to name, 0 to the own money."""

    def buys(self, view: View, price: Money) -> bool:
        """Whether to take the lot at a price that the seat can pay."""

    def flips(self, view: View) -> bool:
        """Whether to turn up the oldest painting of the mystery hand."""


class Watcher(Protocol):
    """What takes in the public log of a game, for a mind that learns from it."""

    def saw(
        self, event: AnyEvent, facts: tuple[Happened, ...], position: Position
    ) -> None:
        """Take in an event, what followed from it, and the position after it."""


class Bot:
    """One seat's bot for one game.

    Args:
        mind: Decides; it may keep what it has drawn for this game.
        memory: What the mind learns from; `None`: it learns nothing.
    """

    __slots__ = ("memory", "mind")

    def __init__(self, mind: Mind, memory: Watcher | None = None) -> None:
        self.mind, self.memory = mind, memory

    def saw(
        self, event: AnyEvent, facts: Iterable[Happened], position: Position
    ) -> None:
        """Take in the next event of the log, `begun` first.

        Whoever runs a bot tells it every event, also those of its own seat.

        Args:
            event: Public.
            facts: What playing it brought about.
            position: After the event; it is read now and not kept.
        """
        if self.memory is not None:
            self.memory.saw(event, tuple(facts), position)

    def catch_up(self, events: Iterable[AnyEvent]) -> None:
        """Take in a game's log so far, where a bot takes a seat over.

        Args:
            events: All of them, `begun` first.
        """
        if self.memory is not None:
            position = Position()
            for event in events:
                facts = position.play(event)
                self.memory.saw(event, tuple(facts), position)

    def choose(  # noqa: C901 - one case a decision, closed by assert_never
        self,
        position: Position,
        seat: Seat,
        hand: tuple[Painting, ...],
        chance: Chance,
    ) -> Answer:
        """Answer what the seat is asked.

        Args:
            position: The public position; it stays as it is.
            seat: A seat that the position awaits.
            hand: Its own hand, in order of painting numbers.
            chance: Everything the bot leaves to chance is drawn from here.

        Returns:
            A legal move of the present auction. In an open auction a bot that
            would rather be silent passes.

        Raises:
            ValueError: No bot is asked this: to reveal is the caller's affair.
        """
        view = View(position, seat, hand, chance)
        match position.phase.decision:
            case Decision.OFFER:
                return Offer(
                    auction=position.auction + 1, painting=self.mind.offer(view)
                )
            case Decision.ADD:
                return self._second(view)
            case Decision.OPEN | Decision.ONCE:
                return self._word(view)
            case Decision.SEAL:
                return SealedBid(self.mind.seal(view))
            case Decision.PRICE:
                return Price(auction=position.auction, amount=self.mind.price(view))
            case Decision.BUY:
                return self._purchase(view)
            case Decision.FLIP:
                if self.mind.flips(view):
                    return Flip(auction=position.auction)
                return Decline(auction=position.auction)
            case Decision.REVEAL | Decision.NONE as decision:
                raise ValueError(f"no bot is asked for {decision}")
            case decision:
                assert_never(decision)

    def _second(self, view: View) -> Answer:
        auction = view.position.auction
        fitting = seconds(view.hand, view.position.lot[0])
        painting = self.mind.second(view, fitting) if fitting else None
        if painting is None:
            return Decline(auction=auction)
        return Add(auction=auction, painting=painting)

    def _word(self, view: View) -> Answer:
        phase, auction = view.position.phase, view.position.auction
        high = phase.high if isinstance(phase, OpenAuction | OnceAround) else Money(0)
        amount = self.mind.bid(view, high) if view.purse > high else None
        if amount is None:
            on = high if isinstance(phase, OpenAuction) else 0
            return Pass(auction=auction, on=on)
        return Bid(auction=auction, amount=amount)

    def _purchase(self, view: View) -> Answer:
        phase, auction = view.position.phase, view.position.auction
        if (
            isinstance(phase, Asking)
            and view.purse >= phase.price
            and self.mind.buys(view, phase.price)
        ):
            return Buy(auction=auction)
        return Pass(auction=auction)


def seconds(hand: tuple[Painting, ...], double: Painting) -> tuple[Painting, ...]:
    """What of a hand may be added to a double: its artist, and no double.

    Source:
        docs/RULES.md, ruling 22.
    """
    artist = ARTIST_OF[double]
    return tuple(p for p in hand if ARTIST_OF[p] is artist and not is_double(p))

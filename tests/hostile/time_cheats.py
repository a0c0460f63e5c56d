"""Hosts that keep the time short, or choose for the clock."""

from __future__ import annotations

from collections.abc import Iterable

from tests.hostile.asks import Asks
from tests.hostile.cases import Case, Others, Who, host_case
from tests.hostile.cheat import Cheat
from tests.hostile.forging import altered, event_in

from vendue_protocol.client_messages import Play
from vendue_protocol.host_messages import Due
from vendue_protocol.message import Message
from vendue_protocol.proof import Check
from vendue_server.game import Game
from vendue_shared.choices import (
    Decision,
)
from vendue_shared.decide import decide
from vendue_shared.events import AnyEvent, Hammer, Locked, Priced
from vendue_shared.moves import (
    Offer,
    Pass,
)
from vendue_shared.paintings import Painting
from vendue_shared.phases.open_auction import OpenAuction


class HammersEarly(Asks):
    """Lets the hammer fall when its friend leads."""

    def instead(self, now: float) -> AnyEvent | None:
        del now
        phase = self.follower.position.phase
        if not isinstance(phase, OpenAuction) or phase.leader < 0:
            return None
        self.cheat.lied_to = set(self.follower.position.awaited)
        return Hammer()


class Hammers(Cheat):
    """Lets the hammer fall when its friend leads."""

    game = HammersEarly


class HammersAndLies(Hammers):
    """Lets the hammer fall early, and says before that there is no time."""

    def to_all(self, message: Message) -> Iterable[Message]:
        if isinstance(message, Due):
            message = Due(
                s=message.s, seats=message.seats, decision=message.decision,
                auction=message.auction, price=message.price, ms=0,
                default=message.default,
            )  # fmt: skip
        yield message


class LocksEarly(Asks):
    """Says that those who have not sealed yet are absent."""

    def instead(self, now: float) -> AnyEvent | None:
        del now
        position = self.follower.position
        seats = position.awaited
        if position.phase.decision is not Decision.SEAL or len(seats) != 2:
            return None
        self.cheat.lied_to = set(seats)
        return Locked(absent=seats)


class Locks(Cheat):
    """Says that those who have not sealed yet are absent."""

    game = LocksEarly


class OpensEarly(Asks):
    """Opens the bids before anybody could reveal."""

    def instead(self, now: float) -> AnyEvent | None:
        del now
        position = self.follower.position
        if position.phase.decision is not Decision.REVEAL:
            return None
        self.cheat.lied_to = set(position.awaited)
        return self._openings.opened(position.seats)


class Opens(Cheat):
    """Opens the bids before anybody could reveal."""

    game = OpensEarly


class PassesEarly(Asks):
    """Says that a player's time for the one word is up."""

    def instead(self, now: float) -> AnyEvent | None:
        del now
        position = self.follower.position
        if position.phase.decision is not Decision.ONCE:
            return None
        seat = position.awaited[0]
        self.cheat.lied_to = {seat}
        move = Pass(auction=position.auction)
        return decide(position, seat, {}, move, auto=True)


class PassesOver(Cheat):
    """Says that a player's time for the one word is up."""

    game = PassesEarly


class OffersChosen(Game):
    """Chooses what the clock offers."""

    cheat: ChoosesOffer

    def _time_is_up(self, now: float) -> None:
        position = self.follower.position
        if position.phase.decision is not Decision.OFFER:
            super()._time_is_up(now)
            return
        seat, auction = position.awaited[0], position.auction + 1
        drawn = self.hands.default_offer(seat, auction)
        painting = next(p for p in self.hands.of(seat) if p != drawn)
        move = Offer(auction=auction, painting=Painting(painting))
        hand = self.hands.for_move(seat, move)
        self._append(decide(position, seat, hand, move, auto=True), now)
        self._go_on(now)


class ChoosesOffer(Cheat):
    """Chooses what the clock offers for who is slow."""

    game = OffersChosen
    lasts = 30

    def up(self, seat: int, message: Message) -> Iterable[Message]:
        del seat
        is_offer = isinstance(message, Play) and isinstance(message.move, Offer)
        return () if is_offer and self.once() else (message,)


class PricesByClock(Cheat):
    """Lets its clock name a price."""

    def to_all(self, message: Message) -> Iterable[Message]:
        if priced := event_in(message, Priced):
            return (altered(message, amount=priced.amount + 1, auto=True),)
        return (message,)


TIME_CASES: tuple[Case, ...] = (
    host_case(
        "the clock names a price", PricesByClock, Who.ALL, "priced", Check.RULES
    ),
    host_case(
        "the hammer falls early", Hammers, Who.OWNER, "hammer", Check.EARLY,
        Others.PLAY,
    ),
    host_case(
        "the hammer falls early, and `due` told no time",
        HammersAndLies, Who.OWNER, "hammer", Check.EARLY, Others.PLAY,
    ),
    host_case(
        "a player is called absent early", Locks, Who.OWNER, "locked", Check.EARLY,
        Others.PLAY,
    ),
    host_case(
        "the bids are opened early", Opens, Who.ALL, "opened", Check.EARLY
    ),
    host_case(
        "a player is passed over early", PassesOver, Who.OWNER, "passed", Check.EARLY,
        Others.PLAY,
    ),
    host_case(
        "what the clock offers is chosen, not drawn",
        ChoosesOffer, Who.ALL, "ended", Check.DEFAULT,
    ),
)  # fmt: skip

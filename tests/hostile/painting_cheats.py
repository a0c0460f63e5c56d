"""Hosts that cheat with paintings."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace
from tests.hostile.cases import Case, Others, Who, host_case
from tests.hostile.cheat import Cheat
from tests.hostile.forging import altered, event_in
from tests.hostile.lies import ToOne

from vendue_protocol.host_messages import Dealt, DealtCard, Logged
from vendue_protocol.message import Message
from vendue_protocol.proof import Check
from vendue_server.game import Game
from vendue_shared.events import (
    AnyEvent,
    Offered,
)
from vendue_shared.moves import AnyMove
from vendue_shared.phases.turn import Offering
from vendue_shared.seats import Seat


class ForeignPainting(Cheat):
    """Lets a painting be offered that nobody was dealt."""

    def to_all(self, message: Message) -> Iterable[Message]:
        offered = event_in(message, Offered)
        if offered is None:
            return (message,)
        return (altered(message, painting=(offered.painting + 1) % 70),)


class OffersTwice(Game):
    """Lets who offers offer what was offered before from the same hand."""

    cheat: OffersOneTwice

    def _append(
        self,
        event: AnyEvent,
        now: float,
        move: AnyMove | None = None,
        once_stored: Callable[[], None] | None = None,
    ) -> None:
        before = [s.event for s in self.log.steps if isinstance(s.event, Offered)]
        super()._append(event, now, move, once_stored)
        twin = next((e for e in before if e.seat == getattr(event, "seat", -1)), None)
        if isinstance(event, Offered) and twin:
            self.cheat.twins.setdefault(self.follower.s, twin)


class OffersOneTwice(Cheat):
    """Shows everybody a painting for the second time."""

    game = OffersTwice

    def __init__(self) -> None:
        super().__init__()
        self.twins: dict[int, Offered] = {}

    def to_all(self, message: Message) -> Iterable[Message]:
        if isinstance(message, Logged) and message.s in self.twins:
            twin = self.twins[message.s]
            return (altered(message, painting=twin.painting, blind=twin.blind),)
        return (message,)


class DealsLater(ToOne):
    """Deals a player what is to be dealt in round 2."""

    def instead(self, message: Message) -> Iterable[Message] | None:
        if not isinstance(message, Dealt):
            return None
        cards = tuple(
            DealtCard(place=c.place, painting=c.painting, slot=c.slot)
            for c in self.host._new.deal.dealt(Seat(0), 2)
        )
        return (replace(message, cards=cards),)


class DealsForeign(ToOne):
    """Deals a player a painting of another hand."""

    def instead(self, message: Message) -> Iterable[Message] | None:
        if not isinstance(message, Dealt):
            return None
        painting = self.host.hands.of(Seat(1))[0]
        card = replace(message.cards[0], painting=painting)
        return (replace(message, cards=(card, *message.cards[1:])),)


class DealsNothing(ToOne):
    """Deals a player nothing."""

    def instead(self, message: Message) -> Iterable[Message] | None:
        return () if isinstance(message, Dealt) else None


class _PlaysLater(Game):
    """Lets its bot offer what it is to be dealt in round 2."""

    cheat: PlaysLater

    def _play_bot(self, bot: object, now: float) -> None:
        position = self.follower.position
        if not isinstance(position.phase, Offering) or not self.cheat.once():
            super()._play_bot(bot, now)  # type: ignore[arg-type]
            return
        seat = position.auctioneer
        painting = self._new.deal.dealt(seat, 2)[0].painting
        blind = self._new.deal.blind(painting)
        # Past the hand, which does not have it yet.
        self.log.append(Offered(seat=seat, painting=painting, blind=blind))
        self._go_on(now)


class PlaysLater(Cheat):
    """Lets its bot offer what it is to be dealt in round 2."""

    game = _PlaysLater
    lasts = 30
    persons = 2
    bots = (2,)


PAINTING_CASES: tuple[Case, ...] = (
    host_case(
        "a painting from outside the list of the hand",
        ForeignPainting, Who.ALL, "offered", Check.LEAF,
    ),
    host_case(
        "a painting is played twice", OffersOneTwice, Who.ALL, "offered", Check.LEAF
    ),
    host_case(
        "a player is dealt what a later round brings",
        DealsLater, Who.LIED_TO, "dealt", Check.LEAF, Others.PLAY,
    ),
    host_case(
        "a player is dealt a painting of another hand",
        DealsForeign, Who.LIED_TO, "dealt", Check.LEAF, Others.PLAY,
    ),
    host_case(
        "a player is dealt nothing",
        DealsNothing, Who.LIED_TO, "offered", Check.ORDER, Others.PLAY,
    ),
    host_case(
        "the host's bot plays what a later round brings it",
        PlaysLater, Who.ALL, "ended", Check.PLACES,
    ),
)  # fmt: skip

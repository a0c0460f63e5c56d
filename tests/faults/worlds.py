"""One story at a host, in worlds that differ only in what a reader may not know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import pytest
import trio
from tests.protocol.guests import NAMES, SEED, Guest, Sitting, follow_all, hold_all

from vendue_protocol import deal
from vendue_protocol.client_messages import Say, Watch
from vendue_protocol.codec import HOST_MESSAGES, decode, decode_event
from vendue_protocol.drawing import shuffled
from vendue_protocol.host_messages import Held, Logged
from vendue_shared.moves import Bid, Buy, Decline, Offer, Pass
from vendue_shared.paintings import KIND_OF, Kind, Painting
from vendue_shared.shares import places_of

SEATS = len(NAMES)


class World(msgspec.Struct, frozen=True, kw_only=True):
    """What may differ; everything else in the story is the same."""

    deck: tuple[Painting, ...] | None = None
    """`None`: as the seed makes it."""
    seed: bytes = SEED
    """The host's."""
    bids: tuple[int, int] = (5, 0)
    """What Bruno and Chie seal."""
    paintings: tuple[Painting, ...] = ()
    """What is offered, in order; empty: the lowest that fits."""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody was sent, oldest first."""

    bodies: tuple[bytes, ...]
    paintings: tuple[Painting, ...]
    """What was offered, for another world."""
    deck: tuple[Painting, ...]
    played: int
    """Which paintings were played, bit i for painting i."""


class Story:
    """Three players and a spectator at a table of three."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.sitting = Sitting(world.seed)
        self.sitting.table.lobby.first = 0
        self.players = [Guest(self.sitting, name) for name in NAMES]
        self.spectator = Guest(self.sitting, "Spectator")
        self.everybody = [*self.players, self.spectator]
        self._chosen: list[Painting] = []
        self._wanted = iter(world.paintings)

    def play(self) -> None:
        """Up to where the last bid but one was revealed."""
        ada, bruno, chie = self.players
        self.spectator.greet()
        self.spectator.say(Watch(table=1))
        for guest in self.players:
            guest.greet()
            guest.sit()
        follow_all(self.everybody)
        for guest in self.players:
            guest.ready()
            follow_all(self.everybody)
        for step in (Guest.agree, Guest.share):
            for guest in self.players:
                step(guest)
                follow_all(self.everybody)
        hold_all(self.players)
        self._ask_for_what_is_not_allowed(ada)
        self._offer(Kind.OPEN)
        bruno.bid(7)
        follow_all(self.everybody)
        for guest in (chie, ada):
            guest.pass_on(7)
            follow_all(self.everybody)
        self._offer(Kind.SEALED)
        for guest, amount in ((bruno, self._world.bids[0]), (ada, 12)):
            guest.seal(amount)
            follow_all(self.everybody)
        chie.seal(self._world.bids[1])
        follow_all(self.everybody)
        self._ask_for_what_is_not_allowed(ada)
        hold_all(self.players)
        for guest in (bruno, chie):
            guest.reveal()
            follow_all(self.everybody)

    def _offer(self, kind: Kind) -> None:
        position = self.players[0].follower.position
        guest = self.players[position.auctioneer]
        painting = next(self._wanted, None)
        if painting is None:
            painting = min(p for p in guest.seat.hand if KIND_OF[p] is kind)
        self._chosen.append(painting)
        guest.play(Offer(auction=position.auction + 1, painting=painting))
        follow_all(self.everybody)

    def _ask_for_what_is_not_allowed(self, ada: Guest) -> None:
        auction = ada.follower.position.auction
        held = set(ada.seat.hand)
        absent = next(p for p in range(70) if p not in held)
        for move in (
            Offer(auction=auction + 1, painting=absent),
            Offer(auction=auction, painting=absent),
            Bid(auction=auction, amount=9999),
            Buy(auction=auction),
            Decline(auction=auction),
            Pass(auction=auction + 3),
        ):
            ada.play(move)
        ada.say(Say(text="\x1b[31mhello"))
        follow_all(self.everybody)

    def told(self, reader: Guest) -> Told:
        game = self.sitting.table.course.game
        assert game is not None, "no game is on"
        return Told(
            bodies=tuple(reader.line.sent),
            paintings=tuple(self._chosen),
            deck=game.deck,
            played=game.follower.position.played,
        )


def tell(world: World, reader: int) -> Told:
    """Tell the story in a world; what a player, or 3: the spectator, was sent."""

    def dealt(drawn: Iterator[int]) -> tuple[Painting, ...]:
        deck = shuffled(drawn)
        return deck if world.deck is None else world.deck

    async def run() -> Told:
        story = Story(world)
        try:
            story.play()
        finally:
            for guest in story.everybody:
                guest.line.put_away()
        return story.told(story.everybody[reader])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deal, "shuffled", dealt)
        return trio.run(run)


def other_deck(told: Told, reader: int) -> tuple[Painting, ...]:
    """A deck that differs wherever the reader cannot know; what was played stays."""
    known = (
        set(places_of(reader, 1, SEATS, mystery_hand=False))
        if reader < SEATS
        else set()
    )
    known |= {place for place, p in enumerate(told.deck) if told.played >> p & 1}
    hidden = [place for place in range(len(told.deck)) if place not in known]
    deck = list(told.deck)
    for place, other in zip(hidden, [*hidden[1:], hidden[0]], strict=True):
        deck[place] = told.deck[other]
    return tuple(deck)


def plainly(bodies: Sequence[bytes]) -> list[object]:
    """Messages, with zeros for what is hashed or signed in the log; lengths stay."""
    return [_plain(body) for body in bodies[1:]]  # the hello is no message


def _plain(body: bytes) -> object:
    message = decode(body, HOST_MESSAGES)
    if isinstance(message, Logged):
        event = msgspec.to_builtins(decode_event(message.e), builtin_types=(bytes,))
        return (message.s, len(message.e), _blank(event))
    if isinstance(message, Held):
        return (message.s, message.who, len(message.hold))
    return body


def blanked(bodies: Sequence[bytes]) -> list[object]:
    """Messages, with zeros for all that is hashed, drawn or signed anywhere."""
    found: list[object] = []
    for body in bodies[1:]:
        message = decode(body, HOST_MESSAGES)
        inner = decode_event(message.e) if isinstance(message, Logged) else message
        whole = _blank(msgspec.to_builtins(inner, builtin_types=(bytes,)))
        found.append((len(body), type(message).__name__, whole))
    return found


def _blank(value: object) -> object:
    match value:
        case bytes():
            return len(value)
        case dict():
            return {key: _blank(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_blank(inner) for inner in value]
        case _:
            return value

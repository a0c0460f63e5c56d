"""A small language to place a game in any position and to play on from there.

Paintings are named by artist and kind, "K double" or "S sealed"; counts as the rule
book writes them, "L4 K4 S1".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar, cast

from vendue_shared.decide import decide
from vendue_shared.events import (
    AnyEvent,
    Begun,
    Hammer,
    Locked,
    Opened,
    Opening,
)
from vendue_shared.happened import Fact, Happened
from vendue_shared.money import Money
from vendue_shared.moves import (
    Add,
    AnyMove,
    Bid,
    Buy,
    Decline,
    Flip,
    Offer,
    Pass,
    Price,
    Reveal,
    Seal,
)
from vendue_shared.options import Options
from vendue_shared.paintings import (
    ARTIST_OF,
    ARTISTS,
    KIND_OF,
    PAINTINGS,
    Artist,
    Kind,
    Painting,
)
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.turn import Offering
from vendue_shared.position import Position
from vendue_shared.refusals import IllegalMove, Reason
from vendue_shared.scoring import chips_of
from vendue_shared.seats import Seat
from vendue_shared.terms import Chair, Clocks, Terms

FILLER: Final = b"\x01" * 32
CODES: Final = {artist.code: artist for artist in ARTISTS}

_F = TypeVar("_F", bound=Fact)


def begun(seats: int, options: Options, first: int = 0) -> Begun:
    """The first event of a game, with filler for what only proofs look at."""
    chairs = tuple(
        Chair(name=f"seat {seat}", bot=False, key=FILLER) for seat in range(seats)
    )
    terms = Terms(
        game=bytes(16),
        options=options,
        prev=bytes(32),
        host_key=FILLER,
        clocks=Clocks(),
        first=first,
        chairs=chairs,
    )
    each = (FILLER,) * seats
    return Begun(terms=terms, hs=FILLER, ks=each, es=each, lists=(), first=first)


def counts(text: str) -> list[int]:
    """Read "L4 K4 S1" as five counts in board order."""
    found = [0] * len(ARTISTS)
    for word in text.split():
        found[CODES[word[0]]] = int(word[1:])
    return found


def chips(text: str) -> tuple[Money, ...]:
    """Read "OVK" as the chips of a round that ranked O, V, K."""
    return chips_of([CODES[code] for code in text])


def is_of(painting: Painting, words: str) -> bool:
    code, kind = words.split()
    artist = CODES[code]
    return ARTIST_OF[painting] is artist and KIND_OF[painting] is Kind[kind.upper()]


def codes(ranking: Sequence[Artist]) -> str:
    """Write a ranking as "KLS"."""
    return "".join(artist.code for artist in ranking)


def slots(position: Position) -> dict[str, object]:
    """Everything a position holds, apart from it: its lists are frozen."""
    names = [name for kind in Position.__mro__[:-1] for name in kind.__slots__]  # type: ignore[attr-defined]  # each class of it has slots
    public = [name for name in names if not name.startswith("_")]
    return {name: frozen(getattr(position, name)) for name in public}


def frozen(value: object) -> object:
    return tuple(map(frozen, value)) if isinstance(value, list) else value


class Table:
    """A game as its host sees it: the position and everything hidden.

    Args:
        seats: 3 to 5.
        hands: The hands that matter, such as `{0: "K double, K open"}`.
        spare: How many paintings more every hand gets, so that nothing runs out.
        auctioneer: Who is to offer.
        round_number: 1 to 4.
        shown: What has been shown this round, such as `"L4 K4"`.
        purses: By seat; 100 each if not told.
        board: The rankings of the earlier rounds, such as `["OVK"]`.
        walls: What somebody owns, such as `{0: "V open, V once"}`.
        pile: The mystery hand, oldest first.
        options: `classic` if not told.
    """

    def __init__(  # noqa: PLR0913 - each call names the few it needs
        self,
        *,
        seats: int = 4,
        hands: Mapping[int, str] | None = None,
        spare: int = 1,
        auctioneer: int = 0,
        round_number: int = 1,
        shown: str = "",
        purses: Sequence[int] | None = None,
        board: Sequence[str] = (),
        walls: Mapping[int, str] | None = None,
        pile: str = "",
        options: Options | None = None,
    ) -> None:
        self.facts: list[Happened] = []
        self.unused = list(PAINTINGS)
        self.bids: dict[int, int | None] = {}
        self.position = Position()
        self.position.play(begun(seats, options or Options(), auctioneer))
        self.hands = [
            dict.fromkeys(self._take((hands or {}).get(seat, "")), b"")
            for seat in range(seats)
        ]
        self.pile = dict.fromkeys(self._take(pile), b"")
        owned = [self._take((walls or {}).get(seat, "")) for seat in range(seats)]
        for hand in self.hands:
            hand.update(dict.fromkeys((self.unused.pop() for _ in range(spare)), b""))
        position = self.position
        position.round = round_number
        position.auctioneer = position.opener = Seat(auctioneer)
        position.hand_sizes = [len(hand) for hand in self.hands]
        position.mystery = len(self.pile)
        position.shown = counts(shown)
        position.board = [chips(ranking) for ranking in board]
        position.walls = owned
        if purses is not None:
            position.purses = list(map(Money, purses))
        position.phase = Offering()

    def _take(self, text: str) -> list[Painting]:
        taken = []
        for words in filter(None, text.split(", ")):
            painting = next(p for p in self.unused if is_of(p, words))
            self.unused.remove(painting)
            taken.append(painting)
        return taken

    # What there is.

    def held(self, seat: int, words: str) -> Painting:
        """The first such painting of a hand."""
        return next(p for p in self.hands[seat] if is_of(p, words))

    @property
    def purses(self) -> list[int]:
        return list(self.position.purses)

    @property
    def awaited(self) -> list[int]:
        return list(self.position.awaited)

    def told(self, kind: type[_F]) -> _F:
        """The one fact of a kind that the last move brought about."""
        (fact,) = (fact for fact in self.facts if isinstance(fact, kind))
        return fact

    def has_told(self, kind: type[Fact]) -> bool:
        return any(isinstance(fact, kind) for fact in self.facts)

    # What happens. A move takes any value, for a hostile one is refused by the rules.

    def play(self, event: AnyEvent) -> list[Happened]:
        self.facts = self.position.play(event)
        return self.facts

    def make(self, seat: int, move: AnyMove) -> list[Happened]:
        """A seat's move, as the host takes it."""
        hand = self.pile if isinstance(move, Flip) else self.hands[seat]
        event = decide(self.position, Seat(seat), hand, move)
        if isinstance(move, Flip):
            del self.pile[next(iter(self.pile))]
        elif isinstance(move, Offer | Add):
            del self.hands[seat][Painting(move.painting)]
        return self.play(event)

    def refusal(self, seat: int, move: AnyMove) -> Reason | None:
        """Why a move is refused, having changed nothing; `None` if it is not."""
        before = slots(self.position)
        hand = self.pile if isinstance(move, Flip) else self.hands[seat]
        try:
            decide(self.position, Seat(seat), hand, move)
        except IllegalMove as refusal:
            assert slots(self.position) == before
            return refusal.reason
        return None

    def offer(self, seat: int, words: str) -> list[Happened]:
        return self.make(seat, self.offering(self.held(seat, words)))

    def offering(self, painting: object) -> Offer:
        return Offer(
            auction=self.position.auction + 1, painting=cast("Painting", painting)
        )

    def add(self, seat: int, words: str) -> list[Happened]:
        return self.make(seat, self.adding(self.held(seat, words)))

    def adding(self, painting: object) -> Add:
        return Add(auction=self.position.auction, painting=cast("Painting", painting))

    def decline(self, *seats: int) -> None:
        for seat in seats:
            self.make(seat, Decline(auction=self.position.auction))

    def bid(self, seat: int, amount: int) -> None:
        self.make(seat, self.bidding(amount))

    def bidding(self, amount: object) -> Bid:
        return Bid(auction=self.position.auction, amount=cast("Money", amount))

    def pass_(self, *seats: int) -> None:
        for seat in seats:
            self.make(seat, self.passing())

    def passing(self) -> Pass:
        phase = self.position.phase
        high = phase.high if isinstance(phase, OpenAuction) else 0
        return Pass(auction=self.position.auction, on=high)

    def hammer(self) -> None:
        self.play(Hammer())

    def price(self, seat: int, amount: int) -> None:
        self.make(seat, self.pricing(amount))

    def pricing(self, amount: object) -> Price:
        return Price(auction=self.position.auction, amount=cast("Money", amount))

    def buy(self, seat: int) -> None:
        self.make(seat, self.buying())

    def buying(self) -> Buy:
        return Buy(auction=self.position.auction)

    def flip(self, seat: int) -> None:
        self.make(seat, self.flipping())

    def flipping(self) -> Flip:
        return Flip(auction=self.position.auction)

    def sealing(self) -> Seal:
        return Seal(auction=self.position.auction, commitment=FILLER)

    def revealing(self, amount: int) -> Reveal:
        return Reveal(auction=self.position.auction, bid=amount, nonce=FILLER, hold=b"")

    def seal(self, *seats: int) -> None:
        for seat in seats:
            self.make(seat, self.sealing())

    def lock(self) -> None:
        """The deadline: who has not sealed is absent."""
        self.play(Locked(absent=self.position.awaited))

    def reveal(self, bids: Mapping[int, int]) -> None:
        """These seats open; then all is shown, and the others have withheld."""
        for seat, amount in bids.items():
            self.make(seat, self.revealing(amount))
        openings = (
            Opening(bid=bids[seat], nonce=FILLER, hold=b"") if seat in bids else None
            for seat in range(self.position.seats)
        )
        self.play(Opened(openings=tuple(openings)))

    def sealed(self, *bids: int) -> None:
        """A whole sealed auction, one bid a seat."""
        self.seal(*range(len(bids)))
        self.reveal(dict(enumerate(bids)))

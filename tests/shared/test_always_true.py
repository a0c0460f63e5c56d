"""What holds in every game, tried on games by chance from fixed seeds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.shared.random_play import Game, all_options, kind_id
from tests.shared.table import FILLER, slots

from vendue_shared.choices import (
    AnyChoice,
    CanAdd,
    CanBid,
    CanBuy,
    CanDecline,
    CanFlip,
    CanOffer,
    CanPass,
    CanPrice,
    CanReveal,
    CanSeal,
)
from vendue_shared.decide import decide
from vendue_shared.events import (
    AnyEvent,
    Begun,
    Bought,
    Called,
    Declined,
    Ended,
    Ending,
    Hammer,
    Locked,
    Opened,
    Passed,
    Player,
    Plays,
    Sealed,
)
from vendue_shared.happened import GameWon, LotSold, LotUnsold, RoundEnded
from vendue_shared.moves import (
    Add,
    AnyMove,
    Bid,
    Buy,
    Decline,
    Flip,
    Offer,
    Price,
    Reveal,
    Seal,
)
from vendue_shared.options import Options
from vendue_shared.paintings import PAINTINGS, Painting
from vendue_shared.phases.sealed_bids import Revealing
from vendue_shared.position import Position
from vendue_shared.refusals import IllegalMove
from vendue_shared.seats import Seat

KINDS_OF_GAME = list(all_options())
SEEDS_A_KIND = 8
"""A few hundred games in the normal run; the soak plays thousands."""


every_kind = pytest.mark.parametrize("kind", KINDS_OF_GAME, ids=kind_id)


# One game, looked at from many sides.


def check_paintings(game: Game) -> None:
    """Seventy paintings, each in one place."""
    places: list[Painting] = [*game.undealt, *game.pile]
    for hand in game.hands:
        places.extend(hand)
    places.extend(p for p in PAINTINGS if game.position.played >> p & 1)
    assert sorted(places) == list(PAINTINGS)
    assert [len(hand) for hand in game.hands] == game.position.hand_sizes
    assert len(game.pile) == game.position.mystery


def check_money(game: Game, bank: int) -> int:
    """Only the bank brings money and takes it; nobody is below 0."""
    for fact in game.played[-1][1]:
        if isinstance(fact, LotSold):
            bank += fact.price - sum(fact.paid)
        elif isinstance(fact, RoundEnded):
            bank -= sum(fact.earned)
            assert sum(fact.purses) + bank == 100 * len(game.hands)
    purses = game.position.purses
    assert sum(purses) + bank == 100 * len(purses)
    assert min(purses) >= 0
    return bank


def check_round(game: Game) -> None:
    facts = game.played[-1][1]
    unsold = [fact for fact in facts if isinstance(fact, LotUnsold)]
    for number, end in enumerate(f for f in facts if isinstance(f, RoundEnded)):
        assert len(end.ranking) <= 3
        assert all(end.shown[artist] for artist in end.ranking)
        is_fifth = max(end.shown) == 5
        if number == 0 and unsold:
            assert unsold[0].is_fifth is is_fifth
        if is_fifth:
            assert 5 <= sum(end.shown) <= 21
            assert end.shown.count(5) == 1


def check_choices(game: Game) -> None:
    """Who is awaited can move, and nobody else but in an open auction.

    Nobody is awaited only where the host is to open the bids that all have revealed.
    """
    position = game.position
    asked = position.awaited
    assert asked or isinstance(position.phase, Revealing)
    for number in range(position.seats):
        choices = game.legal(Seat(number))
        if number in asked:
            assert choices
        else:
            assert all(isinstance(choice, CanBid) for choice in choices)


def play_through(seed: int, kind: tuple[int, Options], probe_every: int) -> None:
    game = Game(seed, *kind)
    bank = 0
    while not game.position.is_over:
        check_choices(game)
        if game.chance.randrange(probe_every) == 0:
            probe(game)
        game.step()
        check_paintings(game)
        bank = check_money(game, bank)
        check_round(game)
    winners = game.position.winners
    most = max(game.position.purses)
    assert [game.position.purses[seat] for seat in winners] == [most] * len(winners)
    assert isinstance(game.played[-1][1][-1], GameWon)


# Every legal choice at both ends of its range, and everything just outside.


def probe(game: Game) -> None:
    for number in range(game.position.seats):
        seat = Seat(number)
        choices = game.legal(seat)
        for choice in choices:
            for move in inside(game, choice):
                assert_accepted(game, seat, move)
        for move in outside(game, seat, choices):
            assert_refused(game, seat, move)


def assert_accepted(game: Game, seat: Seat, move: AnyMove) -> None:
    before = slots(game.position)
    event = game.decide(seat, move)
    twin = game.position.copy()

    twin.play(event)

    assert slots(game.position) == before
    assert slots(twin) != before


def assert_refused(game: Game, seat: Seat, move: AnyMove) -> None:
    before = slots(game.position)
    with pytest.raises(IllegalMove):
        game.decide(seat, move)
    assert slots(game.position) == before


def inside(game: Game, choice: AnyChoice) -> Iterator[AnyMove]:  # noqa: C901 - one line a choice
    auction = game.position.auction
    match choice:
        case CanOffer(paintings=paintings):
            for painting in {paintings[0], paintings[-1]}:
                yield Offer(auction=auction + 1, painting=painting)
        case CanAdd(paintings=paintings):
            for painting in {paintings[0], paintings[-1]}:
                yield Add(auction=auction, painting=painting)
        case CanBid(low=low, high=high):
            yield Bid(auction=auction, amount=low)
            yield Bid(auction=auction, amount=high)
        case CanPrice(high=high):
            yield Price(auction=auction, amount=0)
            yield Price(auction=auction, amount=high)
        case CanDecline():
            yield Decline(auction=auction)
        case CanPass():
            yield game.passing()
        case CanSeal():
            yield Seal(auction=auction, commitment=FILLER)
        case CanReveal():
            yield Reveal(auction=auction, bid=0, nonce=FILLER, hold=b"")
        case CanBuy():
            yield Buy(auction=auction)
        case CanFlip():
            yield Flip(auction=auction)


def outside(
    game: Game, seat: Seat, choices: tuple[AnyChoice, ...]
) -> Iterator[AnyMove]:
    auction = game.position.auction
    kinds = {type(choice) for choice in choices}
    yield from _wrong_paintings(game, seat, choices)
    yield from _wrong_amounts(game, choices)
    plain: list[tuple[type[AnyChoice], AnyMove]] = [
        (CanPass, game.passing()),
        (CanDecline, Decline(auction=auction)),
        (CanBuy, Buy(auction=auction)),
        (CanFlip, Flip(auction=auction)),
        (CanSeal, Seal(auction=auction, commitment=FILLER)),
        (CanReveal, Reveal(auction=auction, bid=0, nonce=FILLER, hold=b"")),
    ]
    yield from (move for kind, move in plain if kind not in kinds)
    for choice in choices:
        for move in inside(game, choice):
            yield stale(move, move.auction + 1)
            yield stale(move, move.auction - 1)


def stale(move: AnyMove, auction: int) -> AnyMove:
    fields = {key: getattr(move, key) for key in move.__struct_fields__}
    return type(move)(**(fields | {"auction": auction}))


def _wrong_paintings(
    game: Game, seat: Seat, choices: tuple[AnyChoice, ...]
) -> Iterator[AnyMove]:
    auction = game.position.auction
    addable = next((c.paintings for c in choices if isinstance(c, CanAdd)), ())
    offerable = next((c.paintings for c in choices if isinstance(c, CanOffer)), ())
    others = [p for i, hand in enumerate(game.hands) if i != seat for p in hand]
    tried = [*game.hands[seat], *others[:3], *game.pile, Painting(-1), Painting(70)]
    for painting in tried:
        if painting not in offerable:
            yield Offer(auction=auction + 1, painting=painting)
        if painting not in addable:
            yield Add(auction=auction, painting=painting)


def _wrong_amounts(game: Game, choices: tuple[AnyChoice, ...]) -> Iterator[AnyMove]:
    auction = game.position.auction
    low, high = next(
        ((c.low, c.high) for c in choices if isinstance(c, CanBid)), (1, 0)
    )
    top = next((c.high for c in choices if isinstance(c, CanPrice)), -1)
    for amount in (low - 1, high + 1, -1, 2**32):
        yield Bid(auction=auction, amount=amount)
    for amount in (-1, top + 1, 2**32):
        yield Price(auction=auction, amount=amount)


# The games.


@every_kind
def test_what_must_hold_holds_in_every_game(kind: tuple[int, Options]) -> None:
    for seed in range(SEEDS_A_KIND):
        play_through(seed, kind, probe_every=40)


@pytest.mark.soak
@every_kind
def test_what_must_hold_holds_in_thousands_of_games(kind: tuple[int, Options]) -> None:
    for seed in range(1000, 1100):
        play_through(seed, kind, probe_every=40)


@every_kind
def test_the_log_alone_gives_the_same_game(kind: tuple[int, Options]) -> None:
    game = Game(77, *kind).run()
    again = Position()

    facts = [again.play(event) for event, _ in game.played]

    assert facts == [found for _, found in game.played]
    assert slots(again) == slots(game.position)


def test_a_copy_is_played_on_independently() -> None:
    game = Game(5, 3, Options(mystery_hand=True))
    while not game.position.is_over:
        twin = game.position.copy()
        before = slots(twin)

        game.step()

        assert slots(twin) == before
        twin.play(game.played[-1][0])
        assert slots(twin) == slots(game.position)


def foreign_events(seat: int) -> list[AnyEvent]:
    return [
        Hammer(),
        Locked(absent=(0,)),
        Locked(absent=()),
        Opened(openings=()),
        Called(seat=seat, amount=1),
        Passed(seat=seat),
        Declined(seat=seat),
        Bought(seat=seat),
        Sealed(seat=seat, commitment=FILLER),
    ]


@pytest.mark.parametrize("seat", [-1, 3, 5, True, 1.0, "1", None, 2**32, 10**400])
def test_there_is_no_such_seat(seat: int) -> None:
    game = Game(1, 3, Options())
    kinds = set()
    while not game.position.is_over:
        game.step()
        phase = type(game.position.phase)
        if phase in kinds:
            continue
        kinds.add(phase)
        before = slots(game.position)
        for event in (
            Called(seat=seat, amount=1),
            Passed(seat=seat),
            Declined(seat=seat),
            Bought(seat=seat),
            Sealed(seat=seat, commitment=FILLER),
            Plays(seat=seat, by=Player.BOT),
        ):
            with pytest.raises(IllegalMove):
                game.position.play(event)
        assert slots(game.position) == before


@pytest.mark.parametrize("first", [-1, 3, True, 1.0, "1", None])
def test_there_is_no_such_first_auctioneer(first: int) -> None:
    begun = Game(1, 3, Options()).begun
    wrong = Begun(terms=begun.terms, hs=FILLER, ks=(), es=(), lists=(), first=first)

    with pytest.raises(IllegalMove):
        Position().play(wrong)


def test_nothing_comes_before_begun_and_nothing_after_ended() -> None:
    game = Game(3, 4, Options()).run()
    ended = Ended(reason=Ending.FINISHED, seed=b"")
    with pytest.raises(IllegalMove):
        Position().play(ended)

    game.position.play(ended)

    assert game.position.is_over
    for event, _ in game.played[:50]:
        with pytest.raises(IllegalMove):
            game.position.play(event)
    with pytest.raises(IllegalMove):
        game.position.play(ended)


def test_a_game_can_be_ended_in_its_midst() -> None:
    game = Game(3, 4, Options())
    for _ in range(30):
        game.step()

    game.position.play(Ended(reason=Ending.ABANDONED, seed=b""))

    assert game.position.awaited == ()
    assert game.position.winners == ()


def test_begun_comes_once() -> None:
    game = Game(3, 4, Options())

    with pytest.raises(IllegalMove):
        game.position.play(game.begun)


def test_a_seat_changes_hands_and_not_twice_to_the_same() -> None:
    position = Game(3, 4, Options()).position
    to_bot = Plays(seat=2, by=Player.BOT)

    position.play(to_bot)

    assert position.bots == [False, False, True, False]
    with pytest.raises(IllegalMove, match="E_HANDED_OVER"):
        position.play(to_bot)
    position.play(Plays(seat=2, by=Player.PERSON))
    assert position.bots == [False] * 4


def test_a_seat_that_sealed_does_not_change_hands() -> None:
    game = Game(3, 4, Options())
    while not isinstance(game.step(), Sealed):
        pass
    (seat,) = {0, 1, 2, 3} - set(game.position.awaited)

    with pytest.raises(IllegalMove, match="E_HANDED_OVER"):
        game.position.play(Plays(seat=seat, by=Player.BOT))


def test_moves_of_no_auction_are_refused_before_the_first_offer() -> None:
    game = Game(3, 4, Options())
    seat = game.position.awaited[0]

    for event in foreign_events(seat):
        with pytest.raises(IllegalMove):
            game.position.check(event)


def test_decide_takes_no_move_of_a_game_that_has_not_begun() -> None:
    with pytest.raises(IllegalMove):
        decide(Position(), Seat(0), {}, Offer(auction=1, painting=Painting(0)))

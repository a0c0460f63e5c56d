"""What a player types means one thing, and a line that means nothing says why."""

from __future__ import annotations

import pytest

from vendue_client.orders.order import (
    Local,
    LocalKind,
    MakeMove,
    SealBid,
    Send,
    message_of,
)
from vendue_client.orders.reading import parse
from vendue_client.wording.words import painting_name
from vendue_protocol.client_messages import Finish, HandOver, Play, Say
from vendue_shared.events import Player
from vendue_shared.money import Money
from vendue_shared.moves import Add, Bid, Buy, Decline, Flip, Offer, Pass, Price, Seal
from vendue_shared.options import Options
from vendue_shared.paintings import ARTIST_OF, PAINTINGS, is_double
from vendue_shared.phases.double import Doubling
from vendue_shared.phases.fixed_price import Asking, Pricing
from vendue_shared.phases.once_around import OnceAround
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.phases.phase import Phase
from vendue_shared.phases.sealed_bids import Sealing
from vendue_shared.phases.turn import Flipping, Offering

from .conftest import GameAtHome, asked_for, why_not


def doubling() -> GameAtHome:
    """A game in which the participant holds something to add to a double."""
    game = GameAtHome(luck=3).begin()
    return game.until(lambda g: len(g.participant.choices) == 2, asked=0).until(
        lambda g: (
            isinstance(g.host.position.phase, Doubling)
            and len(g.participant.choices) == 2
        )
    )


# Moves.


def test_a_number_is_a_place_in_the_hand_where_a_painting_is_asked() -> None:
    game = asked_for(Offering)
    hand = game.participant.hand

    for typed in ("2", "/offer 2", "offer 2", "／offer ２"):
        order = parse(typed, game.participant)
        assert order == MakeMove(
            Offer(auction=game.host.position.auction + 1, painting=hand[1])
        )


def test_a_painting_may_be_named_by_letter_and_number() -> None:
    game = GameAtHome().begin()
    hand = game.participant.hand
    first = [p for p in PAINTINGS if ARTIST_OF[p] is ARTIST_OF[hand[-1]]].index(
        hand[-1]
    )
    name = ARTIST_OF[hand[-1]].name.title()

    short = parse(f"{name[0].lower()}{first + 1}", game.participant)
    full = parse(f"{name} {first + 1}", game.participant)

    assert short == full == MakeMove(Offer(auction=1, painting=hand[-1]))


@pytest.mark.parametrize("typed", ["0", "10", "99", "/offer", "/offer x", "18,000"])
def test_a_place_outside_the_hand_is_refused_with_the_range(typed: str) -> None:
    game = GameAtHome().begin()

    assert "1 to 9 of your hand" in why_not(typed, game)


def test_a_painting_of_another_hand_is_refused() -> None:
    game = GameAtHome().begin()
    other = next(p for p in PAINTINGS if p not in game.participant.hand)

    assert "is not in your hand" in why_not(f"/offer {painting_name(other)}", game)


def test_a_second_painting_is_added_by_its_place() -> None:
    game = doubling()
    artist = ARTIST_OF[game.host.position.lot[0]]
    hand = game.participant.hand
    fitting = next(p for p in hand if ARTIST_OF[p] is artist and not is_double(p))

    order = parse(str(hand.index(fitting) + 1), game.participant)

    auction = game.host.position.auction
    assert order == MakeMove(Add(auction=auction, painting=fitting))
    assert parse("n", game.participant) == MakeMove(Decline(auction=auction))
    assert parse("/decline", game.participant) == MakeMove(Decline(auction=auction))


def test_a_second_painting_by_another_artist_is_refused() -> None:
    game = doubling()
    artist = ARTIST_OF[game.host.position.lot[0]]
    hand = game.participant.hand
    other = next(p for p in hand if ARTIST_OF[p] is not artist)

    assert "another artist" in why_not(str(hand.index(other) + 1), game)


@pytest.mark.parametrize("phase", [OpenAuction, OnceAround])
def test_a_number_is_a_bid_where_an_amount_is_called(phase: type[Phase]) -> None:
    game = asked_for(phase)
    bid = MakeMove(Bid(auction=game.host.position.auction, amount=60))

    for typed in ("60", "60000", "60,000", "/bid 60", "bid 60k"):
        assert parse(typed, game.participant) == bid


def test_plus_is_the_least_raise() -> None:
    game = asked_for(OpenAuction)
    auction = game.host.position.auction
    game.play(1, Bid(auction=auction, amount=50))

    assert parse("+", game.participant) == MakeMove(Bid(auction=auction, amount=51))
    assert parse("＋", game.participant) == MakeMove(Bid(auction=auction, amount=51))


@pytest.mark.parametrize("typed", ["p", "pass", "/pass", "/p", "n", "Ｐ"])
def test_a_pass_in_an_open_auction_names_the_price(typed: str) -> None:
    game = asked_for(OpenAuction)
    auction = game.host.position.auction
    game.play(1, Bid(auction=auction, amount=50))

    order = parse(typed, game.participant)

    assert order == MakeMove(Pass(auction=auction, on=50))


def test_a_bid_out_of_range_is_refused_with_range_and_purse() -> None:
    game = asked_for(OpenAuction)
    game.play(1, Bid(auction=game.host.position.auction, amount=50))
    purse = game.host.position.purses[0]

    low, high = why_not("50", game), why_not(str(purse + 1), game)

    assert low.startswith("50,000 is too low")
    assert "51,000 to" in low
    assert f"more than you have: {purse},000" in high


def test_a_sealed_bid_is_an_amount_and_not_yet_a_move() -> None:
    game = asked_for(Sealing)
    seal = SealBid(Money(7))

    for typed in ("7", "/seal 7", "/bid 7", "7k"):
        assert parse(typed, game.participant) == seal
    assert game.participant.own_bid is None

    message = message_of(seal, game.participant)

    assert isinstance(message, Play)
    assert isinstance(message.move, Seal)
    assert game.participant.own_bid == 7


def test_a_price_is_named_by_its_amount() -> None:
    game = asked_for(Pricing)
    order = MakeMove(Price(auction=game.host.position.auction, amount=20))

    assert (
        parse("20", game.participant) == parse("/price 20", game.participant) == order
    )
    assert "Name the price" in why_not("/bid 20", game)


def test_yes_buys_and_no_passes_at_a_fixed_price() -> None:
    game = asked_for(Asking, luck=4)
    auction = game.host.position.auction

    for yes in ("y", "buy", "/buy"):
        assert parse(yes, game.participant) == MakeMove(Buy(auction=auction))
    for no in ("n", "p", "/pass"):
        assert parse(no, game.participant) == MakeMove(Pass(auction=auction))


def test_yes_flips_and_no_declines_to() -> None:
    options = Options(mystery_hand=True)
    game = GameAtHome(seats=3, options=options).begin().until(Flipping, asked=0)
    auction = game.host.position.auction

    for yes in ("y", "flip", "/flip"):
        assert parse(yes, game.participant) == MakeMove(Flip(auction=auction))
    assert parse("n", game.participant) == MakeMove(Decline(auction=auction))


@pytest.mark.parametrize("typed", ["18", "+", "p", "y", "n", "/offer 1", "/add 1"])
def test_a_move_of_who_is_not_asked_says_whom_the_table_waits_for(
    watched: GameAtHome, typed: str
) -> None:
    assert "Wait for Ada" in why_not(typed, watched)


def test_reading_a_line_changes_nothing() -> None:
    game = asked_for(OpenAuction)

    parse("60", game.participant)

    assert game.participant.in_flight is None


# Everything else.


@pytest.mark.parametrize(
    ("typed", "kind", "argument"),
    [
        ("?", LocalKind.HELP, ""),
        ("h", LocalKind.HINT, ""),
        ("/rules", LocalKind.RULES, ""),
        ("/rules Double", LocalKind.RULES, "double"),
        ("/lang IT", LocalKind.LANG, "it"),
        ("/who", LocalKind.WHO, ""),
        ("/log", LocalKind.LOG, ""),
        ("/hand", LocalKind.HAND, ""),
        ("/leave", LocalKind.LEAVE, ""),
        ("/quit", LocalKind.QUIT, ""),
        ("", LocalKind.AGAIN, ""),
    ],
)
def test_what_the_screen_does_itself(
    game: GameAtHome, typed: str, kind: LocalKind, argument: str
) -> None:
    assert parse(typed, game.participant) == Local(kind, argument)


def test_what_is_said_keeps_its_letters(game: GameAtHome) -> None:
    order = parse("/say  Ｏｋ, 18 K?", game.participant)

    assert order == Send(Say(text="Ｏｋ, 18 K?"))


@pytest.mark.parametrize("typed", ["/xyzzy", "hello there", "/say", "/lang xx", "z9"])
def test_what_means_nothing_is_refused_with_a_hint(
    game: GameAtHome, typed: str
) -> None:
    assert why_not(typed, game).endswith((".", "it"))


def test_a_bot_takes_the_seat_and_gives_it_back(game: GameAtHome) -> None:
    away = parse("/auto", game.participant)
    assert away == Send(HandOver(to=Player.BOT))
    game.take(HandOver(to=Player.BOT))

    assert parse("/back", game.participant) == Send(HandOver(to=Player.PERSON))
    assert "already" in why_not("/auto", game)


def test_the_owner_may_end_the_game(game: GameAtHome) -> None:
    assert parse("/end", game.participant) == Send(Finish())


def test_only_the_owner_may_end_the_game(watched: GameAtHome) -> None:
    assert "Only the owner" in why_not("/end", watched)


def test_back_leads_to_the_lobby_when_the_game_is_over(finished: GameAtHome) -> None:
    assert parse("/back", finished.participant) == Local(LocalKind.BACK)
    assert parse("", finished.participant) == Local(LocalKind.BACK)

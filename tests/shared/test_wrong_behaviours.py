"""What is easily got wrong about the rules; each test says what is right."""

from __future__ import annotations

import pytest
from tests.shared.table import Table, codes, counts

from vendue_shared.happened import (
    AuctionBegan,
    LotSold,
    LotUnsold,
    RoundBegan,
    RoundEnded,
    SecondAsked,
    TurnCame,
)
from vendue_shared.refusals import Reason
from vendue_shared.scoring import rank_artists
from vendue_shared.shares import share_of

HOSTILE = [True, False, 5.0, "5", 1e999, -5, 2**32, 10**400, None]


def short(value: object) -> str:
    return repr(value)[:9]


def test_the_last_painting_of_round_4_is_not_auctioned() -> None:
    table = Table(hands={0: "L open"}, spare=0, round_number=4)

    table.offer(0, "L open")

    assert not table.has_told(AuctionBegan)
    assert table.told(LotUnsold).lot == (0,)


def test_artists_outside_the_three_are_not_paid() -> None:
    table = Table(
        hands={0: "K open"},
        shown="K4 L3 S2 V1 O1",
        round_number=2,
        board=["VOL"],
        walls={1: "V open, O open"},
    )

    table.offer(0, "K open")

    assert table.told(RoundEnded).earned == (0, 0, 0, 0)


def test_artists_with_none_are_not_ranked() -> None:
    assert codes(rank_artists(counts("K5 O1"))) == "KO"
    assert rank_artists(counts("")) == ()


def test_the_fifth_is_counted() -> None:
    table = Table(hands={0: "K open"}, shown="L4 K4")

    table.offer(0, "K open")

    assert codes(table.told(RoundEnded).ranking) == "KL"


def test_artist_ties_do_not_go_by_the_order_of_showing() -> None:
    table = Table(hands={0: "K open", 1: "L open"}, spare=0, round_number=4)
    table.offer(0, "K open")
    table.hammer()

    table.offer(1, "L open")

    assert codes(table.told(RoundEnded).ranking) == "LK"


def test_sealed_ties_do_not_go_to_the_lowest_seat() -> None:
    table = Table(hands={2: "L sealed"}, auctioneer=2)
    table.offer(2, "L sealed")

    table.sealed(9, 9, 0, 9)

    assert table.told(LotSold).buyer == 3


@pytest.mark.parametrize("kind", ["open", "once", "sealed"])
def test_the_auctioneer_may_bid(kind: str) -> None:
    table = Table(hands={0: f"L {kind}"})
    table.offer(0, f"L {kind}")

    if kind == "open":
        table.bid(0, 9)
        table.hammer()
    elif kind == "once":
        table.pass_(1, 2, 3)
        table.bid(0, 9)
    else:
        table.sealed(9, 0, 0, 0)

    assert (table.told(LotSold).buyer, table.told(LotSold).price) == (0, 9)


def test_a_self_buy_at_the_fixed_price_is_paid_for() -> None:
    table = Table(hands={0: "L fixed"})
    table.offer(0, "L fixed")
    table.price(0, 12)

    table.pass_(1, 2, 3)

    assert table.purses == [88, 100, 100, 100]


def test_a_price_above_the_auctioneers_money_is_refused() -> None:
    table = Table(hands={0: "L fixed"}, purses=[10, 100, 100, 100])
    table.offer(0, "L fixed")

    assert table.refusal(0, table.pricing(11)) is Reason.OVER_PURSE


@pytest.mark.parametrize("kind", ["open", "once", "sealed", "fixed"])
def test_both_paintings_of_a_pair_are_handed_over(kind: str) -> None:
    table = Table(hands={0: f"S double, S {kind}"})
    table.offer(0, "S double")
    table.add(0, f"S {kind}")

    if kind == "open":
        table.bid(1, 9)
        table.hammer()
    elif kind == "once":
        table.bid(1, 9)
        table.pass_(2, 3, 0)
    elif kind == "sealed":
        table.sealed(0, 9, 0, 0)
    else:
        table.price(0, 9)
        table.buy(1)

    assert len(table.position.walls[1]) == 2
    assert table.purses == [109, 91, 100, 100]


def test_the_second_of_a_double_is_asked_of_everybody() -> None:
    table = Table(hands={0: "S double"})
    table.offer(0, "S double")

    asked = [table.told(SecondAsked).seat]
    for seat in range(3):
        table.decline(seat)
        asked.append(table.told(SecondAsked).seat)

    assert asked == [0, 1, 2, 3]


def test_the_order_of_a_taken_over_double_follows_the_new_auctioneer() -> None:
    table = Table(hands={0: "S double", 2: "S once"})
    table.offer(0, "S double")
    table.decline(0, 1)

    table.add(2, "S once")

    assert table.awaited == [3]


def test_the_tie_of_a_taken_over_double_follows_the_new_auctioneer(
    double_of_sora: Table,
) -> None:
    double_of_sora.add(2, "S sealed")

    double_of_sora.sealed(7, 7, 7, 0)

    assert double_of_sora.told(LotSold).buyer == 2


def test_the_price_of_a_taken_over_double_goes_to_the_new_auctioneer(
    double_of_sora: Table,
) -> None:
    double_of_sora.add(2, "S sealed")

    double_of_sora.sealed(0, 7, 0, 0)

    assert double_of_sora.purses == [100, 93, 107, 100]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_no_card_is_dealt_in_round_4(seats: int) -> None:
    table = Table(seats=seats, hands={0: "K open"}, round_number=3, shown="K4", spare=2)

    table.offer(0, "K open")

    assert table.told(RoundBegan).share == 0
    assert table.position.hand_sizes == [2] * seats
    assert share_of(4, seats, mystery_hand=False) == 0


def test_seat_0_does_not_start_every_round() -> None:
    table = Table(hands={1: "K open"}, auctioneer=1, shown="K4")

    table.offer(1, "K open")

    assert table.told(TurnCame).auctioneer == 2


def test_a_game_with_one_hand_left_goes_on_to_its_end() -> None:
    table = Table(
        hands={2: "L open, L once, L sealed"}, spare=0, auctioneer=2, round_number=4
    )

    table.offer(2, "L open")
    table.hammer()
    table.offer(2, "L once")
    table.pass_(3, 0, 1, 2)
    table.offer(2, "L sealed")

    assert table.position.is_over


def test_the_starter_of_round_4_has_a_card() -> None:
    table = Table(hands={0: "K open", 3: "L open"}, spare=0, round_number=3, shown="K4")

    table.offer(0, "K open")

    assert table.told(TurnCame).auctioneer == 3


def test_a_pass_in_the_open_auction_is_not_final() -> None:
    table = Table(hands={0: "L open"})
    table.offer(0, "L open")
    table.pass_(1)

    table.bid(1, 5)
    table.hammer()

    assert table.told(LotSold).buyer == 1


def test_a_pass_in_the_open_auction_does_not_count_twice() -> None:
    table = Table(hands={0: "L open"})
    table.offer(0, "L open")
    table.pass_(1, 2)

    assert table.refusal(1, table.passing()) is Reason.PASSED
    assert table.awaited == [0, 3]


@pytest.mark.parametrize("kind", ["open", "once"])
def test_an_equal_bid_is_refused(kind: str) -> None:
    table = Table(hands={0: f"L {kind}"})
    table.offer(0, f"L {kind}")
    table.bid(1, 5)

    assert table.refusal(2, table.bidding(5)) is Reason.TOO_LOW


@pytest.mark.parametrize("amount", HOSTILE, ids=short)
@pytest.mark.parametrize("kind", ["open", "once"])
def test_a_hostile_bid_is_refused(kind: str, amount: object) -> None:
    table = Table(hands={0: f"L {kind}"})
    table.offer(0, f"L {kind}")

    assert table.refusal(1, table.bidding(amount)) is Reason.AMOUNT


@pytest.mark.parametrize("amount", HOSTILE, ids=short)
def test_a_hostile_price_is_refused(amount: object) -> None:
    table = Table(hands={0: "L fixed"})
    table.offer(0, "L fixed")

    assert table.refusal(0, table.pricing(amount)) is Reason.AMOUNT


@pytest.mark.parametrize("painting", HOSTILE, ids=short)
def test_a_hostile_painting_is_refused(painting: object) -> None:
    table = Table(hands={0: "L open, L open, L once, L once, L once, L sealed"})

    assert table.refusal(0, table.offering(painting)) is Reason.PLAYED


@pytest.mark.parametrize("painting", HOSTILE, ids=short)
def test_a_hostile_second_is_refused(painting: object) -> None:
    table = Table(hands={0: "L double, L open"})
    table.offer(0, "L double")

    assert table.refusal(0, table.adding(painting)) is Reason.PLAYED


def test_cards_are_named_by_number_and_not_by_their_place_in_a_hand() -> None:
    table = Table(hands={0: "S open, K once, L double"})

    third = list(table.hands[0])[2]

    assert table.refusal(0, table.offering(2)) is Reason.NOT_HELD
    table.make(0, table.offering(third))
    assert table.position.lot == (third,)

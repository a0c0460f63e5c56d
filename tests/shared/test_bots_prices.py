"""What bots bid and ask, from a value and what others may pay."""

from __future__ import annotations

import pytest

from vendue_shared.bots.prices import (
    Deal,
    felt,
    fixed_price,
    last_word,
    once_bid,
    pushes,
    raise_to,
    refused,
    sealed_bid,
)
from vendue_shared.bots.rivals import Rival, spread
from vendue_shared.bots.sales import sale
from vendue_shared.paintings import Kind


def sure(seat: int, amount: int) -> Rival:
    """A rival whose ceiling is known."""
    return Rival(seat, [amount], [1.0])


def reckoning(seat: int, amount: int) -> Rival:
    """The same, and it reckons with who is asked after it."""
    rival = sure(seat, amount)
    rival.reckon(1.0, [1.0])
    return rival


def buying(value: float, seats: int = 4) -> Deal:
    return Deal(value, seats, 0.0)


def selling(value: float, seats: int = 4) -> Deal:
    return Deal(value, seats, 1.0)


def test_a_buyer_goes_up_to_the_value() -> None:
    assert buying(40).limit() == pytest.approx(40)


def test_an_auctioneer_sells_from_n_in_2n_less_1_on() -> None:
    deal = selling(70)

    assert deal.limit() == pytest.approx(70 * 4 / 7)
    assert deal.sold(40) == pytest.approx(deal.bought(40))


def test_who_is_paid_half_of_a_pair_stops_in_between() -> None:
    half = Deal(80, 4, 0.5)

    assert selling(80).limit() < half.limit() < buying(80).limit()
    assert half.bought(half.limit()) == pytest.approx(half.sold(half.limit()))


def test_who_leaves_a_lot_to_its_auctioneer_saves_less() -> None:
    # The auctioneer pays the bank then, and no player.
    assert buying(40).limit(1.0) == pytest.approx(40 * 4 / 5)


def test_an_open_bid_is_the_least_where_nobody_else_may_go_on() -> None:
    assert raise_to(buying(40), 10, 40, [sure(2, 10)], 2) == 11


def test_an_open_bid_goes_at_once_where_somebody_surely_goes_on() -> None:
    assert raise_to(buying(40), 10, 40, [sure(2, 20)], 2) == 19


def test_nobody_bids_beyond_the_limit() -> None:
    assert raise_to(buying(40), 40, 40, [sure(2, 60)], 2) is None


def test_an_auctioneer_pushes_who_still_has_room() -> None:
    assert pushes(selling(30), 30, [sure(2, 33)], 2)
    assert not pushes(selling(30), 30, [sure(2, 31)], 2)


def test_an_auctioneer_pushes_nobody_who_would_rather_leave_it_the_lot() -> None:
    """Left to an auctioneer who bids 31, at four seats it must be worth 38.75."""
    stays = Rival(2, [38], [1.0], yields=True)
    goes = Rival(2, [39], [1.0], yields=True)

    assert pushes(selling(40), 30, [sure(2, 38)], 2)
    assert not pushes(selling(40), 30, [stays], 2)
    assert pushes(selling(40), 30, [goes], 2)


def test_two_who_may_both_go_on_leave_the_lot_to_nobody() -> None:
    rivals = [Rival(seat, [38], [1.0], yields=True) for seat in (2, 3)]

    assert pushes(selling(40), 30, rivals, 2)


def test_an_auctioneer_does_not_push_up_to_the_next_amount_of_a_grid() -> None:
    amounts, odds = [20, 30, 40], [0.4, 0.4, 0.2]

    assert pushes(selling(20), 27, [Rival(2, amounts, odds)], 2)
    assert not pushes(selling(20), 27, [Rival(2, *spread(amounts, odds))], 2)


def test_amounts_are_spread_over_all_between_and_keep_their_chances() -> None:
    amounts, chances = spread([0, 10, 30, 30], [0.1, 0.2, 0.3, 0.4])

    assert amounts == sorted(amounts)
    assert min(amounts) >= 0
    assert max(amounts) == 30
    assert sum(chances) == pytest.approx(1)
    parts = [sum(chances[at : at + 5]) for at in range(0, 20, 5)]
    assert parts == pytest.approx([0.1, 0.2, 0.3, 0.4])


def test_an_auctioneer_keeps_what_nobody_pays_for() -> None:
    assert pushes(selling(70), 20, [sure(2, 20)], 2)


def test_an_auctioneer_without_a_bid_is_silent() -> None:
    assert not pushes(selling(70), 0, [sure(2, 60)], -1)
    assert last_word(selling(70), 0, 100) is None


def test_the_last_word_keeps_a_cheap_lot() -> None:
    assert last_word(selling(70), 20, 100) == 21
    assert last_word(selling(70), 45, 100) is None
    assert last_word(selling(70), 20, 20) is None


def test_a_word_is_just_what_those_after_it_do_not_top() -> None:
    assert once_bid(buying(40), 5, 100, [sure(2, 22), sure(3, 17)]) == 22


def test_a_word_is_a_pass_where_those_after_it_pay_more() -> None:
    assert once_bid(buying(40), 5, 100, [sure(2, 50)]) is None


def test_a_word_is_no_more_than_the_purse() -> None:
    assert once_bid(buying(40), 5, 12, [sure(2, 22)]) is None


@pytest.mark.parametrize(
    ("beaten", "bid"),
    [pytest.param({2}, 25, id="wins ties"), pytest.param(set(), 26, id="loses ties")],
)
def test_a_sealed_bid_just_wins(beaten: set[int], bid: int) -> None:
    assert sealed_bid(buying(40), 100, [sure(2, 25)], beaten) == bid


def test_a_sealed_bid_of_the_auctioneer_lets_a_good_price_through() -> None:
    assert sealed_bid(selling(40), 100, [sure(2, 35)], {2}) < 35
    assert sealed_bid(selling(40), 100, [sure(2, 10)], {2}) == 10


def test_a_fixed_price_is_what_somebody_just_pays() -> None:
    assert fixed_price(selling(40), 100, [sure(1, 31), sure(2, 33), sure(3, 20)]) == 33


def test_a_fixed_price_is_within_the_purse() -> None:
    assert fixed_price(selling(40), 30, [sure(1, 31), sure(2, 25)]) == 30


def test_a_fixed_price_is_less_where_the_others_reckon() -> None:
    # Nobody takes it after seat 2, so that seat compares 26 * 5 / 4 with its 33.
    others = [reckoning(1, 31), reckoning(2, 33), reckoning(3, 20)]

    assert fixed_price(selling(40), 100, others) == 26
    assert fixed_price(selling(40), 22, others) == 22


def test_who_has_buyers_after_it_is_asked_the_bare_price() -> None:
    assert felt(20, 4, kept=0.0) == 20
    assert felt(20, 4, kept=1.0) == 25


def test_a_price_that_the_last_would_refuse_is_taken_by_who_has_one_after_it() -> None:
    assert refused(26, [sure(1, 27)], 4) == 0
    assert refused(26, [reckoning(1, 27)], 4) == 1
    assert refused(26, [reckoning(1, 27), reckoning(2, 40)], 4) == 0
    assert refused(26, [reckoning(2, 27), reckoning(3, 20)], 4) == 1


def test_who_may_reckon_may_refuse() -> None:
    rival = sure(1, 27)
    rival.reckon(0.25, [1.0])

    assert refused(26, [rival], 4) == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("kind", "keeps", "others", "found"),
    [
        pytest.param(Kind.OPEN, 20, (30, 40, 35), (2, 36), id="one over the second"),
        pytest.param(Kind.OPEN, 20, (10, 12, 11), (0, 13), id="kept"),
        pytest.param(Kind.OPEN, 20, (30, 30, 10), (1, 30), id="equal: the first"),
        pytest.param(Kind.SEALED, 20, (30, 40, 35), (2, 40), id="the highest"),
        pytest.param(Kind.SEALED, 40, (30, 40, 35), (0, 40), id="tie: auctioneer"),
        pytest.param(Kind.FIXED, 20, (30, 40, 35), (2, 40), id="what is just paid"),
        pytest.param(Kind.ONCE, 20, (30, 40, 35), (2, 38), id="in between"),
    ],
)
def test_a_lot_is_sold_by_the_ceilings(
    kind: Kind, keeps: float, others: tuple[float, ...], found: tuple[int, float]
) -> None:
    # What the auctioneer's own ceiling would be among the others does not count.
    assert sale(kind, 0, keeps, [1000.0, *others]) == found

"""The rulings of docs/RULES.md, each with at least one test under its number."""

from __future__ import annotations

import pytest
from tests.shared.table import Table, codes, counts, slots

from vendue_shared.choices import DECLINE, PASS, CanBid, CanOffer, CanSeal
from vendue_shared.decide import legal_moves
from vendue_shared.happened import (
    AllSealed,
    AuctionBegan,
    BidsShown,
    FlipAsked,
    GameWon,
    LotSold,
    LotUnsold,
    RoundBegan,
    RoundEnded,
    SecondAsked,
    TurnCame,
    Void,
)
from vendue_shared.money import Money
from vendue_shared.moves import Decline, Pass
from vendue_shared.options import Options
from vendue_shared.paintings import Kind, Painting
from vendue_shared.refusals import IllegalMove, Reason
from vendue_shared.scoring import rank_artists
from vendue_shared.seats import Seat
from vendue_shared.shares import share_of

AUCTIONS = ["open", "once", "sealed", "fixed"]


def offered(
    kind: str, *, auctioneer: int = 0, purses: list[int] | None = None
) -> Table:
    """Four players; a Lumen of this kind has just been offered."""
    table = Table(hands={auctioneer: f"L {kind}"}, auctioneer=auctioneer, purses=purses)
    table.offer(auctioneer, f"L {kind}")
    return table


def legal(table: Table, seat: int) -> tuple[object, ...]:
    return legal_moves(table.position, Seat(seat), table.hands[seat])


def sell_free(table: Table, seat: int) -> None:
    """The auctioneer offers an open painting and has it free."""
    painting = next(iter(table.hands[seat]))
    table.make(seat, table.offering(painting))
    table.hammer()


# The turn.


def test_ruling_01_the_auctioneer_must_offer_and_cannot_pass() -> None:
    table = Table()

    assert [type(choice) for choice in legal(table, 0)] == [CanOffer]
    assert table.refusal(0, Pass(auction=0)) is Reason.PHASE
    assert table.refusal(0, Decline(auction=0)) is Reason.PHASE


def test_ruling_01_only_the_auctioneer_offers() -> None:
    table = Table()

    painting = next(iter(table.hands[1]))

    assert table.refusal(1, table.offering(painting)) is Reason.TURN


def test_ruling_01_only_a_painting_of_the_hand_is_offered() -> None:
    table = Table()

    painting = next(iter(table.hands[1]))

    assert table.refusal(0, table.offering(painting)) is Reason.NOT_HELD


@pytest.mark.parametrize(("auctioneer", "following"), [(0, 1), (3, 0)])
def test_ruling_02_the_turn_goes_to_the_left(auctioneer: int, following: int) -> None:
    table = offered("open", auctioneer=auctioneer)

    table.hammer()

    assert table.told(TurnCame) == TurnCame(Seat(following), ())


def test_ruling_03_an_empty_hand_is_skipped_as_auctioneer() -> None:
    table = Table(hands={0: "L open", 3: "V open, V once"}, spare=0)
    table.offer(0, "L open")

    table.hammer()

    assert table.told(TurnCame) == TurnCame(Seat(3), (Seat(1), Seat(2)))


def test_ruling_03_an_empty_hand_still_bids() -> None:
    table = Table(hands={0: "L open", 3: "V open, V once"}, spare=0)
    table.offer(0, "L open")

    table.bid(1, 7)
    table.hammer()

    assert table.told(LotSold).buyer == 1


def test_ruling_03_an_empty_hand_is_skipped_as_starter_of_a_round() -> None:
    table = Table(hands={0: "K open", 2: "L open"}, spare=0, round_number=3, shown="K4")

    table.offer(0, "K open")

    assert table.told(TurnCame) == TurnCame(Seat(2), (Seat(1),))


@pytest.mark.parametrize("kind", ["open", "once", "fixed"])
def test_ruling_04_who_can_only_pass_is_asked_all_the_same(kind: str) -> None:
    table = offered(kind, purses=[100, 0, 100, 100])
    if kind == "fixed":
        table.price(0, 1)

    assert 1 in table.awaited
    assert legal(table, 1) == (PASS,)


def test_ruling_04_who_has_nothing_to_add_is_asked_all_the_same() -> None:
    table = Table(hands={0: "S double", 1: "V open"}, spare=1)
    table.offer(0, "S double")
    table.decline(0)

    assert table.awaited == [1]
    assert legal(table, 1) == (DECLINE,)


def test_ruling_04_who_can_only_seal_0_is_asked_all_the_same() -> None:
    table = offered("sealed", purses=[100, 0, 100, 100])

    assert table.awaited == [0, 1, 2, 3]
    assert legal(table, 1) == (CanSeal(Money(0)),)


# Paying.


def test_ruling_05_the_buyer_pays_the_auctioneer() -> None:
    table = offered("open")
    table.bid(2, 30)

    table.hammer()

    assert table.purses == [130, 100, 70, 100]
    assert table.told(LotSold).paid == (30, 0, 0, 0)


@pytest.mark.parametrize("kind", AUCTIONS)
def test_ruling_05_an_auctioneer_who_buys_pays_the_bank(kind: str) -> None:
    table = offered(kind)
    if kind == "open":
        table.bid(0, 30)
        table.hammer()
    elif kind == "once":
        table.pass_(1, 2, 3)
        table.bid(0, 30)
    elif kind == "sealed":
        table.sealed(30, 0, 0, 0)
    else:
        table.price(0, 30)
        table.pass_(1, 2, 3)

    assert table.purses == [70, 100, 100, 100]
    assert table.told(LotSold).paid == (0, 0, 0, 0)


@pytest.mark.parametrize("kind", ["open", "once"])
def test_ruling_06_a_bid_is_from_1_to_the_own_money(kind: str) -> None:
    table = offered(kind, purses=[100, 40, 100, 100])

    assert legal(table, 1)[0] == CanBid(Money(1), Money(40))
    assert table.refusal(1, table.bidding(0)) is Reason.AMOUNT
    assert table.refusal(1, table.bidding(41)) is Reason.OVER_PURSE
    assert table.refusal(1, table.bidding(1)) is None
    assert table.refusal(1, table.bidding(40)) is None


def test_ruling_06_a_sealed_bid_is_from_0() -> None:
    table = offered("sealed")

    table.sealed(0, 0, 100, 0)

    assert table.told(LotSold).price == 100


@pytest.mark.parametrize(
    "amount",
    [True, 5.0, "5", None, -5, 2**32, 10**400],
    ids=lambda value: repr(value)[:9],
)
@pytest.mark.parametrize("kind", ["open", "once"])
def test_ruling_06_what_is_no_whole_number_is_refused(
    kind: str, amount: object
) -> None:
    table = offered(kind)

    assert table.refusal(1, table.bidding(amount)) is Reason.AMOUNT


# Open.


def test_ruling_07_anybody_may_raise_at_any_time() -> None:
    table = offered("open")

    assert table.awaited == [0, 1, 2, 3]
    table.bid(3, 1)
    table.bid(0, 2)
    table.bid(2, 3)

    assert table.awaited == [0, 1, 3]


def test_ruling_07_a_raise_is_strictly_higher() -> None:
    table = offered("open")
    table.bid(3, 5)

    assert table.refusal(1, table.bidding(5)) is Reason.TOO_LOW
    assert table.refusal(1, table.bidding(4)) is Reason.TOO_LOW
    assert table.refusal(1, table.bidding(6)) is None


def test_ruling_07_the_leader_neither_raises_nor_passes() -> None:
    table = offered("open")
    table.bid(3, 5)

    assert legal(table, 3) == ()
    assert table.refusal(3, table.bidding(6)) is Reason.LEADING
    assert table.refusal(3, table.passing()) is Reason.LEADING


def test_ruling_08_a_raise_clears_all_passes() -> None:
    table = offered("open")
    table.pass_(0, 1)
    assert table.awaited == [2, 3]

    table.bid(2, 5)

    assert table.awaited == [0, 1, 3]


def test_ruling_08_a_seat_that_passed_may_raise() -> None:
    table = offered("open")
    table.bid(0, 1)
    table.pass_(1)

    assert legal(table, 1) == (CanBid(Money(2), Money(100)),)
    table.bid(1, 2)

    assert table.awaited == [0, 2, 3]


def test_ruling_08_nobody_passes_twice_between_two_raises() -> None:
    table = offered("open")
    table.pass_(1)

    assert table.refusal(1, table.passing()) is Reason.PASSED


def test_ruling_09_it_closes_when_all_but_the_leader_have_passed() -> None:
    table = offered("open")
    table.bid(1, 5)
    table.pass_(0, 2)
    assert not table.has_told(LotSold)

    table.pass_(3)

    assert table.told(LotSold).buyer == 1


def test_ruling_09_the_hammer_closes_it_at_any_time() -> None:
    table = offered("open")
    table.bid(1, 5)

    table.hammer()

    assert table.told(LotSold).buyer == 1


@pytest.mark.parametrize("kind", ["once", "sealed", "fixed"])
def test_ruling_09_the_hammer_is_for_open_auctions(kind: str) -> None:
    table = offered(kind)

    with pytest.raises(IllegalMove, match="E_PHASE"):
        table.hammer()


@pytest.mark.parametrize("is_hammer", [True, False], ids=["hammer", "all-pass"])
def test_ruling_10_without_a_bid_the_auctioneer_has_it_free(is_hammer: bool) -> None:
    table = offered("open", auctioneer=1)

    if is_hammer:
        table.hammer()
    else:
        table.pass_(0, 1, 2, 3)

    assert (table.told(LotSold).buyer, table.told(LotSold).price) == (1, 0)
    assert table.purses == [100] * 4


def test_ruling_11_of_two_equal_bids_the_first_to_arrive_stands() -> None:
    table = offered("open")
    table.bid(3, 9)

    assert table.refusal(1, table.bidding(9)) is Reason.TOO_LOW
    table.hammer()

    assert table.told(LotSold).buyer == 3


def test_ruling_11_a_pass_on_another_price_is_stale() -> None:
    table = offered("open")
    passing = table.passing()
    table.bid(3, 9)

    assert table.refusal(1, passing) is Reason.STALE


# Once around.


def test_ruling_12_one_word_each_from_the_left_the_auctioneer_last() -> None:
    table = offered("once", auctioneer=2)

    asked = []
    for _ in range(4):
        asked.extend(table.awaited)
        table.pass_(table.awaited[0])

    assert asked == [3, 0, 1, 2]


def test_ruling_12_out_of_turn_is_refused() -> None:
    table = offered("once", auctioneer=2)

    assert table.refusal(0, table.bidding(5)) is Reason.TURN
    assert table.refusal(2, table.passing()) is Reason.TURN


def test_ruling_12_all_pass_and_the_auctioneer_has_it_free() -> None:
    table = offered("once", auctioneer=2)

    table.pass_(3, 0, 1, 2)

    assert (table.told(LotSold).buyer, table.told(LotSold).price) == (2, 0)


# Sealed.


def test_ruling_13_all_bid_at_once_and_the_highest_alone_pays() -> None:
    table = offered("sealed")
    assert table.awaited == [0, 1, 2, 3]

    table.sealed(3, 20, 7, 0)

    assert table.told(BidsShown).bids == (3, 20, 7, 0)
    assert table.purses == [120, 80, 100, 100]


def test_ruling_13_who_has_sealed_does_not_seal_again() -> None:
    table = offered("sealed")
    table.seal(1)

    assert table.refusal(1, table.sealing()) is Reason.COMMITTED


@pytest.mark.parametrize(
    ("bids", "buyer"),
    [
        pytest.param((9, 9, 9, 9), 2, id="auctioneer-among-the-tied"),
        pytest.param((9, 9, 0, 9), 3, id="first-clockwise"),
        pytest.param((9, 9, 0, 0), 0, id="clockwise-past-seat-0"),
    ],
)
def test_ruling_14_a_tie_goes_clockwise_from_the_auctioneer(
    bids: tuple[int, ...], buyer: int
) -> None:
    table = offered("sealed", auctioneer=2)

    table.sealed(*bids)

    assert table.told(LotSold).buyer == buyer


def test_ruling_14_all_0_is_free_to_the_auctioneer() -> None:
    table = offered("sealed", auctioneer=2)

    table.sealed(0, 0, 0, 0)

    assert (table.told(LotSold).buyer, table.told(LotSold).price) == (2, 0)


def test_ruling_15_absent_withheld_and_illegal_bids_count_as_0() -> None:
    table = offered("sealed", purses=[100, 40, 100, 100])
    table.seal(1, 2, 3)
    table.lock()
    assert table.told(AllSealed).absent == (0,)

    table.reveal({1: 41, 3: 5})

    shown = (Void.ABSENT, Void.ILLEGAL, Void.WITHHELD, 5)
    assert table.told(BidsShown).bids == shown
    assert (table.told(LotSold).buyer, table.told(LotSold).price) == (3, 5)


def test_ruling_15_a_bid_over_the_purse_is_never_clamped() -> None:
    table = offered("sealed", purses=[100, 40, 100, 100])

    table.sealed(0, 41, 10, 0)

    assert (table.told(LotSold).buyer, table.told(LotSold).price) == (2, 10)


def test_ruling_15_nothing_is_opened_before_all_are_sealed() -> None:
    table = offered("sealed")
    table.seal(0, 1, 2)

    assert table.refusal(0, table.revealing(5)) is Reason.PHASE


def test_ruling_15_if_all_are_absent_it_closes_at_once() -> None:
    table = offered("sealed")

    table.lock()

    assert table.told(BidsShown).bids == (Void.ABSENT,) * 4
    assert (table.told(LotSold).buyer, table.told(LotSold).price) == (0, 0)


# Fixed price.


def test_ruling_16_the_price_is_one_the_auctioneer_can_pay() -> None:
    table = offered("fixed", purses=[30, 100, 100, 100])

    assert table.refusal(0, table.pricing(31)) is Reason.OVER_PURSE
    assert table.refusal(0, table.pricing(30)) is None
    assert table.refusal(0, table.pricing(0)) is None
    assert table.refusal(1, table.pricing(5)) is Reason.TURN


def test_ruling_16_the_first_who_takes_it_buys() -> None:
    table = offered("fixed", auctioneer=2)
    table.price(2, 20)
    assert table.refusal(0, table.buying()) is Reason.TURN

    table.pass_(3)
    table.buy(0)

    assert table.purses == [80, 100, 120, 100]


def test_ruling_16_nobody_takes_it_and_the_auctioneer_pays_the_bank() -> None:
    table = offered("fixed", auctioneer=2)
    table.price(2, 20)

    table.pass_(3, 0, 1)

    assert table.told(LotSold).buyer == 2
    assert table.purses == [100, 100, 80, 100]


# Double.


@pytest.mark.parametrize("kind", AUCTIONS)
def test_ruling_17_the_second_painting_rules_the_auction(kind: str) -> None:
    table = Table(hands={0: f"S double, S {kind}"})
    table.offer(0, "S double")
    assert table.awaited == [0]

    table.add(0, f"S {kind}")

    assert table.told(AuctionBegan).kind is Kind[kind.upper()]
    assert len(table.told(AuctionBegan).lot) == 2


def test_ruling_18_each_in_turn_may_add_and_the_auctioneer_is_not_asked_again() -> None:
    table = Table(hands={2: "S double"}, auctioneer=2)
    table.offer(2, "S double")

    asked = []
    while not table.has_told(LotSold):
        asked.extend(table.awaited)
        table.decline(table.awaited[0])

    assert asked == [2, 3, 0, 1]


def test_ruling_18_out_of_turn_is_refused() -> None:
    table = Table(hands={0: "S double", 1: "S open"})
    table.offer(0, "S double")

    assert table.refusal(1, table.adding(table.held(1, "S open"))) is Reason.TURN
    assert table.refusal(1, Decline(auction=1)) is Reason.TURN


def test_ruling_18_who_has_no_card_left_is_skipped() -> None:
    table = Table(
        hands={0: "S double, L open", 2: "V open", 3: "V once"},
        spare=0,
    )
    table.offer(0, "S double")

    table.decline(0)

    assert table.told(SecondAsked).seat == 2


def test_ruling_18_an_auctioneer_without_a_card_left_is_skipped_too() -> None:
    table = Table(hands={0: "S double", 2: "V open", 3: "V once"}, spare=0)

    table.offer(0, "S double")

    assert table.told(SecondAsked).seat == 2


def test_ruling_19_who_adds_names_the_price(double_of_sora: Table) -> None:
    double_of_sora.add(2, "S fixed")

    assert double_of_sora.awaited == [2]
    assert double_of_sora.refusal(0, double_of_sora.pricing(1)) is Reason.TURN


def test_ruling_19_who_adds_speaks_last() -> None:
    table = Table(hands={0: "S double", 2: "S once"})
    table.offer(0, "S double")
    table.decline(0, 1)
    table.add(2, "S once")

    asked = []
    for _ in range(4):
        asked.extend(table.awaited)
        table.pass_(table.awaited[0])

    assert asked == [3, 0, 1, 2]


def test_ruling_19_who_adds_wins_ties(double_of_sora: Table) -> None:
    double_of_sora.add(2, "S sealed")

    double_of_sora.sealed(9, 9, 9, 9)

    assert double_of_sora.told(LotSold).buyer == 2


def test_ruling_19_the_turn_goes_to_the_left_of_who_added(
    double_of_sora: Table,
) -> None:
    double_of_sora.add(2, "S sealed")

    double_of_sora.sealed(9, 0, 0, 0)

    assert double_of_sora.told(TurnCame).auctioneer == 3


def test_ruling_19_the_first_auctioneer_may_bid(double_of_sora: Table) -> None:
    double_of_sora.add(2, "S open")

    double_of_sora.bid(0, 5)
    double_of_sora.hammer()

    assert double_of_sora.told(LotSold).buyer == 0
    assert double_of_sora.purses == [95, 100, 105, 100]


def test_ruling_20_the_buyer_gets_both(double_of_sora: Table) -> None:
    double_of_sora.add(2, "S sealed")

    double_of_sora.sealed(0, 9, 0, 0)

    assert [len(wall) for wall in double_of_sora.position.walls] == [0, 2, 0, 0]


def test_ruling_21_nobody_adds_and_the_first_auctioneer_has_it_free() -> None:
    table = Table(hands={3: "S double"}, auctioneer=3)
    table.offer(3, "S double")

    table.decline(3, 0, 1, 2)

    assert (table.told(LotSold).buyer, table.told(LotSold).price) == (3, 0)
    assert table.told(TurnCame).auctioneer == 0


@pytest.mark.parametrize(
    ("words", "reason"),
    [("L open", Reason.ARTIST), ("S double", Reason.SECOND_DOUBLE)],
)
def test_ruling_22_another_artist_or_double_is_refused(
    words: str, reason: Reason
) -> None:
    table = Table(hands={0: "S double, L open, S double"})
    table.offer(0, "S double")

    assert table.refusal(0, table.adding(table.held(0, words))) is reason


# The fifth painting.


def test_ruling_23_the_fifth_belongs_to_nobody_and_ends_the_round() -> None:
    table = Table(hands={0: "L open"}, shown="L4")

    table.offer(0, "L open")

    assert table.told(LotUnsold).is_fifth
    assert not table.has_told(AuctionBegan)
    assert table.told(RoundEnded).earned == (0, 0, 0, 0)
    assert table.position.round == 2


def test_ruling_24_a_double_that_is_the_fifth_asks_for_no_second() -> None:
    table = Table(hands={0: "L double, L open"}, shown="L4")

    table.offer(0, "L double")

    assert table.told(LotUnsold).is_fifth
    assert not table.has_told(SecondAsked)


def test_ruling_25_a_second_that_is_the_fifth_leaves_both_unsold() -> None:
    table = Table(hands={0: "L double, L open"}, shown="L3")
    table.offer(0, "L double")

    table.add(0, "L open")

    assert len(table.told(LotUnsold).lot) == 2
    assert table.told(RoundEnded).shown == (5, 0, 0, 0, 0)


def test_ruling_26_free_paintings_count_as_shown() -> None:
    table = offered("open")

    table.hammer()

    assert table.told(LotSold).price == 0
    assert table.position.shown == counts("L1")


# The end of a round.


def test_ruling_27_a_tie_goes_to_the_earlier_in_board_order() -> None:
    assert codes(rank_artists(counts("K3 O3 V3 S3 L3"))) == "LSV"


def test_ruling_27_an_artist_with_none_is_never_ranked() -> None:
    assert codes(rank_artists(counts("V1"))) == "V"


def test_ruling_28_the_first_three_add_30_20_10() -> None:
    table = Table(hands={0: "K open"}, shown="K4 L2 O3 V1")

    table.offer(0, "K open")

    assert table.position.board == [(10, 0, 0, 20, 30)]


def test_ruling_29_the_bank_buys_at_the_whole_sum() -> None:
    table = Table(
        hands={0: "K open"},
        shown="K4 L2",
        round_number=2,
        board=["LKS"],
        walls={1: "L once, K once, S once", 3: "L once"},
    )

    table.offer(0, "K open")

    assert table.told(RoundEnded).values == (50, 0, 0, 0, 50)
    assert table.told(RoundEnded).earned == (0, 100, 0, 50)


def test_ruling_29_walls_are_cleared_hands_are_kept_and_dealt_to() -> None:
    table = Table(hands={0: "K open"}, shown="K4", walls={1: "L once"}, spare=2)

    table.offer(0, "K open")

    assert table.position.walls == [[], [], [], []]
    assert table.position.hand_sizes == [2 + 4] * 4
    assert table.told(RoundBegan) == RoundBegan(2, 4, 0)
    assert table.position.shown == counts("")


def test_ruling_30_the_next_round_starts_left_of_who_played_last() -> None:
    table = Table(hands={2: "K open"}, auctioneer=2, shown="K4")

    table.offer(2, "K open")

    assert table.told(TurnCame).auctioneer == 3


def test_ruling_30_after_a_double_left_of_who_added() -> None:
    table = Table(hands={0: "K double", 2: "K open"}, shown="K3")
    table.offer(0, "K double")
    table.decline(0, 1)

    table.add(2, "K open")

    assert table.told(TurnCame).auctioneer == 3


def test_ruling_30_after_a_flip_left_of_the_last_auctioneer() -> None:
    table = Table(seats=3, hands={1: "L open"}, auctioneer=1, shown="K4", pile="K open")
    table.offer(1, "L open")
    table.bid(0, 3)
    table.hammer()

    table.flip(1)

    assert table.told(TurnCame).auctioneer == 2


# Running out.


@pytest.mark.parametrize("kind", [*AUCTIONS, "double"])
def test_ruling_31_the_last_of_all_hands_is_not_auctioned(kind: str) -> None:
    table = Table(hands={1: f"L {kind}"}, spare=0, auctioneer=1, round_number=4)

    table.offer(1, f"L {kind}")

    assert not table.told(LotUnsold).is_fifth
    assert table.told(RoundEnded).shown == (1, 0, 0, 0, 0)
    assert table.position.is_over


def test_ruling_31_a_last_pair_is_unsold() -> None:
    table = Table(hands={1: "L double, L open"}, spare=0, auctioneer=1, round_number=4)
    table.offer(1, "L double")

    table.add(1, "L open")

    assert len(table.told(LotUnsold).lot) == 2
    assert table.position.is_over


def test_ruling_31_a_last_painting_that_another_added_is_unsold() -> None:
    table = Table(
        hands={1: "L double", 3: "L open"}, spare=0, auctioneer=1, round_number=4
    )
    table.offer(1, "L double")

    table.add(3, "L open")

    assert len(table.told(LotUnsold).lot) == 2
    assert table.position.is_over


def test_ruling_31_the_fifth_is_looked_for_before_the_run_out() -> None:
    table = Table(
        hands={1: "L open"}, spare=0, auctioneer=1, round_number=4, shown="L4"
    )

    table.offer(1, "L open")

    assert table.told(LotUnsold).is_fifth


def test_ruling_31_the_next_round_starts_left_of_who_played_the_last() -> None:
    table = Table(
        seats=3,
        hands={1: "L open"},
        spare=0,
        auctioneer=1,
        round_number=2,
        pile="V open",
        options=Options(mystery_hand=True),
    )

    table.offer(1, "L open")

    assert not table.has_told(FlipAsked)
    assert table.told(TurnCame).auctioneer == 2


# The end.


def test_ruling_32_the_richest_win_and_all_who_tie() -> None:
    table = Table(
        hands={0: "L open"}, spare=0, round_number=4, purses=[90, 120, 40, 120]
    )

    table.offer(0, "L open")

    assert table.told(GameWon) == GameWon(
        tuple(map(Money, (90, 120, 40, 120))), (Seat(1), Seat(3))
    )
    assert table.awaited == []


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_nothing_is_dealt_in_round_4(seats: int) -> None:
    assert share_of(4, seats, mystery_hand=False) == 0


def test_a_stale_move_is_refused() -> None:
    table = Table(hands={0: "L open"})
    early = table.bidding(5)
    table.offer(0, "L open")

    assert table.refusal(1, early) is Reason.STALE


def test_a_refused_event_changes_nothing() -> None:
    table = offered("open")
    before = slots(table.position)

    with pytest.raises(IllegalMove):
        table.lock()

    assert slots(table.position) == before


def test_a_painting_is_played_once() -> None:
    table = offered("open")
    table.hammer()
    played = Painting(0)
    table.hands[1][played] = b""

    assert table.refusal(1, table.offering(played)) is Reason.PLAYED

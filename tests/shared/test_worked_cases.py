"""The worked cases of docs/RULES.md, each under its number."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.shared.table import Table, chips, codes, counts

from vendue_shared.happened import (
    AuctionBegan,
    BidsShown,
    GameWon,
    LotSold,
    LotUnsold,
    RoundEnded,
    SecondAsked,
    TurnCame,
)
from vendue_shared.options import DoubleProceeds, Options, UnrankedValue
from vendue_shared.refusals import Reason
from vendue_shared.scoring import chips_of, rank_artists, values_of

CLASSIC = Options()
SPLIT = Options(double_proceeds=DoubleProceeds.SPLIT)
UNCOUNTED = Options(count_unsold=False)
KEPT = Options(unranked_value=UnrankedValue.ACCUMULATED)


def values_in(rounds: Sequence[str], unranked: UnrankedValue) -> list[int]:
    """What one painting of each artist is worth in the last of some rounds."""
    board = [chips_of(rank_artists(counts(shown))) for shown in rounds]
    sums = [sum(laid) for laid in zip(*board, strict=True)]
    ranking = rank_artists(counts(rounds[-1]))
    return list(values_of(ranking, sums, unranked))


def gains(shown: str) -> dict[str, int]:
    """The chips of a round by the letter of the artist, without the zeros."""
    laid = chips_of(rank_artists(counts(shown)))
    return {code: chip for code, chip in zip("LSVOK", laid, strict=True) if chip}


def ended(table: Table) -> tuple[str, int]:
    """The ranking of the round that just ended, and who starts the next."""
    turn = table.told(TurnCame)
    return codes(table.told(RoundEnded).ranking), turn.auctioneer


ROUND_1, ROUND_2 = "V3 O5 K2 L1", "L5 S4 V3 O2 K1"


def test_case_01_first_round_lays_30_20_10() -> None:
    assert gains(ROUND_1) == {"O": 30, "V": 20, "K": 10}


def test_case_01_second_round_lays_30_20_10() -> None:
    assert gains(ROUND_2) == {"L": 30, "S": 20, "V": 10}


def test_case_01_values_add_up_for_the_ranked_alone() -> None:
    values = values_in([ROUND_1, ROUND_2], UnrankedValue.ZERO)

    assert values == [30, 20, 30, 0, 0]


@pytest.mark.parametrize(
    ("options", "earned"), [(CLASSIC, 60), (KEPT, 90)], ids=["zero", "accumulated"]
)
def test_case_01_two_vetro_and_an_onda_are_paid(options: Options, earned: int) -> None:
    table = Table(
        hands={3: "L open"},
        auctioneer=3,
        round_number=2,
        shown="L4 S4 V3 O2 K1",
        board=["OVK"],
        walls={0: "V open, V once, O open"},
        options=options,
    )

    table.offer(3, "L open")

    assert table.told(RoundEnded).earned == (earned, 0, 0, 0)
    assert table.purses == [100 + earned, 100, 100, 100]


@pytest.mark.parametrize(
    ("unranked", "worth"),
    [
        (UnrankedValue.ZERO, [30, 40, 0, 60]),
        (UnrankedValue.ACCUMULATED, [30, 40, 40, 60]),
    ],
    ids=["zero", "accumulated"],
)
def test_case_02_an_artist_out_of_fashion(
    unranked: UnrankedValue, worth: list[int]
) -> None:
    rounds = ["K5 L4", "L5 S4 K3", "L5 S4 V3 K2", "L5 K4"]

    found = [values_in(rounds[:number], unranked)[4] for number in (1, 2, 3, 4)]

    assert found == worth


@pytest.mark.parametrize(
    ("shown", "ranking"), [("L2 S2 V5 O2 K2", "VLS"), ("L5 S4 V4 O4 K2", "LSV")]
)
def test_case_03_ties_go_by_board_order(shown: str, ranking: str) -> None:
    assert codes(rank_artists(counts(shown))) == ranking


@pytest.mark.parametrize(
    ("shown", "laid"), [("L4 K5", {"K": 30, "L": 20}), ("K5", {"K": 30})]
)
def test_case_04_fewer_than_three_are_ranked(shown: str, laid: dict[str, int]) -> None:
    assert gains(shown) == laid


@pytest.mark.parametrize(("options", "ranking"), [(CLASSIC, "KLS"), (UNCOUNTED, "LKS")])
def test_case_05_the_fifth_counts_and_the_next_seat_starts(
    options: Options, ranking: str
) -> None:
    table = Table(hands={2: "K open"}, auctioneer=2, shown="L4 K4 S1", options=options)

    table.offer(2, "K open")

    assert ended(table) == (ranking, 3)


def second_of_a_pair(adder: int, options: Options) -> Table:
    table = Table(
        hands={1: "K double, K open", 2: "K sealed"},
        auctioneer=1,
        shown="L4 S4 V4 O1 K3",
        options=options,
    )
    table.offer(1, "K double")
    if adder == 1:
        table.add(1, "K open")
    else:
        table.decline(1)
        table.add(2, "K sealed")
    return table


@pytest.mark.parametrize(("adder", "starter"), [(2, 3), (1, 2)], ids=["other", "own"])
@pytest.mark.parametrize(("options", "ranking"), [(CLASSIC, "KLS"), (UNCOUNTED, "LSV")])
def test_case_06_the_second_of_a_pair_is_the_fifth(
    adder: int, starter: int, options: Options, ranking: str
) -> None:
    table = second_of_a_pair(adder, options)

    assert ended(table) == (ranking, starter)
    assert len(table.told(LotUnsold).lot) == 2
    assert table.told(RoundEnded).earned == (0, 0, 0, 0)
    assert table.told(RoundEnded).shown == (4, 4, 4, 1, 5)


def test_case_07_a_double_that_is_the_fifth_ends_the_round() -> None:
    table = Table(hands={0: "K double, K open"}, shown="K4")

    table.offer(0, "K double")

    assert table.told(RoundEnded).shown == (0, 0, 0, 0, 5)
    assert not table.has_told(SecondAsked)
    assert table.refusal(0, table.adding(table.held(0, "K open"))) is Reason.PHASE


def taken_over(table: Table, options: Options, bids: Sequence[int]) -> Table:
    table.position.options = options
    table.add(2, "S sealed")
    table.sealed(*bids)
    return table


def test_case_08_who_adds_wins_the_tie_and_pays_the_bank(
    double_of_sora: Table,
) -> None:
    table = taken_over(double_of_sora, CLASSIC, (25, 10, 25, 24))

    assert table.told(LotSold).buyer == 2
    assert len(table.position.walls[2]) == 2
    assert table.purses == [100, 100, 75, 100]
    assert table.told(TurnCame).auctioneer == 3


def test_case_08_split_gives_the_first_auctioneer_his_share(
    double_of_sora: Table,
) -> None:
    table = taken_over(double_of_sora, SPLIT, (25, 10, 25, 24))

    assert table.purses == [112, 100, 75, 100]


@pytest.mark.parametrize(
    ("options", "bids", "purses"),
    [
        pytest.param(CLASSIC, (0, 0, 0, 27), [100, 100, 127, 73], id="3-buys"),
        pytest.param(SPLIT, (0, 0, 0, 27), [113, 100, 114, 73], id="3-buys-split"),
        pytest.param(CLASSIC, (27, 0, 0, 0), [73, 100, 127, 100], id="0-buys"),
        pytest.param(SPLIT, (27, 0, 0, 0), [73, 100, 114, 100], id="0-buys-split"),
        pytest.param(SPLIT, (0, 0, 0, 1), [100, 100, 101, 99], id="1k-split"),
    ],
)
def test_case_09_who_is_paid_for_a_pair(
    double_of_sora: Table, options: Options, bids: tuple[int, ...], purses: list[int]
) -> None:
    table = taken_over(double_of_sora, options, bids)

    assert table.purses == purses


def test_case_10_nobody_adds(double_of_sora: Table) -> None:
    double_of_sora.decline(2, 3)

    assert double_of_sora.told(LotSold).price == 0
    assert [len(wall) for wall in double_of_sora.position.walls] == [1, 0, 0, 0]
    assert double_of_sora.position.shown == [0, 1, 0, 0, 0]
    assert double_of_sora.told(TurnCame).auctioneer == 1


@pytest.mark.parametrize(
    ("bids", "buyer", "purses"),
    [
        pytest.param((12, 12, 5, 0, 7), 0, [88, 100, 100, 112, 100], id="clockwise"),
        pytest.param((12, 12, 5, 12, 7), 3, [100, 100, 100, 88, 100], id="auctioneer"),
        pytest.param((0, 0, 0, 0, 0), 3, [100, 100, 100, 100, 100], id="free"),
    ],
)
def test_case_11_ties_in_a_sealed_auction(
    bids: tuple[int, ...], buyer: int, purses: list[int]
) -> None:
    table = Table(seats=5, hands={3: "L sealed"}, auctioneer=3)
    table.offer(3, "L sealed")

    table.sealed(*bids)

    assert table.told(LotSold).buyer == buyer
    assert table.purses == purses


def fixed_price(purses: Sequence[int]) -> Table:
    table = Table(hands={1: "L fixed"}, auctioneer=1, purses=purses)
    table.offer(1, "L fixed")
    return table


def test_case_12_a_price_above_the_own_money_is_refused() -> None:
    table = fixed_price([100, 30, 100, 15])

    assert table.refusal(1, table.pricing(31)) is Reason.OVER_PURSE


def test_case_12_the_order_is_from_the_left_and_all_pass() -> None:
    table = fixed_price([100, 30, 100, 15])
    table.price(1, 20)

    asked = []
    for seat in (2, 3, 0):
        asked.append(table.awaited)
        table.pass_(seat)

    assert asked == [[2], [3], [0]]
    assert table.told(LotSold).buyer == 1
    assert table.purses == [100, 10, 100, 15]


def test_case_12_who_cannot_pay_cannot_buy() -> None:
    table = fixed_price([100, 30, 100, 15])
    table.price(1, 20)
    table.pass_(2)

    assert table.refusal(3, table.buying()) is Reason.OVER_PURSE


def test_case_12_an_auctioneer_with_nothing_may_name_0() -> None:
    table = fixed_price([100, 0, 100, 15])

    table.price(1, 0)
    table.buy(2)

    assert table.told(LotSold).buyer == 2
    assert table.purses == [100, 0, 100, 15]


@pytest.mark.parametrize(
    ("last_word", "purses"),
    [(9, [100, 91, 100, 100]), (None, [92, 108, 100, 100])],
    ids=["9", "pass"],
)
def test_case_13_once_around(last_word: int | None, purses: list[int]) -> None:
    table = Table(hands={1: "L once"}, auctioneer=1)
    table.offer(1, "L once")

    table.bid(2, 5)
    assert table.refusal(3, table.bidding(5)) is Reason.TOO_LOW
    table.pass_(3)
    table.bid(0, 8)
    if last_word is None:
        table.pass_(1)
    else:
        table.bid(1, last_word)

    assert table.purses == purses


def test_case_14_a_pass_binds_nobody() -> None:
    table = Table(hands={0: "L open"})
    table.offer(0, "L open")

    table.bid(1, 5)
    table.pass_(2)
    table.bid(3, 6)
    table.bid(2, 8)
    table.pass_(0, 1, 3)

    assert table.told(LotSold).buyer == 2
    assert table.purses == [108, 100, 92, 100]


def test_case_15_the_last_painting_of_all_is_not_auctioned() -> None:
    table = Table(
        hands={1: "L open", 3: "S sealed"},
        spare=0,
        auctioneer=1,
        round_number=4,
        shown="L1 S2 K3",
    )

    table.offer(1, "L open")
    assert table.told(AuctionBegan).auctioneer == 1
    table.hammer()
    assert table.told(TurnCame).skipped == (2,)
    table.offer(3, "S sealed")

    assert codes(table.told(RoundEnded).ranking) == "SKL"
    assert table.position.is_over


def last_two() -> Table:
    table = Table(
        hands={2: "O double, O open"}, spare=0, auctioneer=2, round_number=4, shown="O1"
    )
    table.offer(2, "O double")
    return table


def test_case_16_the_last_pair_is_unsold() -> None:
    table = last_two()

    table.add(2, "O open")

    assert len(table.told(LotUnsold).lot) == 2
    assert table.told(RoundEnded).shown == (0, 0, 0, 3, 0)
    assert table.told(RoundEnded).earned == (0, 0, 0, 0)


def test_case_16_the_last_double_alone_is_owned_and_the_very_last_is_not() -> None:
    table = last_two()

    table.decline(2)
    assert table.position.shown == counts("O2")
    assert len(table.position.walls[2]) == 1
    table.offer(2, "O open")

    assert table.told(RoundEnded).shown == (0, 0, 0, 3, 0)
    assert table.told(RoundEnded).earned == (0, 0, 30, 0)


def test_case_17_a_starter_with_an_empty_hand_is_skipped_and_still_bids() -> None:
    table = Table(
        hands={0: "L open", 1: "K open, L once", 3: "V open, L open"},
        spare=0,
        auctioneer=1,
        round_number=3,
        shown="K4",
    )

    table.offer(1, "K open")
    assert table.told(TurnCame).auctioneer == 3
    table.offer(3, "V open")
    table.bid(2, 1)

    assert table.awaited == [0, 1, 3]


@pytest.mark.parametrize("options", [CLASSIC, UNCOUNTED])
def test_case_18_a_flipped_fifth_always_counts(options: Options) -> None:
    table = Table(
        seats=3, hands={0: "S open"}, shown="K4 L4", pile="K double", options=options
    )
    table.offer(0, "S open")
    table.hammer()

    table.flip(0)

    assert table.told(RoundEnded).shown == (4, 1, 0, 0, 5)
    assert ended(table) == ("KLS", 1)


def test_case_19_all_who_tie_win() -> None:
    table = Table(
        seats=3,
        hands={0: "L open"},
        spare=0,
        round_number=4,
        purses=[210, 210, 150],
    )

    table.offer(0, "L open")

    assert table.told(GameWon).winners == (0, 1)


def test_sealed_bids_are_all_shown(double_of_sora: Table) -> None:
    table = taken_over(double_of_sora, CLASSIC, (25, 10, 25, 24))

    assert table.told(BidsShown).bids == (25, 10, 25, 24)


def test_chips_are_read_as_the_book_writes_them() -> None:
    assert chips("OVK") == (0, 0, 20, 30, 10)

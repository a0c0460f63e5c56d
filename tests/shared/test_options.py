"""The options and the presets that name them."""

from __future__ import annotations

import pytest
from tests.shared.table import Table, begun, codes

from vendue_shared.choices import DECLINE, FLIP
from vendue_shared.decide import legal_moves
from vendue_shared.happened import (
    FlipAsked,
    GameWon,
    LotSold,
    LotUnsold,
    MysteryShown,
    RoundBegan,
    RoundEnded,
    SecondAsked,
    TurnCame,
)
from vendue_shared.options import (
    PRESETS,
    DoubleProceeds,
    FlipBy,
    Options,
    Preset,
    UnrankedValue,
    check_options,
    preset_of,
)
from vendue_shared.position import Position
from vendue_shared.refusals import IllegalMove, Reason
from vendue_shared.seats import Seat
from vendue_shared.shares import ROUNDS, places_of, share_of

SPLIT = Options(double_proceeds=DoubleProceeds.SPLIT)
KEPT = Options(unranked_value=UnrankedValue.ACCUMULATED)
UNCOUNTED = Options(count_unsold=False)
MYSTERY = Options(mystery_hand=True)
BUYER_FLIPS = Options(mystery_hand=True, mystery_flip_by=FlipBy.BUYER)


# Presets.


@pytest.mark.parametrize(
    ("preset", "proceeds", "count_unsold", "unranked"),
    [
        (Preset.CLASSIC, "second_all", True, "zero"),
        (Preset.ITALIAN, "split", False, "accumulated"),
        (Preset.CLASSIC_SPLIT, "split", True, "zero"),
    ],
)
def test_a_preset_keeps_its_three_promises(
    preset: Preset, proceeds: str, count_unsold: bool, unranked: str
) -> None:
    options = PRESETS[preset]

    assert options.double_proceeds == proceeds
    assert options.count_unsold is count_unsold
    assert options.unranked_value == unranked
    assert preset_of(options) is preset


def test_classic_is_what_you_get_if_you_choose_nothing() -> None:
    assert Options() == PRESETS[Preset.CLASSIC]


def test_the_mystery_hand_is_free_in_every_preset() -> None:
    assert preset_of(BUYER_FLIPS) is Preset.CLASSIC


def test_any_other_set_is_custom() -> None:
    assert preset_of(KEPT) is Preset.CUSTOM


@pytest.mark.parametrize("seats", [4, 5])
def test_the_mystery_hand_is_for_three(seats: int) -> None:
    with pytest.raises(ValueError, match="for 3 players"):
        check_options(MYSTERY, seats)
    with pytest.raises(IllegalMove, match="for 3 players"):
        Position().play(begun(seats, MYSTERY))


# Splitting the price of a pair.


def taken_over(kind: str, options: Options) -> Table:
    """Seat 2 has added the second of seat 0's double."""
    table = Table(hands={0: "S double", 2: f"S {kind}"}, options=options)
    table.offer(0, "S double")
    table.decline(0, 1)
    table.add(2, f"S {kind}")
    return table


@pytest.mark.parametrize(
    ("price", "old", "new"), [(27, 13, 14), (26, 13, 13), (1, 0, 1), (100, 50, 50)]
)
def test_split_is_even_and_the_odd_1k_goes_to_the_new_auctioneer(
    price: int, old: int, new: int
) -> None:
    table = taken_over("open", SPLIT)

    table.bid(3, price)
    table.hammer()

    assert table.told(LotSold).paid == (old, 0, new, 0)
    assert table.purses[3] == 100 - price


def test_split_of_nothing_pays_nobody() -> None:
    table = taken_over("open", SPLIT)

    table.hammer()

    assert table.told(LotSold).buyer == 2
    assert table.purses == [100] * 4


def test_split_when_the_first_auctioneer_buys() -> None:
    table = taken_over("open", SPLIT)

    table.bid(0, 27)
    table.hammer()

    assert table.told(LotSold).paid == (0, 0, 14, 0)
    assert table.purses == [73, 100, 114, 100]


def test_split_when_the_new_auctioneer_buys() -> None:
    table = taken_over("open", SPLIT)

    table.bid(2, 27)
    table.hammer()

    assert table.told(LotSold).paid == (13, 0, 0, 0)
    assert table.purses == [113, 100, 73, 100]


def test_split_when_the_new_auctioneer_must_take_it_at_his_price() -> None:
    table = taken_over("fixed", SPLIT)

    table.price(2, 27)
    table.pass_(3, 0, 1)

    assert table.purses == [113, 100, 73, 100]


def test_split_pays_an_own_pair_in_full() -> None:
    table = Table(hands={0: "S double, S open"}, options=SPLIT)
    table.offer(0, "S double")
    table.add(0, "S open")

    table.bid(1, 27)
    table.hammer()

    assert table.purses == [127, 73, 100, 100]


# What unranked artists bring, and what counts for the ranking.


@pytest.mark.parametrize(
    ("options", "values"),
    [(Options(), (10, 20, 0, 0, 60)), (KEPT, (10, 20, 10, 20, 60))],
    ids=["zero", "accumulated"],
)
def test_accumulated_keeps_the_old_sums(
    options: Options, values: tuple[int, ...]
) -> None:
    table = Table(
        hands={0: "K open"},
        shown="L2 S3 K4",
        round_number=2,
        board=["KOV"],
        options=options,
    )

    table.offer(0, "K open")

    assert table.told(RoundEnded).values == values


@pytest.mark.parametrize(
    ("options", "ranking"), [(Options(), "KLS"), (UNCOUNTED, "LKS")]
)
def test_count_unsold_and_the_fifth(options: Options, ranking: str) -> None:
    table = Table(hands={0: "K open"}, shown="L4 K4 S1", options=options)

    table.offer(0, "K open")

    assert codes(table.told(RoundEnded).ranking) == ranking


@pytest.mark.parametrize(
    ("options", "ranking"), [(Options(), "KLS"), (UNCOUNTED, "LSK")]
)
def test_count_unsold_and_a_void_pair(options: Options, ranking: str) -> None:
    table = Table(hands={0: "K double, K open"}, shown="L4 K3 S3", options=options)
    table.offer(0, "K double")

    table.add(0, "K open")

    assert codes(table.told(RoundEnded).ranking) == ranking


@pytest.mark.parametrize(("options", "ranking"), [(Options(), "LS"), (UNCOUNTED, "L")])
def test_count_unsold_and_the_last_painting_of_all(
    options: Options, ranking: str
) -> None:
    table = Table(
        hands={0: "S open"}, spare=0, round_number=4, shown="L1", options=options
    )

    table.offer(0, "S open")

    assert codes(table.told(RoundEnded).ranking) == ranking


def test_count_unsold_false_still_finds_the_fifth() -> None:
    table = Table(hands={0: "K open"}, shown="K4", options=UNCOUNTED)

    table.offer(0, "K open")

    assert table.told(LotUnsold).is_fifth


def test_open_money_changes_no_rule() -> None:
    plain, shown = (
        Table(hands={0: "L open"}, options=Options(open_money=value))
        for value in (False, True)
    )

    assert plain.offer(0, "L open") == shown.offer(0, "L open")


# The mystery hand.


def mystery_table(options: Options, *, hands: dict[int, str], **more: str) -> Table:
    pile = more.get("pile", "V open, V once")
    return Table(
        seats=3, hands=hands, pile=pile, options=options, shown=more.get("shown", "")
    )


@pytest.mark.parametrize(
    ("options", "flipper"),
    [(MYSTERY, 0), (BUYER_FLIPS, 2)],
    ids=["auctioneer", "buyer"],
)
def test_after_an_auction_the_one_named_may_flip(
    options: Options, flipper: int
) -> None:
    table = mystery_table(options, hands={0: "L open"})
    table.offer(0, "L open")
    table.bid(2, 5)

    table.hammer()

    assert table.told(FlipAsked).seat == flipper
    assert table.awaited == [flipper]
    for seat in range(3):
        choices = legal_moves(table.position, Seat(seat), table.hands[seat])
        assert choices == ((FLIP, DECLINE) if seat == flipper else ())


@pytest.mark.parametrize("options", [MYSTERY, BUYER_FLIPS], ids=["auctioneer", "buyer"])
def test_of_a_free_lot_the_auctioneer_flips(options: Options) -> None:
    table = mystery_table(options, hands={0: "L open"})
    table.offer(0, "L open")

    table.hammer()

    assert table.told(FlipAsked).seat == 0


@pytest.mark.parametrize("options", [MYSTERY, BUYER_FLIPS], ids=["auctioneer", "buyer"])
def test_after_a_lone_double_who_offered_it_flips(options: Options) -> None:
    table = mystery_table(options, hands={1: "L double"})
    table.position.auctioneer = Seat(1)
    table.offer(1, "L double")

    table.decline(1, 2, 0)

    assert table.told(FlipAsked).seat == 1


@pytest.mark.parametrize(
    ("options", "flipper"),
    [(MYSTERY, 2), (BUYER_FLIPS, 1)],
    ids=["auctioneer", "buyer"],
)
def test_after_a_takeover_the_auctioneer_is_the_new_one(
    options: Options, flipper: int
) -> None:
    table = mystery_table(options, hands={0: "L double", 2: "L open"})
    table.offer(0, "L double")
    table.decline(0, 1)
    table.add(2, "L open")
    table.bid(1, 5)

    table.hammer()

    assert table.told(FlipAsked).seat == flipper


def after_an_auction(pile: str, shown: str = "") -> Table:
    table = mystery_table(MYSTERY, hands={0: "L open"}, pile=pile, shown=shown)
    table.offer(0, "L open")
    table.hammer()
    return table


def test_the_oldest_of_the_pile_is_flipped_and_counts() -> None:
    table = after_an_auction("V open, K once")
    oldest = next(iter(table.pile))

    table.flip(0)

    assert table.told(MysteryShown).painting == oldest
    assert table.position.shown == [1, 0, 1, 0, 0]
    assert table.position.mystery == 1
    assert table.told(TurnCame).auctioneer == 1


def test_a_flip_may_be_declined() -> None:
    table = after_an_auction("V open")

    table.decline(0)

    assert table.position.mystery == 1
    assert table.told(TurnCame).auctioneer == 1


def test_nobody_else_flips() -> None:
    table = after_an_auction("V open")

    assert table.refusal(1, table.flipping()) is Reason.TURN


def test_it_is_one_flip_after_each_auction() -> None:
    table = after_an_auction("V open, V once")
    table.flip(0)

    assert table.refusal(0, table.flipping()) is Reason.PHASE


def test_a_flipped_double_brings_no_second() -> None:
    table = after_an_auction("L double, V once")

    table.flip(0)

    assert not table.has_told(SecondAsked)
    assert table.told(TurnCame).auctioneer == 1


def test_an_empty_pile_asks_nobody() -> None:
    table = mystery_table(MYSTERY, hands={0: "L open", 1: "S open"}, pile="V open")
    table.offer(0, "L open")
    table.hammer()
    table.flip(0)
    table.offer(1, "S open")

    table.hammer()

    assert table.told(TurnCame).auctioneer == 2


def test_nothing_is_flipped_after_an_unsold_lot() -> None:
    table = mystery_table(MYSTERY, hands={0: "K open"}, shown="K4")

    table.offer(0, "K open")

    assert not table.has_told(FlipAsked)
    assert table.told(RoundBegan) == RoundBegan(2, 4, 4)


def test_what_is_not_flipped_stays_and_new_cards_go_beneath() -> None:
    table = mystery_table(MYSTERY, hands={0: "K open"}, shown="K4")

    table.offer(0, "K open")

    assert table.position.mystery == 2 + 4


@pytest.mark.parametrize("options", [MYSTERY, BUYER_FLIPS], ids=["auctioneer", "buyer"])
def test_a_flipped_fifth_ends_the_round_left_of_the_auctioneer(
    options: Options,
) -> None:
    table = mystery_table(
        options, hands={1: "L open"}, pile="K double, K open", shown="K4"
    )
    table.position.auctioneer = Seat(1)
    table.offer(1, "L open")
    table.bid(2, 5)
    table.hammer()

    table.flip(table.awaited[0])

    assert table.told(RoundEnded).shown == (1, 0, 0, 0, 5)
    assert table.told(TurnCame).auctioneer == 2


@pytest.mark.parametrize("round_number", [2, 3])
def test_a_mystery_game_can_run_out_before_round_4(round_number: int) -> None:
    table = Table(
        seats=3,
        hands={2: "L open"},
        spare=0,
        auctioneer=2,
        round_number=round_number,
        pile="V open, V once",
        options=MYSTERY,
    )

    table.offer(2, "L open")

    assert not table.told(LotUnsold).is_fifth
    assert not table.has_told(FlipAsked)
    ends = [fact for fact in table.facts if isinstance(fact, RoundEnded)]
    assert ends[0].number == round_number


@pytest.mark.parametrize(
    ("options", "values"),
    [
        (MYSTERY, (0, 0, 0, 0, 0)),
        (
            Options(mystery_hand=True, unranked_value=UnrankedValue.ACCUMULATED),
            (60, 20, 10, 0, 0),
        ),
    ],
    ids=["zero", "accumulated"],
)
def test_round_4_can_open_without_a_card_and_is_scored_at_once(
    options: Options, values: tuple[int, ...]
) -> None:
    table = Table(
        seats=3,
        hands={2: "L open"},
        spare=0,
        auctioneer=2,
        round_number=3,
        board=["LSV"],
        pile="V open, V once",
        options=options,
    )

    facts = table.offer(2, "L open")

    ends = [fact for fact in facts if isinstance(fact, RoundEnded)]
    assert [end.number for end in ends] == [3, 4]
    assert (ends[1].shown, ends[1].ranking) == ((0, 0, 0, 0, 0), ())
    assert ends[1].values == values
    assert table.has_told(GameWon)


def test_the_pile_never_puts_off_a_run_out() -> None:
    table = Table(
        seats=3,
        hands={2: "L open"},
        spare=0,
        auctioneer=2,
        round_number=4,
        pile="V open, V once",
        options=MYSTERY,
    )

    table.offer(2, "L open")

    assert table.position.is_over
    assert table.position.mystery == 2


# Dealing.


@pytest.mark.parametrize(
    ("seats", "mystery_hand", "dealt"),
    [(3, False, 66), (3, True, 68), (4, False, 68), (5, False, 70)],
)
def test_the_hands_take_the_deck_from_its_top(
    seats: int, mystery_hand: bool, dealt: int
) -> None:
    places = [
        place
        for number in range(1, ROUNDS + 1)
        for hand in range(seats + mystery_hand)
        for place in places_of(hand, number, seats, mystery_hand=mystery_hand)
    ]

    assert places == list(range(dealt))


@pytest.mark.parametrize(("hand", "number"), [(-1, 1), (3, 1), (0, 0), (0, 5)])
def test_no_places_for_a_hand_or_round_that_is_not(hand: int, number: int) -> None:
    with pytest.raises(ValueError, match="no"):
        places_of(hand, number, 3, mystery_hand=False)


@pytest.mark.parametrize(("seats", "mystery_hand"), [(2, False), (6, False), (4, True)])
def test_no_share_in_a_game_that_is_not(seats: int, mystery_hand: bool) -> None:
    with pytest.raises(ValueError, match="no game"):
        share_of(1, seats, mystery_hand=mystery_hand)

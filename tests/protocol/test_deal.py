"""The whole deal of a game."""

from __future__ import annotations

import pytest

from vendue_protocol.deal import Deal, make_deal, slot_of
from vendue_protocol.leaves import blind_of, leaf_of, lists_fit
from vendue_shared.paintings import PAINTINGS, Painting
from vendue_shared.seats import Seat

from .conftest import DealVector

ROUNDS = (1, 2, 3, 4)


def test_the_commitments_of_a_deal_are_as_published(
    deal: Deal, vector: DealVector
) -> None:
    assert deal.hs == vector.raw("host_commitment")
    assert deal.ks == vector.raws("entropy_commitments")
    assert deal.salt == vector.raw("salt")
    assert deal.key == vector.raw("key")


def test_the_deck_and_the_first_auctioneer_are_as_published(
    deal: Deal, vector: DealVector
) -> None:
    assert list(deal.deck) == vector.values["deck"]
    assert deal.first == vector.values["first"]


def test_slots_blinds_and_leaves_are_as_published(
    deal: Deal, vector: DealVector
) -> None:
    leaves = [
        leaf_of(vector.game, painting, deal.blind(painting)) for painting in deal.deck
    ]

    assert deal.slots[0] == slot_of(deal.key, 0) == vector.raw("slot_secret_0")
    assert deal.blinds[0] == vector.raw("blind_0")
    assert leaves[0] == vector.raw("leaf_0")
    assert leaves[69] == vector.raw("leaf_69")


def test_the_lists_and_their_root_are_as_published(
    deal: Deal, vector: DealVector
) -> None:
    assert [len(leaves) for leaves in deal.lists] == vector.values["list_sizes"]
    assert deal.lists[0][0] == vector.raw("list_0_first")
    assert deal.lists[-2][0] == vector.raw("last_hand_list_first")
    assert deal.root == vector.raw("root")
    assert lists_fit(
        deal.lists, vector.values["seats"], mystery_hand=vector.values["mystery_hand"]
    )


def test_the_first_hand_is_as_published(deal: Deal, vector: DealVector) -> None:
    dealt = deal.dealt(Seat(0), 1)
    hand = [found.painting for found in dealt]

    assert hand == vector.values["hand_of_seat_0_in_round_1"]
    assert (
        deal.default_offer(1, hand)
        == vector.values["default_offer_auction_1_of_that_hand"]
    )


def test_what_a_seat_is_dealt_is_in_its_own_list_and_in_no_other(deal: Deal) -> None:
    game = deal.terms.game
    for seat in range(len(deal.terms.chairs)):
        leaves = [
            leaf_of(game, found.painting, blind_of(game, found.place, found.slot))
            for number in ROUNDS
            for found in deal.dealt(Seat(seat), number)
        ]

        assert sorted(leaves) == list(deal.lists[seat])


def test_what_a_play_publishes_gives_the_leaf_of_its_owner(deal: Deal) -> None:
    everything = [leaf for leaves in deal.lists for leaf in leaves]

    made = [
        leaf_of(deal.terms.game, painting, deal.blind(painting))
        for painting in PAINTINGS
    ]

    assert sorted(made) == sorted(everything)


def test_the_mystery_pile_is_turned_up_in_the_order_of_its_list(
    mystery: DealVector,
) -> None:
    deal = mystery.deal()

    pile = deal.mystery_pile()

    assert deal.lists[3] == tuple(
        leaf_of(mystery.game, painting, deal.blind(painting)) for painting in pile
    )
    assert pile == sum((deal.mystery_share(number) for number in ROUNDS), ())
    assert [len(deal.mystery_share(number)) for number in ROUNDS] == [9, 4, 4, 0]


def test_there_is_no_mystery_pile_without_a_mystery_hand(
    table_of_five: DealVector,
) -> None:
    deal = table_of_five.deal()

    assert deal.mystery_pile() == deal.mystery_share(1) == ()


def test_the_mystery_hand_is_no_seat(mystery: DealVector) -> None:
    with pytest.raises(ValueError, match="no seat 3"):
        mystery.deal().dealt(Seat(3), 1)


def test_no_painting_is_dealt_twice(deal: Deal) -> None:
    dealt = [
        found.painting
        for seat in range(len(deal.terms.chairs))
        for number in ROUNDS
        for found in deal.dealt(Seat(seat), number)
    ]

    assert len({*dealt, *deal.mystery_pile()}) == 70 - len(deal.lists[-1])


def test_a_deal_is_the_same_each_time(vector: DealVector) -> None:
    assert vector.deal() == vector.deal()


def test_one_seat_alone_changes_the_whole_deal(table_of_five: DealVector) -> None:
    es = (b"\x01" * 32, *table_of_five.es[1:])

    other = make_deal(table_of_five.terms, table_of_five.seed, es)

    assert other.hs == table_of_five.deal().hs
    assert other.deck != table_of_five.deal().deck
    assert other.root != table_of_five.deal().root


@pytest.mark.parametrize("count", [0, 4, 6])
def test_a_deal_needs_one_entropy_a_seat(table_of_five: DealVector, count: int) -> None:
    with pytest.raises(ValueError, match=f"{count} entropies for 5 seats"):
        make_deal(table_of_five.terms, table_of_five.seed, [bytes(32)] * count)


def test_a_deal_needs_a_whole_seed(table_of_five: DealVector) -> None:
    with pytest.raises(ValueError, match="a seed is 31 bytes"):
        make_deal(table_of_five.terms, bytes(31), table_of_five.es)


def test_no_secret_shows_in_a_repr(deal: Deal, vector: DealVector) -> None:
    dealt = deal.dealt(Seat(0), 1)

    assert repr(deal) == f"Deal(game={vector.game.hex()})"
    assert str(deal) == f"{deal}" == repr(deal)
    assert repr(dealt[0]) == "DealtPainting(...)"


def test_a_deal_cannot_be_changed(deal: Deal) -> None:
    with pytest.raises(AttributeError):
        deal.deck = (Painting(0),)  # type: ignore[misc]  # what the test is about

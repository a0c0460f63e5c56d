"""Drawing without favour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from vendue_protocol.drawing import below, deck_words, default_offer, shuffled, words
from vendue_protocol.tags import tag
from vendue_shared.paintings import PAINTINGS, Painting

from .conftest import DealVector

WORDS = 2**32


class Counted:
    """Words that tell how many of them were taken."""

    def __init__(self, drawn: Iterator[int]) -> None:
        self.drawn = drawn
        self.taken = 0

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        self.taken += 1
        return next(self.drawn)


def test_a_deck_takes_the_words_published(vector: DealVector) -> None:
    drawn = Counted(deck_words(vector.raw("key")))

    deck = shuffled(drawn)

    assert list(deck) == vector.values["deck"]
    assert drawn.taken == vector.values["words_drawn"]
    assert drawn.taken - 69 == vector.values["rejects"]


@pytest.mark.parametrize("name", ["zero_key", "rejecting_key"])
def test_the_decks_of_chosen_keys_are_as_published(
    vectors: dict[str, Any], name: str
) -> None:
    published = vectors[name]
    drawn = Counted(deck_words(bytes.fromhex(published["key"])))

    deck = shuffled(drawn)

    assert list(deck) == published["deck"]
    assert drawn.taken == published["words"]
    assert drawn.taken - 69 == published["rejects"]
    assert below(5, drawn) == published["next_below_5"]


@pytest.mark.parametrize("bound", [3, 5, 7, 60, 70, 2**31 + 1])
def test_a_word_that_would_favour_the_low_is_dropped(bound: int) -> None:
    fair = WORDS - WORDS % bound

    assert below(bound, iter([fair - 1])) == bound - 1
    assert below(bound, iter([fair, WORDS - 1, 1])) == 1


@pytest.mark.parametrize("bound", [1, 2, 4, 64, WORDS])
def test_no_word_is_dropped_where_the_bound_divides_all(bound: int) -> None:
    assert below(bound, iter([WORDS - 1])) == bound - 1


@pytest.mark.parametrize("bound", [0, -1, WORDS + 1])
def test_a_bound_that_cannot_be_drawn_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="cannot draw"):
        below(bound, iter([0]))


def test_all_seventy_paintings_are_in_a_shuffled_deck() -> None:
    assert sorted(shuffled(deck_words(b"\x07" * 32))) == list(PAINTINGS)


def test_streams_of_two_labels_have_nothing_in_common() -> None:
    key = bytes(32)

    one = set(islice(words(key, tag("stream")), 64))
    two = set(islice(words(key, tag("auto")), 64))

    assert not one & two


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_deck_key_of_another_length_is_refused_at_once(size: int) -> None:
    with pytest.raises(ValueError, match="a deck key"):
        words(bytes(size), tag("stream"))


def test_a_default_offer_is_as_published(vector: DealVector) -> None:
    hand = [Painting(number) for number in vector.values["hand_of_seat_0_in_round_1"]]

    offer = default_offer(vector.raw("key"), 1, hand)

    assert offer == vector.values["default_offer_auction_1_of_that_hand"]


def test_a_default_offer_does_not_depend_on_the_order_of_the_hand() -> None:
    hand = [Painting(number) for number in (69, 3, 40, 12)]

    assert default_offer(bytes(32), 1, hand) == default_offer(bytes(32), 1, hand[::-1])


def test_default_offers_favour_no_painting_of_the_hand() -> None:
    hand = [Painting(number) for number in (1, 2, 3)]

    drawn = Counter(default_offer(bytes(32), number, hand) for number in range(3000))

    assert set(drawn) == set(hand)
    assert min(drawn.values()) > 900


def test_no_default_offer_comes_from_an_empty_hand() -> None:
    with pytest.raises(ValueError, match="cannot draw"):
        default_offer(bytes(32), 1, [])

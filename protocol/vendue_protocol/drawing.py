"""Drawing without favour from a secret key: the deck, the first, a default offer."""

from __future__ import annotations

import hmac
import struct
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Final

from vendue_shared.paintings import PAINTINGS, Painting

from .tags import sized, tag, unsigned

_STREAM: Final = tag("stream")
_AUTO: Final = tag("auto")
_WORDS: Final = 2**32
_BLOCK: Final = struct.Struct(">8I")


def words(key: bytes, label: bytes) -> Iterator[int]:
    """Yield an endless stream of 32-bit words that only the key's owner can tell.

    Args:
        key: The secret of the deal, 32 bytes.
        label: What the words are for.

    Raises:
        ValueError: The key is not 32 bytes.

    Source:
        docs/FAIRPLAY.md, "The deal".
    """
    sized("a deck key", key)
    return _words(key, label)


def _words(key: bytes, label: bytes) -> Iterator[int]:
    for block in count():
        digest = hmac.digest(key, label + unsigned(block, 4), "sha256")
        yield from _BLOCK.unpack(digest)


def deck_words(key: bytes) -> Iterator[int]:
    """Yield the words that shuffle the deck and then draw the first auctioneer."""
    return words(key, _STREAM)


def below(bound: int, drawn: Iterator[int]) -> int:
    """Draw a number from 0 up to but not including a bound, each as likely.

    Args:
        bound: 1 to 2**32.
        drawn: 32-bit words. Those that would favour the low numbers are dropped.

    Raises:
        ValueError: The bound is out of range.

    Source:
        docs/FAIRPLAY.md, "The deal".

    Example:
        >>> below(5, iter([2**32 - 1, 13]))
        3
    """
    if not 0 < bound <= _WORDS:
        raise ValueError(f"cannot draw below {bound}")
    fair = _WORDS - _WORDS % bound
    word = next(drawn)
    while word >= fair:
        word = next(drawn)
    return word % bound


def shuffled(drawn: Iterator[int]) -> tuple[Painting, ...]:
    """Shuffle the seventy paintings with the next words; the top comes first.

    Source:
        docs/FAIRPLAY.md, "The deal".
    """
    deck = list(PAINTINGS)
    for last in range(len(deck) - 1, 0, -1):
        other = below(last + 1, drawn)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def default_offer(key: bytes, auction: int, hand: Iterable[Painting]) -> Painting:
    """Draw what an absent auctioneer offers.

    It is drawn, not the lowest, since the lowest would tell about the hand.

    Args:
        key: The secret of the deal, 32 bytes.
        auction: The number this offer will have, from 1.
        hand: The auctioneer's whole hand, in any order.

    Raises:
        ValueError: The hand is empty, or something is of the wrong size.

    Source:
        docs/FAIRPLAY.md, "The deal".
    """
    choice = sorted(hand)
    drawn = words(key, _AUTO + unsigned(auction, 4))
    return choice[below(len(choice), drawn)]

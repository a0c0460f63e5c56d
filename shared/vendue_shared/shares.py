"""Which paintings each hand takes from the deck as a round begins."""

from __future__ import annotations

from typing import Final

ROUNDS: Final = 4
"""A game is four rounds, whatever the number of seats."""

_SHARES: Final[dict[int, tuple[int, ...]]] = {
    3: (10, 6, 6, 0),
    4: (9, 4, 4, 0),
    5: (8, 3, 3, 0),
}

_WITH_MYSTERY_HAND: Final = _SHARES[4]
# Three seats and the mystery hand are four hands, so they take what four take.


def share_of(round_number: int, seats: int, *, mystery_hand: bool) -> int:
    """Tell how many paintings one hand takes as a round begins, 0 to 10.

    Args:
        round_number: 1 to 4.
        seats: 3 to 5; 3 with the mystery hand.
        mystery_hand: Whether a fourth hand is dealt, which takes as many.

    Raises:
        ValueError: There is no such round, or no game of so many seats.

    Source:
        docs/RULES.md, "Setting up".

    Example:
        >>> [share_of(number, 5, mystery_hand=False) for number in (1, 2, 3, 4)]
        [8, 3, 3, 0]
        >>> share_of(1, 3, mystery_hand=True)
        9
    """
    if not 1 <= round_number <= ROUNDS:
        raise ValueError(f"there is no round {round_number}")
    if seats not in _SHARES or (mystery_hand and seats != min(_SHARES)):
        hands = "with a mystery hand" if mystery_hand else "without a mystery hand"
        raise ValueError(f"no game of {seats} seats {hands}")
    shares = _WITH_MYSTERY_HAND if mystery_hand else _SHARES[seats]
    return shares[round_number - 1]


def places_of(hand: int, round_number: int, seats: int, *, mystery_hand: bool) -> range:
    """Tell which places of the deck a hand takes as a round begins.

    Everybody takes a whole share at once, seat 0 first, the mystery hand last.

    Args:
        hand: A seat, or the number of seats for the mystery hand.
        round_number: 1 to 4.
        seats: 3 to 5; 3 with the mystery hand.
        mystery_hand: Whether a fourth hand is dealt after the seats' hands.

    Returns:
        Indices from the top of the deck, 0 to 69; none in round 4.

    Raises:
        ValueError: There is no such hand, round or game.

    Source:
        docs/RULES.md, "Setting up"; docs/RECORD.md, "Dealing".

    Example:
        >>> places_of(1, 2, 3, mystery_hand=False)
        range(36, 42)
    """
    hands = seats + mystery_hand
    if not 0 <= hand < hands:
        raise ValueError(f"no hand {hand} of {hands}")
    share = share_of(round_number, seats, mystery_hand=mystery_hand)
    before = sum(
        share_of(earlier, seats, mystery_hand=mystery_hand)
        for earlier in range(1, round_number)
    )
    start = hands * before + hand * share
    return range(start, start + share)

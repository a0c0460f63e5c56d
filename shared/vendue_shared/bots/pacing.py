"""How long a bot pauses before it thinks, so that people can follow the table.

The pause is drawn from public facts alone and before the bot has thought: how
long it takes tells nothing about its hand or its answer.
"""

from __future__ import annotations

from math import exp, inf, log
from typing import Final

from vendue_shared.paintings import ARTIST_OF
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.position import Position
from vendue_shared.seats import Seat

from .valuation import reference
from .view import Chance

THINKING_S: Final = (0.6, 2.5)
"""Shortest and longest pause where one seat is asked, or all seal."""

RAISING_S: Final = (0.3, 1.2)
"""The same in an open auction, where it is who speaks first that counts."""

SPREAD: Final = 0.45
"""How much pauses differ: the deviation of their logarithm."""

OF_THE_CLOCK: Final = 0.5
"""No pause is longer than this part of the time there is."""

_DIGITS: Final = 12
"""The sum of twelve even draws from 0 to 1, less 6, is close to a normal one."""

_STEPS: Final = 1000
"""So fine is each of them; all are digits of one number, which is drawn at once."""


def thing_asked(position: Position) -> tuple[object, ...]:
    """What is asked now, to be compared: for each there is one pause, and one thought.

    In an open auction each bid and each pass asks anew; of a sealed auction it does
    not matter to a seat who else has sealed.
    """
    phase = position.phase
    if isinstance(phase, OpenAuction):
        return (phase.decision, position.auction, phase.high, phase.passed)
    return (phase.decision, position.auction)


def pause_s(
    position: Position, seat: Seat, chance: Chance, *, clock_s: float = inf
) -> float:
    """Draw how long a bot waits before it is asked, in seconds.

    Args:
        position: The public position, in which `seat` is awaited.
        seat: Whose bot; the auctioneer looks a little longer at the own lot.
        chance: Draws once, however the draw falls.
        clock_s: What is left of the clock; at most half of it is used.

    Returns:
        Log-normal, from 0.6 to 2.5 s, raises from 0.3 to 1.2 s; what would lie
        outside is folded back, so that pauses are not alike at the bounds.
    """
    is_open = isinstance(position.phase, OpenAuction)
    least, most = RAISING_S if is_open else THINKING_S
    middle = log(least * most) / 2
    pause = exp(middle + SPREAD * _normal(chance)) * _care(position, seat)
    pause = max(pause, least**2 / pause)
    pause = min(pause, most**2 / pause)
    return min(max(least, pause), clock_s * OF_THE_CLOCK)


def _normal(chance: Chance) -> float:
    """A draw from about the normal distribution; it deviates by 1 from 0."""
    drawn, total = chance(_STEPS**_DIGITS), 0
    for _ in range(_DIGITS):
        drawn, digit = divmod(drawn, _STEPS)
        total += digit
    return (total + _DIGITS / 2) / _STEPS - _DIGITS / 2


def _care(position: Position, seat: Seat) -> float:
    """Dear lots and the own lot take longer; a price far off takes less."""
    care = 1.1 if seat == position.auctioneer else 1.0
    if isinstance(position.phase, OpenAuction) and position.lot:
        value = reference(position, position.shown)[ARTIST_OF[position.lot[0]]]
        nearness = min(1.0, position.phase.high / (value * len(position.lot)))
        care *= 0.7 + 0.6 * nearness
    return care

"""How far a game is, for what paintings bring: the form of the fitted tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from vendue_shared.scoring import CHIPS
from vendue_shared.shares import ROUNDS

STEPS: Final = 4
"""The earlier chips of an artist are told apart in so many steps: 0, 10 and 20, 30 and
40, more. Who was ranked before is offered more."""

STAGES: Final = STEPS * ROUNDS
"""A stage is a step in a round: ten earlier chips are many in the second round and few
in the last."""


def stages_of(sums: Sequence[int]) -> tuple[int, ...]:
    """The stage of each artist, below STAGES.

    Args:
        sums: The chips of the earlier rounds, in board order; they tell the round,
            since each paid three chips, or a little less if few artists were shown.

    Example:
        >>> stages_of((0, 30, 20, 0, 10))
        (4, 6, 5, 4, 5)
    """
    earlier = min(-(-sum(sums) // sum(CHIPS)), ROUNDS - 1)
    return tuple(earlier * STEPS + min((n + 10) // 20, STEPS - 1) for n in sums)


Rows = tuple[tuple[tuple[float, ...], ...], ...]
"""By stage, then present rank 0 to 4, then shown 0 to 5."""


class Fit(NamedTuple):
    """What became of the artist of a lot by the end of its round."""

    chip: Rows
    """The chip it got, on average, in thousands."""
    ranked: Rows
    """How often it was ranked, and so worth its earlier chips."""

"""The bot of level novice: it misjudges what lots are worth, and offers at whim."""

from __future__ import annotations

from typing import Final

from vendue_shared.paintings import Painting

from .standard import Manner, Trader
from .view import View

TRUSTS: Final = 90
"""What a lot looks to be worth to a novice, in percent of the plain worth..."""

ERRS: Final = 25
"""...and how far it is off, on average: the deviation, in percent of the worth."""

WHIM: Final = 50
"""How often it offers any painting of the hand, in percent."""

_DRAWS: Final = 12
"""The sum of twelve even draws, less its mean, is close to a normal one."""


class Novice(Trader):
    """A trader that judges each lot once, and wrongly.

    One judgement a lot: drawn anew for every raise, the boldest would rule.
    """

    __slots__ = ("_judged", "_percent")

    def __init__(self) -> None:
        super().__init__(Manner())
        self._judged: object = None
        self._percent = 0

    def worth(self, view: View) -> int:
        """The plain worth, misjudged."""
        lot = (view.position.auction, view.position.lot)
        if self._judged != lot:
            self._judged = lot
            draws = sum(view.chance(2 * ERRS + 1) for _ in range(_DRAWS))
            # An even draw from 0 to 2 ERRS deviates by ERRS / 3 ** 0.5; twelve
            # by twice ERRS.
            self._percent = max(0, TRUSTS + (draws - _DRAWS * ERRS) // 2)
        return super().worth(view) * self._percent // 100

    def offer(self, view: View) -> Painting:
        """What brings most, or anything."""
        if view.happens(WHIM):
            return view.drawn(view.hand)
        return super().offer(view)

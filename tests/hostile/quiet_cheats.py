"""What no machine can prove at the table, and how it shows all the same."""

from __future__ import annotations

from collections.abc import Iterable

from tests.hostile.cases import Case, Others, Sees, Who
from tests.hostile.cheat import Cheat
from tests.hostile.deck_cheats import KeepsSeed
from tests.hostile.log_cheats import TwoHistories

from vendue_protocol.client_messages import Play
from vendue_protocol.message import Message
from vendue_shared.moves import Offer, Reveal

UNPROVEN = "the deck is not proven"
TWO_HOLDS = "two signatures of one key"
WITHHELD = "counts as 0, withheld"
AUTO = "marked as the clock's"


class Swallows(Cheat):
    """Loses what seat 1 asks for, and lets its clock run out.

    Args:
        kinds: Which moves it loses.
    """

    lasts = 200

    def __init__(self, *kinds: type) -> None:
        super().__init__()
        self._kinds = kinds

    def up(self, seat: int, message: Message) -> Iterable[Message]:
        is_one = isinstance(message, Play) and isinstance(message.move, self._kinds)
        return () if seat == 1 and is_one and self.once() else (message,)


NO_SEED = Case(
    name="no seed is published",
    cheat=KeepsSeed,
    sees=(Sees(Who.ALL, "`ended`", UNPROVEN),),
)

TO_THE_END = Case(
    name="two histories to two players to the end, others' signatures kept back",
    cheat=lambda: TwoHistories(passes_holds=False),
    sees=(Sees(Who.FILES, "`vendue verify --compare`", TWO_HOLDS),),
    others=Others.PLAY,
)

SWALLOWED_REVEAL = Case(
    name="an opening is said not to have come",
    cheat=lambda: Swallows(Reveal),
    sees=(Sees(Who.ALL, "`opened`", WITHHELD),),
    others=Others.PLAY,
)

SWALLOWED_OFFER = Case(
    name="a move is said not to have come",
    cheat=lambda: Swallows(Offer),
    sees=(Sees(Who.ALL, "`offered`", AUTO),),
    others=Others.PLAY,
)

QUIET_CASES = (NO_SEED, TO_THE_END, SWALLOWED_REVEAL, SWALLOWED_OFFER)

"""What the journal says of a table, one entry after the other.

Append only: an entry is never changed. Many are secret (seeds, sealed bids, openings),
so their repr shows nothing.

Source:
    docs/JOURNAL.md, "What is stored".
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from vendue_protocol.client_messages import Kick, TakeOver
from vendue_protocol.host_messages import Intervened
from vendue_protocol.interventions import AfterGrace, Authority
from vendue_protocol.log_frames import GaveUp
from vendue_protocol.message import ChairNumber, Title
from vendue_server.passwords import TablePassword
from vendue_shared.bots.levels import Level
from vendue_shared.events import SeatNumber
from vendue_shared.moves import AnyMove, Hash
from vendue_shared.options import Options
from vendue_shared.terms import Clocks, Terms

VERSION: Final = 1
"""Of all entries and of the file they lie in; a host reads this one and older ones."""

Seconds = Annotated[float, msgspec.Meta(ge=0)]


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True,
            tag_field="e", omit_defaults=True):  # fmt: skip
    """What every entry has: the key `e`, first, names it."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}(...)"


class ChairIs(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True,
              omit_defaults=True):  # fmt: skip
    """Who has a chair; all empty: nobody."""

    name: str = ""
    key: bytes = b""
    """A person's public key, 32 bytes."""
    level: Level | None = None
    """A bot's."""
    since: int = 0
    """A person's place in the order of sitting down."""
    stand_in: bool = False
    """Whether a bot has it until the end of the game, for a person kicked out."""


class TableIs(Entry, frozen=True, kw_only=True, tag="table"):
    """A table as it is between two games; the first entry of every table."""

    name: Title
    kept: bool = False
    """Whether it stays when nobody is at it."""
    starts_alone: bool = False
    options: Options
    clocks: Clocks
    first: ChairNumber | None = None
    after: AfterGrace = AfterGrace.BOT
    """What becomes of a seat whose grace is used up."""
    password: TablePassword | None = None
    """What who sits down or watches must know; `None`: nothing."""
    revision: int = 0
    chairs: tuple[ChairIs, ...]


class SetUpBegun(Entry, frozen=True, kw_only=True, tag="set-up"):
    """A set-up, before anybody is told the commitment to its seed."""

    terms: Terms
    seed: Hash
    attempt: int
    playing: tuple[ChairNumber, ...]
    """The chair of each seat."""
    levels: tuple[Level | None, ...]
    """The level of each seat that is a bot's."""


class SetUpAgreed(Entry, frozen=True, kw_only=True, tag="agreed"):
    """All have committed to their shares; before anybody is told (step 3)."""

    ks: tuple[Hash, ...]


class SetUpGivenUp(Entry, frozen=True, kw_only=True, tag="given-up"):
    """A set-up was given up; as the log of the next game tells it."""

    how: GaveUp


class PutOff(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is done to a seat as soon as its sealed bid is opened; all were told."""

    wanted: TakeOver | Kick
    by: Authority


class ClockIs(Entry, frozen=True, kw_only=True, tag="clock"):
    """What is left to whom; never a time of day."""

    left_s: Seconds
    """Of the decision now asked for."""
    cap_s: float
    """Until an open auction ends, whatever is bid."""
    purses_s: tuple[Seconds, ...]
    """Of each seat's grace in this round."""
    gone: tuple[SeatNumber, ...] = ()
    """Persons who have left for good."""
    let_go: tuple[SeatNumber, ...] = ()
    """Persons who are away, and no longer waited for."""
    pause: Intervened | None = None
    """Why the game stands still, as all were told."""
    put_off: tuple[PutOff, ...] = ()


class Happening(Entry, frozen=True, kw_only=True, tag="event"):
    """The next event of the game's log; the first begins the game."""

    payload: bytes
    """As it travels, byte for byte."""
    move: AnyMove | None = None
    """The person's move that it came of, which is the seat's next by number; with
    the opening that a `reveal` hands over."""
    holds: tuple[tuple[int, int, bytes], ...] = ()
    """Persons' signatures that came before it: event, seat, signature."""
    clock: ClockIs | None = None
    """Just before it; `None` before the game begins."""


class HoldsCame(Entry, frozen=True, kw_only=True, tag="holds"):
    """Persons' signatures that no event took along."""

    holds: tuple[tuple[int, int, bytes], ...]


class GameClosed(Entry, frozen=True, kw_only=True, tag="closed"):
    """Everybody was sent the end of the game: the table is its lobby again."""


class WroteAgain(Entry, frozen=True, kw_only=True, tag="again"):
    """The journal could not be written for a while, and now can."""

    room: bytes = b""
    """As much as the longest entry takes, so that there is room for more than this."""


OfGame = Happening | HoldsCame | ClockIs
"""What a game's story is made of."""

AnyEntry = (
    TableIs | SetUpBegun | SetUpAgreed | SetUpGivenUp | Happening | HoldsCame | ClockIs
    | GameClosed | WroteAgain
)  # fmt: skip
"""The closed set of entries."""

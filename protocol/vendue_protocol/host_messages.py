"""What a host says, in the order of docs/PROTOCOL.md."""

from __future__ import annotations

from typing import Annotated

import msgspec

from vendue_shared.choices import Decision
from vendue_shared.events import Ending, SeatNumber
from vendue_shared.moves import Amount, Hash, Number
from vendue_shared.options import Options
from vendue_shared.terms import Clocks, GameId, Terms

from .interventions import AfterGrace, Authority, Intervention
from .message import (
    U32,
    U64,
    Bye,
    ChairNumber,
    CodeName,
    Count,
    FullSignature,
    LevelName,
    Line,
    Message,
    Ping,
    Pong,
    Title,
)


class Welcome(Message, frozen=True, tag="welcome"):
    """The first message after the hello."""

    key: Hash
    """The host's public key."""
    challenge: Hash
    """What a return on this connection signs."""


class TableLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table as the list shows it."""

    table: U32
    name: Title
    chairs: Annotated[int, msgspec.Meta(ge=3, le=5)]
    free: Annotated[int, msgspec.Meta(ge=0, le=5)]
    watchers: Count
    playing: bool
    preset: CodeName
    password: bool = False
    """Whether one is asked for."""


class Tables(Message, frozen=True, tag="tables"):
    """What is open, oldest first."""

    tables: Annotated[tuple[TableLine, ...], msgspec.Meta(max_length=64)]


class Created(Message, frozen=True, tag="created"):
    """The number of the new table."""

    table: U32


class Seated(Message, frozen=True, tag="seated"):
    """Welcome to the table; everything about it follows."""

    table: U32
    chair: ChairNumber | None
    """`None`: watching."""
    n: U32 = 0
    """The number of the seat's last accepted move."""


class ChairLine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A chair as the lobby shows it."""

    name: Annotated[str, msgspec.Meta(max_length=16)]
    """Empty: nobody sits here."""
    level: LevelName
    """A bot's level; empty for a person."""
    key: Annotated[bytes, msgspec.Meta(max_length=32)]
    """A person's public key of 32 bytes; empty otherwise."""
    ready: bool
    here: bool
    """Whether the line to the person is up."""


class Lobby(Message, frozen=True, tag="lobby"):
    """The whole lobby of a table, sent anew at each change."""

    table: U32
    name: Title
    revision: U32
    options: Options
    clocks: Clocks
    first: ChairNumber | None
    owner: ChairNumber | None
    """The chair of who arranges the table; `None`: no person sits."""
    starts_alone: bool
    """Whether it starts by itself when all chairs are taken and ready."""
    watchers: Count
    chairs: Annotated[tuple[ChairLine, ...], msgspec.Meta(min_length=3, max_length=5)]
    after: AfterGrace = AfterGrace.BOT
    """What becomes of a seat whose grace is used up."""


class Proposal(Message, frozen=True, tag="terms"):
    """Set-up, step 1: what is agreed on, and the commitment to the host's seed."""

    terms: Terms
    hs: Hash
    attempt: U32
    """1, and one more each time a set-up was given up."""


class Commitments(Message, frozen=True, tag="ks"):
    """Set-up, step 3: everybody's commitment, in seat order."""

    game: GameId
    ks: Annotated[tuple[Hash, ...], msgspec.Meta(min_length=3, max_length=5)]


class GivenUp(Message, frozen=True, tag="given-up"):
    """A set-up was given up; nobody saw a painting."""

    game: GameId
    missing: Annotated[tuple[ChairNumber, ...], msgspec.Meta(max_length=5)]
    """The chairs that did not answer."""
    seed: Annotated[bytes, msgspec.Meta(max_length=32)]
    """The host's seed, to be compared with its commitment."""


class Logged(Message, frozen=True, tag="event"):
    """The next event of the log: the same bytes for everybody."""

    s: U64
    """1, 2, 3 ... without a gap."""
    e: Annotated[bytes, msgspec.Meta(max_length=16000)]
    """The event as one canonical msgpack map."""


class DealtCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True,
                array_like=True):  # fmt: skip
    """A painting for its owner alone, as an array of three."""

    place: Number
    """Its index in the deck."""
    painting: Number
    slot: Hash
    """The secret from which its blind is made."""

    def __repr__(self) -> str:
        return "DealtCard(...)"


class Dealt(Message, frozen=True, tag="dealt"):
    """The paintings this seat takes in a round; for its owner alone."""

    s: U64
    """The event that began the round."""
    cards: Annotated[tuple[DealtCard, ...], msgspec.Meta(max_length=10)]


class Held(Message, frozen=True, tag="held"):
    """Somebody's signature on the history, for all."""

    s: U64
    who: Annotated[int, msgspec.Meta(ge=0, le=255)]
    """A seat; 255: the host."""
    hold: FullSignature


class Due(Message, frozen=True, tag="due", omit_defaults=True):
    """Who is awaited, for what, how long; only the newest counts."""

    s: U64
    """The event after which this holds."""
    seats: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=5)]
    decision: Decision
    auction: U32
    """The number a move must name."""
    price: Amount
    """The highest bid, or the fixed price; 0 where there is none."""
    ms: U32
    """Milliseconds left."""
    default: CodeName
    """The move made when time is up: `pass`, `decline`, `absent`, `withheld`,
    `hammer`, `price 0`; `drawn` for an offer, which is not told."""
    purse: Amount | None = None
    """To a seat that is asked: its own money."""
    held_up: bool = False
    """Whether the clock stands: for a pause, or waiting for somebody's line."""


class Accepted(Message, frozen=True, tag="accepted"):
    """The move of this number is event `s`."""

    n: U32
    s: U64


class Refused(Message, frozen=True, tag="refused"):
    """Something was not done, and why."""

    code: CodeName
    to: CodeName
    """The tag of what was refused."""
    n: U32 = 0
    """The move's number; 0 for other messages."""


class Presence(Message, frozen=True, tag="presence"):
    """Whose line is up; only the newest counts."""

    s: U64
    here: Annotated[tuple[bool, ...], msgspec.Meta(min_length=3, max_length=5)]
    """One a seat; the host's bots are always here."""
    watchers: Count
    grace_ms: Annotated[tuple[U32, ...], msgspec.Meta(max_length=5)] = ()
    """What is left of each seat's grace in this round, in milliseconds."""
    stands: bool = False
    """Whether all grace stands still: for a pause, or while no player is here."""


class Intervened(Message, frozen=True, tag="intervened"):
    """Somebody has intervened in the table from outside the game, and why."""

    what: Intervention
    by: Authority
    seat: ChairNumber | None
    """Whom it is about: a seat in a game, otherwise a chair; `None`: all."""
    reason: Line
    """In the words of who did it; may be empty."""
    waits: bool = False
    """Whether it is carried out only once the sealed bids are opened."""


class Said(Message, frozen=True, tag="said"):
    """Somebody's line of chat; the name is the host's word for it."""

    name: Annotated[str, msgspec.Meta(max_length=16)]
    seat: ChairNumber | None
    """`None`: a spectator, or a lobby, which has no seats yet."""
    text: Line


class Over(Message, frozen=True, tag="over"):
    """The game is closed; the table is its lobby again."""

    game: GameId
    reason: Ending


FROM_HOST = (
    Welcome, Tables, Created, Seated, Lobby, Proposal, Commitments, GivenUp, Logged,
    Dealt, Held, Due, Accepted, Refused, Presence, Intervened, Said, Over, Ping, Pong,
    Bye,
)  # fmt: skip
"""What a client takes."""

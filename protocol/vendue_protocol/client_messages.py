"""What a client says, in the order of docs/PROTOCOL.md."""

from __future__ import annotations

from typing import Annotated

import msgspec

from vendue_shared.events import Player, SeatNumber
from vendue_shared.moves import AnyMove, Hash
from vendue_shared.options import Options
from vendue_shared.terms import Clocks, GameId, Name

from .interventions import AfterGrace
from .message import (
    U32,
    U64,
    Bye,
    ChairNumber,
    Confidential,
    FullSignature,
    LevelName,
    Line,
    Message,
    Password,
    Ping,
    Pong,
    Title,
)


class ListTables(Message, frozen=True, tag="tables?"):
    """What is open here? Answered by `tables`."""


class Create(Confidential, frozen=True, tag="create"):
    """Open a table; answered by `created`. It closes when nobody is at it."""

    name: Title
    chairs: Annotated[int, msgspec.Meta(ge=3, le=5)] = 4
    password: Password = b""
    """What whoever comes must know; empty: nothing."""


class Sit(Confidential, frozen=True, tag="sit"):
    """Take a chair in a lobby; answered by `seated`, then `lobby`."""

    table: U32
    name: Name
    key: Hash
    """The public half of a key made for this sitting."""
    chair: ChairNumber | None = None
    """`None`: the first free one."""
    password: Password = b""
    """The table's; empty: none."""


class Watch(Confidential, frozen=True, tag="watch"):
    """Follow a table without a chair; answered by `seated` with no chair."""

    table: U32
    password: Password = b""
    """The table's; empty: none."""


class Leave(Message, frozen=True, tag="leave"):
    """Give up the chair, or stop watching; in a game a bot plays on."""


class Ready(Message, frozen=True, tag="ready"):
    """Ready to play under what the lobby of this revision says."""

    revision: U32
    ready: bool


class Arrange(Message, frozen=True, tag="arrange"):
    """The owner sets the table; every "ready" is cleared."""

    options: Options
    clocks: Clocks
    first: ChairNumber | None
    """Who is the first auctioneer; `None`: drawn."""
    chairs: Annotated[int, msgspec.Meta(ge=3, le=5)]
    after: AfterGrace = AfterGrace.BOT
    """What becomes of a seat whose grace is used up."""


class SeatBot(Message, frozen=True, tag="bot"):
    """The owner seats a bot, or takes it away (`level` empty)."""

    chair: ChairNumber
    level: LevelName


class Start(Message, frozen=True, tag="start"):
    """The owner starts: all who sit are ready, three at least."""


class Agree(Message, frozen=True, tag="agree"):
    """Set-up, step 2: a commitment to the seat's share of the chance."""

    game: GameId
    k: Hash


class Share(Message, frozen=True, tag="share"):
    """Set-up, step 4: the share itself."""

    game: GameId
    e: Hash


class Play(Message, frozen=True, tag="move"):
    """A move; answered by `accepted` or `refused`."""

    n: U32
    """The number of the seat's last accepted move, plus 1."""
    move: AnyMove


class Hold(Message, frozen=True, tag="hold"):
    """The seat's signature on the history at a hold point."""

    s: U64
    hold: FullSignature


class HandOver(Message, frozen=True, tag="hand"):
    """A bot shall play the own seat from now on, or the person again."""

    to: Player


class Pause(Message, frozen=True, tag="pause"):
    """The owner lets the game stand still; answered by `intervened`, to all."""

    reason: Line = ""


class Resume(Message, frozen=True, tag="resume"):
    """The owner lets it go on, also without a seat that it waits for."""

    reason: Line = ""


class TakeOver(Message, frozen=True, tag="takeover"):
    """The owner lets a bot play a person's seat, until the person takes it back."""

    seat: SeatNumber
    reason: Line = ""


class Kick(Message, frozen=True, tag="kick"):
    """The owner takes a person's chair, or seat, away for good."""

    seat: ChairNumber
    """The seat in a game; otherwise the chair."""
    reason: Line = ""


class Finish(Message, frozen=True, tag="finish"):
    """The owner ends the game for all."""

    reason: Line = ""


class Say(Message, frozen=True, tag="say"):
    """A line of chat."""

    text: Line


class HostHold(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A signature of the host on its history, shown to it again."""

    s: U64
    """The hold point."""
    h: Hash
    """The head after it."""
    hold: FullSignature


class Return(Message, frozen=True, tag="return", omit_defaults=True):
    """Take one's seat again on a new connection."""

    table: U32
    game: GameId
    """Zeros in a lobby."""
    seat: ChairNumber
    s: U64
    """The last event held; 0: none."""
    h: Hash
    """The head after it; zeros with s 0."""
    signature: FullSignature
    held: HostHold | None = None
    """The host's newest one in this game; `None`: there is none."""


FROM_CLIENT = (
    ListTables, Create, Sit, Watch, Leave, Ready, Arrange, SeatBot, Start, Agree,
    Share, Play, Hold, HandOver, Pause, Resume, TakeOver, Kick, Finish, Say, Return,
    Ping, Pong, Bye,
)  # fmt: skip
"""What a host takes."""

AnyWithPassword = Create | Sit | Watch
"""What may need a table's password."""

STRANGER_MAY = (ListTables, Create, Sit, Watch, Return, Ping, Pong, Bye)
"""What a connection without a table may say."""

"""One of each: every message, move and event, well formed."""

from __future__ import annotations

from typing import Final

import msgpack
from tests.protocol.notation import diagnostic

from vendue_protocol.client_messages import (
    Agree,
    Arrange,
    Create,
    Finish,
    HandOver,
    Hold,
    HostHold,
    Kick,
    Leave,
    ListTables,
    Pause,
    Play,
    Ready,
    Resume,
    Return,
    Say,
    SeatBot,
    Share,
    Sit,
    Start,
    TakeOver,
    Watch,
)
from vendue_protocol.codec import encode, encode_event
from vendue_protocol.errors import Code, Farewell
from vendue_protocol.host_messages import (
    Accepted,
    ChairLine,
    Commitments,
    Created,
    Dealt,
    DealtCard,
    Due,
    GivenUp,
    Held,
    Intervened,
    Lobby,
    Logged,
    Over,
    Presence,
    Proposal,
    Refused,
    Said,
    Seated,
    TableLine,
    Tables,
    Welcome,
)
from vendue_protocol.interventions import Authority, Intervention
from vendue_protocol.keys import SigningKey
from vendue_protocol.message import Bye, Message, Ping, Pong
from vendue_shared.choices import Decision
from vendue_shared.events import (
    Added,
    AnyEvent,
    Begun,
    Bought,
    Called,
    Declined,
    Ended,
    Ending,
    Flipped,
    Hammer,
    Locked,
    Offered,
    Opened,
    Opening,
    Passed,
    Player,
    Plays,
    Priced,
    Revealed,
    Sealed,
)
from vendue_shared.moves import (
    Add,
    AnyMove,
    Bid,
    Buy,
    Decline,
    Flip,
    Offer,
    Pass,
    Price,
    Reveal,
    Seal,
)
from vendue_shared.options import Options
from vendue_shared.terms import Chair, Clocks, Terms

GAME: Final = bytes(range(16))
KEYS: Final = tuple(SigningKey(bytes((number,)) * 32) for number in (1, 2))
HASH: Final = bytes(range(0xA0, 0xC0))
SIGNATURE: Final = bytes(range(0xC0, 0x100))

TERMS: Final = Terms(
    game=GAME,
    options=Options(),
    prev=bytes(32),
    host_key=KEYS[0].public,
    clocks=Clocks(),
    first=None,
    chairs=(
        Chair(name="Ada", bot=False, key=KEYS[0].public),
        Chair(name="Zoë", bot=False, key=KEYS[1].public),
        Chair(name="Mira", bot=True, key=bytes(32)),
    ),
)

MOVES: Final[tuple[AnyMove, ...]] = (
    Offer(auction=1, painting=44),
    Add(auction=1, painting=40),
    Decline(auction=1),
    Bid(auction=2, amount=12),
    Pass(auction=2, on=12),
    Seal(auction=3, commitment=HASH),
    Reveal(auction=3, bid=12, nonce=HASH, hold=SIGNATURE),
    Price(auction=4, amount=0),
    Buy(auction=4),
    Flip(auction=4),
)

EVENTS: Final[tuple[AnyEvent, ...]] = (
    Begun(
        terms=TERMS,
        hs=HASH,
        ks=(HASH,) * 3,
        es=(HASH,) * 3,
        lists=((HASH,) * 22,) * 3 + ((HASH,) * 4,),
        first=2,
    ),
    Offered(seat=0, painting=44, blind=HASH),
    Added(seat=1, painting=40, blind=HASH, auto=True),
    Declined(seat=2),
    Called(seat=0, amount=12),
    Passed(seat=1, auto=True),
    Hammer(),
    Sealed(seat=0, commitment=HASH),
    Locked(absent=(1, 2)),
    Revealed(seat=0),
    Opened(openings=(Opening(bid=12, nonce=HASH, hold=SIGNATURE), None, None)),
    Priced(seat=1, amount=0, auto=True),
    Bought(seat=2),
    Flipped(seat=0, painting=69, blind=HASH),
    Plays(seat=1, by=Player.BOT),
    Ended(reason=Ending.FINISHED, seed=HASH),
)

FROM_CLIENT: Final[tuple[Message, ...]] = (
    ListTables(),
    Create(name="Friday", chairs=4),
    Sit(table=1, name="Ada", key=KEYS[0].public),
    Watch(table=1, password=b"password"),
    Leave(),
    Ready(revision=3, ready=True),
    Arrange(options=Options(), clocks=Clocks(), first=None, chairs=4),
    SeatBot(chair=2, level="standard"),
    Start(),
    Agree(game=GAME, k=HASH),
    Share(game=GAME, e=HASH),
    Play(n=1, move=Bid(auction=2, amount=12)),
    Hold(s=1, hold=SIGNATURE),
    HandOver(to=Player.BOT),
    Pause(reason="tea"),
    Resume(),
    TakeOver(seat=1, reason="asleep"),
    Kick(seat=2, reason="wrong table"),
    Finish(),
    Say(text="What a Lumen!"),
    Return(
        table=1,
        game=GAME,
        seat=0,
        s=17,
        h=HASH,
        signature=SIGNATURE,
        held=HostHold(s=1, h=HASH, hold=SIGNATURE),
    ),
)

FROM_BOTH: Final[tuple[Message, ...]] = (Ping(), Pong(), Bye(why=Farewell.BYE))

FROM_HOST: Final[tuple[Message, ...]] = (
    Welcome(key=KEYS[0].public, challenge=HASH),
    Tables(
        tables=(
            TableLine(
                table=1, name="Vendue", chairs=4, free=2, watchers=0, playing=False,
                preset="classic",
            ),
        )
    ),
    Created(table=2),
    Seated(table=1, chair=0),
    Lobby(
        table=1,
        name="Vendue",
        revision=3,
        options=Options(),
        clocks=Clocks(),
        first=None,
        owner=0,
        starts_alone=True,
        watchers=0,
        chairs=(
            ChairLine(name="Ada", level="", key=KEYS[0].public, ready=True, here=True),
            ChairLine(name="Mira", level="standard", key=b"", ready=True, here=True),
            ChairLine(name="", level="", key=b"", ready=False, here=False),
        ),
    ),
    Proposal(terms=TERMS, hs=HASH, attempt=1),
    Commitments(game=GAME, ks=(HASH,) * 3),
    GivenUp(game=GAME, missing=(1,), seed=HASH),
    Logged(s=4, e=encode_event(Called(seat=0, amount=12))),
    Dealt(s=1, cards=(DealtCard(place=0, painting=44, slot=HASH),)),
    Held(s=1, who=255, hold=SIGNATURE),
    Due(
        s=4, seats=(1, 2), decision=Decision.OPEN, auction=2, price=12, ms=8000,
        default="hammer", purse=100,
    ),
    Accepted(n=1, s=4),
    Refused(code=Code.NUMBER, to="move", n=7),
    Presence(
        s=4, here=(True, False, True), watchers=1, grace_ms=(120000, 83000, 120000)
    ),
    Intervened(
        what=Intervention.PAUSE, by=Authority.OWNER, seat=None, reason="tea"
    ),
    Said(name="Ada", seat=0, text="What a Lumen!"),
    Over(game=GAME, reason=Ending.FINISHED),
)  # fmt: skip

MESSAGES: Final = (*FROM_CLIENT, *FROM_BOTH, *FROM_HOST)
"""In the order of the page."""


def tag_of(value: object) -> str:
    """The word that names a message, a move or an event on the wire."""
    return str(type(value).__struct_config__.tag)  # type: ignore[attr-defined] # a Struct


def body_of(message: Message) -> bytes:
    """A message's bytes without its length."""
    return encode(message)[4:]


def shown(message: Message) -> str:
    """A message as the page shows it."""
    return diagnostic(msgpack.unpackb(body_of(message)))


def examples() -> str:
    """The part of the page that shows every message."""
    return "\n".join(f"- `{shown(message)}`" for message in MESSAGES) + "\n"


if __name__ == "__main__":
    print(examples())

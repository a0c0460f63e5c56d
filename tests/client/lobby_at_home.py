"""The table that the tests' games are played at: names, keys, lobby, terms, clocks."""

from __future__ import annotations

from typing import Final

from vendue_protocol.follower import Follower
from vendue_protocol.host_messages import ChairLine, Due, Lobby
from vendue_protocol.keys import NO_KEY, SigningKey
from vendue_shared.choices import Decision
from vendue_shared.options import Options
from vendue_shared.seats import Seat
from vendue_shared.terms import Chair, Clocks, Terms

NAMES: Final = ("Ada", "Bruno", "Chie", "Dario", "Eva")
GAME: Final = bytes(range(16))
SEED: Final = b"\x05" * 32
HOST_KEY: Final = SigningKey(b"\x07" * 32)
OWN_KEY: Final = SigningKey(b"\x09" * 32)
TABLE: Final = 1
NEW_TABLE: Final = 8


def lobby_of(seats: int, me: Seat | None, options: Options, first: int) -> Lobby:
    """A lobby full of bots, but for the participant, who owns it and is not ready."""
    return Lobby(
        table=TABLE,
        name="Studio Rosso",
        revision=1,
        options=options,
        clocks=Clocks(),
        first=first,
        owner=me,
        starts_alone=False,
        watchers=0,
        chairs=tuple(_chair_line(seat, is_me=seat == me) for seat in range(seats)),
    )


def _chair_line(seat: int, *, is_me: bool) -> ChairLine:
    return ChairLine(
        name=NAMES[seat],
        level="" if is_me else "standard",
        key=OWN_KEY.public if is_me else b"",
        ready=not is_me,
        here=True,
    )


def terms_of(lobby: Lobby) -> Terms:
    """What those in the lobby agree on."""
    chairs = tuple(
        Chair(name=line.name, bot=bool(line.level), key=line.key or NO_KEY)
        for line in lobby.chairs
    )
    return Terms(
        game=GAME,
        options=lobby.options,
        prev=bytes(32),
        host_key=HOST_KEY.public,
        clocks=lobby.clocks,
        first=lobby.first,
        chairs=chairs,
    )


def due_after(log: Follower) -> Due:
    """What the host says of clocks after the newest event: 20 seconds, always."""
    position = log.position
    phase = position.phase
    return Due(
        s=log.s,
        seats=position.awaited,
        decision=phase.decision,
        auction=position.auction + (phase.decision is Decision.OFFER),
        price=getattr(phase, "high", getattr(phase, "price", 0)),
        ms=20_000,
        default="pass",
    )

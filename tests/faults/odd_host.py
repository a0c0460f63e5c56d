"""A host at home that calls everything by odd names, as no honest host would."""

from __future__ import annotations

from msgspec.structs import replace
from tests.client.at_home import GameAtHome

from vendue_client.stage import Stage
from vendue_protocol.host_messages import GivenUp, Refused, Said, TableLine, Tables
from vendue_protocol.message import Bye, Message


def names_of(odd: str) -> tuple[str, ...]:
    """Four names with the odd text in them, as long as a name can be."""
    return tuple(f"{letter}{odd}"[:16] for letter in "ABCD")


def lobby_of_odd(odd: str) -> GameAtHome:
    """A lobby whose table, chairs and bots have odd names."""
    home = GameAtHome()
    chairs = [
        replace(line, name=name, level=line.level and odd[:16])
        for line, name in zip(home.lobby.chairs, names_of(odd), strict=True)
    ]
    home.arrange(chairs=tuple(chairs), name=odd[:32])
    return home


def hall_of_odd(odd: str) -> GameAtHome:
    """A hall whose tables have odd names."""
    home = GameAtHome()
    home.participant.stage, home.participant.lobby = Stage.HALL, None
    line = TableLine(
        table=7, name=odd[:32], chairs=4, free=2, watchers=0, playing=False,
        preset=odd[:32],
    )  # fmt: skip
    home.tell(Tables(tables=(line, replace(line, table=8, playing=True))))
    return home


def remarks_of(odd: str) -> list[Message]:
    """All that a host may say at any time with text of its choice in it."""
    return [
        Said(name=odd[:16], seat=1, text=odd[:200]),
        Said(name=odd[:16], seat=None, text=odd[:200]),
        Refused(code=odd[:32], to=odd[:32]),
        Refused(code="E_STALE", to=odd[:32]),
    ]


def last_words_of(odd: str) -> list[Message]:
    """The same at the end of a line, or of a set-up."""
    return [
        GivenUp(game=bytes(16), missing=(), seed=b""),
        Bye(why=odd[:16]),
    ]


def finished_game_of(odd: str) -> GameAtHome:
    """A whole game of players with odd names."""
    return lobby_of_odd(odd).begin().finish()

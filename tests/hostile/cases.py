"""What a case says: who cheats how, who notices, at what, with which check."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

import msgspec
from tests.hostile.cheat import Cheat
from tests.hostile.player import Noticed

from vendue_protocol.proof import Check


class Who(StrEnum):
    """Who notices, as the page says it."""

    ALL = "everybody"
    LIED_TO = "who is lied to"
    OWNER = "whose it is"
    OTHERS = "the others"
    """All but seat 0."""
    NOBODY = "nobody"
    FILES = "who compares two logs"
    HOST = "the host"


class Others(StrEnum):
    """What becomes of those who notice nothing."""

    PLAY = "play on"
    LOBBY = "are back in the lobby"
    NONE = "there are none"


class Sees(msgspec.Struct, frozen=True):
    """Who notices, at which message, with which check."""

    who: Who
    at: str
    check: str
    """Of a host: the check. Of a client: what it is refused with, or what all see."""

    @property
    def told(self) -> str:
        """The check as the page has it; words stand without marks."""
        return self.check if " " in self.check else f"`{self.check}`"


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One cheat."""

    name: str
    cheat: Callable[[], Cheat]
    sees: tuple[Sees, ...]
    others: Others = Others.NONE

    def expected(self, cheat: Cheat) -> dict[int, Noticed]:
        """By seat, what it notices first; an empty name is any event."""
        return {
            seat: Noticed("" if " " in one.at else one.at.strip("`"), Check(one.check))
            for one in self.sees
            for seat in self.seats(one.who, cheat)
        }

    @property
    def rows(self) -> list[str]:
        """The case as the page has it."""
        return [
            f"| {self.name} | {one.who} | {one.at} | {one.told} |" for one in self.sees
        ]

    def seats(self, who: Who, cheat: Cheat) -> set[int]:
        """The seats that notice."""
        persons = set(range(cheat.persons))
        match who:
            case Who.ALL:
                return persons
            case Who.OTHERS:
                return persons - {0}
            case Who.LIED_TO | Who.OWNER:
                return cheat.lied_to or {0 if who is Who.LIED_TO else 1}
            case _:
                return set()


def host_case(
    name: str,
    cheat: Callable[[], Cheat],
    who: Who,
    at: str,
    check: Check,
    others: Others = Others.NONE,
) -> Case:
    """A host that cheats, and the machines that notice."""
    tag = at if " " in at else f"`{at}`"
    sees = Sees(who=who, at=tag, check=check)
    return Case(name=name, cheat=cheat, sees=(sees,), others=others)

"""The chairs of a table: who sits where, and who is the owner."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import Final

from vendue_protocol.errors import Code
from vendue_protocol.host_messages import ChairLine
from vendue_protocol.keys import NO_KEY, is_weak
from vendue_protocol.text import BadText, clean_name, name_key
from vendue_shared.bots.levels import Level
from vendue_shared.seats import FEWEST_SEATS, Seat
from vendue_shared.terms import Chair as Seated

from .journal.entries import ChairIs
from .refusal import Refusal

BOT_NAMES: Final = ("Mira", "Otto", "Pia", "Rolf", "Suki", "Tove", "Ugo", "Wanda")
"""What bots are called; a bot takes the first name nobody has."""


class Chair:
    """One chair: free, a person's, or a bot's."""

    __slots__ = (
        "is_here", "is_ready", "is_stand_in", "keeps_until", "key", "level", "name",
        "since",
    )  # fmt: skip

    def __init__(self) -> None:
        self.name = ""
        """Empty: nobody sits here."""
        self.key = b""
        """A person's public key, 32 bytes; empty otherwise."""
        self.level: Level | None = None
        """A bot's level; `None` for a person."""
        self.is_ready = False
        self.is_here = False
        """Whether the person has a line; bots always have."""
        self.since = 0
        """A person's place in the order of sitting down."""
        self.keeps_until = inf
        """When a lobby gives up a chair whose person has no line."""
        self.is_stand_in = False
        """Whether a bot has it until the end of a game, for a person kicked out."""

    @property
    def is_free(self) -> bool:
        """Whether nobody sits here."""
        return not self.name

    @property
    def is_person(self) -> bool:
        """Whether a person sits here."""
        return bool(self.key)

    def line(self) -> ChairLine:
        """The chair as the lobby shows it."""
        return ChairLine(
            name=self.name,
            level=str(self.level or ""),
            key=self.key,
            ready=self.is_ready,
            here=self.is_here,
        )

    def seated(self) -> Seated:
        """The chair as the terms of a game have it."""
        is_bot = self.level is not None
        return Seated(name=self.name, bot=is_bot, key=NO_KEY if is_bot else self.key)


class Chairs:
    """All chairs of a table, 3 to 5.

    Args:
        count: How many.
    """

    def __init__(self, count: int) -> None:
        self._chairs = [Chair() for _ in range(count)]
        self._sat_down = 0

    def __len__(self) -> int:
        return len(self._chairs)

    def __getitem__(self, number: int) -> Chair:
        return self._chairs[number]

    def __iter__(self) -> Iterator[Chair]:
        return iter(self._chairs)

    @property
    def taken(self) -> list[int]:
        """The numbers of the chairs that are not free."""
        return [i for i, chair in enumerate(self._chairs) if not chair.is_free]

    @property
    def persons(self) -> list[int]:
        """The numbers of the chairs that persons sit on."""
        return [i for i, chair in enumerate(self._chairs) if chair.is_person]

    @property
    def owner(self) -> int | None:
        """The chair of the person seated longest; `None`: no person sits."""
        here = [i for i in self.persons if self._chairs[i].is_here]
        return min(
            here or self.persons, key=lambda i: self._chairs[i].since, default=None
        )

    @property
    def may_start(self) -> bool:
        """Whether three or more sit and all of them are ready."""
        taken = self.taken
        return len(taken) >= FEWEST_SEATS and all(
            self._chairs[i].is_ready for i in taken
        )

    @property
    def are_full(self) -> bool:
        """Whether no chair is free."""
        return len(self.taken) == len(self)

    def number_of(self, key: bytes) -> int | None:
        """The chair of a person by the public key."""
        return next((i for i in self.persons if self._chairs[i].key == key), None)

    def sit(self, name: str, key: bytes, wanted: int | None) -> int:
        """Seat a person; who takes the name of somebody away takes that chair.

        Args:
            name: As the client sent it.
            key: The public key of this sitting.
            wanted: A chair; `None`: the first free one.

        Returns:
            The chair's number.

        Raises:
            Refusal: No such free chair, or the name or the key cannot be used.
        """
        if is_weak(key) or self.number_of(key) is not None:
            raise Refusal(Code.AUTH, "a key that cannot be used")
        clean, before = self._unused(name)
        chairs = enumerate(self._chairs)
        free = [i for i, chair in chairs if chair.is_free or i == before]
        if not free or (wanted is not None and wanted not in free):
            raise Refusal(Code.CHAIR, f"chair {wanted}, free are {free}")
        first = free[0] if before is None else before
        number = first if wanted is None else wanted
        if before is not None:
            self.free(before)
        chair = self._chairs[number]
        self._sat_down += 1
        chair.name, chair.key, chair.since = clean, key, self._sat_down
        chair.is_here, chair.is_ready = True, False
        return number

    def seat_bot(self, number: int, level: Level) -> None:
        """Put a bot on a chair that no person has.

        Raises:
            Refusal: There is no such chair, or a person sits there.
        """
        chair = self._other_than_person(number)
        self._chairs[number] = chair = Chair()
        used = {name_key(other.name) for other in self._chairs if other.name}
        chair.name = next(name for name in BOT_NAMES if name_key(name) not in used)
        chair.level, chair.is_ready, chair.is_here = level, True, True

    def put_back(self, number: int, was: ChairIs) -> None:
        """Let a chair be as it was stored; its person is not there yet."""
        chair = self._chairs[number] = Chair()
        chair.name, chair.key, chair.level = was.name, was.key, was.level
        chair.since, chair.is_stand_in = was.since, was.stand_in
        chair.is_here = chair.is_ready = was.level is not None
        self._sat_down = max(self._sat_down, was.since)

    def remove_bot(self, number: int) -> None:
        """Free a bot's chair.

        Raises:
            Refusal: There is no such chair, or a person sits there.
        """
        self._other_than_person(number)
        self._chairs[number] = Chair()

    def free(self, number: int) -> None:
        """Free a chair, whoever had it."""
        self._chairs[number] = Chair()

    def keep(self, number: int, until: float) -> None:
        """A line is lost: the lobby keeps the chair until then, not ready."""
        chair = self._chairs[number]
        chair.is_here = chair.is_ready = False
        chair.keeps_until = until

    def came(self, number: int) -> None:
        """The person of a chair has a line again."""
        self._chairs[number].is_here = True
        self._chairs[number].keeps_until = inf

    @property
    def kept_until(self) -> float:
        """When the first chair is given up whose person has no line."""
        return min(chair.keeps_until for chair in self._chairs)

    def free_kept(self, now: float) -> bool:
        """Free the chairs that were kept long enough; tell whether there were any."""
        late = [i for i, chair in enumerate(self._chairs) if chair.keeps_until <= now]
        for number in late:
            self.free(number)
        return bool(late)

    def back_to_lobby(self, waits_s: Mapping[int, float], now: float) -> None:
        """A game, or what was to be one, is over.

        Args:
            waits_s: By chair: how long its person is waited for, if away.
            now: Seconds on the host's clock.
        """
        for number, wait_s in waits_s.items():
            chair = self._chairs[number]
            if chair.is_person and not chair.is_here:
                self.keep(number, now + wait_s)
            elif chair.is_stand_in:
                self.free(number)
        self.free_kept(now)

    def stand_in(self, number: int, level: Level) -> None:
        """A bot has a kicked person's chair, under the same name, until the end."""
        chair = self._chairs[number]
        chair.key, chair.level = b"", level
        chair.is_here = chair.is_ready = chair.is_stand_in = True

    def resize(self, count: int) -> None:
        """Add free chairs, or take free ones away, from the end.

        Raises:
            Refusal: More sit here than would have a chair.
        """
        kept = [chair for chair in self._chairs if not chair.is_free]
        if len(kept) > count:
            raise Refusal(Code.CHAIR, f"{len(kept)} sit, {count} chairs wanted")
        while len(self._chairs) > count:
            last_free = max(i for i, c in enumerate(self._chairs) if c.is_free)
            del self._chairs[last_free]
        while len(self._chairs) < count:
            self._chairs.append(Chair())

    def clear_ready(self) -> None:
        """Nobody is ready any more, but the bots."""
        for chair in self._chairs:
            chair.is_ready = chair.level is not None

    def seat_of(self, number: int) -> Seat:
        """The seat in a game begun now of who sits on a chair."""
        return Seat(self.taken.index(number))

    def _other_than_person(self, number: int) -> Chair:
        if not 0 <= number < len(self) or self._chairs[number].is_person:
            raise Refusal(Code.CHAIR, f"chair {number}")
        return self._chairs[number]

    def _unused(self, name: str) -> tuple[str, int | None]:
        """The clean name, and the chair of who has it and is away; `None`: nobody."""
        try:
            clean = clean_name(name)
        except BadText as fault:
            raise Refusal(Code.NAME, str(fault)) from None
        key = name_key(clean)
        same = [i for i in self.taken if name_key(self._chairs[i].name) == key]
        if not same:
            return clean, None
        if self._chairs[same[0]].is_here:
            raise Refusal(Code.NAME, "somebody here has it, or a look-alike of it")
        return clean, same[0]

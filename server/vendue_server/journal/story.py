"""A table's story: what its entries come to, told from the first to the last."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from vendue_protocol.agreement import terms_digest
from vendue_protocol.entropy import seed_commitment
from vendue_protocol.log_frames import GaveUp

from .chain import Damaged
from .entries import (
    AnyEntry,
    ClockIs,
    GameClosed,
    Happening,
    HoldsCame,
    OfGame,
    SetUpAgreed,
    SetUpBegun,
    SetUpGivenUp,
    TableIs,
    WroteAgain,
)


class GameStory:
    """One game.

    Args:
        set_up: What it began with.
        gave_up: The set-ups given up before it.
    """

    def __init__(self, set_up: SetUpBegun, gave_up: Iterable[GaveUp]) -> None:
        self.set_up, self.gave_up = set_up, tuple(gave_up)
        self.entries: list[OfGame] = []
        """From `begun` on; one at least."""


class Story:
    """A table as its entries leave it.

    Args:
        entries: All of it, in order.

    Raises:
        Damaged: They do not follow each other.
    """

    def __init__(self, entries: Iterable[AnyEntry]) -> None:
        self.table: TableIs
        """As it was between two games, last."""
        self.gave_up: list[GaveUp] = []
        """The set-ups given up since the last game."""
        self.set_up: SetUpBegun | None = None
        """The one that is on."""
        self.game: GameStory | None = None
        """The one that is on; its log may have ended, if nobody was told yet."""
        self.closed: list[GameStory] = []
        """Games that ended before."""
        self._ks: tuple[bytes, ...] = ()
        for number, entry in enumerate(entries, start=1):
            if number == 1 and not isinstance(entry, TableIs):
                raise Damaged("it does not begin with the table")
            self._take(entry, number)
        if not hasattr(self, "table"):
            raise Damaged("nothing is left of it")

    @property
    def is_wanted(self) -> bool:
        """Whether anybody may come back to it."""
        return self.game is not None or any(chair.key for chair in self.table.chairs)

    def cut_short(self, set_up: SetUpBegun) -> GaveUp:
        """How the next game's log tells of a set-up that a crash has interrupted."""
        terms = set_up.terms
        return GaveUp(
            attempt=set_up.attempt,
            terms=terms,
            hs=seed_commitment(terms.game, terms_digest(terms), set_up.seed),
            ks=self._ks,
            missing=(),
            seed=set_up.seed,
        )

    def _take(  # noqa: C901 - one case an entry, closed by assert_never
        self, entry: AnyEntry, number: int
    ) -> None:
        match entry:
            case TableIs():
                self.table = entry
            case GameClosed():
                if self.game is None:
                    raise Damaged(f"entry {number} closes no game")
                self.closed.append(self.game)
                self.game = None
            case SetUpBegun():
                self.set_up, self._ks = entry, ()
            case SetUpAgreed():
                self._ks = entry.ks
            case SetUpGivenUp():
                self.gave_up.append(entry.how)
                self.set_up = None
            case Happening() | HoldsCame() | ClockIs():
                self._take_of_game(entry, number)
            case WroteAgain():
                pass
            case _:
                assert_never(entry)

    def _take_of_game(self, entry: OfGame, number: int) -> None:
        if self.game is None:
            if self.set_up is None:
                raise Damaged(f"entry {number} is of no game")
            self.game = GameStory(self.set_up, self.gave_up)
            self.set_up, self.gave_up = None, []
        self.game.entries.append(entry)

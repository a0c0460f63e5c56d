"""A table between games: chairs, options, clocks, who is ready."""

from __future__ import annotations

from vendue_protocol.client_messages import Arrange, Ready
from vendue_protocol.errors import Code
from vendue_protocol.host_messages import Lobby
from vendue_protocol.interventions import AfterGrace
from vendue_shared.bots.levels import Level
from vendue_shared.options import Options, check_options
from vendue_shared.seats import FEWEST_SEATS
from vendue_shared.terms import Clocks, Terms

from .chairs import Chairs
from .passwords import TablePassword
from .refusal import Refusal


class TableLobby:
    """What the owner arranges, and what everybody is ready for.

    Args:
        chairs: How many, 3 to 5.
        starts_alone: Whether a game begins as soon as all chairs are ready.
    """

    def __init__(self, chairs: int, *, starts_alone: bool) -> None:
        self.chairs = Chairs(chairs)
        self.starts_alone = starts_alone
        self.options, self.clocks = Options(), Clocks()
        self.first: int | None = None
        self.name = ""
        """The table's, clean."""
        self.is_kept = False
        """Whether the table stays when nobody is at it."""
        self.after = AfterGrace.BOT
        """What becomes of a seat whose grace is used up."""
        self.password: TablePassword | None = None
        """What who sits down or watches must know; `None`: nothing."""
        self.revision = 0
        """Counts the changes; who is ready names the one it has seen."""

    def become(self, other: TableLobby) -> None:
        """Be as another; it is not used any more."""
        vars(self).update(vars(other))

    def arrange(self, wanted: Arrange) -> None:
        """Set options, clocks, chairs and the first auctioneer.

        Raises:
            Refusal: They do not fit together; nothing has changed.
        """
        try:
            check_options(wanted.options, wanted.chairs)
        except ValueError as error:
            raise Refusal(Code.OPTIONS, str(error)) from None
        if wanted.first is not None and wanted.first >= wanted.chairs:
            raise Refusal(Code.OPTIONS, f"no chair {wanted.first} of {wanted.chairs}")
        self.chairs.resize(wanted.chairs)
        self.options, self.clocks = wanted.options, wanted.clocks
        self.first, self.after = wanted.first, wanted.after
        self.changed()

    def seat_bot(self, chair: int, level: str) -> None:
        """Seat a bot, or with an empty level take it away.

        Raises:
            Refusal: No such chair or level, or a person sits there.
        """
        if not level:
            self.chairs.remove_bot(chair)
        elif level in set(Level):
            self.chairs.seat_bot(chair, Level(level))
        else:
            raise Refusal(Code.OPTIONS, f"no level {level!r}")
        self.changed()

    def ready(self, number: int | None, request: Ready) -> None:
        """A person is ready for what this revision shows, or no longer.

        Raises:
            Refusal: A spectator, or the lobby has changed since.
        """
        if number is None:
            raise Refusal(Code.AUTH, "a spectator")
        if request.ready and request.revision != self.revision:
            raise Refusal(Code.STALE, f"{request.revision}, now is {self.revision}")
        self.chairs[number].is_ready = request.ready

    def lose(self, number: int, now: float) -> None:
        """A line is lost between games: the chair is kept for the grace, not ready."""
        self.chairs.keep(number, now + self.clocks.grace)

    def changed(self) -> None:
        """What was agreed to is no longer what is shown."""
        self.revision += 1
        self.chairs.clear_ready()

    def shown(self, table: int, name: str, watchers: int) -> Lobby:
        """The lobby as everybody sees it."""
        return Lobby(
            table=table,
            name=name,
            revision=self.revision,
            options=self.options,
            clocks=self.clocks,
            first=self.first,
            owner=self.chairs.owner,
            starts_alone=self.starts_alone,
            watchers=watchers,
            chairs=tuple(chair.line() for chair in self.chairs),
            after=self.after,
        )

    def terms(self, game: bytes, prev: bytes, host_key: bytes) -> Terms:
        """What a game begun now agrees on; seats are the taken chairs, in order.

        Raises:
            Refusal: The options do not fit the number of players.
        """
        taken = self.chairs.taken
        if self.options.mystery_hand and len(taken) != FEWEST_SEATS:
            raise Refusal(Code.OPTIONS, f"{len(taken)} players and a mystery hand")
        return Terms(
            game=game,
            options=self.options,
            prev=prev,
            host_key=host_key,
            clocks=self.clocks,
            first=taken.index(self.first) if self.first in taken else None,
            chairs=tuple(self.chairs[number].seated() for number in taken),
        )

"""All that one client knows of a host, a table and a game, for whoever shows it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from vendue_protocol.errors import Code
from vendue_protocol.follower import Follower
from vendue_protocol.host_messages import (
    Due,
    Intervened,
    Lobby,
    Over,
    Presence,
    Refused,
    Tables,
    Welcome,
)
from vendue_protocol.interventions import Authority
from vendue_protocol.keys import SigningKey
from vendue_protocol.message import Bye
from vendue_protocol.own_seat import OwnSeat
from vendue_protocol.proof import ProofFailed
from vendue_shared.choices import AnyChoice
from vendue_shared.decide import legal_moves
from vendue_shared.happened import RoundEnded
from vendue_shared.money import Money
from vendue_shared.moves import AnyMove
from vendue_shared.paintings import Painting
from vendue_shared.phases.idle_phases import Closed
from vendue_shared.phases.sealed_bids import Revealing
from vendue_shared.position import Position
from vendue_shared.seats import Seat

from .away import Away
from .coming_back import ComingBack
from .entries import Entry
from .guarding import Guard
from .keeping import Keeper
from .setting_up import SettingUp
from .stage import Stage

ENTRIES_KEPT: Final = 2000
"""Lines of history kept for the screen: three whole games."""


class Known:
    """What the presenter reads; a `Participant` changes it.

    Args:
        key: The key of this sitting.
        now: Seconds on a clock that never goes back.
        keeper: Keeps the logs of the games.
        setting_up: The set-ups of this sitting.
    """

    welcome: Welcome | None = None
    tables: Tables | None = None
    """The newest list of tables; `None` until asked for."""
    created: int | None = None
    """The number of the table that was opened last at the player's wish."""
    lobby: Lobby | None = None
    """The table's lobby, as last shown."""
    chair: Seat | None = None
    """The own chair; `None`: watching, or at no table."""
    table: int | None = None
    own: OwnSeat | None = None
    """The own seat's secrets; `None`: watching."""
    due: Due | None = None
    due_until: float = 0.0
    """When the clock of `due` runs out, on the clock of `now`."""
    presence: Presence | None = None
    over: Over | None = None
    """Set when the game is closed, until the next one begins."""
    moves_accepted = 0
    """The number of the seat's last accepted move."""
    in_flight: AnyMove | None = None
    """A move sent and not answered yet, that can still be done."""
    passed_lot: int | None = None
    """The auction in which the player passes after each raise; `None`: none."""
    is_reveal_refused = False
    """Whether the host did not take the own opening, and nothing has changed since."""
    in_flight_n = 0
    """Its number."""
    refusal: Refused | None = None
    """Why the last move or request was refused; `None` once one was accepted."""
    attempts = 0
    """How many set-ups this game took so far."""
    farewell: Bye | None = None
    away: Away | None = None
    """Set while the line is lost and tried again."""
    is_placed = False
    """Whether the chair that was asked for is noted: a host may tell it often."""
    has_left = False
    """Whether the player has given up the chair."""
    ending = ""
    """Why the line is not tried again, where no farewell says so; a sentence."""
    alarm: ProofFailed | None = None
    """What no honest host does, and the player has not decided about yet;
    until then nothing is revealed."""
    _host_held_at = 0.0
    """When the host's newest hold came, on the clock of `now`."""
    presence_at = 0.0
    """When the newest presence came, on the same clock."""
    pause: Intervened | None = None
    """Why the game stands still; `None`: it goes on."""

    def __init__(
        self,
        key: SigningKey,
        *,
        now: Callable[[], float],
        keeper: Keeper,
        setting_up: SettingUp,
    ) -> None:
        self.key = key
        self._now, self.keeper, self.setting_up = now, keeper, setting_up
        self.stage = Stage.HALL
        self.follower, self.guard = Follower(), Guard()
        self.entries: deque[Entry] = deque(maxlen=ENTRIES_KEPT)
        self.rounds: list[RoundEnded] = []
        """The finished rounds of this game."""
        self.back = ComingBack()
        """How far this client has come back to what it missed."""
        self.alarms: list[ProofFailed] = []
        """All of this sitting."""

    @property
    def host_has_lost(self) -> bool:
        """Whether the host says that it has less of this game than its players."""
        return self.pause is not None and self.pause.by is Authority.HISTORY

    @property
    def position(self) -> Position:
        """The public position; not begun before the first event."""
        return self.follower.position

    @property
    def names(self) -> tuple[str, ...]:
        """The names at the table of this game, in seat order."""
        if not self.follower.s:
            return ()
        return tuple(chair.name for chair in self.follower.terms.chairs)

    @property
    def hand(self) -> tuple[Painting, ...]:
        """The own paintings, by number: by artist, then by kind."""
        return tuple(sorted(self.own.hand)) if self.own else ()

    @property
    def is_alone(self) -> bool:
        """Whether no other person is at the table."""
        if self.lobby is None:
            return True
        others = [c for c in self.lobby.chairs if c.key not in {b"", self.key.public}]
        return not self.lobby.watchers and not any(chair.here for chair in others)

    @property
    def choices(self) -> tuple[AnyChoice, ...]:
        """What the player may do now; empty while a move is on its way."""
        seat = self.playing_seat
        if seat is None or self.in_flight is not None or self.stage is not Stage.GAME:
            return ()
        if self.pause is not None:
            return ()
        if self.away is not None or self.back.is_behind:
            return ()
        if self.position.bots[seat] or isinstance(self.position.phase, Revealing):
            return ()  # a reveal goes by itself
        if self.guard.awaits_paintings:
            return ()  # the event came in an earlier piece than the paintings
        return legal_moves(self.position, seat, self.hand)

    @property
    def is_playing(self) -> bool:
        """Whether a game has begun here and is not closed."""
        return bool(self.follower.s) and not isinstance(self.position.phase, Closed)

    @property
    def playing_seat(self) -> Seat | None:
        """The own seat in the game now on; `None`: watching, or no game."""
        return self.own.seat if self.own and self.follower.s else None

    @property
    def lobby_chair(self) -> Seat | None:
        """The own chair of the table, which need not be the number of the seat."""
        public, lobby = self.key.public, self.lobby
        lines = () if lobby is None else lobby.chairs
        mine = (Seat(i) for i, line in enumerate(lines) if line.key == public)
        return next(mine, self.chair)

    @property
    def has_unfinished_game(self) -> bool:
        """Whether the own seat is in a set-up or a game whose end was not seen."""
        return (
            self.own is not None
            and self.over is None
            and not (self.follower.s and not self.is_playing)
        )

    @property
    def may_come_back(self) -> bool:
        """Whether the place may still be kept: no game is over, and no seat lost."""
        refused = self.back.refused
        is_gone = refused is not None and refused.code in {Code.AUTH, Code.TABLE}
        return self.has_unfinished_game and not is_gone and not self.has_left

    @property
    def seconds_left(self) -> float:
        """What is left of the clock of `due`, never below 0."""
        return max(0.0, self.due_until - self._now())

    @property
    def own_bid(self) -> Money | None:
        """The own sealed bid of the auction now on, for the own screen alone."""
        if self.own and self.own.sealed and self.follower.sealed_phase:
            return self.own.sealed.bid
        return None

    @property
    def clock(self) -> float:
        """Now, on the clock of all that is kept with its time."""
        return self._now()

    @property
    def away_s(self) -> float | None:
        """How long until a lost line is tried again; `None`: it is tried now."""
        again_at = self.away.again_at if self.away else None
        return None if again_at is None else max(0.0, again_at - self._now())

    @property
    def hold_age_s(self) -> float:
        """How long the host's newest hold has been here."""
        return self._now() - self._host_held_at

    @property
    def is_asked_again(self) -> bool:
        """Whether the player must say yes before another share is given."""
        return self.stage is Stage.SETUP and self.setting_up.asks is not None

    @property
    def evidence(self) -> str:
        """Where the log of the game now on is kept; empty: nowhere."""
        path = self.keeper.path
        is_this = path is not None and path.name.startswith(self.follower.game.hex())
        return str(path) if is_this else ""

"""Coming back to a table after the line was lost, or after a restart; sans-IO.

From the loss until all that happened meanwhile is known, a client is behind: it
shows no clock, makes no move, and signs and reveals nothing.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from vendue_protocol.chain import HOST
from vendue_protocol.client_messages import HostHold, ListTables, Return, Watch
from vendue_protocol.errors import Code
from vendue_protocol.follower import Follower
from vendue_protocol.host_messages import Refused, Welcome
from vendue_protocol.keys import NO_GAME, NO_HEAD, host_id_of, return_message
from vendue_protocol.message import Message
from vendue_shared.seats import Seat

from .stage import Stage

if TYPE_CHECKING:
    from .participant import Participant

FINAL = frozenset({Code.AUTH, Code.HOLD, Code.TABLE, Code.BROKEN})
"""Refusals of a return that no later try changes."""


class ComingBack:
    """How far a client has come back."""

    def __init__(self) -> None:
        self.is_behind = False
        """Whether something may have happened that is not known here yet."""
        self.is_waiting = False
        """Whether the host has been asked for the place, and has not said yes."""
        self.is_restarted = False
        """Whether this client was started anew, and may have lost own moves."""
        self.refused: Refused | None = None
        """Why it cannot come back, now or ever."""
        self.expects_log = False
        """Whether a game that is not here yet may be on."""
        self.watched: Watch | None = None
        """How a spectator came to the table, with its password."""
        self._head_s: int | None = None
        """The host's last event at the return; `None`: not told yet."""
        self._tries: deque[Message] = deque()
        self._asks_for_end = False
        """Whether the game may be over by now; nothing but the list of tables says."""

    def lost(self) -> None:
        """The line is gone."""
        self.is_behind, self._head_s = True, None

    def ask(self, participant: Participant, welcome: Welcome) -> list[Message]:
        """What to say first on a new line."""
        self.refused, self.is_waiting = None, participant.table is not None
        self._tries = deque(_requests(participant, welcome))
        self._asks_for_end = participant.has_unfinished_game
        return self._next()

    def not_so(self, refused: Refused) -> list[Message]:
        """A return was refused: try the other way to name the seat, if there is one."""
        self.refused = None if self._tries else refused
        return self._next()

    def told_head(self, s: int) -> None:
        """The host's log reaches to this event."""
        if self.is_behind and self._head_s is None:
            self._head_s = s

    def is_there(self, s: int) -> bool:
        """Whether a log that reaches to this event has caught up just now."""
        if not self.is_behind or self._head_s is None or s < self._head_s:
            return False
        self.arrive()
        return True

    def arrive(self) -> None:
        """Nothing is missing any more."""
        self.is_behind = self.is_restarted = self.expects_log = False

    def _next(self) -> list[Message]:
        if not self._tries:
            return []
        list_too = [ListTables()] if self._asks_for_end else []
        return [self._tries.popleft(), *list_too]


def _requests(participant: Participant, welcome: Welcome) -> list[Message]:
    """The ways to ask for the own place, the likeliest first."""
    table = participant.table
    if table is None:
        return [ListTables()] if participant.stage is Stage.HALL else []
    if participant.chair is None:
        return [participant.back.watched or Watch(table=table)]
    own, chair = participant.own, participant.lobby_chair
    places = [own.seat] if own is not None and participant.over is None else []
    places += [chair] if chair is not None and chair not in places else []
    return [_signed(participant, welcome, table, seat) for seat in places]


def _signed(
    participant: Participant, welcome: Welcome, table: int, seat: Seat
) -> Return:
    follower, own = participant.follower, participant.own
    game, s, head = NO_GAME, 0, NO_HEAD
    if own is not None and participant.over is None:
        game = own.game
        if follower.game == game:
            s, head = follower.s, follower.head
    signed = return_message(
        game=game,
        seat=seat,
        s=s,
        head=head,
        host_id=host_id_of(welcome.key),
        challenge=welcome.challenge,
    )
    return Return(
        table=table,
        game=game,
        seat=seat,
        s=s,
        h=head,
        signature=participant.key.sign(signed),
        held=newest_held(follower) if s else None,
    )


def newest_held(follower: Follower) -> HostHold | None:
    """What the host signed last, to be shown to it: it may have lost its own log."""
    for point in reversed(follower.hold_points):
        hold = follower.holds.get((point.s, HOST))
        if hold is not None:
            return HostHold(s=point.s, h=point.head, hold=hold)
    return None

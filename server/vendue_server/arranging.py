"""What is agreed on before a game, and when that is enough to begin one."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy

from vendue_protocol.client_messages import Arrange, Ready, SeatBot, Start
from vendue_protocol.errors import Code

from .course import Course
from .journal.stored_lobby import StoredLobby
from .lobby import TableLobby
from .refusal import Refusal


class Arranging:
    """The requests of a lobby.

    Args:
        lobby: The table's.
        course: Where a game begins.
        tell_lobby: Called when the lobby has changed.
        stored: Stores what has changed.
    """

    def __init__(
        self,
        lobby: TableLobby,
        course: Course,
        tell_lobby: Callable[[], None],
        stored: StoredLobby,
    ) -> None:
        self._lobby, self._course, self._tell_lobby = lobby, course, tell_lobby
        self._stored = stored

    def take(
        self,
        request: Ready | Arrange | SeatBot | Start,
        number: int | None,
        now: float,
    ) -> None:
        """Do what a member asks for; the last "ready" may begin a game.

        Args:
            request: That no game is on, and that it is the owner who arranges, has
                been looked at.
            number: The member's chair; `None`: a spectator.
            now: Seconds on the host's clock.

        Raises:
            Refusal: It does not fit, or cannot be stored; nothing has changed.
        """
        lobby, chairs, before = self._lobby, self._lobby.chairs, deepcopy(self._lobby)
        match request:
            case Ready():
                lobby.ready(number, request)
            case Arrange():
                lobby.arrange(request)
            case SeatBot(chair=chair, level=level):
                lobby.seat_bot(chair, level)
            case Start():
                pass
        self._stored.keep(before)
        self._tell_lobby()
        if isinstance(request, Start):
            if not chairs.may_start:
                raise Refusal(Code.OPTIONS, "three or more must sit, all be ready")
            self._course.propose(now)
        else:
            self.start_alone(now)

    def start_alone(self, now: float) -> None:
        """Begin a game, if the table does so by itself, and all are ready.

        Raises:
            Refusal: The journal cannot be written.
        """
        lobby, chairs = self._lobby, self._lobby.chairs
        if lobby.starts_alone and chairs.are_full and chairs.may_start:
            self._course.propose(now)

"""What the owner of a table, or who runs the host, does to it from outside the game.

Like a move it is in the journal before anybody is told.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from functools import partial

from vendue_protocol.client_messages import Finish, Kick, Pause, Resume, TakeOver
from vendue_protocol.errors import Code
from vendue_protocol.host_messages import Intervened
from vendue_protocol.interventions import Authority, Intervention
from vendue_protocol.text import clean_chat
from vendue_shared.events import Ending, Player
from vendue_shared.refusals import IllegalMove
from vendue_shared.seats import Seat

from .course import Course
from .game import Game
from .journal.entries import PutOff
from .journal.stored_lobby import StoredLobby
from .lobby import TableLobby
from .members import Members
from .refusal import Refusal, StorageFailed

AnyIntervention = Pause | Resume | TakeOver | Kick | Finish


class Interventions:
    """Pausing, resuming, taking over, kicking, ending: all are told what and why.

    Args:
        lobby: The table's, for its chairs.
        members: Whom to tell.
        course: What is being played.
        tell_lobby: Called when the lobby has changed.
        stored: The lobby in the journal.
    """

    def __init__(
        self,
        lobby: TableLobby,
        members: Members,
        course: Course,
        tell_lobby: Callable[[], None],
        stored: StoredLobby,
    ) -> None:
        self._lobby, self._members, self._course = lobby, members, course
        self._tell_lobby, self._stored = tell_lobby, stored

    def carry_out(self, wanted: AnyIntervention, by: Authority, now: float) -> None:
        """Do it, and tell everybody.

        Args:
            wanted: With the reason as somebody typed it.
            by: Who does it; that they may has been looked at.
            now: Seconds on the host's clock.

        Raises:
            Refusal: There is nothing it could be done to, or the journal cannot be
                written.
            IllegalMove: A bot plays the seat already.
        """
        match wanted:
            case Pause():
                self._pause(wanted, by, now)
            case Resume():
                self._resume(wanted, by, now)
            case TakeOver():
                self._take_over(wanted, by, now)
            case Kick():
                self._kick(wanted, by, now)
            case Finish():
                game = self._game()
                ending = Ending.OWNER if by is Authority.OWNER else Ending.HOST
                why = partial(self._tell, Intervention.FINISH, by, None, wanted.reason)
                game.end(ending, now, once_stored=why)
                self._course.publish(game, now)

    def follow(self, now: float) -> None:
        """Something has happened at the table: carry out what waited for it."""
        game = self._course.game
        if game is None or not game.put_off:
            return
        for seat in [s for s in game.put_off if _changes_hands(game, s)]:
            due = game.put_off.pop(seat)
            try:
                self.carry_out(due.wanted, due.by, now)
            except StorageFailed:
                game.put_off[seat] = due
            except (Refusal, IllegalMove):
                pass  # it has come about otherwise

    def _game(self) -> Game:
        if self._course.game is None:
            raise Refusal(Code.LOBBY, "no game is on")
        return self._course.game

    def _pause(self, wanted: Pause, by: Authority, now: float) -> None:
        game, reason = self._game(), clean_chat(wanted.reason)
        why = Intervened(what=Intervention.PAUSE, by=by, seat=None, reason=reason)
        game.stand_still(why, now)
        self._course.tell_pause(game, None, now)
        self._course.publish(game, now)

    def _resume(self, wanted: Resume, by: Authority, now: float) -> None:
        """Go on, without those whose grace is used up."""
        game = self._game()
        if game.has_lost:
            raise Refusal(Code.HOLD, "a part of the game is missing")
        patience, pause = game.patience, game.pause
        game.go_on(now)
        missing = patience.waited_for(now)
        if pause is None and not missing:
            raise Refusal(Code.STALE, "nothing stands still")
        patience.let_go.update(missing)
        try:
            game.keep_clock(now)
        except StorageFailed:
            patience.let_go.difference_update(missing)
            if pause is not None:
                game.stand_still(pause, now)
            raise
        patience.watch(now)
        self._tell(Intervention.RESUME, by, None, wanted.reason)
        self._course.publish(game, now)

    def _take_over(self, wanted: TakeOver, by: Authority, now: float) -> None:
        game, seat = self._game(), Seat(wanted.seat)
        if self._course.chair_of_person(seat) is None:
            raise Refusal(Code.CHAIR, f"no person has seat {seat}")
        if self._waits(game, wanted, by, now):
            return
        # Who sits there must know why before the event comes, or takes it for a fraud.
        why = partial(self._tell, Intervention.TAKE_OVER, by, seat, wanted.reason)
        game.hand_over(seat, Player.BOT, now, once_stored=why)
        self._go_on_without(seat, game, by, now)

    def _kick(self, wanted: Kick, by: Authority, now: float) -> None:
        number, seat = self._course.chair_of_person(wanted.seat), Seat(wanted.seat)
        if number is None:
            raise Refusal(Code.CHAIR, f"no person has chair or seat {seat}")
        game = self._course.game
        if game is not None and self._waits(game, wanted, by, now):
            return
        key = self._lobby.chairs[number].key
        deed = partial(self._take_chair, number, wanted, by, game)
        if game is None or game.follower.position.bots[seat]:
            deed()
        else:
            self._kick_from(game, seat, deed, now)
        if game is None:
            self._course.give_up_without(number, now)
        self._members.unseat(key)
        self._tell_lobby()
        if game is not None:
            game.person_went(seat, now, has_left=True)
            self._go_on_without(seat, game, by, now)

    def _take_chair(
        self, number: int, wanted: Kick, by: Authority, game: Game | None
    ) -> None:
        """Let a person have no chair any more, and tell all.

        Raises:
            StorageFailed: The person has it still, and nobody was told.
        """
        before = deepcopy(self._lobby)
        if game is None:
            self._lobby.chairs.free(number)
        else:
            self._lobby.chairs.stand_in(number, game.manners.stand_in)
        self._stored.keep(before)
        self._tell(Intervention.KICK, by, Seat(wanted.seat), wanted.reason)

    def _kick_from(
        self, game: Game, seat: Seat, deed: Callable[[], None], now: float
    ) -> None:
        """Let a bot play on, for good.

        Args:
            game: The one now on.
            seat: Whose.
            deed: Takes the chair and tells why, or raises.
            now: Seconds on the host's clock.

        Raises:
            StorageFailed: The person has the chair still; a bot may play already.
        """
        faults: list[StorageFailed] = []

        def once_stored() -> None:
            try:
                deed()
            except StorageFailed as fault:
                faults.append(fault)
                self._tell(Intervention.TAKE_OVER, Authority.HOST, seat, "")

        game.hand_over(seat, Player.BOT, now, once_stored=once_stored)
        if faults:
            self._course.publish(game, now)
            raise faults[0]

    def _waits(
        self, game: Game, wanted: TakeOver | Kick, by: Authority, now: float
    ) -> bool:
        """Put it off if the seat has sealed a bid that is not opened yet.

        Nobody waits for a reveal of that seat any longer than its clock.

        Source:
            docs/FAIRPLAY.md, "Sealed bids".
        """
        seat = Seat(wanted.seat)
        if _changes_hands(game, seat):
            return False
        let_go = set(game.patience.let_go)
        game.put_off[seat] = PutOff(wanted=wanted, by=by)
        game.patience.let_go.add(seat)
        try:
            game.keep_clock(now)
        except StorageFailed:
            del game.put_off[seat]
            game.patience.let_go = let_go
            raise
        game.patience.watch(now)
        what = Intervention.KICK if type(wanted) is Kick else Intervention.TAKE_OVER
        self._tell(what, by, seat, wanted.reason, waits=True)
        self._course.publish(game, now)
        return True

    def _go_on_without(self, seat: Seat, game: Game, by: Authority, now: float) -> None:
        """What paused for this seat alone goes on; all are shown what is due."""
        if game.pause is not None and game.pause.seat == seat:
            game.go_on(now)
            self._tell(Intervention.RESUME, by, None, "")
        self._course.publish(game, now)

    def _tell(
        self,
        what: Intervention,
        by: Authority,
        seat: Seat | None,
        reason: str,
        *,
        waits: bool = False,
    ) -> None:
        clean = clean_chat(reason)
        self._members.tell(
            Intervened(what=what, by=by, seat=seat, reason=clean, waits=waits)
        )


def _changes_hands(game: Game, seat: Seat) -> bool:
    """Whether a bot may have the seat now, or has it already."""
    position = game.follower.position
    return position.bots[seat] or position.phase.changes_hands(seat)

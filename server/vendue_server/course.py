"""The course of a game at a table: set-up, game, and back to the lobby."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Final

from vendue_protocol.agreement import terms_digest
from vendue_protocol.codec import encode
from vendue_protocol.errors import Code
from vendue_protocol.keys import NO_HEAD
from vendue_protocol.log_frames import GaveUp
from vendue_protocol.messages import Agree, Hold, Over, Play, Return, Share
from vendue_shared.events import Ended, Ending
from vendue_shared.seats import Seat

from .asking import frames_of
from .dealer import Dealer
from .game import Game
from .lobby import TableLobby
from .log_files import LogFile, gave_up
from .member import Member
from .members import Members
from .presence import presence_of
from .refusal import Refusal
from .setup import Setup

HOLD_S: Final = 0.1
"""How long a hold may wait for a move to travel with."""
NOTHING_TOLD: Final = -1


class Course:
    """What is being played at one table, if anything.

    Args:
        lobby: The table's lobby, for chairs and terms.
        members: Whom to tell.
        dealer: See there.
        tell_lobby: Called when the lobby has changed.
    """

    def __init__(
        self,
        lobby: TableLobby,
        members: Members,
        dealer: Dealer,
        tell_lobby: Callable[[], None],
    ) -> None:
        self._lobby, self._members, self._dealer = lobby, members, dealer
        self._tell_lobby = tell_lobby
        self.setup: Setup | None = None
        self.game: Game | None = None
        self._closed: Game | None = None
        """The game before, until the next begins: its end is still being signed."""
        self._gave_up: list[GaveUp] = []
        self._file: LogFile | None = None
        self._attempts = 0
        self._flush_at = inf
        """When holds are sent that no move has taken along."""
        self._told_changes = NOTHING_TOLD
        """How far the newest presence tells of the changes of the purses."""
        self._prev = NO_HEAD
        self._playing: list[int] = []

    @property
    def is_on(self) -> bool:
        """Whether a set-up or a game is on."""
        return self.setup is not None or self.game is not None

    def deadline(self) -> float:
        """When `tick` has something to do; infinity if never by itself."""
        if self.setup is not None:
            return self.setup.deadline
        if self.game is not None:
            return min(self._flush_at, self.game.deadline())
        return self._flush_at

    def tick(self, now: float) -> None:
        """Do one thing that is due by the clock."""
        if self.setup is not None and self.setup.deadline <= now:
            missing = tuple(self._playing[seat] for seat in self.setup.missing())
            self._give_up(self.setup, missing, now)
        elif self.game is not None and self._tick(self.game, now):
            self.publish(self.game, now)
        elif self._flush_at <= now:
            self._flush_at = inf
            self._members.flush()

    def _tick(self, game: Game, now: float) -> bool:
        """Let a game do what is due; tell whether there was anything."""
        before, was_due = game.pause, game.tick(now)
        if game.pause is not None and game.pause is not before:
            self._members.tell(game.pause)
        return was_due

    def chair_of(self, member: Member) -> int | None:
        """The chair of a member; `None`: a spectator."""
        return self._lobby.chairs.number_of(member.key) if member.key else None

    def seat_of(self, member: Member) -> Seat | None:
        """The seat of a member in what is now on; `None`: it does not play."""
        number = self.chair_of(member)
        return Seat(self._playing.index(number)) if number in self._playing else None

    def seat_in_game(self, member: Member) -> tuple[Game, Seat]:
        """The game now on, and a member's seat in it, or a `Refusal`."""
        return self._with_seat(self.game, member)

    def play(self, member: Member, request: Play, now: float) -> None:
        """Carry out a move, and answer it.

        Raises:
            IllegalMove: The rules refuse it.
            Refusal: There is no such game or seat, or the move is wrong otherwise.
        """
        game, seat = self._with_seat(self.game, member)
        accepted = game.move(seat, request.n, request.move, now)
        member.connection.queue(encode(accepted))
        self.publish(game, now)

    def take_hold(self, member: Member, request: Hold, now: float) -> None:
        """Take a signature on the game now on, or on the end of the one before.

        It is passed on with what comes next, or by itself after `HOLD_S`.

        Raises:
            Refusal: There is no such game or seat, or it does not fit.
        """
        game, seat = self._with_seat(self.game or self._closed, member)
        game.log.take_hold(seat, request.s, request.hold)
        self._flush_at = min(self._flush_at, now + HOLD_S)
        if game is self._closed and self._file is not None:
            self._file.finish()

    def _with_seat(self, game: Game | None, member: Member) -> tuple[Game, Seat]:
        if game is None:
            raise Refusal(Code.LOBBY, "no game is on")
        if member.seat is None:
            raise Refusal(Code.AUTH, "a spectator")
        return game, member.seat

    def chair_of_returning(self, message: Return) -> int:
        """The chair that a return names: by seat in what is now on, else itself.

        Raises:
            Refusal: There is no such person.
        """
        number = self.chair_of_person(message.seat)
        if number is None:
            raise Refusal(Code.AUTH, f"chair {message.seat}")
        return number

    def chair_of_person(self, number: int) -> int | None:
        """The chair of the person on a seat of what is now on, or on that chair."""
        if self.is_on:
            if number >= len(self._playing):
                return None
            number = self._playing[number]
        chairs = self._lobby.chairs
        return number if number < len(chairs) and chairs[number].is_person else None

    def show_presence(self, game: Game, now: float) -> None:
        """Tell all whose line is up, and how long who is away is waited for."""
        self._told_changes = game.patience.grace.changes
        chairs = [self._lobby.chairs[number] for number in self._playing]
        watchers = self._members.watchers
        self._members.tell(presence_of(game, chairs, watchers, now))

    # The set-up.

    def propose(self, now: float) -> None:
        """Begin a set-up among all who sit.

        Raises:
            Refusal: The options do not fit the number of players.
        """
        randomness, key = self._dealer.randomness, self._dealer.key
        terms = self._lobby.terms(randomness(16), self._prev, key.public)
        self._playing = self._lobby.chairs.taken
        self._attempts += 1
        self.setup = Setup(terms, randomness(32), self._attempts, now)
        self._members.tell(self.setup.proposal, to=self._plays)
        if self.setup.is_agreed:
            self._begin(self.setup, now)

    def set_up(self, member: Member, request: Agree | Share, now: float) -> None:
        """Take a step of a seat; the last one begins the game.

        Raises:
            Refusal: It does not fit the set-up now on.
        """
        setup, seat = self.setup, self.seat_of(member)
        if setup is None or seat is None:
            raise Refusal(Code.STALE, "no set-up is on, or not with this seat")
        if isinstance(request, Agree):
            was_agreed = setup.is_agreed
            setup.agree(seat, request, now)
            if setup.is_agreed and not was_agreed:
                self._members.tell(setup.commitments, to=self._plays)
        else:
            setup.share(seat, request)
            if setup.is_done:
                self._begin(setup, now)

    def ask_again(self, member: Member) -> None:
        """Ask one that has come back what its seat has still to answer."""
        seat = self.seat_of(member)
        if self.setup is not None and seat is not None:
            asked = self.setup.asked_of(seat)
            if asked is not None:
                member.connection.send(asked)

    def give_up_without(self, number: int, now: float) -> None:
        """Who sits on this chair has left for good: do not wait any longer."""
        if self.setup is not None and number in self._playing:
            self._give_up(self.setup, (number,), now)

    def _give_up(self, setup: Setup, missing: tuple[int, ...], now: float) -> None:
        """Go back to the lobby; who is missing loses the chair, and watches."""
        self._gave_up.append(gave_up(setup, missing))
        self._members.tell(setup.given_up(missing))
        if setup.is_agreed:
            self._prev = terms_digest(setup.terms)
        for member in self._members:
            if self.chair_of(member) in missing:
                member.key = b""
        for number in missing:
            self._lobby.chairs.free(number)
        self.setup = None
        self._back_to_lobby(now)

    def _begin(self, setup: Setup, now: float) -> None:
        chairs = [self._lobby.chairs[number] for number in self._playing]
        levels = {
            Seat(seat): chair.level
            for seat, chair in enumerate(chairs)
            if chair.level is not None
        }
        dealer = self._dealer
        self.setup, self._prev, self._attempts = None, NO_HEAD, 0
        self._closed = None
        self.game = Game(
            setup.new_game(levels),
            host_key=dealer.key,
            chance=dealer.chance,
            manners=dealer.manners,
            now=now,
            study=dealer.study,
        )
        self.game.patience.after = self._lobby.after
        for member in self._members:
            member.follow(self.game.log.feed, self.seat_of(member), 0)
        self._file = dealer.logs.open(self.game.log, self._gave_up)
        self._gave_up = []
        self.game.begin(now)
        for seat, chair in enumerate(chairs):
            if not chair.is_here:
                self.game.person_went(Seat(seat), now, has_left=False)
        self._told_changes = NOTHING_TOLD
        self.publish(self.game, now)

    # The game.

    def publish(self, game: Game, now: float) -> None:
        """Send what has changed to everybody, and close the game when it is over."""
        purses, due = game.follower.position.purses, game.due(None, now)
        self._members.tell_due(frames_of(due, purses))
        self._flush_at = inf
        if game.is_closed:
            self._close(game, now)
        elif game.patience.grace.changes != self._told_changes:
            self.show_presence(game, now)

    def _close(self, game: Game, now: float) -> None:
        last = game.log.steps[-1].event
        reason = last.reason if isinstance(last, Ended) else Ending.HOST
        self._members.tell(Over(game=game.follower.game, reason=reason))
        self._dealer.keep(game)
        if self._file is not None:
            self._file.finish()
        self.game, self._closed = None, game
        self._back_to_lobby(now, game)

    def _back_to_lobby(self, now: float, game: Game | None = None) -> None:
        """Ask all again whether they are ready; who is away is waited for a while."""
        usual = float(self._lobby.clocks.grace)
        grace = game.patience.grace if game else None
        waits_s = {
            number: grace.left_s(Seat(seat), now) if grace else usual
            for seat, number in enumerate(self._playing)
        }
        self._lobby.chairs.back_to_lobby(waits_s, now)
        self._playing = []
        self._lobby.changed()
        self._tell_lobby()

    def _plays(self, member: Member) -> bool:
        return self.seat_of(member) is not None

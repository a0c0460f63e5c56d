"""The course of a game at a table: set-up, game, and back to the lobby."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from math import inf
from typing import Final

from vendue_protocol.client_messages import Hold, Play, Return
from vendue_protocol.codec import encode
from vendue_protocol.errors import Code
from vendue_protocol.host_messages import Intervened, Refused
from vendue_protocol.keys import NO_HEAD
from vendue_shared.seats import Seat

from .asking import frames_of
from .beginning import Beginning
from .dealer import Dealer
from .diagnostics import log
from .game import Game
from .journal.chain import UNKEPT, Chain
from .journal.entries import GameClosed
from .journal.reviving import revived
from .journal.story import Story
from .lobby import TableLobby
from .log_files import TableFiles
from .member import Member
from .members import Members
from .new_game import NewGame
from .presence import presence_of
from .refusal import Refusal, StorageFailed
from .setup import Setup

RETRY_S: Final = 1.0
"""How often the journal is tried again while it cannot be written."""
HOLD_S: Final = 0.1
"""How long a hold may wait for a move to travel with."""
NOTHING_TOLD: Final = -1


class Course(Beginning):
    """What is being played at one table, if anything; see `Beginning`."""

    def __init__(
        self,
        lobby: TableLobby,
        members: Members,
        dealer: Dealer,
        tell_lobby: Callable[[], None],
        journal: Chain = UNKEPT,
    ) -> None:
        super().__init__(lobby, members, dealer, tell_lobby, journal)
        self.game: Game | None = None
        self._closed: Game | None = None
        """The game before, until the next begins: its end is still being signed."""
        self._files = TableFiles(dealer.logs)
        self._flush_at = inf
        """When holds are sent that no move has taken along."""
        self._told_changes = NOTHING_TOLD
        """How far the newest presence tells of the changes of the purses."""
        self._retry_at = 0.0
        """When the journal is tried again, while it cannot be written."""
        self._is_stopped = False
        """Whether everybody was told that it cannot be written."""

    @property
    def is_on(self) -> bool:
        """Whether a set-up or a game is on."""
        return self.setup is not None or self.game is not None

    def deadline(self) -> float:
        """When `tick` has something to do; infinity if never by itself."""
        if self._cannot_write:
            return self._retry_at
        if self.setup is not None:
            return self.setup.deadline
        if self.game is not None:
            game = self.game
            return min(self._flush_at, game.keeps_clock_at, game.deadline())
        return self._flush_at

    def tick(self, now: float) -> None:
        """Do one thing that is due by the clock, or try the journal again."""
        try:
            if self._cannot_write:
                self._try_again(now)
            else:
                self._do_due(now)
        except StorageFailed as fault:
            log.warning("journal not written", error=str(fault))

    def _do_due(self, now: float) -> None:
        if self.setup is not None and self.setup.deadline <= now:
            missing = tuple(self._playing[seat] for seat in self.setup.missing())
            self._give_up(self.setup, missing, now)
        elif self.game is not None and self._tick(self.game, now):
            self.publish(self.game, now)
        elif self._flush_at <= now:
            self._flush_at = inf
            if self.game is not None:
                self.game.log.keep_holds()
            self._members.flush()
        elif self.game is not None and self.game.keeps_clock_at <= now:
            self.game.keep_clock(now)

    def _tick(self, game: Game, now: float) -> bool:
        """Let a game do what is due; tell whether there was anything."""
        before, was_due = game.pause, game.tick(now)
        if game.pause is not None and game.pause is not before:
            self.tell_pause(game, before, now)
        return was_due

    def tell_pause(self, game: Game, before: Intervened | None, now: float) -> None:
        """Store that a game stands still now, then tell all why.

        Args:
            game: It does.
            before: Why it stood before; `None`: it went on.
            now: Seconds on the host's clock.

        Raises:
            StorageFailed: It is as before, and nobody was told.
        """
        try:
            game.keep_clock(now)
        except StorageFailed:
            game.go_on(now)
            if before is not None:
                game.stand_still(before, now)
            raise
        if game.pause is not None:
            self._members.tell(game.pause)

    @property
    def _cannot_write(self) -> bool:
        return self._journal.is_failing or self._is_stopped

    def _try_again(self, now: float) -> None:
        """Go on if the journal can be written again; else let the table stand."""
        self._retry_at = now + RETRY_S
        game = self.game
        if not self._journal.tries_again():
            if not self._is_stopped:
                self._is_stopped = True
                self._members.tell(Refused(code=Code.STORAGE, to=""))
                if game is not None:
                    game.patience.stand(inf, now)
                    self.publish(game, now)
            return
        self._is_stopped = False
        if game is not None:
            game.stand_no_more(now)
            self.publish(game, now)
        elif self.setup is not None:
            self._go_on(self.setup, now)
        self._tell_lobby()

    def seat_in_game(self, member: Member) -> tuple[Game, Seat]:
        """The game now on, and a member's seat in it, or a `Refusal`."""
        return self._with_seat(self.game, member)

    def play(self, member: Member, request: Play, now: float) -> None:
        """Carry out a move, and answer it, or raise `IllegalMove` or `Refusal`."""
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
        if game is self._closed:
            self._files.sign()

    def _with_seat(self, game: Game | None, member: Member) -> tuple[Game, Seat]:
        if game is None:
            raise Refusal(Code.LOBBY, "no game is on")
        if member.seat is None:
            raise Refusal(Code.AUTH, "a spectator")
        return game, member.seat

    def show_presence(self, game: Game, now: float) -> None:
        """Tell all whose line is up, and how long who is away is waited for."""
        self._told_changes = game.patience.grace.changes
        chairs = [self._lobby.chairs[number] for number in self._playing]
        watchers = self._members.watchers
        self._members.tell(presence_of(game, chairs, watchers, now))

    # From game to game.

    def _begin(self, setup: Setup, now: float) -> None:
        chairs = [self._lobby.chairs[number] for number in self._playing]
        levels = {
            Seat(seat): chair.level
            for seat, chair in enumerate(chairs)
            if chair.level is not None
        }
        game = self._new_game(setup.new_game(levels), now)
        game.log.journal = self._journal
        game.begin(now)
        self.setup, self._closed, self.game = None, None, game
        for member in self._members:
            member.follow(game.log.feed, self.seat_of(member), 0)
        self._files.open(game.log, self._gave_up)
        self._gave_up, self._prev, self._attempts = [], NO_HEAD, 0
        for seat, chair in enumerate(chairs):
            if not chair.is_here:
                game.person_went(Seat(seat), now, has_left=False)
        self._told_changes = NOTHING_TOLD
        self.publish(game, now)

    def _new_game(self, new: NewGame, now: float) -> Game:
        """A game that has not begun, and is not journalled yet."""
        dealer = self._dealer
        game = Game(
            new,
            host_key=dealer.key,
            chance=dealer.chance,
            manners=dealer.manners,
            now=now,
            study=dealer.study,
        )
        game.patience.after = self._lobby.after
        return game

    def take_up(self, story: Story, now: float) -> None:
        """Be where the journal has left the table, and do what is due.

        Raises:
            Damaged: A game cannot be played again.
            StorageFailed: The journal cannot be written.
        """
        for past in story.closed:
            self._closed = game = revived(past, self._new_game, now)
            self._files.add_closed(game.log, past.gave_up)
        if story.game is not None:
            self._playing = list(story.game.set_up.playing)
            self.game = game = revived(story.game, self._new_game, now)
            self._files.open(game.log, story.game.gave_up)
            game.log.journal = self._journal
            game.wake(now)
        self._take_up_set_ups(story)

    def show_end(self, member: Member, message: Return) -> None:
        """Send who was not there for the end of the last game what it missed."""
        game = self._closed
        if game is None or self.is_on or message.game != game.follower.game:
            return
        with suppress(Refusal):  # it holds another history, and is told nothing
            place = game.log.place_of(message)
            member.follow(game.log.feed, Seat(message.seat), place)
            member.connection.send(game.over())

    def rest(self, now: float) -> None:
        """The host is ending: let the journal have what is not in it yet."""
        if self.game is not None and not self.game.is_closed:
            with suppress(StorageFailed):
                self.game.log.keep_holds()
                self.game.keep_clock(now)

    def _may_forget(self) -> bool:
        """Whether the files of all closed games are written."""
        return self._files.finish()

    # The game.

    def publish(self, game: Game, now: float) -> None:
        """Send what has changed to everybody, and close the game when it is over."""
        purses, due = game.follower.position.purses, game.due(None, now)
        self._members.tell_due(frames_of(due, purses))
        self._flush_at = inf
        if game.is_closed and game.patience.stands_until is None:
            self._close(game, now)
        elif game.patience.grace.changes != self._told_changes:
            with suppress(StorageFailed):  # the table stands until it can be written
                game.keep_clock(now)
            self.show_presence(game, now)

    def _close(self, game: Game, now: float) -> None:
        self._members.tell(game.over())
        self._dealer.keep(game)
        self._files.close()
        with suppress(StorageFailed):  # then it is closed again after a restart
            self._journal.put(GameClosed())
        game.log.journal = UNKEPT
        self.game, self._closed = None, game
        self._back_to_lobby(now, game)

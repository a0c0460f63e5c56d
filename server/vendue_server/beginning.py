"""The way from a table's lobby to a game: the common deal, step by step.

Each step is in the journal before anybody is told of it.
"""

from __future__ import annotations

from collections.abc import Callable

from vendue_protocol.agreement import terms_digest
from vendue_protocol.client_messages import Agree, Return, Share
from vendue_protocol.errors import Code
from vendue_protocol.host_messages import GivenUp
from vendue_protocol.keys import NO_HEAD
from vendue_protocol.log_frames import GaveUp
from vendue_shared.seats import Seat

from .dealer import Dealer
from .game import Game
from .journal.chain import Chain
from .journal.entries import SetUpAgreed, SetUpBegun, SetUpGivenUp
from .journal.story import Story
from .journal.tables import table_is
from .lobby import TableLobby
from .log_files import gave_up
from .member import Member
from .members import Members
from .refusal import Refusal
from .setup import Setup


class Beginning:
    """The set-up at one table, if one is on.

    Args:
        lobby: The table's lobby, for chairs and terms.
        members: Whom to tell.
        dealer: See there.
        tell_lobby: Called when the lobby has changed.
        journal: Where everything is stored first.
    """

    def __init__(
        self,
        lobby: TableLobby,
        members: Members,
        dealer: Dealer,
        tell_lobby: Callable[[], None],
        journal: Chain,
    ) -> None:
        self._lobby, self._members, self._dealer = lobby, members, dealer
        self._tell_lobby, self._journal = tell_lobby, journal
        self.setup: Setup | None = None
        self._gave_up: list[GaveUp] = []
        """The set-ups given up since the last game."""
        self._attempts = 0
        self._prev = NO_HEAD
        self._playing: list[int] = []
        """The chair of each seat of what is on."""
        self._has_told_all = False
        """Whether everybody's commitments are in the journal, and told."""
        self._interrupted: SetUpBegun | None = None
        """The set-up that a crash of the host has cut short, until the next."""

    @property
    def is_on(self) -> bool:
        """Whether a set-up or a game is on."""
        raise NotImplementedError

    def chair_of(self, member: Member) -> int | None:
        """The chair of a member; `None`: a spectator."""
        return self._lobby.chairs.number_of(member.key) if member.key else None

    def seat_of(self, member: Member) -> Seat | None:
        """The seat of a member in what is now on; `None`: it does not play."""
        number = self.chair_of(member)
        return Seat(self._playing.index(number)) if number in self._playing else None

    def propose(self, now: float) -> None:
        """Begin a set-up among all who sit.

        Raises:
            Refusal: The options do not fit the number of players, or the journal
                cannot be written.
        """
        randomness, key = self._dealer.randomness, self._dealer.key
        chairs = self._lobby.chairs
        terms = self._lobby.terms(randomness(16), self._prev, key.public)
        playing = chairs.taken
        setup = Setup(terms, randomness(32), self._attempts + 1, now)
        begun = SetUpBegun(
            terms=terms,
            seed=setup.seed,
            attempt=setup.attempt,
            playing=tuple(playing),
            levels=tuple(chairs[number].level for number in playing),
        )
        if self.needs_no_past:
            self._journal.begin_again((table_is(self._lobby), begun))
        else:
            self._journal.put(begun)
        self.setup, self._playing, self._attempts = setup, playing, setup.attempt
        self._has_told_all, self._interrupted = False, None
        self._members.tell(setup.proposal, to=self._plays)
        self._go_on(setup, now)

    def set_up(self, member: Member, request: Agree | Share, now: float) -> None:
        """Take a step of a seat; the last one begins the game.

        Raises:
            Refusal: It does not fit the set-up now on.
        """
        setup, seat = self.setup, self.seat_of(member)
        if setup is None or seat is None:
            raise Refusal(Code.STALE, "no set-up is on, or not with this seat")
        if isinstance(request, Agree):
            setup.agree(seat, request, now)
        else:
            setup.share(seat, request)
        self._go_on(setup, now)

    def _go_on(self, setup: Setup, now: float) -> None:
        """Do what the steps so far have made due.

        Raises:
            StorageFailed: Some of it is still due.
        """
        if setup.is_agreed and not self._has_told_all:
            self._journal.put(SetUpAgreed(ks=setup.commitments.ks))
            self._has_told_all = True
            self._members.tell(setup.commitments, to=self._plays)
        if setup.is_done:
            self._begin(setup, now)

    def _begin(self, setup: Setup, now: float) -> None:
        """Begin the game that a set-up has led to.

        Raises:
            StorageFailed: It is still to begin.
        """
        raise NotImplementedError

    @property
    def needs_no_past(self) -> bool:
        """Whether the journal need not tell how the table came to its lobby."""
        return not self.is_on and not self._gave_up and self._may_forget()

    def _may_forget(self) -> bool:
        """Whether the journal need not tell of the games before."""
        raise NotImplementedError

    def ask_again(self, member: Member) -> None:
        """Ask one that has come back what its seat has still to answer."""
        seat = self.seat_of(member)
        if self.setup is not None and seat is not None:
            asked = self.setup.asked_of(seat)
            if asked is not None:
                member.connection.send(asked)
        elif self._interrupted is not None and not self.is_on:
            cut = self._interrupted
            given_up = GivenUp(game=cut.terms.game, missing=(), seed=cut.seed)
            member.connection.send(given_up)

    def give_up_without(self, number: int, now: float) -> None:
        """Who sits on this chair has left for good: do not wait any longer."""
        if self.setup is not None and number in self._playing:
            self._give_up(self.setup, (number,), now)

    def _give_up(self, setup: Setup, missing: tuple[int, ...], now: float) -> None:
        """Go back to the lobby; who is missing loses the chair, and watches."""
        how = gave_up(setup, missing)
        self._journal.put(SetUpGivenUp(how=how))
        self._gave_up.append(how)
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

    def chair_of_returning(self, message: Return) -> int:
        """The chair that a return names: by seat in what is now on, else itself.

        Raises:
            Refusal: There is no such person.
        """
        named, cut = message.seat, self._interrupted
        if cut is not None and message.game == cut.terms.game and not self.is_on:
            named = dict(enumerate(cut.playing)).get(named, named)
        number = self.chair_of_person(named)
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

    def _take_up_set_ups(self, story: Story) -> None:
        """Remember the set-ups given up, and give up the one a crash interrupted.

        Raises:
            StorageFailed: The journal cannot be written.
        """
        self._gave_up = story.gave_up
        if story.set_up is not None:
            self._interrupted = story.set_up
            how = story.cut_short(story.set_up)
            self._journal.put(SetUpGivenUp(how=how))
            self._gave_up.append(how)
        agreed = [how for how in self._gave_up if how.ks]
        self._prev = terms_digest(agreed[-1].terms) if agreed else NO_HEAD
        self._attempts = len(self._gave_up)

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

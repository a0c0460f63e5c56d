"""However people go, come back, pause, kick and take over: every game ends.

Row 93 of what can go wrong: a player leaves in his own turn, as the highest bidder,
or all but one leave.
"""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    rule,
    run_state_machine_as_test,
)
from tests.server.table_by_hand import RecordedConnection
from tests.server.table_in_play import PERSONS, TableInPlay

from vendue_protocol.client_messages import (
    Finish,
    HandOver,
    Kick,
    Leave,
    Pause,
    Resume,
    Return,
    TakeOver,
)
from vendue_protocol.errors import Code
from vendue_protocol.interventions import AfterGrace, Authority
from vendue_server.patience import DESERTED_S
from vendue_server.refusal import Refusal
from vendue_server.table import TableRequest
from vendue_shared.events import AnyEvent, Ended, Ending, Opened, Player, Plays, Sealed
from vendue_shared.paintings import Kind
from vendue_shared.phases.open_auction import OpenAuction
from vendue_shared.refusals import IllegalMove

SEATS = st.sampled_from(PERSONS)
MOST_CALLS = 20_000
"""A host that has this much to do in a day of waiting is busy with nothing."""


def sealed_seats_that_changed_hands(events: list[AnyEvent]) -> list[int]:
    """The seats that went from hand to hand between their seal and the opening."""
    found: list[int] = []
    sealed: set[int] = set()
    for event in events:
        match event:
            case Sealed(seat=seat):
                sealed.add(seat)
            case Opened() | Ended():
                sealed.clear()
            case Plays(seat=seat) if seat in sealed:
                found.append(seat)
            case _:
                pass
    return found


class ComingAndGoing(RuleBasedStateMachine):
    """Three persons who do anything at all, and a host that has to bear it."""

    def __init__(self) -> None:
        super().__init__()
        self.table = TableInPlay()
        self.steps = self.table.game.log.steps
        self.is_kicked = dict.fromkeys(PERSONS, False)

    # What they do; what is refused changes nothing.

    def may_say(self, person: int, request: TableRequest) -> None:
        if self.is_here(person):
            with suppress(Refusal, IllegalMove):
                self.table.say(person, request)

    def is_here(self, person: int) -> bool:
        line = self.table.lines[person]
        return self.table.table.members.of(line) is not None

    @rule(choice=st.integers(0, 10), times=st.integers(1, 6))
    def somebody_moves(self, choice: int, times: int) -> None:
        for _ in range(times):
            if self.table.table.course.game is None:
                return
            here = [seat for seat in self.table.position.awaited if self.is_here(seat)]
            for seat in here[:1]:
                with suppress(Refusal, IllegalMove, KeyError, IndexError):
                    self.table.act(seat, lambda found: found[choice % len(found)])

    @rule(person=SEATS)
    def line_is_lost(self, person: int) -> None:
        if self.is_here(person):
            self.table.lose(person)

    @rule(person=SEATS)
    def person_leaves(self, person: int) -> None:
        self.may_say(person, Leave())

    @rule(person=SEATS)
    def person_comes_back(self, person: int) -> None:
        with suppress(Refusal):
            self.table.come_back(person, person)

    @rule(person=SEATS, to=st.sampled_from(Player))
    def person_hands_over(self, person: int, to: Player) -> None:
        self.may_say(person, HandOver(to=to))

    @rule(person=SEATS)
    def somebody_pauses(self, person: int) -> None:
        self.may_say(person, Pause(reason="tea"))

    @rule(person=SEATS)
    def somebody_resumes(self, person: int) -> None:
        self.may_say(person, Resume())

    @rule(person=SEATS, seat=SEATS)
    def somebody_lets_a_bot_take_over(self, person: int, seat: int) -> None:
        self.may_say(person, TakeOver(seat=seat))

    @rule(person=SEATS, seat=SEATS)
    def somebody_kicks(self, person: int, seat: int) -> None:
        self.may_say(person, Kick(seat=seat))

    @rule(seat=SEATS)
    def the_host_kicks(self, seat: int) -> None:
        with suppress(Refusal, IllegalMove):
            kick = Kick(seat=seat)
            self.table.table.intervene(kick, Authority.HOST, self.table.now)

    @rule(after=st.sampled_from(AfterGrace))
    def table_waits_otherwise(self, after: AfterGrace) -> None:
        if self.table.table.course.game is not None:
            self.table.game.patience.after = after

    @rule(seconds=st.sampled_from([0.0, 1.0, 9.0, 30.0, 119.0, 121.0]))
    def time_passes(self, seconds: float) -> None:
        self.pass_time(seconds)

    def pass_time(self, seconds: float) -> None:
        table, until = self.table, self.table.now + seconds
        for _ in range(MOST_CALLS):
            due = table.table.deadline()
            if due > until:
                break
            table.now = max(table.now, due)
            table.table.tick(table.now)
        else:
            raise AssertionError("the host never rests")
        table.now = until

    # What holds whatever they do.

    @invariant()
    def no_sealed_seat_changes_hands(self) -> None:
        events = [step.event for step in self.steps]
        assert sealed_seats_that_changed_hands(events) == []

    @invariant()
    def a_pause_stands_still(self) -> None:
        game = self.table.table.course.game
        if game is not None and game.pause is not None:
            assert game.patience.clock.deadline is None

    def teardown(self) -> None:
        """All go, or one resumes: the game ends either way, within two days."""
        for person in PERSONS:
            if self.is_here(person):
                self.table.lose(person)
        self.pass_time(2 * DESERTED_S)

        assert isinstance(self.steps[-1].event, Ended)


SHORT = settings(
    max_examples=15,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)


def test_every_game_ends_and_no_sealed_seat_changes_hands() -> None:
    run_state_machine_as_test(ComingAndGoing, settings=SHORT)


@pytest.mark.soak
def test_five_hundred_games_end() -> None:
    long = settings(SHORT, max_examples=500, stateful_step_count=50, derandomize=False)

    run_state_machine_as_test(ComingAndGoing, settings=long)


@pytest.fixture
def in_play() -> TableInPlay:
    """Anna, who owns the table, Bert and Cleo."""
    return TableInPlay()


def test_auctioneer_who_leaves_in_his_turn_is_taken_over(in_play: TableInPlay) -> None:
    (seat,) = in_play.position.awaited

    in_play.say(seat, Leave())
    in_play.wait(0.0)

    assert in_play.taken_over == [seat]
    assert in_play.position.lot


def test_bid_of_the_highest_bidder_who_leaves_stays_binding(
    in_play: TableInPlay,
) -> None:
    in_play.offer(Kind.OPEN)
    bidder = in_play.position.awaited[0]
    in_play.act(bidder, lambda choices: choices[0])

    in_play.say(bidder, Leave())

    phase = in_play.position.phase
    assert isinstance(phase, OpenAuction)
    assert (phase.leader, phase.high) == (bidder, 1)


def test_owner_whom_all_others_left_may_end_the_game(in_play: TableInPlay) -> None:
    steps = in_play.game.log.steps
    for person in (1, 2):
        in_play.say(person, Leave())

    in_play.say(0, Finish())

    ended = steps[-1].event
    assert isinstance(ended, Ended)
    assert (ended.reason, len(ended.seed)) == (Ending.OWNER, 32)


def test_game_that_ended_early_has_no_winners(in_play: TableInPlay) -> None:
    position = in_play.position

    in_play.say(0, Finish())

    assert position.winners == ()


def test_kicked_key_stays_out_over_and_over(in_play: TableInPlay) -> None:
    in_play.say(0, Kick(seat=1))
    message = Return(
        table=1, game=in_play.game.follower.game, seat=1, s=0, h=bytes(32),
        signature=bytes(64),
    )  # fmt: skip

    with pytest.raises(Refusal) as refusal:
        in_play.table.come_back(RecordedConnection(), message, in_play.now)

    assert refusal.value.code is Code.AUTH

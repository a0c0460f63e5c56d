"""What an owner, or the host, does to a table from outside the game."""

from __future__ import annotations

import pytest
from tests.server.game_by_hand import KEYS
from tests.server.table_by_hand import RecordedConnection, TableByHand
from tests.server.table_in_play import TableInPlay

from vendue_protocol.client_messages import (
    Finish,
    HandOver,
    Kick,
    Leave,
    Pause,
    Resume,
    Say,
    Start,
    TakeOver,
)
from vendue_protocol.errors import Code
from vendue_protocol.host_messages import (
    Dealt,
    Due,
    GivenUp,
    Intervened,
    Lobby,
    Logged,
    Over,
    Presence,
    Said,
)
from vendue_protocol.interventions import AfterGrace, Authority, Intervention
from vendue_server.refusal import Refusal
from vendue_server.table import TableRequest
from vendue_shared.events import Ended, Ending, Opened, Player
from vendue_shared.paintings import Kind
from vendue_shared.refusals import IllegalMove, Reason


@pytest.fixture
def in_play() -> TableInPlay:
    """Anna, who owns the table, Bert and Cleo; the auctioneer is asked to offer."""
    return TableInPlay()


def refused(table: TableByHand, person: int, request: TableRequest) -> str:
    try:
        table.say(person, request)
    except Refusal as refusal:
        return refusal.code
    except IllegalMove as refusal:
        return refusal.reason
    pytest.fail("it was done")


def asked(table: TableInPlay) -> int:
    return table.position.awaited[0]


# Pausing.


def test_pause_is_told_to_all_with_its_reason(in_play: TableInPlay) -> None:
    watcher = in_play.watch()

    in_play.say(0, Pause(reason="tea"))

    told = Intervened(
        what=Intervention.PAUSE, by=Authority.OWNER, seat=None, reason="tea"
    )
    assert [in_play.told(n) for n in (0, 1, 2)] == [[told]] * 3
    assert watcher.heard_of(Intervened) == [told]


def test_reason_is_cleaned_as_chat_is(in_play: TableInPlay) -> None:
    in_play.say(0, Pause(reason=" tea\x1b[31m\n" + "x" * 180))

    (told,) = in_play.told(1)
    assert told.reason.startswith("tea\N{REPLACEMENT CHARACTER}[31m")
    assert "\n" not in told.reason


def test_clock_stands_in_a_pause_and_due_says_so(in_play: TableInPlay) -> None:
    in_play.wait(10.0)
    in_play.say(0, Pause())

    in_play.wait(1000.0)

    due = in_play.lines[1].newest(Due)
    assert (due.held_up, due.ms) == (True, 50_000)
    assert len(in_play.events) == 1


def test_clock_goes_on_after_a_pause_with_what_was_left(in_play: TableInPlay) -> None:
    in_play.wait(10.0)
    in_play.say(0, Pause())
    in_play.wait(1000.0)

    in_play.say(0, Resume())

    due = in_play.lines[1].newest(Due)
    assert (due.held_up, due.ms) == (False, 50_000)


def test_no_move_is_taken_in_a_pause(in_play: TableInPlay) -> None:
    in_play.say(0, Pause())

    with pytest.raises(Refusal) as refusal:
        in_play.act(asked(in_play))

    assert (refusal.value.code, len(in_play.events)) == (Code.PAUSED, 1)


def test_chat_goes_on_in_a_pause(in_play: TableInPlay) -> None:
    in_play.say(0, Pause())

    in_play.say(1, Say(text="milk?"))

    assert in_play.lines[2].newest(Said).text == "milk?"


def test_reveals_go_on_in_a_pause_and_then_it_stands(in_play: TableInPlay) -> None:
    in_play.offer(Kind.SEALED)
    in_play.seal_all()
    in_play.say(0, Pause())

    in_play.seal_all()  # the same three now reveal

    assert isinstance(in_play.events[-1], Opened)
    assert in_play.lines[0].newest(Due).held_up


def test_purses_stand_in_a_pause(in_play: TableInPlay) -> None:
    in_play.lose(1)
    in_play.wait(20.0)
    in_play.say(0, Pause())

    in_play.wait(1000.0)

    presence = in_play.lines[0].newest(Presence)
    assert (presence.grace_ms, presence.stands) == ((120_000, 100_000, 120_000), True)
    assert in_play.taken_over == []


def test_bots_make_no_move_in_a_pause(in_play: TableInPlay) -> None:
    in_play.say(0, Pause())
    in_play.say(1, HandOver(to=Player.BOT))
    in_play.say(2, HandOver(to=Player.BOT))
    before = len(in_play.events)

    in_play.wait(1000.0)

    assert len(in_play.events) == before


def test_who_comes_in_a_pause_is_told_of_it(in_play: TableInPlay) -> None:
    in_play.say(0, Pause(reason="tea"))

    watcher = in_play.watch()

    assert watcher.newest(Intervened).reason == "tea"


def test_who_comes_after_a_pause_is_told_of_none(in_play: TableInPlay) -> None:
    in_play.say(0, Pause(reason="tea"))
    in_play.say(0, Resume())

    watcher = in_play.watch()

    assert watcher.heard_of(Intervened) == []


def test_paused_table_is_not_paused_again(in_play: TableInPlay) -> None:
    in_play.say(0, Pause())

    assert refused(in_play, 0, Pause()) == Code.PAUSED


def test_nothing_is_resumed_that_goes_on(in_play: TableInPlay) -> None:
    assert refused(in_play, 0, Resume()) == Code.STALE


def test_next_owner_resumes_when_the_first_is_gone(in_play: TableInPlay) -> None:
    in_play.say(0, Pause())
    in_play.lose(0)

    in_play.say(1, Resume())

    assert in_play.told(2)[-1].what is Intervention.RESUME


def test_paused_game_that_everybody_left_is_given_up_after_a_day(
    in_play: TableInPlay,
) -> None:
    in_play.say(0, Pause())
    for person in (0, 1, 2):
        in_play.lose(person)

    in_play.wait(24 * 3600.0)

    assert not in_play.table.is_playing


@pytest.mark.parametrize(
    "request_", [Pause(), Resume(), TakeOver(seat=2), Kick(seat=2), Finish()], ids=repr
)
def test_only_the_owner_intervenes(
    in_play: TableInPlay, request_: TableRequest
) -> None:
    assert refused(in_play, 1, request_) == Code.AUTH


# Taking over.


def test_bot_takes_over_at_the_owners_word(in_play: TableInPlay) -> None:
    in_play.say(0, TakeOver(seat=1, reason="asleep"))

    told = in_play.told(1)[0]
    assert in_play.taken_over == [1]
    assert (told.what, told.seat, told.reason) == (
        Intervention.TAKE_OVER, 1, "asleep",
    )  # fmt: skip


@pytest.mark.parametrize("request_", [TakeOver(seat=1), Kick(seat=1)], ids=repr)
def test_why_a_bot_takes_over_is_told_before_the_event_comes(
    in_play: TableInPlay, request_: TableRequest
) -> None:
    in_play.lines[1].forget()

    in_play.say(0, request_)

    kinds = [type(m) for m in in_play.lines[1].told if type(m) in {Intervened, Logged}]
    assert kinds == [Intervened, Logged]


def test_person_takes_the_seat_back_from_the_bot(in_play: TableInPlay) -> None:
    in_play.say(0, TakeOver(seat=1))

    in_play.say(1, HandOver(to=Player.PERSON))

    assert not in_play.position.bots[1]


def test_bot_does_not_take_over_from_a_bot(in_play: TableInPlay) -> None:
    in_play.say(0, TakeOver(seat=1))

    assert refused(in_play, 0, TakeOver(seat=1)) == Reason.HANDED_OVER


@pytest.mark.parametrize("seat", [3, 4])
def test_nobody_takes_over_a_seat_that_is_not_there(
    in_play: TableInPlay, seat: int
) -> None:
    assert refused(in_play, 0, TakeOver(seat=seat)) == Code.CHAIR


def test_sealed_seat_is_taken_over_when_the_bids_are_opened(
    in_play: TableInPlay,
) -> None:
    in_play.offer(Kind.SEALED)
    in_play.seal_all(1)
    in_play.say(0, TakeOver(seat=1, reason="slow"))
    before = list(in_play.taken_over)
    in_play.seal_all(0, 2)

    in_play.seal_all()

    assert (before, in_play.taken_over) == ([], [1])
    assert [told.waits for told in in_play.told(2)] == [True, False]


def test_what_waits_for_the_bids_keeps_no_reveal_waiting(in_play: TableInPlay) -> None:
    in_play.offer(Kind.SEALED)
    in_play.seal_all()
    in_play.lose(1)
    in_play.act(0)
    in_play.act(2)
    in_play.say(0, TakeOver(seat=1))

    in_play.wait(10.0)

    assert in_play.taken_over == [1]


def test_what_waits_is_forgotten_with_its_game(in_play: TableInPlay) -> None:
    in_play.offer(Kind.SEALED)
    in_play.seal_all(1)
    in_play.say(0, Kick(seat=1))

    in_play.say(0, Finish())

    assert in_play.lobby.chairs[1].name == "Bert"


# Kicking.


def test_kick_in_the_lobby_frees_the_chair_and_says_why(table: TableByHand) -> None:
    table.sit(0, 1)

    table.say(0, Kick(seat=1, reason="wrong table"))

    told = table.lines[1].newest(Intervened)
    assert (told.what, told.seat, told.reason) == (Intervention.KICK, 1, "wrong table")
    assert table.lines[1].newest(Lobby).chairs[1].name == ""


def test_who_was_kicked_watches(table: TableByHand) -> None:
    table.sit(0, 1)

    table.say(0, Kick(seat=1))

    assert table.lines[0].newest(Lobby).watchers == 1
    assert table.lines[1].farewell is None


def test_kick_in_the_lobby_frees_the_chair_of_who_is_away(table: TableByHand) -> None:
    table.sit(0, 1)
    table.lose(1)

    table.say(0, Kick(seat=1))

    assert [chair.name for chair in table.lobby.chairs] == ["Anna", "", "", ""]


def test_chair_of_a_bot_is_not_kicked(table: TableByHand) -> None:
    table.sit(0)
    table.seat_bots(0, 1)

    assert refused(table, 0, Kick(seat=1)) == Code.CHAIR


def test_kick_in_a_set_up_gives_it_up(table: TableByHand) -> None:
    table.sit(0, 1, 2)
    table.ready(0, 1, 2)
    table.say(0, Start())

    table.say(0, Kick(seat=1))

    assert table.lines[2].newest(GivenUp).missing == (1,)
    assert table.lobby.chairs[1].name == ""


def test_bot_plays_on_for_who_was_kicked(in_play: TableInPlay) -> None:
    in_play.say(0, Kick(seat=1, reason="rude"))

    assert in_play.position.bots[1]
    assert in_play.told(1)[-1].reason == "rude"


def test_who_was_kicked_does_not_take_the_seat_back(in_play: TableInPlay) -> None:
    in_play.say(0, Kick(seat=1))

    assert refused(in_play, 1, HandOver(to=Player.PERSON)) == Code.AUTH


def test_who_was_kicked_may_not_return_to_the_seat(in_play: TableInPlay) -> None:
    in_play.say(0, Kick(seat=1))
    in_play.lose(1)

    with pytest.raises(Refusal) as refusal:
        in_play.come_back(1, 1)

    assert refusal.value.code is Code.AUTH


def test_who_was_kicked_is_dealt_nothing_more(in_play: TableInPlay) -> None:
    in_play.say(0, Kick(seat=1))
    in_play.lines[1].forget()
    for person in (0, 2):
        in_play.say(person, HandOver(to=Player.BOT))

    in_play.wait(3600.0)

    assert in_play.lines[0].heard_of(Dealt)
    assert in_play.lines[1].heard_of(Dealt) == []
    assert in_play.lines[1].heard_of(Over)


def test_chair_of_who_was_kicked_is_free_after_the_game(in_play: TableInPlay) -> None:
    in_play.say(0, Kick(seat=1))
    during = in_play.lobby.chairs[1]

    in_play.say(0, Finish())

    assert (during.name, during.level, during.key) == ("Bert", "standard", b"")
    assert in_play.lobby.chairs[1].name == ""


def test_who_was_taken_over_may_be_kicked(in_play: TableInPlay) -> None:
    in_play.say(0, TakeOver(seat=1))

    in_play.say(0, Kick(seat=1))

    assert in_play.taken_over == [1]
    assert in_play.lobby.chairs[1].key == b""


def test_who_sealed_is_kicked_only_when_the_bids_are_opened(
    in_play: TableInPlay,
) -> None:
    in_play.offer(Kind.SEALED)
    in_play.seal_all(1)
    in_play.say(0, Kick(seat=1))
    in_play.seal_all(0, 2)
    still = in_play.lobby.chairs[1].key

    in_play.seal_all()

    assert (still, in_play.lobby.chairs[1].key) == (KEYS[1].public, b"")
    opened = next(e for e in in_play.events if isinstance(e, Opened))
    assert None not in opened.openings


def test_game_is_deserted_when_all_but_the_kicked_are_gone(
    in_play: TableInPlay,
) -> None:
    in_play.say(0, Kick(seat=1))

    in_play.lose(0)
    in_play.lose(2)

    assert in_play.game.patience.grace.deserted_since == 0.0


def test_owner_who_is_kicked_by_the_host_is_followed_by_the_next(
    in_play: TableInPlay,
) -> None:
    in_play.table.intervene(Kick(seat=0), Authority.HOST, in_play.now)

    assert in_play.lines[2].newest(Lobby).owner == 1


# Ending.


def test_end_says_who_and_why_before_it_is_in_the_log(in_play: TableInPlay) -> None:
    in_play.lines[2].forget()

    in_play.say(0, Finish(reason="supper"))

    kinds = [type(message) for message in in_play.lines[2].told]
    assert in_play.told(2)[-1].reason == "supper"
    assert kinds.index(Intervened) < kinds.index(Over)


def test_end_by_the_host_is_the_hosts_in_the_log(in_play: TableInPlay) -> None:
    game = in_play.game

    in_play.table.intervene(Finish(), Authority.HOST, in_play.now)

    ended = game.log.steps[-1].event
    assert isinstance(ended, Ended)
    assert ended.reason is Ending.HOST


def test_next_game_is_not_paused(in_play: TableInPlay) -> None:
    in_play.say(0, Pause())
    in_play.say(0, Finish())
    in_play.ready(0, 1, 2)

    in_play.set_up((0, 1, 2))

    assert in_play.game.pause is None
    assert not in_play.lines[0].newest(Due).held_up


# After the grace.


def after_grace(table: TableInPlay, after: AfterGrace) -> int:
    """The seat that is asked goes, and its grace is used up."""
    table.game.patience.after = after
    seat = asked(table)
    table.lose(seat)
    table.wait(120.0)
    return seat


def others(seat: int) -> list[int]:
    return [person for person in (0, 1, 2) if person != seat]


def test_table_that_waits_waits_for_ever(in_play: TableInPlay) -> None:
    after_grace(in_play, AfterGrace.WAIT)

    in_play.wait(10_000.0)

    assert (in_play.taken_over, len(in_play.events)) == ([], 1)


def test_table_that_waits_goes_on_when_the_seat_is_back(in_play: TableInPlay) -> None:
    seat = after_grace(in_play, AfterGrace.WAIT)

    in_play.come_back(seat, seat)

    assert not in_play.lines[seat].newest(Due).held_up


def test_table_that_waits_goes_on_at_the_owners_word(in_play: TableInPlay) -> None:
    seat = after_grace(in_play, AfterGrace.WAIT)
    owner = others(seat)[0]
    in_play.say(owner, Resume())

    in_play.wait(60.0)

    assert len(in_play.events) == 2
    assert in_play.taken_over == []


def test_table_that_waits_goes_on_with_a_bot(in_play: TableInPlay) -> None:
    seat = after_grace(in_play, AfterGrace.WAIT)
    owner = others(seat)[0]

    in_play.say(owner, TakeOver(seat=seat))

    assert not in_play.lines[owner].newest(Due).held_up


def test_table_that_pauses_says_for_whom(in_play: TableInPlay) -> None:
    seat = after_grace(in_play, AfterGrace.PAUSE)

    told = in_play.told(others(seat)[0])
    assert [(t.what, t.by, t.seat) for t in told] == [
        (Intervention.PAUSE, Authority.GRACE, seat)
    ]


def test_table_that_pauses_stays_paused_when_the_seat_is_back(
    in_play: TableInPlay,
) -> None:
    seat = after_grace(in_play, AfterGrace.PAUSE)

    in_play.come_back(seat, seat)

    assert in_play.lines[seat].newest(Due).held_up
    assert in_play.told(seat)[-1].what is Intervention.PAUSE


def test_table_that_paused_goes_on_without_the_seat_at_the_owners_word(
    in_play: TableInPlay,
) -> None:
    seat = after_grace(in_play, AfterGrace.PAUSE)
    owner = others(seat)[0]
    in_play.say(owner, Resume())

    in_play.wait(60.0)

    assert len(in_play.events) == 2
    assert in_play.game.pause is None


def test_table_that_paused_goes_on_once_a_bot_has_the_seat(
    in_play: TableInPlay,
) -> None:
    seat = after_grace(in_play, AfterGrace.PAUSE)
    owner = others(seat)[0]

    in_play.say(owner, TakeOver(seat=seat))

    assert in_play.game.pause is None
    assert [t.what for t in in_play.told(owner)][1:] == [
        Intervention.TAKE_OVER, Intervention.RESUME,
    ]  # fmt: skip


def test_who_is_decided_about_may_be_waited_for_again_later(
    in_play: TableInPlay,
) -> None:
    seat = after_grace(in_play, AfterGrace.PAUSE)
    owner = others(seat)[0]
    in_play.say(owner, Resume())
    in_play.come_back(seat, seat)

    in_play.lose(seat)
    in_play.wait(0.0)

    assert in_play.game.pause is not None


@pytest.mark.parametrize("after", [AfterGrace.WAIT, AfterGrace.PAUSE])
def test_who_left_for_good_is_taken_over_whatever_the_table_waits_for(
    in_play: TableInPlay, after: AfterGrace
) -> None:
    in_play.game.patience.after = after
    in_play.say(1, Leave())

    in_play.wait(0.0)

    assert in_play.taken_over == [1]


@pytest.mark.parametrize("after", [AfterGrace.WAIT, AfterGrace.PAUSE])
def test_table_that_waits_keeps_no_host_busy(
    in_play: TableInPlay, after: AfterGrace
) -> None:
    after_grace(in_play, after)

    assert in_play.table.deadline() > in_play.now + 1000.0


def test_seat_that_sealed_and_is_away_is_waited_for_by_a_table_that_waits(
    in_play: TableInPlay,
) -> None:
    in_play.game.patience.after = AfterGrace.WAIT
    in_play.offer(Kind.SEALED)
    in_play.seal_all()
    in_play.lose(1)
    in_play.act(0)
    in_play.act(2)

    in_play.wait(10_000.0)

    assert not any(isinstance(e, Opened) for e in in_play.events)


# Presence.


def test_all_are_told_what_is_left_of_the_grace_of_who_is_away(
    in_play: TableInPlay,
) -> None:
    in_play.lose(1)
    in_play.wait(20.0)

    watcher = in_play.watch()

    presence = watcher.newest(Presence)
    assert (presence.here[1], presence.grace_ms[1]) == (False, 100_000)


def test_full_purses_of_a_new_round_are_told_while_somebody_is_away(
    in_play: TableInPlay,
) -> None:
    game = in_play.game
    in_play.lose(1)
    in_play.wait(20.0)

    game.patience.grace.refill(in_play.now)
    in_play.table.course.publish(game, in_play.now)

    assert in_play.lines[0].newest(Presence).grace_ms[1] == 120_000


def test_purses_of_a_deserted_game_are_told_to_stand(in_play: TableInPlay) -> None:
    watcher: RecordedConnection = in_play.watch()

    for person in (0, 1, 2):
        in_play.lose(person)

    assert watcher.newest(Presence).stands

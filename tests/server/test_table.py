"""A table from its first person to the lobby after the game."""

from __future__ import annotations

import pytest
from tests.server.game_by_hand import KEYS, NAMES
from tests.server.table_by_hand import RecordedConnection, TableByHand, events_of

from vendue_protocol.agreement import terms_digest
from vendue_protocol.chain import HOST, sign_hold
from vendue_protocol.client_messages import (
    Arrange,
    Finish,
    HandOver,
    Hold,
    Leave,
    Play,
    Ready,
    Say,
    Share,
    Start,
)
from vendue_protocol.errors import Code
from vendue_protocol.host_messages import (
    Accepted,
    Commitments,
    Dealt,
    Due,
    GivenUp,
    Held,
    Lobby,
    Logged,
    Over,
    Presence,
    Proposal,
    Refused,
    Said,
    Seated,
)
from vendue_protocol.keys import NO_HEAD
from vendue_protocol.limits import DEFAULT
from vendue_server.course import HOLD_S
from vendue_server.refusal import Refusal
from vendue_server.table import TableRequest
from vendue_shared.events import Ended, Ending, Player
from vendue_shared.moves import Offer
from vendue_shared.options import Options
from vendue_shared.seats import Seat
from vendue_shared.terms import Clocks

OPTIONS_OF_THREE = Arrange(
    options=Options(mystery_hand=True), clocks=Clocks(grace=5), first=0, chairs=3
)


@pytest.fixture
def ready_table(table: TableByHand) -> TableByHand:
    """Anna, Bert and Cleo sit at an owner's table, all ready."""
    table.sit(0, 1, 2)
    table.ready(0, 1, 2)
    return table


@pytest.fixture
def set_up_table(ready_table: TableByHand) -> TableByHand:
    """The same, the set-up begun."""
    ready_table.say(0, Start())
    return ready_table


@pytest.fixture
def playing_table(standing_table: TableByHand) -> TableByHand:
    """Anna, Bert and Cleo play."""
    standing_table.sit(0, 1, 2)
    standing_table.ready(0, 1, 2)
    standing_table.set_up((0, 1, 2))
    return standing_table


@pytest.fixture
def table_with_bots(standing_table: TableByHand) -> TableByHand:
    """Anna plays against two bots without pauses, and begins."""
    standing_table.sit(0)
    plain = Arrange(options=Options(), clocks=Clocks(), first=0, chairs=3)
    standing_table.say(0, plain)
    standing_table.seat_bots(0, 1, 2)
    standing_table.ready(0)
    standing_table.set_up((0,))
    return standing_table


def refused(table: TableByHand, person: int, request: TableRequest) -> Code:
    with pytest.raises(Refusal) as refusal:
        table.say(person, request)
    return refusal.value.code


# Sitting down.


def test_who_sits_down_is_told_the_chair_before_the_lobby(table: TableByHand) -> None:
    table.sit(0)

    assert [type(m) for m in table.lines[0].told] == [Seated, Lobby]


def test_all_others_see_who_sits_down(table: TableByHand) -> None:
    table.sit(0, 1)

    chairs = table.lines[0].newest(Lobby).chairs
    assert [chair.name for chair in chairs] == ["Anna", "Bert", "", ""]


def test_nobody_sits_down_while_a_game_is_on(playing_table: TableByHand) -> None:
    with pytest.raises(Refusal) as refusal:
        playing_table.sit(3)

    assert refusal.value.code is Code.PLAYING


def test_nobody_sits_down_during_a_set_up(set_up_table: TableByHand) -> None:
    with pytest.raises(Refusal) as refusal:
        set_up_table.sit(3)

    assert refusal.value.code is Code.PLAYING


def test_lost_line_in_the_lobby_keeps_the_chair_and_it_is_not_ready(
    table: TableByHand,
) -> None:
    table.sit(0, 1)
    table.ready(0)

    table.lose(0)

    chair = table.lines[1].newest(Lobby).chairs[0]
    assert (chair.name, chair.ready, chair.here) == ("Anna", False, False)


@pytest.mark.parametrize(
    ("seconds", "names"),
    [(119.9, ["Anna", "Bert", "", ""]), (120.0, ["", "Bert", "", ""])],
    ids=["before", "after"],
)
def test_chair_of_a_lost_line_is_kept_for_the_grace(
    table: TableByHand, seconds: float, names: list[str]
) -> None:
    table.sit(0, 1)
    table.lose(0)

    table.wait(seconds)

    assert [chair.name for chair in table.lines[1].newest(Lobby).chairs] == names


def test_who_comes_back_to_the_lobby_keeps_the_chair(table: TableByHand) -> None:
    table.sit(0, 1)
    table.lose(0)
    table.wait(60.0)

    table.come_back(0, 0)
    table.wait(1000.0)

    assert table.lobby.chairs[0].here


def test_game_does_not_start_by_itself_while_a_line_is_lost(
    standing_table: TableByHand,
) -> None:
    standing_table.sit(0, 1, 2)
    standing_table.ready(0)
    standing_table.lose(0)

    standing_table.ready(1, 2)

    assert not standing_table.table.is_playing


def test_chair_of_who_left_may_be_taken_by_another(table: TableByHand) -> None:
    table.sit(0, 1)
    table.say(0, Leave())

    table.sit(2, chair=0)

    assert table.lines[2].newest(Seated).chair == 0


def test_owner_who_leaves_is_followed_by_who_sat_down_next(
    table: TableByHand,
) -> None:
    table.sit(0, 1, 2)

    table.say(0, Leave())

    assert table.lines[2].newest(Lobby).owner == 1


def test_who_left_is_told_nothing_more(table: TableByHand) -> None:
    table.sit(0, 1)
    table.say(0, Leave())
    table.lines[0].forget()

    table.sit(2)

    assert table.lines[0].told == []


# Starting.


def test_standing_table_starts_when_all_chairs_are_ready(
    standing_table: TableByHand,
) -> None:
    standing_table.sit(0, 1, 2)

    standing_table.ready(0, 1, 2)

    assert standing_table.lines[2].newest(Proposal).attempt == 1


def test_standing_table_does_not_start_with_a_free_chair(
    standing_table: TableByHand,
) -> None:
    standing_table.sit(0, 1)

    standing_table.ready(0, 1)

    assert not standing_table.table.is_playing


def test_table_of_an_owner_waits_for_the_owner(ready_table: TableByHand) -> None:
    assert not ready_table.table.is_playing


def test_owner_starts_with_a_free_chair(ready_table: TableByHand) -> None:
    ready_table.say(0, Start())

    terms = ready_table.lines[1].newest(Proposal).terms
    assert [chair.name for chair in terms.chairs] == ["Anna", "Bert", "Cleo"]


def test_nobody_else_starts(ready_table: TableByHand) -> None:
    assert refused(ready_table, 1, Start()) is Code.AUTH


def test_owner_does_not_start_before_all_are_ready(ready_table: TableByHand) -> None:
    ready_table.say(2, Ready(revision=0, ready=False))

    assert refused(ready_table, 0, Start()) is Code.OPTIONS


def test_two_are_too_few(table: TableByHand) -> None:
    table.sit(0, 1)
    table.ready(0, 1)

    assert refused(table, 0, Start()) is Code.OPTIONS


def test_owner_sets_the_table_for_all(table: TableByHand) -> None:
    table.sit(0, 1)

    table.say(0, OPTIONS_OF_THREE)

    shown = table.lines[1].newest(Lobby)
    assert (shown.options, shown.clocks.grace) == (OPTIONS_OF_THREE.options, 5)


def test_terms_are_what_the_lobby_showed(table: TableByHand) -> None:
    table.sit(0, 1, 2)
    table.say(0, OPTIONS_OF_THREE)
    table.ready(0, 1, 2)
    table.say(0, Start())

    terms, shown = table.proposal_to(1).terms, table.lines[1].newest(Lobby)
    assert (terms.options, terms.clocks, terms.first) == (
        shown.options,
        shown.clocks,
        shown.first,
    )


def test_lobby_that_a_set_up_follows_is_sent_before_it(
    ready_table: TableByHand,
) -> None:
    ready_table.say(0, Start())

    kinds = [type(message) for message in ready_table.lines[1].told]
    assert kinds[-2:] == [Lobby, Proposal]


# Setting up.


def test_spectator_is_not_asked_for_a_share(ready_table: TableByHand) -> None:
    watcher = ready_table.watch()

    ready_table.say(0, Start())

    assert watcher.heard_of(Proposal) == []


def test_commitments_are_told_once_all_have_agreed(set_up_table: TableByHand) -> None:
    set_up_table.agree(0, 1)
    before = set_up_table.lines[0].heard_of(Commitments)

    set_up_table.agree(2)

    assert (before, len(set_up_table.lines[0].heard_of(Commitments))) == ([], 1)


def test_set_up_is_given_up_when_somebody_is_late(set_up_table: TableByHand) -> None:
    set_up_table.agree(0, 1)

    set_up_table.wait(10.0)

    assert set_up_table.lines[0].newest(GivenUp).missing == (2,)


def test_who_was_late_loses_the_chair(set_up_table: TableByHand) -> None:
    set_up_table.agree(0, 1)

    set_up_table.wait(10.0)

    assert [c.name for c in set_up_table.lobby.chairs] == ["Anna", "Bert", "", ""]


def test_who_was_late_watches_from_then_on(set_up_table: TableByHand) -> None:
    set_up_table.agree(0, 1)

    set_up_table.wait(10.0)

    assert set_up_table.lines[2].newest(Lobby).watchers == 1


def test_all_are_asked_again_whether_they_are_ready(set_up_table: TableByHand) -> None:
    set_up_table.agree(0, 1)

    set_up_table.wait(10.0)

    assert not any(chair.ready for chair in set_up_table.lobby.chairs)


def test_next_attempt_names_the_one_that_was_given_up_late(
    set_up_table: TableByHand,
) -> None:
    first = set_up_table.proposal_to(0).terms
    set_up_table.agree(0, 1, 2)
    set_up_table.share(0, 1)
    set_up_table.wait(10.0)
    set_up_table.sit(3)
    set_up_table.ready(0, 1, 3)

    set_up_table.say(0, Start())

    assert set_up_table.proposal_to(0).terms.prev == terms_digest(first)


def test_next_attempt_does_not_name_one_that_was_given_up_early(
    set_up_table: TableByHand,
) -> None:
    set_up_table.agree(0, 1)
    set_up_table.wait(10.0)
    set_up_table.sit(3)
    set_up_table.ready(0, 1, 3)

    set_up_table.say(0, Start())

    proposal = set_up_table.proposal_to(0)
    assert (proposal.attempt, proposal.terms.prev) == (2, NO_HEAD)


def test_who_leaves_during_a_set_up_ends_it_at_once(set_up_table: TableByHand) -> None:
    set_up_table.agree(0, 1, 2)
    set_up_table.share(1)

    set_up_table.say(1, Leave())

    assert set_up_table.lines[0].newest(GivenUp).missing == (1,)
    assert [c.name for c in set_up_table.lobby.chairs] == ["Anna", "", "Cleo", ""]


def test_owner_who_leaves_during_a_set_up_is_followed_by_the_next(
    set_up_table: TableByHand,
) -> None:
    set_up_table.say(0, Leave())

    assert set_up_table.lines[1].newest(Lobby).owner == 1


def test_lost_line_during_a_set_up_is_waited_for(set_up_table: TableByHand) -> None:
    set_up_table.lose(1)

    assert set_up_table.lines[0].heard_of(GivenUp) == []


def test_who_lost_the_line_and_is_not_missing_keeps_the_chair_for_the_grace(
    set_up_table: TableByHand,
) -> None:
    set_up_table.agree(1)
    set_up_table.lose(1)

    set_up_table.wait(10.0)

    names = [chair.name for chair in set_up_table.lobby.chairs]
    set_up_table.wait(120.0)
    after = [chair.name for chair in set_up_table.lobby.chairs]
    assert (names, after) == (["", "Bert", "", ""], [""] * 4)


def test_game_begins_with_who_shared_and_lost_the_line(
    set_up_table: TableByHand,
) -> None:
    set_up_table.agree(0, 1, 2)
    set_up_table.share(1)
    set_up_table.lose(1)

    set_up_table.share(0, 2)

    assert set_up_table.lines[0].newest(Presence).here == (True, False, True)


def test_who_comes_back_into_a_set_up_is_asked_again(
    set_up_table: TableByHand,
) -> None:
    set_up_table.lose(1)

    line = set_up_table.come_back(1, 1)

    assert [type(m) for m in line.told] == [Seated, Lobby, Proposal]


def test_who_comes_back_into_a_set_up_can_finish_it(set_up_table: TableByHand) -> None:
    set_up_table.agree(0, 2)
    set_up_table.lose(1)
    set_up_table.come_back(1, 1)

    set_up_table.set_up((1,))
    set_up_table.share(0, 2)

    assert events_of(set_up_table.lines[1]) == [1]


def test_share_outside_a_set_up_is_stale(playing_table: TableByHand) -> None:
    assert refused(playing_table, 0, Share(game=bytes(16), e=bytes(32))) is Code.STALE


# Playing.


def test_players_are_dealt_their_paintings_after_event_one(
    playing_table: TableByHand,
) -> None:
    told = [type(message) for message in playing_table.lines[1].told]

    assert told.index(Logged) < told.index(Dealt) < told.index(Due)


def test_presence_is_told_after_the_event_that_it_belongs_to(
    playing_table: TableByHand,
) -> None:
    watcher = playing_table.watch()

    told = [type(message) for message in watcher.told]
    assert told.index(Logged) < told.index(Presence)


def test_answer_comes_after_the_event(table_with_bots: TableByHand) -> None:
    anna = table_with_bots.lines[0]
    anna.forget()
    painting = table_with_bots.game.hands.of(Seat(0))[0]

    table_with_bots.say(0, Play(n=1, move=Offer(auction=1, painting=painting)))

    kinds = [type(message) for message in anna.told]
    assert kinds == [Logged, Due, Accepted]


def test_leaving_in_a_game_leaves_the_seat_to_a_bot(playing_table: TableByHand) -> None:
    playing_table.say(1, Leave())

    playing_table.wait(0.0)

    assert playing_table.game.follower.position.bots[1]


def test_leaving_makes_the_table_due_at_once(playing_table: TableByHand) -> None:
    playing_table.say(1, Leave())

    assert playing_table.table.deadline() <= playing_table.now


def test_lost_line_in_a_game_keeps_the_chair(playing_table: TableByHand) -> None:
    playing_table.lose(1)

    chair = playing_table.lines[0].newest(Lobby).chairs[1]
    assert (chair.name, chair.here) == ("Bert", False)


def test_all_see_whose_line_is_lost(playing_table: TableByHand) -> None:
    playing_table.lose(1)

    assert playing_table.lines[0].newest(Presence).here == (True, False, True)


def test_all_see_that_the_clock_stands(playing_table: TableByHand) -> None:
    seller = playing_table.game.follower.position.auctioneer
    other = (seller + 1) % 3

    playing_table.lose(seller)

    assert playing_table.lines[other].newest(Due).held_up


def test_owner_ends_the_game(playing_table: TableByHand) -> None:
    playing_table.say(0, Finish())

    assert playing_table.lines[2].newest(Over).reason is Ending.OWNER


def test_nobody_else_ends_the_game(playing_table: TableByHand) -> None:
    assert refused(playing_table, 1, Finish()) is Code.AUTH


def test_next_owner_ends_the_game_when_the_first_has_left(
    playing_table: TableByHand,
) -> None:
    playing_table.say(0, Leave())

    playing_table.say(1, Finish())

    assert not playing_table.table.is_playing


def test_options_do_not_change_during_a_game(playing_table: TableByHand) -> None:
    assert refused(playing_table, 0, OPTIONS_OF_THREE) is Code.PLAYING


def test_person_hands_the_own_seat_over(playing_table: TableByHand) -> None:
    playing_table.say(1, HandOver(to=Player.BOT))

    assert playing_table.game.follower.position.bots[1]


# Watching.


def test_spectator_is_told_the_whole_log(playing_table: TableByHand) -> None:
    seller = playing_table.game.follower.position.auctioneer
    playing_table.say(seller, HandOver(to=Player.BOT))
    playing_table.wait(0.0)

    watcher = playing_table.watch()

    assert events_of(watcher) == list(range(1, playing_table.game.follower.s + 1))


def test_spectator_is_told_what_is_due(playing_table: TableByHand) -> None:
    watcher = playing_table.watch()

    assert watcher.newest(Due).purse is None


def test_spectator_says_no_move(playing_table: TableByHand) -> None:
    playing_table.lines[9] = playing_table.watch()

    assert refused(playing_table, 9, HandOver(to=Player.BOT)) is Code.AUTH


def test_no_more_watch_than_the_limit(table: TableByHand) -> None:
    for _ in range(DEFAULT.watchers):
        table.watch()

    with pytest.raises(Refusal) as refusal:
        table.watch()

    assert refusal.value.code is Code.FULL


def test_as_many_watch_as_the_limit_says(table: TableByHand) -> None:
    for _ in range(DEFAULT.watchers):
        table.watch()

    assert table.table.members.watchers == DEFAULT.watchers


def test_spectator_of_one_game_is_told_the_next(table_with_bots: TableByHand) -> None:
    watcher = table_with_bots.watch()
    table_with_bots.say(0, Finish())
    watcher.forget()
    table_with_bots.ready(0)

    table_with_bots.set_up((0,))

    assert events_of(watcher) == [1]


def test_slow_spectator_is_told_the_old_game_to_its_end_before_the_next(
    table_with_bots: TableByHand,
) -> None:
    watcher = table_with_bots.watch()
    watcher.forget()
    watcher.is_stuck = True
    table_with_bots.say(0, HandOver(to=Player.BOT))
    table_with_bots.wait(3600.0)
    last = table_with_bots.kept[0].follower.s
    table_with_bots.ready(0)
    table_with_bots.set_up((0,))

    watcher.drain()

    kinds = [m for m in watcher.told if isinstance(m, Logged | Over)]
    numbers = [m.s if isinstance(m, Logged) else 0 for m in kinds]
    assert numbers == [*range(2, last + 1), 0, 1]


def test_spectator_who_leaves_while_behind_is_told_nothing_more(
    table_with_bots: TableByHand,
) -> None:
    watcher = table_with_bots.lines[9] = table_with_bots.watch()
    watcher.is_stuck = True
    table_with_bots.say(0, Finish())
    table_with_bots.ready(0)
    table_with_bots.set_up((0,))
    table_with_bots.say(9, Leave())
    watcher.forget()

    watcher.drain()

    assert events_of(watcher)[1:] == []


# After the game.


def test_table_is_its_lobby_again_after_the_game(table_with_bots: TableByHand) -> None:
    table_with_bots.say(0, Finish())

    kinds = [type(message) for message in table_with_bots.lines[0].told]
    assert kinds[-2:] == [Over, Lobby]


def test_persons_keep_their_chairs_after_the_game(playing_table: TableByHand) -> None:
    playing_table.say(0, Finish())

    assert [c.name for c in playing_table.lobby.chairs] == list(NAMES[:3])


def test_nobody_is_ready_after_the_game(playing_table: TableByHand) -> None:
    playing_table.say(0, Finish())

    assert not any(chair.ready for chair in playing_table.lobby.chairs)


def test_who_left_during_the_game_has_no_chair_after_it(
    playing_table: TableByHand,
) -> None:
    playing_table.say(1, Leave())

    playing_table.say(0, Finish())

    assert [c.name for c in playing_table.lobby.chairs] == ["Anna", "", "Cleo"]


def test_closed_game_is_kept_once(table_with_bots: TableByHand) -> None:
    table_with_bots.say(0, HandOver(to=Player.BOT))

    table_with_bots.wait(3600.0)

    assert [game.is_closed for game in table_with_bots.kept] == [True]


def test_game_that_bots_finish_is_closed_by_the_clock(
    table_with_bots: TableByHand,
) -> None:
    table_with_bots.say(0, Leave())

    table_with_bots.wait(3600.0)

    last = table_with_bots.kept[0].log.steps[-1].event
    assert isinstance(last, Ended)
    assert last.reason is Ending.FINISHED


def test_three_games_in_a_row_have_three_ids(table_with_bots: TableByHand) -> None:
    for _ in range(2):
        table_with_bots.say(0, Finish())
        table_with_bots.ready(0)
        table_with_bots.set_up((0,))
    table_with_bots.say(0, Finish())

    assert len({game.follower.game for game in table_with_bots.kept}) == 3


def test_answers_are_numbered_anew_in_the_next_game(
    table_with_bots: TableByHand,
) -> None:
    table_with_bots.say(0, Finish())
    table_with_bots.ready(0)
    table_with_bots.set_up((0,))

    assert table_with_bots.game.answers[0].last == 0


# Chat.


def test_chat_is_told_to_all_with_the_hosts_word_for_who_said_it(
    playing_table: TableByHand,
) -> None:
    playing_table.say(1, Say(text="well\x1b[2J done"))

    said = playing_table.lines[0].newest(Said)
    assert (said.name, said.seat, "\x1b" in said.text) == ("Bert", 1, False)


def test_chat_of_a_spectator_has_no_name(playing_table: TableByHand) -> None:
    playing_table.lines[9] = playing_table.watch()

    playing_table.say(9, Say(text="hello"))

    said = playing_table.lines[0].newest(Said)
    assert (said.name, said.seat) == ("", None)


def test_eighth_line_of_chat_in_ten_seconds_is_told(table: TableByHand) -> None:
    table.sit(0)
    for _ in range(DEFAULT.chats):
        table.say(0, Say(text="hello"))

    assert len(table.lines[0].heard_of(Said)) == DEFAULT.chats


def test_ninth_line_of_chat_in_ten_seconds_is_refused(table: TableByHand) -> None:
    table.sit(0)
    for _ in range(DEFAULT.chats):
        table.say(0, Say(text="hello"))

    assert refused(table, 0, Say(text="hello")) is Code.CHAT


def test_chat_is_taken_again_after_a_pause(table: TableByHand) -> None:
    table.sit(0)
    for _ in range(DEFAULT.chats):
        table.say(0, Say(text="hello"))
    table.wait(DEFAULT.chats_s)

    table.say(0, Say(text="again"))

    assert table.lines[0].newest(Said).text == "again"


@pytest.mark.parametrize("text", ["", "   "], ids=["empty", "blank"])
def test_chat_that_says_nothing_is_refused(table: TableByHand, text: str) -> None:
    table.sit(0)

    assert refused(table, 0, Say(text=text)) is Code.CHAT


# Faults.


def test_frozen_table_tells_its_members(table: TableByHand) -> None:
    table.sit(0)

    table.table.freeze()

    assert table.lines[0].newest(Refused).code == Code.BROKEN


def test_frozen_table_does_nothing_more(playing_table: TableByHand) -> None:
    playing_table.table.freeze()

    assert refused(playing_table, 0, Finish()) is Code.BROKEN


def test_frozen_table_seats_nobody(table: TableByHand) -> None:
    table.table.freeze()

    with pytest.raises(Refusal) as refusal:
        table.sit(0)

    assert refusal.value.code is Code.BROKEN


def test_frozen_table_shows_itself_to_nobody(table: TableByHand) -> None:
    table.table.freeze()

    with pytest.raises(Refusal) as refusal:
        table.watch()

    assert refusal.value.code is Code.BROKEN


def test_frozen_table_can_be_left(playing_table: TableByHand) -> None:
    playing_table.table.freeze()

    playing_table.say(0, Leave())

    assert playing_table.table.members.of(playing_table.lines[0]) is None


def test_frozen_table_is_never_due(playing_table: TableByHand) -> None:
    playing_table.table.freeze()

    assert playing_table.table.deadline() == float("inf")


def test_closed_connection_costs_the_others_nothing(
    playing_table: TableByHand,
) -> None:
    playing_table.lines[1].hang_up()

    playing_table.say(0, Say(text="hello"))

    assert playing_table.lines[2].newest(Said).text == "hello"


def test_line_of_the_list_says_how_many_chairs_are_free(table: TableByHand) -> None:
    table.sit(0)

    assert table.table.line().free == 3


def test_line_of_the_list_has_no_free_chairs_during_a_game(
    playing_table: TableByHand,
) -> None:
    assert (playing_table.table.line().free, playing_table.table.line().playing) == (
        0,
        True,
    )


def test_key_of_a_person_is_shown_to_all(table: TableByHand) -> None:
    table.sit(0, 1)

    assert table.lines[1].newest(Lobby).chairs[0].key == KEYS[0].public


def test_connection_that_left_has_the_limits_of_a_stranger(
    table: TableByHand,
) -> None:
    table.sit(0)
    line: RecordedConnection = table.lines[0]

    table.say(0, Leave())

    assert line.queue_limit == DEFAULT.stranger_queue_bytes


# Signatures on the history.


def signed(playing: TableByHand, person: int) -> Hold:
    """A person's true hold on event 1."""
    follower, seat = playing.game.follower, playing.seat_of(person)
    head = follower.heads[1]
    hold = sign_hold(KEYS[person], follower.game, seat, 1, head)
    return Hold(s=1, hold=hold)


def held_by(line: RecordedConnection) -> list[int]:
    """Whose signatures a member was sent, but for the host's."""
    return [held.who for held in line.heard_of(Held) if held.who != HOST]


def test_hold_is_passed_on_before_long_when_nobody_moves(
    playing_table: TableByHand,
) -> None:
    playing_table.say(1, signed(playing_table, 1))

    playing_table.wait(HOLD_S)

    seat = playing_table.seat_of(1)
    assert [held_by(line) for line in playing_table.lines.values()] == [[seat]] * 3


def test_hold_travels_with_what_comes_next(playing_table: TableByHand) -> None:
    playing_table.say(1, signed(playing_table, 1))

    playing_table.say(0, HandOver(to=Player.BOT))

    seat = playing_table.seat_of(1)
    assert [held_by(line) for line in playing_table.lines.values()] == [[seat]] * 3


def test_hold_on_the_end_of_a_game_is_passed_on_in_the_lobby(
    playing_table: TableByHand,
) -> None:
    hold, seat = signed(playing_table, 1), playing_table.seat_of(1)
    playing_table.say(0, Finish())

    playing_table.say(1, hold)
    playing_table.wait(HOLD_S)

    assert [held_by(line) for line in playing_table.lines.values()] == [[seat]] * 3

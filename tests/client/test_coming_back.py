"""Who comes back knows all that happened, and does nothing twice."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from vendue_client.entries import Notice
from vendue_client.sitting_notes import (
    Over as OverNote,
    Revealing as RevealingNote,
    Sending,
)
from vendue_client.stage import Stage
from vendue_protocol.chain import HOST
from vendue_protocol.client_messages import Hold, ListTables, Play, Return, Watch
from vendue_protocol.errors import Code
from vendue_protocol.host_messages import (
    Intervened,
    Logged,
    Over,
    Presence,
    Refused,
    Seated,
    TableLine,
    Tables,
    Welcome,
)
from vendue_protocol.interventions import Authority, Intervention
from vendue_protocol.message import Message
from vendue_protocol.proof import Check, ProofFailed
from vendue_shared.events import Ending, Passed, Player, Plays, Sealed
from vendue_shared.moves import Offer, Pass, Reveal, Seal
from vendue_shared.phases.once_around import OnceAround
from vendue_shared.phases.sealed_bids import Revealing, Sealing
from vendue_shared.phases.turn import Offering

from .at_home import GameAtHome
from .away_at_home import come_back, cut, start_anew
from .conftest import asked_for
from .lobby_at_home import GAME, HOST_KEY, TABLE

HASH = bytes(range(32))


def moves_in(messages: list[Message]) -> list[object]:
    return [message.move for message in messages if isinstance(message, Play)]


def is_like_the_host(game: GameAtHome) -> bool:
    """Whether the player has the log and the hand that the host has."""
    participant, host = game.participant, game.host
    hand = tuple(sorted(game.hands[game.me or 0]))
    heads = participant.follower.s, participant.follower.head
    return heads == (host.s, host.head) and participant.hand == hand


def unseen(game: GameAtHome, moves: int = 40) -> GameAtHome:
    """Let the others play on while nobody hears it; the player's time runs out."""
    for _ in range(moves):
        if not game.step(but_not=game.me):
            break
    return game


def offer(game: GameAtHome) -> Offer:
    auction = game.host.position.auction + 1
    return Offer(auction=auction, painting=game.participant.hand[0])


def test_who_comes_back_has_the_log_and_the_hand_of_the_host() -> None:
    game = asked_for(Offering)
    cut(game)
    game.play(0, offer(game), auto=False)
    unseen(game)

    come_back(game)

    assert is_like_the_host(game)
    assert game.participant.alarms == []


def test_nothing_can_be_done_before_all_is_known() -> None:
    game = asked_for(Offering)

    cut(game)

    assert game.participant.choices == ()
    assert game.participant.due is None
    come_back(game)
    assert game.participant.choices


def test_a_move_that_never_came_is_sent_again_with_its_number() -> None:
    game = asked_for(Offering)
    cut(game)
    lost = game.participant.play(offer(game))

    said = come_back(game)

    assert [m for m in said if isinstance(m, Play)] == [lost]


def test_a_move_whose_answer_was_lost_is_not_sent_again() -> None:
    game = asked_for(Offering)
    move = offer(game)
    sent = game.participant.play(move)
    cut(game)
    game.take(sent)

    said = come_back(game)

    assert moves_in(said) == []
    assert is_like_the_host(game)
    assert game.participant.in_flight is None


def test_a_return_whose_answer_was_lost_is_made_good_by_the_next() -> None:
    game = asked_for(Offering)
    cut(game)
    game.participant.return_on(Welcome(key=HOST_KEY.public, challenge=HASH))
    game.participant.lose_line()
    unseen(game)

    come_back(game)

    assert is_like_the_host(game)
    assert not game.participant.back.is_behind


def test_a_move_is_not_sent_again_when_its_auction_is_over() -> None:
    game = asked_for(OnceAround)
    auction = game.host.position.auction
    cut(game)
    game.participant.play(Pass(auction=auction))
    game.play(0, Pass(auction=auction), auto=True)

    said = come_back(game)

    assert moves_in(said) == []


def test_only_the_newest_hold_point_is_signed_on_return() -> None:
    game = asked_for(Offering)
    cut(game)
    step = game.host.add(Plays(seat=0, by=Player.BOT))
    game.tell(Logged(s=step.s, e=step.payload))
    game.until(lambda game: len(game.host.hold_points) > 3)

    said = come_back(game)

    holds = [message.s for message in said if isinstance(message, Hold)]
    assert holds == [game.host.hold_points[-1].s]


@pytest.mark.parametrize("has_log", [True, False], ids=["own log", "from event 1"])
def test_a_program_started_anew_has_the_log_and_the_hand(*, has_log: bool) -> None:
    game = asked_for(Offering, luck=2)
    game.take(game.participant.play(offer(game)))
    game.until(lambda game: game.host.position.round == 2)
    start_anew(game, has_log=has_log)

    said = come_back(game)

    assert isinstance(said[0], Return)
    assert (said[0].s > 0) == has_log
    assert is_like_the_host(game)
    assert game.participant.alarms == []


def sealed_game(luck: int = 1) -> GameAtHome:
    """A game in which the player has sealed 7, and is not the last to seal."""
    game = asked_for(Sealing, luck)
    game.take(game.participant.play(game.sealing(0, 7)))
    return game


def killed_after_the_seal(game: GameAtHome) -> None:
    start_anew(game)
    game.until(Revealing)


def killed_as_the_bids_are_locked(game: GameAtHome) -> None:
    cut(game)
    game.until(Revealing)
    start_anew(game)


def killed_as_the_reveal_leaves(game: GameAtHome) -> None:
    game.take = game.sent.append  # type: ignore[assignment]
    game.until(Revealing)
    del game.take
    assert isinstance(game.participant.in_flight, Reveal)
    start_anew(game)


@pytest.mark.parametrize("has_notes", [True, False], ids=["all notes", "no moves"])
@pytest.mark.parametrize(
    "kill",
    [killed_after_the_seal, killed_as_the_bids_are_locked, killed_as_the_reveal_leaves],
)
def test_who_is_killed_between_seal_and_reveal_reveals_its_own_bid(
    kill: object, *, has_notes: bool
) -> None:
    game = sealed_game()
    assert callable(kill)
    kill(game)
    if not has_notes:
        start_anew(game, [n for n in game.notes if not isinstance(n, Sending)])

    said = come_back(game)

    (reveal,) = [move for move in moves_in(said) if isinstance(move, Reveal)]
    assert reveal.bid == 7
    assert not isinstance(game.host.position.phase, Revealing)
    assert is_like_the_host(game)


def test_the_own_bid_is_shown_again_after_a_restart() -> None:
    game = sealed_game()
    start_anew(game)

    come_back(game)

    assert game.participant.own_bid == 7


def test_a_bid_is_not_revealed_in_a_second_history() -> None:
    game = sealed_game()
    cut(game)
    game.until(Revealing)
    auction = game.host.position.auction
    other = RevealingNote(game=GAME, auction=auction, head=b"\x01" * 32)
    start_anew(game, [*game.notes, other])
    before = list(game.sent)

    with pytest.raises(ProofFailed) as caught:
        come_back(game)

    assert caught.value.check is Check.REWRITTEN
    assert moves_in(game.sent[len(before) :]) == []


def test_a_seal_made_in_ones_name_is_noticed_even_after_a_restart() -> None:
    game = asked_for(Sealing)
    cut(game)
    forged = Seal(auction=game.host.position.auction, commitment=b"\x01" * 32)
    game.play(0, forged)
    start_anew(game, game.notes)

    with pytest.raises(ProofFailed) as caught:
        come_back(game)

    assert caught.value.check is Check.OPENING


def test_moves_that_a_restart_forgot_are_shown_and_no_alarm() -> None:
    game = asked_for(Offering)
    game.take(game.participant.play(offer(game)))
    s = game.host.s
    forgetful = [note for note in game.notes if not isinstance(note, Sending)]
    start_anew(game, forgetful, has_log=False)

    come_back(game)

    assert Notice("made-before", str(s)) in game.participant.entries
    assert game.participant.alarms == []


def test_moves_that_are_remembered_are_not_shown_as_made_before() -> None:
    game = asked_for(Offering)
    game.take(game.participant.play(offer(game)))
    start_anew(game, has_log=False)

    come_back(game)

    shown = [e for e in game.participant.entries if isinstance(e, Notice)]
    assert [notice for notice in shown if notice.code == "made-before"] == []


def test_a_move_made_in_ones_name_after_the_return_is_an_alarm() -> None:
    game = asked_for(OnceAround)
    start_anew(game)
    come_back(game)

    with pytest.raises(ProofFailed) as caught:
        _forge(game, Passed(seat=0))

    assert caught.value.check is Check.OWN


def test_a_move_remembered_from_before_is_not_good_for_a_later_event() -> None:
    game = asked_for(OnceAround)
    auction = game.host.position.auction
    refused = game.participant.play(Pass(auction=auction))
    game.tell(Refused(code=Code.STORAGE, to="move", n=refused.n))
    start_anew(game)
    come_back(game)

    with pytest.raises(ProofFailed) as caught:
        _forge(game, Passed(seat=0))

    assert caught.value.check is Check.OWN


def _forge(game: GameAtHome, event: Passed | Sealed) -> None:
    step = game.host.add(event)
    game.tell(Logged(s=step.s, e=step.payload))


def test_who_comes_back_after_the_end_is_told_so_in_the_lobby() -> None:
    game = asked_for(Offering)
    cut(game)
    asked = game.participant.return_on(Welcome(key=HOST_KEY.public, challenge=HASH))

    game.is_cut = False
    game.tell(Seated(table=TABLE, chair=0, n=0), game.lobby, tables(playing=False))

    assert ListTables() in asked
    assert game.participant.stage is Stage.LOBBY
    assert game.participant.entries[-1] == Notice("missed-end")
    assert OverNote(game=GAME) in game.notes
    assert not game.participant.may_come_back


def test_a_list_that_says_that_the_game_goes_on_changes_nothing() -> None:
    game = asked_for(Offering)
    cut(game)
    game.tell(tables(playing=True))

    come_back(game)
    game.tell(tables(playing=False))

    assert is_like_the_host(game)
    assert game.participant.stage is Stage.GAME


def tables(*, playing: bool) -> Tables:
    line = TableLine(
        table=TABLE, name="Studio Rosso", chairs=4, free=0, watchers=0,
        playing=playing, preset="classic",
    )  # fmt: skip
    return Tables(tables=(line,))


def test_a_bot_that_took_over_meanwhile_is_no_alarm() -> None:
    game = asked_for(Offering)
    cut(game)
    step = game.host.add(Plays(seat=0, by=Player.BOT))
    game.tell(Logged(s=step.s, e=step.payload))

    come_back(game)

    assert game.participant.alarms == []
    assert game.participant.position.bots[0]


def test_a_bot_that_takes_over_who_is_there_is_an_alarm_that_can_be_survived() -> None:
    game = asked_for(Offering)

    step = game.host.add(Plays(seat=0, by=Player.BOT))
    game.tell(Logged(s=step.s, e=step.payload))

    assert [alarm.check for alarm in game.participant.alarms] == [Check.SEAT]
    assert game.participant.follower.s == step.s


@pytest.fixture
def watching() -> GameAtHome:
    """A spectator of a game that has gone on for a while."""
    game = GameAtHome(me=None).begin()
    for _ in range(8):
        game.step()
    return game


def test_a_spectator_is_told_all_again_and_goes_on(watching: GameAtHome) -> None:
    cut(watching)
    watching.step()

    come_back(watching)

    assert watching.participant.follower.head == watching.host.head
    assert watching.participant.alarms == []


def test_a_spectator_gives_the_tables_password_again(watching: GameAtHome) -> None:
    came = Watch(table=TABLE, password=b"rosso")
    watching.participant.sends(came)
    cut(watching)

    assert come_back(watching)[0] == came


def test_a_spectator_who_is_told_another_history_raises_an_alarm(
    watching: GameAtHome,
) -> None:
    cut(watching)
    told = [m for m in watching.told if isinstance(m, Logged)]
    at = watching.told.index(told[4])
    watching.told[at] = replace(told[4], e=told[5].e)

    with pytest.raises(ProofFailed) as caught:
        come_back(watching)

    assert caught.value.check is Check.REWRITTEN


@pytest.mark.parametrize("code", [Code.AUTH, Code.HOLD, Code.TABLE])
def test_a_refused_return_is_told_and_not_tried_again(code: Code) -> None:
    game = asked_for(Offering)
    cut(game)
    assert game.participant.welcome is not None
    game.participant.return_on(game.participant.welcome)

    again = game.participant.receive(Refused(code=code, to="return"))

    assert again == []
    assert game.participant.back.refused == Refused(code=code, to="return")


# A host that has lost a part of the game.


def pause_by_history(game: GameAtHome) -> list[Message]:
    """Come back to a host that has less of the game; what is said once there."""
    cut(game)
    game.participant.return_on(Welcome(key=HOST_KEY.public, challenge=bytes(range(32))))
    game.is_cut, before = False, len(game.sent)
    game.tell(Seated(table=TABLE, chair=game.me), game.lobby)
    why = Intervened(
        what=Intervention.PAUSE, by=Authority.HISTORY, seat=None, reason="lost"
    )
    game.tell(why, Presence(s=1, here=(True,) * game.seats, watchers=0))
    return game.sent[before:]


def test_a_return_shows_the_newest_signature_of_the_host() -> None:
    game = asked_for(Sealing)
    follower = game.participant.follower
    cut(game)

    asked = game.participant.return_on(
        Welcome(key=HOST_KEY.public, challenge=bytes(range(32)))
    )

    assert isinstance(asked[0], Return)
    held = asked[0].held
    assert held is not None
    assert held.s == max(s for s, who in follower.holds if who == HOST)
    assert held.h == follower.heads[held.s]
    assert held.hold == follower.holds[held.s, HOST]


def test_nothing_is_signed_or_revealed_to_a_host_that_lost_a_part() -> None:
    game = asked_for(Sealing)

    said = pause_by_history(game)

    assert said == []
    assert game.participant.alarms == []
    assert game.participant.follower.s > 1


def test_the_end_of_a_game_that_the_host_lost_is_no_alarm() -> None:
    game = asked_for(Sealing)
    pause_by_history(game)

    game.tell(Over(game=GAME, reason=Ending.OWNER))

    participant = game.participant
    assert participant.alarms == []
    assert participant.stage is Stage.LOBBY
    assert Notice("lost-history") in participant.entries


def test_a_game_that_ends_without_its_log_is_an_alarm_else() -> None:
    game = asked_for(Sealing)

    with pytest.raises(ProofFailed, match="not in the log"):
        game.tell(Over(game=GAME, reason=Ending.OWNER))

"""A host that has lost a part of its own history, and those who have it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.restarts import ReturningPerson, ScriptedGame

from vendue_protocol.chain import HOST, sign_hold
from vendue_protocol.client_messages import Finish, Resume
from vendue_protocol.errors import Code
from vendue_protocol.host_messages import (
    Intervened,
    Lobby,
    Logged,
    Over,
    Refused,
    Said,
    Seated,
)
from vendue_protocol.interventions import Authority, Intervention
from vendue_protocol.message import Message
from vendue_server.game import Game
from vendue_server.journal.store import FILE

from .game_by_hand import HOST_KEY, KEYS


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[ScriptedGame]:
    """The scripted game of two persons and a bot, some moves old."""
    game = ScriptedGame(tmp_path)
    game.sit()
    game.begin()
    for _ in range(8):
        game._step()
    yield game
    game.host.close()


def game_of(begun: ScriptedGame) -> Game:
    game = begun.host.table.course.game
    assert game is not None
    return game


def copy_of(begun: ScriptedGame) -> Path:
    """What somebody backed up of a host that ran."""
    begun.host.journal.checkpoint()
    directory = begun.host.directory
    return Path(shutil.copytree(directory, directory.parent / "older"))


def put_back(begun: ScriptedGame, older: Path) -> None:
    """Start the host anew on an older copy of its directory."""
    begun.host.journal.close()
    begun.host.directory = older
    begun.host.start()


def lose_wal(begun: ScriptedGame) -> None:
    """Start the host anew without its write-ahead log."""
    begun.host.die()
    (begun.host.directory / f"{FILE}-wal").unlink()
    begun.host.start()


def play_past_a_hold_point(begun: ScriptedGame) -> None:
    points = len(game_of(begun).follower.hold_points)
    while len(game_of(begun).follower.hold_points) == points:
        begun._step()
    begun._follow()


def play_a_little(begun: ScriptedGame) -> None:
    """Some events, none of which anybody signs; all have heard them."""
    follower = game_of(begun).follower
    before, points = follower.s, len(follower.hold_points)
    while follower.s < before + 3:
        begun._step()
    begun._follow()
    assert len(follower.hold_points) == points


def came(person: ReturningPerson) -> list[Message]:
    """Return, and hear what the new line brings."""
    person.come_back()
    return heard(person)


def heard(person: ReturningPerson) -> list[Message]:
    told: list[Message] = []
    while (message := person.next()) is not None:
        told.append(message)
    return told


def kinds(messages: list[Message]) -> set[type[Message]]:
    return {type(message) for message in messages}


def refusals(messages: list[Message]) -> list[str]:
    return [message.code for message in messages if isinstance(message, Refused)]


def pauses(messages: list[Message]) -> list[Authority]:
    told = [message for message in messages if isinstance(message, Intervened)]
    return [message.by for message in told if message.what is Intervention.PAUSE]


@pytest.fixture
def lost(begun: ScriptedGame) -> ScriptedGame:
    """A host put back behind a hold point that its players have."""
    older = copy_of(begun)
    play_past_a_hold_point(begun)
    put_back(begun, older)
    return begun


# Shown its own signature.


@pytest.mark.parametrize("how", ["an older copy", "no write-ahead log"])
def test_a_host_shown_its_own_signature_on_what_it_lost_pauses(
    begun: ScriptedGame, how: str
) -> None:
    older = copy_of(begun)
    play_past_a_hold_point(begun)
    if how == "an older copy":
        put_back(begun, older)
    else:
        lose_wal(begun)

    told = came(begun.persons[0])

    assert refusals(told) == []
    assert pauses(told)[0] is Authority.HISTORY
    assert {Seated, Lobby} <= kinds(told)
    assert Logged not in kinds(told)


def test_who_has_no_more_than_the_host_is_told_when_another_has(
    lost: ScriptedGame,
) -> None:
    first, second = lost.persons
    second.begin_again()
    came(second)

    came(first)

    assert pauses(heard(second)) == [Authority.HISTORY]


def test_nothing_goes_on_from_less(lost: ScriptedGame) -> None:
    came(lost.persons[0])
    came(lost.persons[1])
    game = game_of(lost)
    before = game.follower.s

    for _ in range(1000):
        lost.host.now += 1.0
        lost.host.tick()

    assert (game.follower.s, game.has_lost) == (before, True)


def test_the_owner_cannot_resume_it(lost: ScriptedGame) -> None:
    came(lost.persons[0])

    lost.persons[0].say(Resume())

    assert refusals(heard(lost.persons[0])) == [Code.HOLD]
    assert game_of(lost).has_lost


def test_the_owner_can_end_it_for_all(lost: ScriptedGame) -> None:
    came(lost.persons[0])
    came(lost.persons[1])

    lost.persons[0].say(Finish(reason="a pity"))

    told = heard(lost.persons[1])
    assert Over in kinds(told)
    assert Logged not in kinds(told)
    assert lost.host.table.course.game is None


def test_the_loss_is_known_after_the_next_restart_too(lost: ScriptedGame) -> None:
    came(lost.persons[0])

    lost.host.die()
    lost.host.start()

    assert game_of(lost).has_lost


def test_a_signature_that_is_not_the_hosts_proves_nothing(lost: ScriptedGame) -> None:
    person = lost.persons[0]
    forged = sign_hold(
        KEYS[0], person.follower.game, HOST, person.follower.s, person.follower.head
    )
    point = person.follower.hold_points[-1].s
    person.follower.holds[point, HOST] = forged

    assert refusals(came(person)) == [Code.HOLD]
    assert game_of(lost).pause is None


def test_a_signature_on_another_game_proves_nothing(lost: ScriptedGame) -> None:
    person = lost.persons[0]
    point = person.follower.hold_points[-1].s
    hold = sign_hold(HOST_KEY, bytes(16), HOST, point, person.follower.heads[point])
    person.follower.holds[point, HOST] = hold

    assert refusals(came(person)) == [Code.HOLD]


# Shown the same by all.


def test_all_who_return_and_show_the_same_are_believed(begun: ScriptedGame) -> None:
    older = copy_of(begun)
    play_a_little(begun)
    put_back(begun, older)

    first, second = came(begun.persons[0]), came(begun.persons[1])
    again = came(begun.persons[0])

    assert refusals(first) == [Code.HOLD]
    assert (refusals(second), refusals(again)) == ([], [])
    assert pauses(second)[0] is pauses(again)[0] is Authority.HISTORY


def test_one_alone_is_told_so_and_the_owner_is_told_who(begun: ScriptedGame) -> None:
    older = copy_of(begun)
    play_a_little(begun)
    put_back(begun, older)
    owner, other = begun.persons
    owner.begin_again()
    came(owner)

    told = came(other)

    assert refusals(told) == [Code.HOLD]
    assert game_of(begun).pause is None
    said = [message for message in heard(owner) if isinstance(message, Said)]
    assert [message.name for message in said] == ["host"]
    assert "Bert came back with another history" in said[0].text


def test_one_who_says_it_twice_is_still_one(begun: ScriptedGame) -> None:
    older = copy_of(begun)
    play_a_little(begun)
    put_back(begun, older)

    for _ in range(2):
        assert refusals(came(begun.persons[1])) == [Code.HOLD]

    assert game_of(begun).pause is None


def test_a_host_that_was_not_restarted_has_lost_nothing(begun: ScriptedGame) -> None:
    for person in begun.persons:
        person._session.lost(begun.host.now)
        person.follower.s += 1
        person.follower.heads.append(bytes(32))
        person.follower.head = bytes([1] * 32)

    assert [refusals(came(person)) for person in begun.persons] == [[Code.HOLD]] * 2
    assert game_of(begun).pause is None


# An honest host.


def test_a_host_that_lost_nothing_pauses_for_nobody(begun: ScriptedGame) -> None:
    play_past_a_hold_point(begun)
    begun.host.die()
    begun.host.start()

    told = [came(person) for person in begun.persons]

    assert [refusals(messages) for messages in told] == [[], []]
    assert game_of(begun).pause is None

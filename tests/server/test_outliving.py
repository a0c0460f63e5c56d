"""What a table has, and still has after its host was killed; nothing gets weaker."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.restarts import Killed, Line, RestartedHost, ScriptedGame

from vendue_protocol.client_messages import (
    Create,
    Finish,
    Kick,
    Pause,
    Resume,
    Sit,
    TakeOver,
    Watch,
)
from vendue_protocol.errors import Code
from vendue_protocol.host_messages import Intervened, Refused, Seated
from vendue_protocol.interventions import AfterGrace, Authority, Intervention
from vendue_protocol.message import Message
from vendue_server import failpoints, passwords
from vendue_server.failpoints import Failpoint
from vendue_server.game import Game
from vendue_server.passwords import TablePassword
from vendue_server.refusal import Refusal, StorageFailed
from vendue_server.session import Session
from vendue_shared.seats import Seat

from .game_by_hand import HOST_KEY, KEYS, NAMES

RIGHT, WRONG = b"a rose is a rose", b"a rose is a tulip"


@pytest.fixture(autouse=True)
def nothing_armed() -> Iterator[None]:
    yield
    failpoints.arm(None)


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[ScriptedGame]:
    """The scripted game, just begun."""
    game = ScriptedGame(tmp_path)
    game.sit()
    game.begin()
    game._follow()
    yield game
    game.host.close()


def game_of(begun: ScriptedGame) -> Game:
    game = begun.host.table.course.game
    assert game is not None
    return game


def heard(begun: ScriptedGame, number: int) -> list[Intervened]:
    """What a person's line has brought since the last look, of what was done."""
    told = []
    while (message := begun.persons[number].next()) is not None:
        begun.persons[number].take(message)
        told += [message] if isinstance(message, Intervened) else []
    return told


def again(begun: ScriptedGame) -> Game:
    begun.host.die()
    begun.host.start()
    return game_of(begun)


def intervene(begun: ScriptedGame, wanted: Pause | Resume | TakeOver | Kick) -> None:
    begun.host.table.intervene(wanted, Authority.OWNER, begun.host.now)


def until_sealed(begun: ScriptedGame, seat: int) -> None:
    """Play until a seat has sealed a bid that is not opened."""
    while game_of(begun).follower.position.phase.changes_hands(Seat(seat)):
        begun._step()


# Passwords.


def asked(host: RestartedHost, message: Sit | Watch) -> Message | None:
    """How somebody is answered who comes with a password, right or wrong."""
    line = Line()
    session = Session(line, host.hall, HOST_KEY.public, bytes(32))
    session.handle(message, host.now)
    if session.unchecked is not None:
        kept, typed = session.password_to_check()
        assert kept is not None
        fits = kept.fits(typed)
        session.settle(kept if fits else Refusal(Code.PASSWORD), host.now)
    return line.next()


@pytest.fixture
def locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RestartedHost:
    """A host killed after somebody opened table 2 with a password and sat down."""
    monkeypatch.setattr(passwords, "_COST", 2)
    host = RestartedHost(tmp_path, 2)
    opener = Session(Line(), host.hall, HOST_KEY.public, bytes(32))
    opener.unchecked = Create(name="Friday", chairs=3, password=RIGHT)
    opener.settle(TablePassword.of(RIGHT), host.now)
    key = KEYS[0].public
    assert asked(host, Sit(table=2, name=NAMES[0], key=key, password=RIGHT))
    host.die()
    host.start()
    return host


@pytest.mark.parametrize("password", [WRONG, b""], ids=["wrong", "none"])
def test_a_table_does_not_lose_its_password(
    locked: RestartedHost, password: bytes
) -> None:
    sit = Sit(table=2, name=NAMES[1], key=KEYS[1].public, password=password)

    for request in (sit, Watch(table=2, password=password)):
        answer = asked(locked, request)
        assert isinstance(answer, Refused)
        assert answer.code == Code.PASSWORD


def test_a_password_still_opens_its_table(locked: RestartedHost) -> None:
    sit = Sit(table=2, name=NAMES[1], key=KEYS[1].public, password=RIGHT)

    assert isinstance(asked(locked, sit), Seated)
    assert isinstance(asked(locked, Watch(table=2, password=RIGHT)), Seated)


def test_only_the_table_with_the_password_is_locked(locked: RestartedHost) -> None:
    locks = {line.name: line.password for line in locked.hall.shown().tables}

    assert locks == {"Vendue": False, "Friday": True}


# What the owner decided.


@pytest.mark.parametrize("after", list(AfterGrace))
def test_what_becomes_of_a_lost_seat_outlives_the_host(
    tmp_path: Path, after: AfterGrace
) -> None:
    game = ScriptedGame(tmp_path)
    game.host.table.lobby.after = after
    game.sit()
    game.begin()

    assert again(game).patience.after is after


def test_who_was_kicked_stays_kicked(begun: ScriptedGame) -> None:
    intervene(begun, Kick(seat=1))

    again(begun)
    begun.persons[1].come_back()

    answer = begun.persons[1].next()
    assert isinstance(answer, Refused)
    assert answer.code == Code.AUTH
    assert begun.host.table.lobby.chairs[1].is_stand_in


@pytest.mark.parametrize("deed", [TakeOver, Kick])
def test_what_waits_for_a_sealed_bid_outlives_the_host(
    begun: ScriptedGame, deed: type[TakeOver | Kick]
) -> None:
    until_sealed(begun, 1)
    intervene(begun, deed(seat=1, reason="slow"))

    game = again(begun)
    waits = list(game.put_off)
    begun.restart()
    game = game_of(begun)
    while not game.follower.position.bots[1]:
        begun._step()

    assert waits == [1]
    assert not game.put_off
    assert begun.host.table.lobby.chairs[1].is_stand_in is (deed is Kick)


# Nothing is told before it is stored.


DEEDS: dict[str, Pause | TakeOver | Kick | Finish] = {
    "pause": Pause(reason="tea"),
    "takeover": TakeOver(seat=1),
    "kick": Kick(seat=1),
    "finish": Finish(),
}


def die() -> None:
    raise Killed


def full() -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("what", DEEDS)
def test_what_could_not_be_stored_is_told_to_nobody(
    begun: ScriptedGame, what: str
) -> None:
    heard(begun, 0)
    failpoints.arm(Failpoint("journal-append", 1, die))

    with pytest.raises(Killed):
        begun.host.table.intervene(DEEDS[what], Authority.OWNER, begun.host.now)

    assert heard(begun, 0) == []


@pytest.mark.parametrize("what", DEEDS)
def test_what_a_full_disk_refused_has_not_been_done(
    begun: ScriptedGame, what: str
) -> None:
    heard(begun, 0)
    failpoints.arm(Failpoint("journal-append", 1, full))

    with pytest.raises(StorageFailed):
        begun.host.table.intervene(DEEDS[what], Authority.OWNER, begun.host.now)
    game, chair = game_of(begun), begun.host.table.lobby.chairs[1]

    assert heard(begun, 0) == []
    assert (game.pause, game.put_off, game.is_closed) == (None, {}, False)
    assert chair.is_person
    assert not game.follower.position.bots[1]


@pytest.mark.parametrize("what", ["takeover", "kick"])
def test_what_is_to_wait_is_not_remembered_either(
    begun: ScriptedGame, what: str
) -> None:
    until_sealed(begun, 1)
    failpoints.arm(Failpoint("journal-append", 1, full))

    with pytest.raises(StorageFailed):
        begun.host.table.intervene(DEEDS[what], Authority.OWNER, begun.host.now)

    assert game_of(begun).put_off == {}
    assert game_of(begun).patience.let_go == set()


def test_a_pause_that_could_not_end_goes_on(begun: ScriptedGame) -> None:
    intervene(begun, Pause(reason="tea"))
    heard(begun, 0)
    failpoints.arm(Failpoint("journal-append", 1, full))

    with pytest.raises(StorageFailed):
        intervene(begun, Resume())

    pause = game_of(begun).pause
    assert pause is not None
    assert pause.what is Intervention.PAUSE
    assert heard(begun, 0) == []


def test_a_kick_in_the_lobby_that_could_not_be_stored_frees_no_chair(
    tmp_path: Path,
) -> None:
    game = ScriptedGame(tmp_path, persons=3)
    game.persons[0].sit()
    game._follow()
    failpoints.arm(Failpoint("journal-prune", 1, full))

    with pytest.raises(StorageFailed):
        intervene(game, Kick(seat=0))

    assert game.host.table.lobby.chairs[0].is_person
    game.host.close()


def test_a_kick_that_could_be_stored_by_half_lets_a_bot_play_and_says_so(
    begun: ScriptedGame,
) -> None:
    heard(begun, 0)
    failpoints.arm(Failpoint("journal-append", 2, full))

    with pytest.raises(StorageFailed):
        intervene(begun, Kick(seat=1))

    assert [told.what for told in heard(begun, 0)] == [Intervention.TAKE_OVER]
    assert game_of(begun).follower.position.bots[1]
    assert begun.host.table.lobby.chairs[1].is_person


def test_a_host_killed_within_a_kick_has_let_a_bot_play_and_taken_no_chair(
    begun: ScriptedGame,
) -> None:
    failpoints.arm(Failpoint("journal-append", 2, die))
    with pytest.raises(Killed):
        intervene(begun, Kick(seat=1))

    game = again(begun)

    assert game.follower.position.bots[1]
    assert begun.host.table.lobby.chairs[1].is_person

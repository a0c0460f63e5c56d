"""Connections over loopback sockets: hellos, frames, and how lines end."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
import structlog
import trio
import trio.testing
from tests.server.game_by_hand import KEYS
from tests.server.served import Peer, ServedHost, serving

from vendue_protocol.client_messages import (
    Finish,
    Kick,
    Leave,
    ListTables,
    Pause,
    Play,
    Say,
    Sit,
    Watch,
)
from vendue_protocol.codec import encode, encode_hello
from vendue_protocol.errors import Code, Farewell
from vendue_protocol.hello import VERSIONS, Hello, hello
from vendue_protocol.host_messages import (
    GivenUp,
    Intervened,
    Lobby,
    Logged,
    Presence,
    Refused,
    Said,
    Seated,
    Tables,
    Welcome,
)
from vendue_protocol.limits import DEFAULT
from vendue_protocol.message import Bye, Ping, Pong
from vendue_server.connection import Connection
from vendue_shared.moves import Offer
from vendue_shared.terms import Clocks

Diagnostics = list[structlog.types.EventDict]

pytestmark = pytest.mark.usefixtures("either_line")


def hello_of(lo: int, hi: int, *, p: str = "vendue") -> Hello:
    return Hello(p=p, lo=lo, hi=hi, v="9.9.9")


async def is_well(served: ServedHost) -> bool:
    """Whether the host still greets and answers."""
    peer = await served.stranger()
    await peer.says(Ping())
    return isinstance(await peer.until(Pong), Pong)


# Hello.


async def test_hello_is_answered_with_the_version_to_use(served: ServedHost) -> None:
    peer = await served.connect()

    answer = await peer.greet()

    assert (answer.p, answer.use) == ("vendue", 1)


async def test_welcome_follows_the_hello(served: ServedHost) -> None:
    peer = await served.connect()
    await peer.greet()

    assert isinstance(await peer.next(), Welcome)


async def test_newer_client_that_speaks_ours_too_is_welcome(
    served: ServedHost,
) -> None:
    peer = await served.connect()

    assert (await peer.greet(hello_of(1, 99))).use == 1


@pytest.mark.parametrize(
    ("lo", "hi"), [(0, 0), (2, 9), (9, 1)], ids=["too old", "too new", "reversed"]
)
async def test_client_of_another_version_is_told_ours(
    served: ServedHost, lo: int, hi: int
) -> None:
    peer = await served.connect()

    answer = await peer.greet(hello_of(lo, hi))

    assert (answer.use, answer.lo, answer.hi) == (0, VERSIONS[0], VERSIONS[-1])


async def test_client_of_another_version_is_told_nothing_it_cannot_read(
    served: ServedHost,
) -> None:
    peer = await served.connect()
    await peer.greet(hello_of(2, 9))

    assert await peer.rest() == []


@pytest.mark.parametrize(
    "first",
    [
        encode_hello(hello_of(1, 1, p="chess")),
        b"GET / HTTP/1.1\r\nHost: vendue\r\n\r\n",
        encode(Ping()),
        b"\x00\x00\x00\x01\xc1",
    ],
    ids=["another game", "HTTP", "no hello", "not msgpack"],
)
async def test_who_is_not_vendue_is_sent_away(served: ServedHost, first: bytes) -> None:
    peer = await served.connect()

    await peer.send(first)

    assert await peer.rest() == [Bye(why=Farewell.FRAME)]


async def test_hello_of_the_greatest_length_is_taken(served: ServedHost) -> None:
    peer = await served.connect()
    spare = DEFAULT.hello_bytes - len(encode_hello(hello("")))
    longest = hello("v" * spare)
    while len(encode_hello(longest)) - 4 < DEFAULT.hello_bytes:
        longest = hello(longest.v + "v")

    assert (await peer.greet(longest)).use == 1


async def test_longer_hello_is_sent_away(served: ServedHost) -> None:
    peer = await served.connect()

    await peer.send(encode_hello(hello("v" * DEFAULT.hello_bytes)))

    assert await peer.rest() == [Bye(why=Farewell.FRAME)]


async def test_who_says_nothing_for_five_seconds_is_sent_away(
    fast_clock: trio.testing.MockClock, served: ServedHost
) -> None:
    del fast_clock  # the clock of this run
    peer = await served.connect()
    since = trio.current_time()

    assert await peer.rest() == [Bye(why=Farewell.SLOW)]
    assert trio.current_time() - since == pytest.approx(DEFAULT.hello_s, abs=0.01)


async def test_hello_byte_by_byte_is_too_slow_all_the_same(
    fast_clock: trio.testing.MockClock, served: ServedHost
) -> None:
    del fast_clock  # the clock of this run
    peer = await served.connect()
    for byte in encode_hello(hello("test"))[:6]:
        await peer.send(bytes((byte,)))
        await trio.sleep(1.0)

    assert await peer.rest() == [Bye(why=Farewell.SLOW)]


# Frames.


async def test_frames_in_pieces_of_one_byte_are_the_same(served: ServedHost) -> None:
    peer = await served.connect()
    script = encode_hello(hello("test")) + encode(Watch(table=1)) + encode(Ping())

    for byte in script:
        await peer.send(bytes((byte,)))
        await trio.lowlevel.checkpoint()

    assert await peer.body() is not None
    await peer.until(Seated)
    assert isinstance(await peer.until(Pong), Pong)


async def test_all_frames_of_one_segment_are_handled_in_order(
    served: ServedHost,
) -> None:
    peer = await served.connect()
    await peer.send(
        encode_hello(hello("test"))
        + encode(ListTables())
        + encode(Ping())
        + encode(Watch(table=1))
        + encode(Finish())
        + encode(Ping())
    )
    await peer.body()

    kinds = [type(await peer.next()) for _ in range(7)]
    assert kinds == [Welcome, Tables, Pong, Seated, Lobby, Refused, Pong]


@pytest.mark.parametrize(
    "length",
    [0, DEFAULT.stranger_frame_bytes + 1, DEFAULT.frame_bytes, 0xFFFFFFFF],
    ids=["nothing", "one too many", "a member's", "all there is"],
)
async def test_length_that_no_stranger_may_have_is_the_end_at_once(
    served: ServedHost, length: int
) -> None:
    peer = await served.stranger()

    await peer.send(length.to_bytes(4, "big"))

    assert await peer.rest() == [Bye(why=Farewell.FRAME)]


@pytest.mark.parametrize(
    "length", [0, DEFAULT.frame_bytes + 1, 0xFFFFFFFF], ids=["0", "one too many", "all"]
)
async def test_length_that_no_member_may_have_costs_the_table_that_member(
    served: ServedHost, length: int
) -> None:
    peers = await served.three_players()

    await peers[1].send(length.to_bytes(4, "big"))

    presence = await peers[0].until(Presence)
    while presence.here[1]:
        presence = await peers[0].until(Presence)
    assert presence.here == (True, False, True)


async def test_frame_of_the_greatest_length_is_read(served: ServedHost) -> None:
    peer = await served.stranger()
    await peer.watch()

    size = DEFAULT.frame_bytes
    await peer.send(
        size.to_bytes(4, "big") + b"\x81\xa1t\xda\x3f\xfa" + b"x" * (size - 6)
    )

    assert (await peer.until(Refused)).code == Code.SCHEMA


async def test_rubbish_is_the_end(served: ServedHost) -> None:
    peer = await served.stranger()

    await peer.send(b"\x00\x00\x00\x04\xff\xff\xff\xff")

    assert await peer.rest() == [Bye(why=Farewell.FRAME)]


async def test_host_is_well_after_rubbish(served: ServedHost) -> None:
    peer = await served.stranger()
    await peer.send(bytes(range(256)) * 16)
    await peer.rest()

    assert await is_well(served)


async def test_half_a_frame_does_nothing(served: ServedHost) -> None:
    peer, other = await served.stranger(), await served.stranger()
    await other.watch()
    await other.until(Lobby)
    sit = encode(Sit(table=1, name="Anna", key=KEYS[0].public))

    await peer.send(sit[:-1])
    await peer.close()
    await trio.testing.wait_all_tasks_blocked(0.01)

    assert served.table.lobby.chairs.taken == []


async def test_unfinished_frame_is_too_slow_after_ten_seconds(
    fast_clock: trio.testing.MockClock, served: ServedHost
) -> None:
    del fast_clock  # the clock of this run
    peer = await served.stranger()
    await peer.send(b"\x00")
    for byte in b"\x00\x00\x60":
        await trio.sleep(3.0)
        await peer.send(bytes((byte,)))

    *_, last = await peer.rest()
    assert last == Bye(why=Farewell.SLOW)


async def test_slow_frames_that_are_finished_in_time_are_borne(
    fast_clock: trio.testing.MockClock, served: ServedHost
) -> None:
    del fast_clock  # the clock of this run
    peer = await served.stranger()
    for _ in range(4):
        ping = encode(Ping())
        await peer.send(ping[:3])
        await trio.sleep(8.0)
        await peer.send(ping[3:])
        await peer.until(Pong)

    assert await is_well(served)


# How lines end.


async def test_goodbye_is_answered_before_the_line_is_closed(
    served: ServedHost,
) -> None:
    peer = await served.stranger()

    await peer.says(Bye(why="bye"))

    assert await peer.rest() == [Bye(why=Farewell.BYE)]


async def test_half_closed_line_is_answered_and_closed(served: ServedHost) -> None:
    peer = await served.stranger()
    await peer.says(Ping())

    await peer.line.send_eof()

    assert await peer.rest() == [Pong(), Bye(why=Farewell.BYE)]


async def end_in_lobby(served: ServedHost) -> Peer:
    peer = await served.stranger()
    await peer.sit(0)
    return peer


async def end_in_set_up(served: ServedHost) -> Peer:
    peers = [await served.stranger() for _ in range(3)]
    for person, peer in enumerate(peers):
        await peer.sit(person)
    for peer in peers:
        await peer.ready()
    await peers[1].agree(1)
    return peers[1]


async def end_in_game(served: ServedHost) -> Peer:
    return (await served.three_players())[1]


@pytest.mark.parametrize("state", ["hello", "hall", "lobby", "set-up", "game"])
async def test_reset_line_costs_nobody_else_anything(
    served: ServedHost, diagnostics: Diagnostics, state: str
) -> None:
    match state:
        case "hello":
            peer = await served.connect()
        case "hall":
            peer = await served.stranger()
        case "lobby":
            peer = await end_in_lobby(served)
        case "set-up":
            peer = await end_in_set_up(served)
        case _:
            peer = await end_in_game(served)

    await peer.reset()

    assert await is_well(served)
    assert [d for d in diagnostics if d["log_level"] == "error"] == []


async def test_reset_line_of_a_player_is_seen_by_the_others(
    served: ServedHost,
) -> None:
    peers = await served.three_players()
    await peers[0].until(Presence)

    await peers[1].reset()

    assert (await peers[0].until(Presence)).here == (True, False, True)


async def test_reset_line_in_a_set_up_gives_it_up_in_time(
    fast_clock: trio.testing.MockClock, served: ServedHost
) -> None:
    del fast_clock  # the clock of this run
    peers = [await served.stranger() for _ in range(3)]
    for person, peer in enumerate(peers):
        await peer.sit(person)
    for peer in peers:
        await peer.ready()
    for seat in (0, 2):
        await peers[seat].agree(seat)

    await peers[1].reset()

    assert (await peers[0].until(GivenUp)).missing == (1,)


async def test_silent_peer_is_asked_after_ten_seconds(
    fast_clock: trio.testing.MockClock, served: ServedHost
) -> None:
    del fast_clock  # the clock of this run
    peer = await served.stranger()
    since = trio.current_time()

    await peer.until(Ping)

    assert 10.0 <= trio.current_time() - since <= 12.0


async def test_peer_that_does_not_answer_is_gone_after_thirty_seconds(
    fast_clock: trio.testing.MockClock, served: ServedHost
) -> None:
    del fast_clock  # the clock of this run
    peer = await served.stranger()
    since = trio.current_time()

    *_, last = await peer.rest()

    assert last == Bye(why=Farewell.SILENT)
    assert 30.0 <= trio.current_time() - since <= 32.0


async def test_peer_that_answers_stays(
    fast_clock: trio.testing.MockClock, served: ServedHost
) -> None:
    del fast_clock  # the clock of this run
    peer = await served.stranger()
    for _ in range(4):
        await peer.until(Ping)
        await peer.says(Pong())

    assert trio.current_time() > 40.0


async def test_goodbye_of_the_host_reaches_all(served: ServedHost) -> None:
    peers = [await served.stranger() for _ in range(3)]
    await peers[0].watch()

    served.host.say_goodbye()
    await served.host.wait_empty()

    ends = [(await peer.rest())[-1] for peer in peers]
    assert ends == [Bye(why=Farewell.STOPPING)] * 3


async def test_host_that_is_empty_already_waits_for_nobody() -> None:
    async with serving() as served:
        await served.host.wait_empty()

        assert not served.host.is_busy


def descriptors() -> int:
    """How many this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


async def test_no_descriptor_is_left_behind() -> None:
    async with serving() as served:
        before = descriptors()
        for number in range(30):
            peer = await served.stranger()
            if number % 3 == 0:
                await peer.watch()
            await (peer.reset() if number % 2 else peer.close())
        while served.host.is_busy:
            await trio.testing.wait_all_tasks_blocked()

        assert descriptors() == before


async def test_writer_that_begins_when_the_line_is_shut_has_nothing_to_do() -> None:
    near, far = socket.socketpair()
    near.setblocking(False)
    begun: list[Connection] = []
    connection = Connection(near, "192.0.2.1", DEFAULT, begun.append)
    connection.turn_to(lambda _: bytes(2**16))
    connection.flush()
    assert begun == [connection]

    connection.shut()
    await connection.write()

    far.close()


# Bugs.


async def test_bug_in_a_table_freezes_that_table_alone(
    served: ServedHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = served.hall.open("Another", 3, kept=True)
    here, there = await served.stranger(), await served.stranger()
    await here.sit(0)
    await there.sit(0, table=other.number)
    monkeypatch.setattr(served.table, "_say", lambda *_: 1 / 0)

    await here.says(Say(text="hello"))
    await here.until(Refused)

    assert (served.table.is_frozen, other.is_frozen) == (True, False)


async def test_members_of_a_frozen_table_are_told(
    served: ServedHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    peer = await served.stranger()
    await peer.sit(0)
    monkeypatch.setattr(served.table, "_say", lambda *_: 1 / 0)

    await peer.says(Say(text="hello"))

    assert (await peer.until(Refused)).code == Code.BROKEN


@pytest.mark.parametrize("where", ["tick", "deadline", "lose"])
async def test_bug_in_what_the_host_calls_by_itself_does_not_end_it(
    served: ServedHost, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    peers = await served.three_players()
    monkeypatch.setattr(served.table, where, lambda *_, **__: 1 / 0)

    await peers[0].reset()
    await peers[1].says(Finish())
    await peers[2].says(Finish())

    assert await is_well(served)


async def test_bug_while_a_table_says_that_it_is_frozen_does_not_end_the_host(
    fast_clock: trio.testing.MockClock,
    served: ServedHost,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    del fast_clock  # the clock of this run
    served.table.lobby.clocks = Clocks(offer=1)
    await served.three_players()
    monkeypatch.setattr(served.table.course, "publish", lambda *_: 1 / 0)
    monkeypatch.setattr(served.table.members, "tell", lambda *_: 1 / 0)

    await trio.sleep(2.0)

    assert served.table.is_frozen
    assert await is_well(served)


async def test_bug_while_somebody_sits_down_leaves_no_ghost(
    served: ServedHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    peer = await served.stranger()
    monkeypatch.setattr(served.table, "_show_lobby", lambda *_: 1 / 0)

    await peer.says(Sit(table=1, name="Anna", key=KEYS[0].public))
    await peer.until(Refused)
    await peer.reset()
    while served.host.is_busy:
        await trio.testing.wait_all_tasks_blocked()

    assert len(served.table.members) == 0


async def test_bug_outside_every_table_costs_the_connection_alone(
    served: ServedHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    peer = await served.stranger()
    monkeypatch.setattr(served.hall, "shown", lambda: 1 / 0)

    await peer.says(ListTables())

    assert await peer.rest() == [Bye(why=Farewell.BUG)]
    assert await is_well(served)


async def test_bug_is_reported_with_the_table(
    served: ServedHost, diagnostics: Diagnostics, monkeypatch: pytest.MonkeyPatch
) -> None:
    peer = await served.stranger()
    await peer.sit(0)
    monkeypatch.setattr(served.table, "_say", lambda *_: 1 / 0)

    await peer.says(Say(text="hello"))
    await peer.until(Refused)

    bugs = [d for d in diagnostics if d["log_level"] == "error"]
    assert [bug["table"] for bug in bugs] == [1]


async def test_diagnostics_tell_no_secret(
    served: ServedHost, diagnostics: Diagnostics, monkeypatch: pytest.MonkeyPatch
) -> None:
    peers = await served.three_players()
    new = served.game._new
    monkeypatch.setattr(served.table.course, "publish", lambda *_: 1 / 0)
    await peers[0].says(Finish())
    await peers[0].until(Refused)
    await peers[1].send(b"\x00\x00\x00\x01\xc1")

    await trio.testing.wait_all_tasks_blocked(0.01)

    shown = repr(diagnostics)
    secrets = [new.seed, new.deal.key, *new.deal.slots, *new.deal.blinds]
    assert diagnostics
    assert not [s for s in secrets if s.hex() in shown or repr(s) in shown]


# Waking up in time.


async def test_seat_that_was_left_is_taken_over_without_delay(
    fast_clock: trio.testing.MockClock, served: ServedHost
) -> None:
    del fast_clock  # the clock of this run
    peers = await served.three_players()
    since = trio.current_time()

    await peers[2].says(Leave())
    await peers[0].until(Logged)

    assert trio.current_time() - since < 0.5


async def test_spent_grace_is_noticed_when_it_is_spent(
    fast_clock: trio.testing.MockClock, served: ServedHost
) -> None:
    del fast_clock  # the clock of this run
    served.table.lobby.clocks = Clocks(grace=3)
    peers = await served.three_players()
    since = trio.current_time()

    await peers[1].reset()
    await peers[0].until(Logged)

    assert trio.current_time() - since == pytest.approx(3.0, abs=0.5)


async def test_time_up_is_noticed_when_it_is_up(
    fast_clock: trio.testing.MockClock, served: ServedHost
) -> None:
    del fast_clock  # the clock of this run
    served.table.lobby.clocks = Clocks(offer=4)
    peers = await served.three_players()
    since = trio.current_time()

    await peers[0].until(Logged)

    assert trio.current_time() - since == pytest.approx(4.0, abs=0.5)


# Interventions, over real sockets.


async def test_pause_reaches_everybody_and_stops_the_moves(served: ServedHost) -> None:
    peers = await served.three_players()

    await peers[0].says(Pause(reason="tea"))

    told = [await peer.until(Intervened) for peer in peers]
    (seat,) = served.game.follower.position.awaited
    painting = served.game.hands.of(seat)[0]
    await peers[seat].says(Play(n=1, move=Offer(auction=1, painting=painting)))
    refusal = await peers[seat].until(Refused)
    assert {one.reason for one in told} == {"tea"}
    assert (refusal.code, refusal.n) == (Code.PAUSED, 1)


async def test_all_see_how_long_who_was_cut_off_is_waited_for(
    served: ServedHost,
) -> None:
    peers = await served.three_players()
    await peers[0].until(Presence)

    await peers[2].reset()

    presence = await peers[0].until(Presence)
    assert presence.here == (True, True, False)
    assert presence.grace_ms == (120_000,) * 3
    assert not presence.stands


async def test_who_is_kicked_hears_why_on_a_line_that_stays_up(
    served: ServedHost,
) -> None:
    peers = await served.three_players()

    await peers[0].says(Kick(seat=2, reason="rude"))

    assert (await peers[2].until(Intervened)).reason == "rude"
    await peers[2].says(Say(text="why?"))
    assert (await peers[2].until(Said)).seat is None


async def test_writer_that_begins_after_its_line_was_shut_does_nothing() -> None:
    ours, theirs = socket.socketpair()
    ours.settimeout(0)
    started: list[Connection] = []
    with theirs:
        connection = Connection(ours, "192.0.2.1", DEFAULT, started.append)
        while not started:
            connection.put(bytes(2**16))

        connection.shut()

        await started[0].write()
        assert connection.take_chunk() == b""

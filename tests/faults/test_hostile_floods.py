"""A host that says lawful things without end: the client stays as small as it was."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
import trio
import trio.testing
from msgspec.structs import replace
from tests.client.at_home import GameAtHome
from tests.client.conftest import FakeDesk
from tests.client.lobby_at_home import HOST_KEY, SEED, TABLE, terms_of
from tests.protocol.kept_games import file_of, finished

from vendue_client.connecting import Greeted
from vendue_client.game_files import GameFiles
from vendue_client.participant import MOST_ALARMS
from vendue_client.plain.line_by_line import run_plain
from vendue_client.setting_up import MOST_KNOWN
from vendue_client.wire import Wire
from vendue_protocol.address import Address
from vendue_protocol.agreement import terms_digest
from vendue_protocol.chain import HOST
from vendue_protocol.codec import encode
from vendue_protocol.entropy import seed_commitment
from vendue_protocol.follower import Follower
from vendue_protocol.frames import FrameReader
from vendue_protocol.host_messages import (
    Accepted,
    Created,
    GivenUp,
    Held,
    Over,
    Presence,
    Proposal,
    Refused,
    Said,
    Seated,
    TableLine,
    Tables,
    Welcome,
)
from vendue_protocol.limits import DEFAULT
from vendue_protocol.log_frames import LARGEST_FILE
from vendue_protocol.message import Ping, Pong
from vendue_protocol.proof import ProofFailed
from vendue_shared.events import Ending

Flood = Callable[[GameAtHome, int], None]
HISTORY = 2000
"""As much as a client's history holds."""
FEW = 300
"""More messages than a host sends in a game."""
BYTES = 24
"""What a message may leave behind: less than any of them, so that none is kept."""

LINE = TableLine(
    table=7, name="Rosso", chairs=4, free=2, watchers=0, playing=False, preset="x"
)


def _chat(home: GameAtHome, n: int) -> None:
    home.tell(Said(name="Bea", seat=None, text=f"{n:06} " * 25))


def _refusals(home: GameAtHome, n: int) -> None:
    home.tell(Refused(code=f"E_{n}", to="say"))


def _tables(home: GameAtHome, n: int) -> None:
    home.tell(Tables(tables=(replace(LINE, table=n),) * 64))


def _lobbies(home: GameAtHome, n: int) -> None:
    home.arrange(watchers=n % 9, name=f"Table {n}")


def _presence(home: GameAtHome, n: int) -> None:
    home.tell(Presence(s=n, here=(True,) * 4, watchers=n % 9))


def _seated(home: GameAtHome, n: int) -> None:
    home.tell(Seated(table=TABLE + n, chair=None), home.lobby)


def _welcomes(home: GameAtHome, n: int) -> None:
    home.tell(Welcome(key=n.to_bytes(32, "big"), challenge=bytes(32)), Created(table=n))


def _pings(home: GameAtHome, _: int) -> None:
    home.tell(Ping())
    home.sent.clear()


def _answers(home: GameAtHome, n: int) -> None:
    home.tell(Accepted(n=n, s=n))


def _dues(home: GameAtHome, n: int) -> None:
    assert home.participant.due is not None
    home.tell(replace(home.participant.due, ms=n))


def _repeated_holds(home: GameAtHome, _: int) -> None:
    (s, who), hold = next(iter(home.host.holds.items()))
    home.tell(Held(s=s, who=who, hold=hold))


def _set_ups(home: GameAtHome, n: int) -> None:
    setting_up = home.participant.setting_up
    if not n:  # as many as are remembered were proposed before
        before = [(~game % 2**128).to_bytes(16, "big") for game in range(MOST_KNOWN)]
        setting_up._known.update(dict.fromkeys(before, bytes(32)))
    setting_up.seated(sits=True)  # as if at another table, where nothing is known
    terms = replace(terms_of(home.lobby), game=n.to_bytes(16, "big"))
    hs = seed_commitment(terms.game, terms_digest(terms), SEED)
    home.be_ready()  # a bot says so each time
    home.tell(Proposal(terms=terms, hs=hs, attempt=1))
    home.tell(GivenUp(game=terms.game, missing=(1,), seed=SEED))
    home.sent.clear()


def _ends(home: GameAtHome, n: int) -> None:
    home.tell(Over(game=n.to_bytes(16, "big"), reason=Ending.OWNER))
    home.participant.go_on()


IN_LOBBY: dict[str, Flood] = {
    "chat": _chat,
    "refusals": _refusals,
    "tables": _tables,
    "lobbies": _lobbies,
    "seats": _seated,
    "welcomes": _welcomes,
    "set-ups": _set_ups,
    "ends": _ends,
}
IN_GAME: dict[str, Flood] = {
    "presence": _presence,
    "pings": _pings,
    "answers": _answers,
    "clocks": _dues,
    "holds again": _repeated_holds,
}


def left_behind(flood: Flood, home: GameAtHome) -> int:
    """How many bytes a message of a flood leaves behind, once history is full."""
    tracemalloc.start()
    for n in range(HISTORY):
        _chat(home, n)
    for n in range(FEW):
        flood(home, n)
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    for n in range(FEW, 2 * FEW):
        flood(home, n)
    gc.collect()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) // FEW


@pytest.mark.parametrize("kind", IN_LOBBY)
def test_flood_in_a_lobby_leaves_nothing_behind(kind: str) -> None:
    # Thousands of messages, traced: hence the time.
    assert left_behind(IN_LOBBY[kind], GameAtHome()) < BYTES


@pytest.mark.parametrize("kind", IN_GAME)
def test_flood_in_a_game_leaves_nothing_behind(kind: str) -> None:
    # Thousands of messages, traced: hence the time.
    assert left_behind(IN_GAME[kind], GameAtHome().begin()) < BYTES


def test_host_that_gives_cause_for_alarm_again_and_again_is_left() -> None:
    home = GameAtHome().begin()
    false = Held(s=home.host.hold_points[-1].s, who=HOST, hold=bytes(64))

    for _ in range(MOST_ALARMS - 1):
        home.tell(false)
    with pytest.raises(ProofFailed):
        home.tell(false)

    assert len(home.participant.alarms) == MOST_ALARMS


def test_flood_of_holds_does_not_grow_the_log_of_a_game(tmp_path: Path) -> None:
    # As much as fills a log, hence the time.
    warned: list[str] = []
    files, follower = GameFiles(tmp_path, warned.append), Follower()
    first = file_of(finished(1)).events[0]
    files.event(follower.receive(first.s, first.e), follower.head, None)

    for n in range(50_000):
        files.held(Held(s=n, who=HOST, hold=n.to_bytes(64, "big")))
    files.close()

    (path,) = tmp_path.iterdir()
    assert path.stat().st_size <= LARGEST_FILE
    assert len(warned) == 1


class NeverRead(trio.abc.Stream):
    """A connection to a host that pings without an end, and reads nothing."""

    def __init__(self) -> None:
        self.pings = 0

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        del data  # never taken
        await trio.sleep_forever()

    async def wait_send_all_might_not_block(self) -> None:
        await trio.sleep_forever()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        del max_bytes  # it is one piece
        await trio.lowlevel.checkpoint()
        self.pings += 1000
        return encode(Ping()) * 1000

    async def aclose(self) -> None:
        await trio.lowlevel.checkpoint()


async def test_host_that_asks_and_never_reads_is_given_up() -> None:
    stream = NeverRead()
    address = Address(host="192.0.2.1", port=17092, code=None)
    welcome = Welcome(key=HOST_KEY.public, challenge=bytes(32))
    reader = FrameReader(DEFAULT.frame_bytes)
    wire = Wire(
        Greeted(stream=stream, reader=reader, welcome=welcome, address=address),
        lambda _: wire.send(Pong()),
        lambda: None,
    )

    with trio.fail_after(30.0):
        await wire.run()

    most = DEFAULT.queue_bytes + len(encode(Pong()))
    assert stream.pings * len(encode(Pong())) >= DEFAULT.queue_bytes
    assert sum(map(len, wire._out)) <= most


async def test_plain_lines_of_a_flood_are_written_and_forgotten() -> None:
    home = GameAtHome()
    desk, written = FakeDesk(home, plays_on=False), [0]

    def write(text: str) -> None:
        written[0] += len(text)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(run_plain, desk, None, write)
        for n in range(200):
            _chat(home, n)
            desk.wake()
            await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()

    assert written[0] > 200 * 60

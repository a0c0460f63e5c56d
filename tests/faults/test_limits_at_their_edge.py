"""Limits that no other test tries at their very edge."""

from __future__ import annotations

import pytest
import trio
import trio.testing
from tests.server.served import ServedHost
from tests.server.table_by_hand import RecordedConnection, dealer_for_tests

from vendue_protocol.codec import encode, encode_hello
from vendue_protocol.errors import Farewell
from vendue_protocol.hello import hello
from vendue_protocol.host_messages import Welcome
from vendue_protocol.limits import DEFAULT, Limits
from vendue_protocol.message import Bye, Ping, Pong
from vendue_server.hall import Hall


@pytest.mark.parametrize(
    "limit",
    [DEFAULT.stranger_queue_bytes, DEFAULT.queue_bytes],
    ids=["stranger", "member"],
)
def test_queue_of_just_its_limit_is_borne_and_a_byte_more_is_not(limit: int) -> None:
    line = RecordedConnection()
    line.queue_limit, line.is_stuck = limit, True

    for _ in range(limit // 1024):
        line.queue(bytes(1024))
    was_closing = line.is_closing
    line.queue(b"\x00")

    assert not was_closing
    assert line.farewell is Farewell.SLOW


@pytest.mark.parametrize(
    ("late_s", "expected"), [(-0.1, Welcome), (0.1, Bye)], ids=["in time", "late"]
)
async def test_what_is_whole_just_in_time_is_taken_and_later_is_not(
    fast_clock: trio.testing.MockClock,
    served: ServedHost,
    late_s: float,
    expected: type,
) -> None:
    del fast_clock  # the clock of this run
    peer, greeting = await served.connect(), encode_hello(hello("test"))
    await peer.send(greeting[:-1])
    await trio.sleep(DEFAULT.hello_s + late_s)

    if expected is Welcome:
        await peer.send(greeting[-1:])
        await peer.body()

    assert isinstance(await peer.next(), expected)


async def test_frame_that_takes_just_ten_seconds_is_taken(
    fast_clock: trio.testing.MockClock, served: ServedHost
) -> None:
    del fast_clock  # the clock of this run
    peer, ping = await served.stranger(), encode(Ping())
    await peer.send(ping[:-1])
    await trio.sleep(DEFAULT.frame_s - 0.1)

    await peer.send(ping[-1:])

    assert isinstance(await peer.until(Pong), Pong)


def test_list_has_as_many_tables_as_fit_and_no_more() -> None:
    most = DEFAULT.lobby_tables_listed
    hall = Hall(dealer_for_tests([]), Limits(tables=most + 1))
    listed = []
    for number in range(most + 1):
        hall.open(f"Table {number}", 3)
        listed.append(len(hall.shown().tables))

    assert listed[-3:] == [most - 1, most, most]

"""What a peer may cost: places, buffers, messages, refusals; over loopback sockets."""

from __future__ import annotations

import pytest
import trio
import trio.testing
from tests.server.game_by_hand import KEYS
from tests.server.served import Peer, ServedHost, serving

from vendue_protocol.client_messages import Agree, Finish, ListTables, Ready, Say, Sit
from vendue_protocol.codec import encode
from vendue_protocol.errors import Farewell
from vendue_protocol.host_messages import Lobby, Logged, Refused, Tables, Welcome
from vendue_protocol.limits import DEFAULT, Limits
from vendue_protocol.message import Bye, Ping, Pong

UNTHROTTLED = Limits(
    messages_per_s=1e6, burst_messages=10**6, bytes_per_s=1e9, queue_bytes=16 * 1024
)
"""For tests of buffers: who speaks is read at once, and little is kept."""

pytestmark = pytest.mark.usefixtures("either_line")


async def is_welcome(peer: Peer) -> bool:
    """Whether a peer that says hello is given a place."""
    await peer.greet()
    return isinstance(await peer.next(), Welcome)


# Places.


async def test_as_many_connections_as_the_limit_have_a_place() -> None:
    async with serving(Limits(connections=3)) as served:
        peers = [await served.connect() for _ in range(3)]

        assert [await is_welcome(peer) for peer in peers] == [True] * 3


async def test_one_connection_more_is_told_that_the_host_is_full() -> None:
    async with serving(Limits(connections=3)) as served:
        for _ in range(3):
            await served.stranger()
        peer = await served.connect(encrypts=False)  # a full host shakes no hands

        await peer.greet()

        assert await peer.next() == Bye(why=Farewell.FULL)


async def test_one_address_has_its_own_limit() -> None:
    async with serving(Limits(connections_per_address=2)) as served:
        for _ in range(2):
            await served.stranger()
        peer = await served.connect(encrypts=False)  # a full host shakes no hands

        await peer.greet()

        assert await peer.next() == Bye(why=Farewell.FULL)


async def test_connections_without_a_table_have_their_own_limit() -> None:
    async with serving(Limits(strangers=2)) as served:
        for _ in range(2):
            await served.stranger()
        peer = await served.connect(encrypts=False)  # a full host shakes no hands

        await peer.greet()

        assert await peer.next() == Bye(why=Farewell.FULL)


async def test_one_address_cannot_take_all_places_of_strangers() -> None:
    limits = Limits(strangers=4, strangers_per_address=2)
    async with serving(limits) as served:
        for _ in range(2):
            await served.stranger()
        peer = await served.connect(encrypts=False)  # as above
        other = await served.connect(source="127.0.0.2")

        await peer.greet()

        assert await peer.next() == Bye(why=Farewell.FULL)
        assert await is_welcome(other)


async def test_who_sits_or_watches_is_no_stranger() -> None:
    async with serving(Limits(strangers=1)) as served:
        await (await served.stranger()).watch()
        await (await served.stranger()).sit(0)

        assert await is_welcome(await served.connect())


async def test_place_of_who_has_gone_is_free_again() -> None:
    async with serving(Limits(connections=1)) as served:
        peer = await served.stranger()
        await peer.close()
        while served.host.is_busy:
            await trio.testing.wait_all_tasks_blocked()

        assert await is_welcome(await served.connect())


async def test_burst_of_connections_leaves_the_game_alone(served: ServedHost) -> None:
    peers = await served.three_players()
    for _ in range(60):
        await served.connect()

    await peers[0].says(Ping())

    assert isinstance(await peers[0].until(Pong), Pong)


# Who does not read.


async def test_member_who_never_reads_is_sent_away_and_nobody_waits() -> None:
    async with serving(UNTHROTTLED) as served:
        deaf, busy = await served.stranger(small=True), await served.stranger()
        await deaf.watch()
        await busy.sit(0)
        lobbies = 300

        for _ in range(lobbies):
            await busy.says(Ready(revision=0, ready=True))
            await busy.until(Lobby)

        assert served.table.members.watchers == 0 or _is_closing(served)


def _is_closing(served: ServedHost) -> bool:
    """Whether whoever is behind has been given up."""
    return any(
        member.connection.farewell is Farewell.SLOW for member in served.table.members
    )


async def test_queue_of_who_never_reads_stays_within_its_limit() -> None:
    async with serving(UNTHROTTLED) as served:
        deaf, busy = await served.stranger(small=True), await served.stranger()
        await deaf.watch()
        await busy.sit(0)
        watcher = next(m for m in served.table.members if not m.key)

        for _ in range(300):
            await busy.says(Ready(revision=0, ready=True))
            await busy.until(Lobby)
            queued_bytes = watcher.connection._outbox.queued_bytes
            assert queued_bytes <= UNTHROTTLED.queue_bytes + 1024


async def test_line_of_who_never_reads_is_closed_in_the_end(
    fast_clock: trio.testing.MockClock,
) -> None:
    del fast_clock  # the clock of this run
    async with serving(UNTHROTTLED) as served:
        deaf, busy = await served.stranger(small=True), await served.stranger()
        await deaf.watch()
        await busy.sit(0)
        for _ in range(300):
            await busy.says(Ready(revision=0, ready=True))
            await busy.until(Lobby)

        await trio.sleep(UNTHROTTLED.write_s + 1.0)

        assert served.table.members.watchers == 0


async def test_stranger_who_asks_and_never_reads_is_sent_away() -> None:
    async with serving(UNTHROTTLED) as served:
        deaf = await served.stranger(small=True)
        session = next(iter(served.host._sessions))
        for _ in range(14):
            served.hall.open("A table with a long, long name", 3)

        with pytest.raises(trio.BrokenResourceError):
            await deaf.says(*[ListTables()] * 200_000)

        assert session.connection.farewell is Farewell.SLOW


async def test_who_reads_late_is_told_everything_in_order() -> None:
    limits = Limits(messages_per_s=1e6, burst_messages=10**6, bytes_per_s=1e9)
    async with serving(limits) as served:
        late, busy = await served.stranger(small=True), await served.stranger()
        await late.watch()
        await busy.sit(0)
        for _ in range(100):
            for ready in (True, False):
                await busy.says(Ready(revision=0, ready=ready))
                await busy.until(Lobby)

        lobbies = [await late.until(Lobby) for _ in range(2 + 200)]

        assert [lobby.chairs[0].ready for lobby in lobbies[2:]] == [True, False] * 100


# Too fast.


async def test_flood_is_read_later_and_every_message_answered(
    fast_clock: trio.testing.MockClock, served: ServedHost
) -> None:
    del fast_clock  # the clock of this run
    peer = await served.stranger()
    await peer.watch()
    flood = 3000
    async with trio.open_nursery() as nursery:
        nursery.start_soon(peer.send, encode(Ping()) * flood)
        answers = 0
        while answers < flood:
            answers += isinstance(await peer.next(), Pong)

    assert answers == flood


async def test_flood_is_read_at_the_rate_of_the_limit(
    fast_clock: trio.testing.MockClock, served: ServedHost
) -> None:
    del fast_clock  # the clock of this run
    peer, since = await served.stranger(), trio.current_time()
    for _ in range(12):
        await peer.says(*[Ping()] * 20)
        for _ in range(20):
            await peer.until(Pong)

    least_s = (11 * 20 - DEFAULT.burst_messages) / DEFAULT.messages_per_s
    assert trio.current_time() - since >= least_s - 1.0


async def test_flood_does_not_delay_the_others(
    fast_clock: trio.testing.MockClock, served: ServedHost
) -> None:
    del fast_clock  # the clock of this run
    fast, other = await served.stranger(), await served.stranger()
    await fast.says(*[Ping()] * 1000)
    since = trio.current_time()

    await other.says(Ping())
    await other.until(Pong)

    assert trio.current_time() - since < 0.1


# Too often refused.


async def test_too_many_refusals_end_the_connection(served: ServedHost) -> None:
    peer = await served.stranger()

    await peer.says(*[Finish()] * (DEFAULT.refusals_per_minute + 1))

    told = await peer.rest()
    assert [type(m) for m in told[:-1]] == [Refused] * (DEFAULT.refusals_per_minute + 1)
    assert told[-1] == Bye(why=Farewell.REFUSALS)


async def test_lost_races_are_no_reason_to_end_a_connection(
    served: ServedHost,
) -> None:
    peer = await served.stranger()
    await peer.watch()
    late = Agree(game=bytes(16), k=bytes(32))

    await peer.says(*[late] * (DEFAULT.refusals_per_minute + 5), Ping())

    assert isinstance(await peer.until(Pong), Pong)


async def test_flood_of_chat_ends_with_the_connection_of_who_sends_it(
    served: ServedHost,
) -> None:
    loud, quiet = await served.stranger(), await served.stranger()
    await loud.sit(0)
    await quiet.watch()

    await loud.says(*[Say(text="!")] * DEFAULT.chats_before_end)

    told = await loud.rest()
    refused = [message for message in told if isinstance(message, Refused)]
    assert (len(refused), told[-1]) == (1, Bye(why=Farewell.CHATTER))


async def test_one_line_of_chat_less_ends_nothing(served: ServedHost) -> None:
    loud = await served.stranger()
    await loud.sit(0)

    await loud.says(*[Say(text="!")] * (DEFAULT.chats_before_end - 1), Ping())

    assert await loud.until(Pong) == Pong()


async def test_table_goes_on_without_who_was_sent_away(served: ServedHost) -> None:
    peers = await served.three_players()

    await peers[1].says(*[Finish()] * (DEFAULT.refusals_per_minute + 1))
    await peers[1].rest()
    await peers[0].says(Finish())

    ended = await peers[2].until(Logged)
    assert (ended.s, served.table.is_playing) == (2, False)


async def test_list_of_tables_is_the_same_for_everybody(served: ServedHost) -> None:
    first, second = await served.stranger(), await served.stranger()
    await first.says(ListTables())
    await second.says(ListTables())

    assert await first.until(Tables) == await second.until(Tables)


async def test_name_that_somebody_has_is_refused_over_the_wire(
    served: ServedHost,
) -> None:
    first, second = await served.stranger(), await served.stranger()
    await first.sit(0)

    await second.says(Sit(table=1, name="anna", key=KEYS[1].public))

    assert (await second.until(Refused)).code == "E_NAME"

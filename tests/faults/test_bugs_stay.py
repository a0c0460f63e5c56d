"""A bug in any handler costs one connection or one table, and nothing beside it."""

from __future__ import annotations

import pytest
import structlog
import trio
import trio.testing
from tests.protocol.samples import MESSAGES
from tests.server.served import ServedHost

from vendue_protocol.codec import CLIENT_MESSAGES
from vendue_protocol.errors import Code, Farewell
from vendue_protocol.host_messages import Lobby, Refused
from vendue_protocol.message import Bye, Message, Ping, Pong
from vendue_server.session import AT_A_TABLE, Session

Diagnostics = list[structlog.types.EventDict]

SAMPLE_OF = {type(message): message for message in MESSAGES}
TO_TABLES = [SAMPLE_OF[kind] for kind in AT_A_TABLE]
TO_HOST = [
    SAMPLE_OF[kind]
    for kind in CLIENT_MESSAGES.values()
    if kind not in AT_A_TABLE and kind is not Ping
]


def name_of(message: Message) -> str:
    return type(message).__name__


async def is_well(served: ServedHost) -> bool:
    """Whether the host still greets and answers."""
    peer = await served.stranger()
    await peer.says(Ping())
    return isinstance(await peer.until(Pong), Pong)


@pytest.mark.parametrize("message", TO_TABLES, ids=name_of)
async def test_bug_in_what_a_table_does_freezes_that_table_alone(
    served: ServedHost,
    diagnostics: Diagnostics,
    monkeypatch: pytest.MonkeyPatch,
    message: Message,
) -> None:
    other = served.hall.open("Another", 3, kept=True)
    peer, elsewhere = await served.stranger(), await served.stranger()
    await peer.sit(0)
    await elsewhere.sit(1, table=other.number)
    monkeypatch.setattr(served.table, "handle", lambda *_: 1 / 0)

    await peer.says(message)

    refused = await peer.until(Refused)
    assert refused.code == Code.BROKEN
    assert (served.table.is_frozen, other.is_frozen) == (True, False)
    assert [d["table"] for d in diagnostics if d["log_level"] == "error"] == [1]
    assert await is_well(served)


@pytest.mark.parametrize("message", TO_HOST, ids=name_of)
async def test_bug_in_what_the_host_does_ends_that_connection_alone(
    served: ServedHost, monkeypatch: pytest.MonkeyPatch, message: Message
) -> None:
    peer, other = await served.stranger(), await served.stranger()
    session = next(s for s in served.host._sessions if s.connection.peer)
    assert isinstance(session, Session)
    carry_out = Session._carry_out

    def broken(self: Session, asked: Message, now: float) -> None:
        if not isinstance(asked, Ping):
            raise ZeroDivisionError
        carry_out(self, asked, now)

    monkeypatch.setattr(Session, "_carry_out", broken)

    await peer.says(message)

    assert (await peer.rest())[-1] == Bye(why=Farewell.BUG)
    await other.says(Ping())
    assert isinstance(await other.until(Pong), Pong)


async def test_frozen_table_answers_every_request_with_the_same_word(
    served: ServedHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    peer = await served.stranger()
    await peer.sit(0)
    await peer.until(Lobby)
    monkeypatch.setattr(served.table.course, "tick", lambda *_: 1 / 0)
    served.table.freeze()
    await peer.until(Refused)

    for message in TO_TABLES[:6]:
        if name_of(message) != "Leave":
            await peer.says(message)
            assert (await peer.until(Refused)).code == Code.BROKEN


async def test_engine_that_fails_in_a_game_leaves_its_log_as_it_was(
    served: ServedHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    peers = await served.three_players()
    before = served.game.follower.head
    monkeypatch.setattr(served.game, "tick", lambda *_: 1 / 0)
    monkeypatch.setattr(served.game, "deadline", lambda: 0.0)

    await peers[0].says(Ping())
    await peers[1].until(Refused)
    await trio.testing.wait_all_tasks_blocked(0.01)

    assert served.table.is_frozen
    assert served.game.follower.head == before
    assert await is_well(served)

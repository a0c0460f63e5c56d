"""Each limit of what is read: as much is taken, one more is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgpack
import pytest
from tests.protocol.samples import GAME, HASH, SIGNATURE, TERMS, body_of

from vendue_protocol.codec import CLIENT_MESSAGES, HOST_MESSAGES, decode
from vendue_protocol.errors import Code, RemoteProtocolError
from vendue_protocol.frames import FrameReader, frame
from vendue_protocol.host_messages import TableLine, Tables
from vendue_protocol.limits import DEFAULT, Limits

OPTIONS = {
    "double_proceeds": "split",
    "count_unsold": False,
    "unranked_value": "accumulated",
    "mystery_hand": True,
    "mystery_flip_by": "buyer",
    "open_money": True,
}
CLOCKS = dict.fromkeys(
    ("offer", "add", "once", "seal", "reveal", "price", "buy", "flip", "open",
     "raised", "cap", "grace"),
    60,
)  # fmt: skip


def taken(**keys: object) -> bool:
    """Whether the side it is for takes a message."""
    body = msgpack.packb(keys)
    is_clients = str(keys["t"]) in CLIENT_MESSAGES
    types = CLIENT_MESSAGES if is_clients else HOST_MESSAGES
    try:
        decode(body, types)
    except RemoteProtocolError:
        return False
    return True


@pytest.mark.parametrize(
    "limit", [DEFAULT.hello_bytes, DEFAULT.stranger_frame_bytes, DEFAULT.frame_bytes]
)
def test_a_frame_of_the_limit_is_taken_and_one_byte_more_is_not(limit: int) -> None:
    fitting, longer = FrameReader(limit), FrameReader(limit)
    fitting.feed(frame(b"x" * limit))
    longer.feed(frame(b"x" * (limit + 1))[:4])

    assert fitting.next_body() == b"x" * limit
    with pytest.raises(RemoteProtocolError):
        longer.next_body()


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ([0] * 128, Code.SCHEMA),
        ([0] * 129, Code.FRAME),
        ({f"{i}": i for i in range(64)}, Code.SCHEMA),
        ({f"{i}": i for i in range(65)}, Code.FRAME),
    ],
    ids=["128 items", "129 items", "64 keys", "65 keys"],
)
def test_arrays_and_maps_have_a_limit_of_their_own(value: object, code: Code) -> None:
    with pytest.raises(RemoteProtocolError) as refused:
        decode(msgpack.packb({"t": "leave", "x": value}), CLIENT_MESSAGES)

    assert refused.value.code is code


CHAIR = {"name": "a", "level": "", "key": b"", "ready": True, "here": True}
LINE = {
    "table": 1, "name": "x", "chairs": 3, "free": 0, "watchers": 0, "playing": False,
    "preset": "x",
}  # fmt: skip
ARRANGED = {"options": OPTIONS, "clocks": CLOCKS, "first": None}
DUE = {
    "t": "due", "s": 1, "seats": [], "decision": "buy", "auction": 1, "price": 1,
    "ms": 1, "default": "",
}  # fmt: skip
LOBBY = {
    "t": "lobby", "table": 1, "name": "x", "revision": 1, **ARRANGED, "owner": None,
    "starts_alone": True, "watchers": 0,
}  # fmt: skip
ARRANGE = {"t": "arrange", **ARRANGED, "chairs": 3}
GIVEN_UP = {"t": "given-up", "game": GAME, "missing": [], "seed": b""}


def move(**keys: object) -> dict[str, Any]:
    return {"t": "move", "n": 1, "move": {"auction": 1, **keys}}


MADE: dict[str, Callable[[int], dict[str, Any]]] = {
    "a title": lambda n: {"t": "create", "name": "é" * n},
    "a name": lambda n: {"t": "sit", "table": 1, "name": "é" * n, "key": HASH},
    "chat": lambda n: {"t": "say", "text": "\U0001f3a8" * n},
    "a level": lambda n: {"t": "bot", "chair": 0, "level": "x" * n},
    "a farewell": lambda n: {"t": "bye", "why": "x" * n},
    "a code": lambda n: {"t": "refused", "code": "E" * n, "to": ""},
    "chairs created": lambda n: {"t": "create", "name": "x", "chairs": n},
    "chairs arranged": lambda n: {**ARRANGE, "chairs": n},
    "a clock": lambda n: {**ARRANGE, "clocks": {**CLOCKS, "cap": n}},
    "a chair": lambda n: {"t": "bot", "chair": n, "level": ""},
    "a first": lambda n: {**ARRANGE, "first": n},
    "a painting": lambda n: move(m="offer", painting=n),
    "an amount": lambda n: move(m="bid", amount=n),
    "a hold": lambda n: {"t": "hold", "s": 1, "hold": bytes(n)},
    "a hold in a reveal": lambda n: move(m="reveal", bid=1, nonce=HASH, hold=bytes(n)),
    "a key": lambda n: {"t": "sit", "table": 1, "name": "a", "key": bytes(n)},
    "a game": lambda n: {"t": "agree", "game": bytes(n), "k": HASH},
    "commitments": lambda n: {"t": "ks", "game": GAME, "ks": [HASH] * n},
    "cards": lambda n: {"t": "dealt", "s": 1, "cards": [[0, 0, HASH]] * n},
    "an event": lambda n: {"t": "event", "s": 1, "e": bytes(n)},
    "a holder": lambda n: {"t": "held", "s": 1, "who": n, "hold": SIGNATURE},
    "tables": lambda n: {"t": "tables", "tables": [LINE] * n},
    "watchers": lambda n: {"t": "tables", "tables": [{**LINE, "watchers": n}]},
    "free chairs": lambda n: {"t": "tables", "tables": [{**LINE, "free": n}]},
    "lobby chairs": lambda n: {**LOBBY, "chairs": [CHAIR] * n},
    "seats asked": lambda n: {**DUE, "seats": [0] * n},
    "milliseconds": lambda n: {**DUE, "ms": n},
    "who is here": lambda n: {
        "t": "presence", "s": 1, "here": [True] * n, "watchers": 0,
    },
    "who is missing": lambda n: {**GIVEN_UP, "missing": [0] * n},
    "a seed": lambda n: {**GIVEN_UP, "seed": bytes(n)},
}  # fmt: skip
"""A message in which one thing has this size."""

MOST = {
    "a title": 32, "a name": 16, "chat": 200, "a level": 16, "a farewell": 16,
    "a code": 32, "chairs created": 5, "chairs arranged": 5, "a clock": 3600,
    "a chair": 4, "a first": 4, "a painting": 69, "an amount": 2**32 - 1,
    "a hold": 64, "a hold in a reveal": 64, "a key": 32, "a game": 16,
    "commitments": 5, "cards": 10,
    "an event": 16000, "a holder": 255, "tables": 64, "watchers": 65535,
    "free chairs": 5, "lobby chairs": 5, "seats asked": 5, "milliseconds": 2**32 - 1,
    "who is here": 5, "who is missing": 5, "a seed": 32,
}  # fmt: skip

LEAST = {
    "a title": 1, "a name": 1, "chairs created": 3, "chairs arranged": 3,
    "a clock": 1, "a hold": 64, "a key": 32, "a game": 16, "commitments": 3,
    "lobby chairs": 3, "who is here": 3,
}  # fmt: skip


@pytest.mark.parametrize("what", MOST)
def test_as_much_is_taken_and_one_more_is_not(what: str) -> None:
    assert taken(**MADE[what](MOST[what]))
    assert not taken(**MADE[what](MOST[what] + 1))


@pytest.mark.parametrize("what", LEAST)
def test_as_little_is_taken_and_one_less_is_not(what: str) -> None:
    assert taken(**MADE[what](LEAST[what]))
    assert not taken(**MADE[what](LEAST[what] - 1))


@pytest.mark.parametrize("seats", [2, 3, 5, 6])
def test_terms_are_for_three_to_five(seats: int) -> None:
    chair = {"name": "a", "bot": False, "key": HASH}
    terms = {
        "game": GAME, "options": OPTIONS, "prev": HASH, "host_key": HASH,
        "clocks": CLOCKS, "first": TERMS.first, "chairs": [chair] * seats,
    }  # fmt: skip

    assert taken(t="terms", hs=HASH, attempt=1, terms=terms) is (3 <= seats <= 5)


def test_the_longest_list_of_tables_fits_a_frame() -> None:
    line = TableLine(
        table=2**32 - 1, name="\U0001f3a8" * 32, chairs=5, free=5, watchers=65535,
        playing=False, preset="classic-split",
    )  # fmt: skip
    tables = Tables(tables=(line,) * DEFAULT.lobby_tables_listed)

    assert len(body_of(tables)) <= DEFAULT.frame_bytes


def test_a_host_may_raise_a_limit_and_the_others_stay() -> None:
    raised = Limits(tables=1000)

    assert raised.tables == 1000
    assert raised.frame_bytes == DEFAULT.frame_bytes

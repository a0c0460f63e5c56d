"""A host that sends rubbish to a client: one clear line, an exit code, no traceback."""

from __future__ import annotations

import struct
from pathlib import Path

import msgpack
import pytest
from tests.faults.client_process import (
    LEAVES_FULL_SCREEN,
    run_client,
    run_on_terminal,
)
from tests.faults.false_host import false_host
from tests.faults.odd_host import remarks_of
from tests.faults.odd_text import HIJACKS
from tests.protocol.test_hostile_bytes import BOMBS, STRICT

from vendue_client.exits import Exit
from vendue_protocol.codec import encode, encode_hello
from vendue_protocol.frames import frame
from vendue_protocol.hello import hello
from vendue_protocol.host_messages import (
    Accepted,
    Commitments,
    Dealt,
    Held,
    Logged,
    Over,
    Welcome,
)
from vendue_protocol.limits import DEFAULT
from vendue_protocol.message import Bye, Ping
from vendue_shared.events import Ending


def length(size: int) -> bytes:
    return struct.pack(">I", size)


RUBBISH = {
    "a length of 0": length(0),
    "a length above the limit": length(DEFAULT.frame_bytes + 1),
    "the largest length": length(2**32 - 1),
    "random bytes": bytes(range(256)) * 8,
    "deep nesting": frame(STRICT["10000 arrays"]),
    "a huge array": frame(STRICT["array32"]),
    "a bomb": frame(BOMBS["arrays of 65535"]),
    "an extension": frame(STRICT["timestamp64"]),
    "no UTF-8": frame(b"\x82\xa1t\xa4said\xa4text" + STRICT["invalid"]),
    "something after it": frame(encode(Ping())[4:] + b"\xc0"),
    "a message of a client": frame(msgpack.packb({"t": "watch", "table": 1})),
    "an unknown message": frame(msgpack.packb({"t": "obey"})),
    "a key too many": frame(msgpack.packb({"t": "ping", "x": 1})),
    "a key too few": frame(msgpack.packb({"t": "said"})),
    "a float": frame(msgpack.packb({"t": "accepted", "n": 1.0, "s": 1})),
}
"""What no host says, once a client watches."""

FIRST = {
    "HTTP": b"HTTP/1.1 400 Bad Request\r\n\r\n",
    "nothing": b"",
    "TLS": b"\x15\x03\x03\x00\x02\x02\x28",
    "an older version": encode_hello(hello("0.0.1", use=0)),
    "odd words": encode_hello(hello("\x1b]0;x\a", use=0)),
    "no welcome": encode_hello(hello("1", use=1)) + encode(Ping()),
    "no place": encode_hello(hello("1", use=1)) + encode(Bye(why="full")),
    "rubbish": encode_hello(hello("1", use=1)) + frame(b"\xc1"),
    "a key of no order": encode_hello(hello("1", use=1))
    + encode(Welcome(key=b"\xff" * 32, challenge=bytes(32))),
}
"""What something else, or a bad host, says first."""

UNTIMELY = {
    "paintings before a game": Dealt(s=1, cards=()),
    "commitments before terms": Commitments(game=bytes(16), ks=(bytes(32),) * 3),
    "event 7 first": Logged(s=7, e=b"\x81\xa1t\xa6hammer"),
    "an event that is none": Logged(s=1, e=b"\x00"),
    "an answer to nothing": Accepted(n=9, s=9),
    "the end of no game": Over(game=bytes(16), reason=Ending.FINISHED),
    "a hold on nothing": Held(s=3, who=255, hold=bytes(64)),
}
"""Messages at a wrong time."""


def said_by(home: Path, script: list[bytes], *how: str) -> tuple[int, str, str]:
    """What a client that watches ends with: exit code, output, errors."""
    with false_host([*script, encode(Bye(why="bye"))]) as host:
        address = f"127.0.0.1:{host.port}"
        result = run_client(home, "join", address, "--insecure", *how)
    return result.returncode, result.stdout, result.stderr


# A process a case, hence the time: all of one kind go to one client in the soak.


@pytest.mark.parametrize("name", ["the largest length", "deep nesting", "a bomb"])
def test_rubbish_ends_the_line_with_one_clear_sentence(
    tmp_path: Path, name: str
) -> None:
    code, _out, err = said_by(tmp_path, [RUBBISH[name]], "--watch", "--json")

    assert code == Exit.CONNECTION
    assert err.count("\n") == 1
    assert "Traceback" not in err


@pytest.mark.soak
@pytest.mark.parametrize(
    "how", [("--watch", "--json"), ("--bot", "standard"), ("--plain",)]
)
@pytest.mark.parametrize("name", RUBBISH)
def test_every_rubbish_ends_every_client(
    tmp_path: Path, name: str, how: tuple[str, ...]
) -> None:
    code, out, err = said_by(tmp_path, [RUBBISH[name]], *how)

    assert code == Exit.CONNECTION
    assert "Traceback" not in out + err
    assert "a bug" not in out + err


@pytest.mark.soak
@pytest.mark.parametrize(
    "how", [("--watch", "--json"), ("--bot", "standard"), ("--plain",)]
)
@pytest.mark.parametrize("name", UNTIMELY)
def test_no_untimely_message_is_a_bug_of_the_client(
    tmp_path: Path, name: str, how: tuple[str, ...]
) -> None:
    code, out, err = said_by(tmp_path, [encode(UNTIMELY[name])], *how)

    assert code in {Exit.CONNECTION, Exit.BAD, Exit.WELL}
    assert "Traceback" not in out + err
    assert "a bug" not in out + err


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            name, marks=[] if name in {"HTTP", "an older version"} else pytest.mark.soak
        )
        for name in FIRST
    ],
)
def test_what_is_no_host_is_told_as_such(tmp_path: Path, name: str) -> None:
    with false_host(first=FIRST[name], reads=False) as host:
        address = f"127.0.0.1:{host.port}"
        result = run_client(tmp_path, "join", address, "--insecure", "--watch")

    assert result.returncode in {Exit.CONNECTION, Exit.VERSION, Exit.REFUSED}
    assert result.stderr.count("\n") == 1
    assert "\x1b" not in result.stderr
    assert "a bug" not in result.stderr


@pytest.mark.parametrize(
    "name",
    [
        "a length of 0",
        pytest.param("random bytes", marks=pytest.mark.soak),
        pytest.param("no UTF-8", marks=pytest.mark.soak),
    ],
)
def test_full_screen_gives_the_terminal_back(tmp_path: Path, name: str) -> None:
    odd = [encode(message) for message in remarks_of(HIJACKS["leaves the full screen"])]
    with false_host([*odd, RUBBISH[name]]) as host:
        address = f"127.0.0.1:{host.port}"
        how = ("join", address, "--insecure", "--watch")
        ended = run_on_terminal(tmp_path, *how, keys=b"q\r")

    assert ended.raw.count(LEAVES_FULL_SCREEN) == 1
    assert ended.is_restored
    assert not any("Traceback" in line for line in ended.shown)

"""Who listens at the cable while a game is played: what is heard, and what is not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.games.two_networks import HERE, may_make_networks, streams, two_networks
from tests.server.host_process import ENVIRONMENT, HOST, ROOT

from vendue_protocol.codec import decode_event
from vendue_protocol.frames import ROUND_BYTES
from vendue_protocol.game_file import read_game_file
from vendue_shared.events import Begun

NAME = "Gertrude-Stein"
TABLE = "Rue de Fleurus"
PASSWORD = "a rose is a rose"  # noqa: S105 - of this game alone
PATIENCE_S = 60.0
TLS_OVERHEAD = 17
"""Of a record in TLS 1.3: its kind, and the tag that it was not altered."""

needs_networks = pytest.mark.skipif(
    not may_make_networks(), reason="needs root and network namespaces"
)


class Evening(NamedTuple):
    """A game that was listened to."""

    said: bytes
    """All that was heard, both sides."""
    by_client: list[bytes]
    """A connection each."""
    log: Path
    """The client's."""


def play(folder: Path, *, insecure: bool) -> Evening:
    """A whole game of a bot at a client, two bots at the host, and a listener."""
    flags = ["--insecure"] if insecure else []
    words = {
        "--bind": HERE, "--port": "0", "--seats": "3", "--bots": "2", "--pace": "0",
        "--table": TABLE, "--data": str(folder / "host"), "--messages-per-s": "1000",
    }  # fmt: skip
    if not insecure:
        (folder / "password").write_text(f"{PASSWORD}\n")
        flags += ["--password-file", str(folder / "password")]
    env = {
        **ENVIRONMENT,
        "XDG_STATE_HOME": str(folder / "state"),
        "PYTHONPATH": f"{ENVIRONMENT['PYTHONPATH']}{os.pathsep}{ROOT / 'client'}",
    }
    serve = [*HOST, *(word for pair in words.items() for word in pair), *flags]
    with (
        two_networks() as both,
        both.heard(folder / "heard"),
        subprocess.Popen(
            both.command(both.here, serve),
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as host,
    ):
        assert host.stdout is not None
        ready = json.loads(host.stdout.readline())
        address = f"{HERE}:{ready['port']}#{ready['code']}"
        join = [sys.executable, "-m", "vendue_client", "join", address, *flags]
        bot = ["--bot", "standard", "--pace", "0", "--name", NAME]
        try:
            client = subprocess.run(
                both.command(both.there, [*join, *bot]),
                env=env,
                capture_output=True,
                text=True,
                timeout=PATIENCE_S,
                check=False,
            )
        finally:
            host.terminate()
    assert (client.returncode, client.stderr) == (0, "")
    heard = streams(folder / "heard")
    by_client = [said for flow, said in heard.items() if flow[0] != HERE]
    (log,) = folder.glob("state/vendue/games/*.vendue")
    return Evening(b"".join(heard.values()), by_client, log)


def told(path: Path) -> dict[str, bytes]:
    """What a listener would like to know, by what it is."""
    log = read_game_file(path.read_bytes())
    begun = decode_event(log.events[0].e)
    assert isinstance(begun, Begun)
    seats = list(zip(begun.terms.chairs, begun.es, strict=True))
    secret = {
        "table": TABLE.encode(),
        "host's key": begun.terms.host_key,
        "game": begun.terms.game,
        **{f"name {chair.name}": chair.name.encode() for chair, _ in seats},
        **{f"key of {c.name}": c.key for c, _ in seats if not c.bot},
        **{f"share of {c.name}": e for c, e in seats if not c.bot},
        # Paintings, amounts, and who did it, as they travel.
        **{f"event {event.s}": event.e for event in log.events},
        **{f"dealt {card}": card.slot for one in log.dealt for card in one.cards},
        **{f"signature at {hold.s}": hold.hold for hold in log.holds},
    }
    assert f"name {NAME}" in secret
    assert len(secret) > 100
    return secret


def records(said: bytes) -> list[int]:
    """How long a side's encrypted records are, after the handshake's own."""
    sizes = []
    while said:
        size = int.from_bytes(said[3:5], "big")
        if said[0] == 0x17:
            sizes.append(size)
        said = said[5 + size :]
    return sizes[1:]


@needs_networks
def test_listener_hears_no_name_painting_amount_or_key(tmp_path: Path) -> None:
    evening = play(tmp_path, insecure=False)

    wanted = {**told(evening.log), "password": PASSWORD.encode()}
    assert [what for what, it in wanted.items() if it in evening.said] == []
    # Nor does it hear in what a message says how long it is.
    sizes = {size for said in evening.by_client for size in records(said)}
    assert sizes == {ROUND_BYTES + TLS_OVERHEAD}


@needs_networks
def test_listener_hears_all_of_it_on_a_plain_line(tmp_path: Path) -> None:
    evening = play(tmp_path, insecure=True)

    wanted = told(evening.log)
    assert [what for what, it in wanted.items() if it not in evening.said] == []

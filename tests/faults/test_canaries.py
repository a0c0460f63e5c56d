"""Secrets that the test knows, looked for in everything that leaves a program."""

from __future__ import annotations

import base64
import gc
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest
import structlog
import trio
from tests.faults.proxy import Proxy
from tests.faults.seated_bots import QUICK, play_to_the_end, until_event
from tests.games.players import BotAtLine
from tests.server.game_by_hand import HOST_KEY, KEYS
from tests.server.host_process import ENVIRONMENT, started
from tests.server.served import ServedHost, serving

from vendue_client.connecting import Cover
from vendue_protocol.codec import decode_event
from vendue_protocol.game_file import read_game_file
from vendue_protocol.keys import bot_secret
from vendue_shared.events import Ended
from vendue_shared.seats import Seat

Diagnostics = list[structlog.types.EventDict]

FLAGS = ("--pace", "0", "--messages-per-s", "2000", "--seats", "3")

DEALT_FIRST = 30
"""What three players are dealt in round 1, from the top of the deck."""

MIDDLE = 60
"""An event in the middle of a game, after sealed bids were opened."""


class Canary(msgspec.Struct, frozen=True):
    """A secret, and by whom it may be known."""

    name: str
    secret: bytes
    lines: frozenset[str] = frozenset()
    """On which players' lines it may pass, as `down 0`."""


def forms_of(secret: bytes) -> tuple[bytes, ...]:
    """How a secret could be written."""
    return (
        secret,
        secret.hex().encode(),
        base64.b64encode(secret).rstrip(b"="),
        repr(secret)[2:-1].encode(),
    )


def found_in(data: bytes, canaries: Iterable[Canary]) -> list[str]:
    """The canaries in some bytes, in any form."""
    return [c.name for c in canaries if any(f in data for f in forms_of(c.secret))]


def canaries_of(served: ServedHost, bots: list[BotAtLine]) -> list[Canary]:
    """All secrets of a game that is on."""
    new, game = served.game._new, served.game.follower.game
    deal = new.deal
    found = [
        Canary("host key", HOST_KEY._private.private_bytes_raw()),
        Canary("seed", new.seed),
        Canary("secret of the deal", deal.key),
        *(
            Canary(f"secret of a bot {seat}", bot_secret(new.seed, game, Seat(seat)))
            for seat in range(3)
        ),
    ]
    owners = {
        place: bot.participant.playing_seat
        for bot in bots
        for number in range(1, served.game.follower.position.round + 1)
        for place in deal._places(bot.participant.playing_seat or 0, number)
    }
    for place, slot in enumerate(deal.slots):
        owner = owners.get(place)
        lines = frozenset() if owner is None else frozenset({f"down {owner}"})
        found.append(Canary(f"slot of place {place}", slot, lines))
    for bot in bots:
        own = bot.participant.own
        assert own is not None
        found.append(Canary(f"seat secret {own.seat}", own.secret))
    for number, key in enumerate(KEYS[:3]):
        found.append(Canary(f"seat key {number}", key._private.private_bytes_raw()))
    return found


class Overheard:
    """A game in its middle: all that passed on each line, and what is secret then."""

    def __init__(
        self, served: ServedHost, bots: list[BotAtLine], proxies: list[Proxy]
    ) -> None:
        self.lines: dict[str, bytes] = {}
        for bot, proxy in zip(bots, proxies, strict=True):
            for way, passed in proxy.newest.passed.items():
                self.lines[f"{way} {bot.participant.playing_seat}"] = bytes(passed)
        self.canaries = canaries_of(served, bots)
        gc.collect()
        self.reprs = "\n".join(
            repr(one)
            for one in gc.get_objects()
            if str(type(one).__module__).startswith("vendue_")
        )


async def overheard() -> Overheard:
    """Play to the middle of a game, and listen."""
    # What other tests have left behind is not looked through: it may well say what
    # is a secret here.
    gc.collect()
    gc.freeze()
    async with serving(QUICK) as served, trio.open_nursery() as nursery:
        proxies = [Proxy(served.port) for _ in range(3)]
        for proxy in proxies:
            await nursery.start(proxy.run)
        bots = [BotAtLine(proxy.port, n) for n, proxy in enumerate(proxies)]
        for bot in bots:
            bot.cover = Cover.NONE  # what is encrypted shows nothing at all
        nursery.start_soon(play_to_the_end, bots)
        await until_event(served, MIDDLE)
        heard = Overheard(served, bots, proxies)
        nursery.cancel_scope.cancel()
    gc.unfreeze()
    return heard


@pytest.fixture
async def middle(
    monkeypatch: pytest.MonkeyPatch,
) -> Overheard:
    monkeypatch.setenv("VENDUE_LOG", "debug")
    return await overheard()


async def test_no_line_carries_what_its_reader_may_not_know(middle: Overheard) -> None:
    leaks = {
        line: found_in(data, [c for c in middle.canaries if line not in c.lines])
        for line, data in middle.lines.items()
    }

    assert {line: names for line, names in leaks.items() if names} == {}
    assert len(middle.canaries) > 75


async def test_canaries_are_seen_where_they_may_be(middle: Overheard) -> None:
    owned = [c for c in middle.canaries if c.lines][:DEALT_FIRST]

    assert all(
        found_in(middle.lines[line], [canary])
        for canary in owned
        for line in canary.lines
    )


async def test_no_repr_of_ours_shows_a_secret(middle: Overheard) -> None:
    assert "Participant" in middle.reprs
    assert found_in(middle.reprs.encode(), middle.canaries) == []


async def test_diagnostics_of_all_levels_show_no_secret(
    middle: Overheard, diagnostics: Diagnostics
) -> None:
    said = repr(diagnostics).encode()

    assert found_in(said, middle.canaries) == []


def game_files(data: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in data.rglob("*") if p.is_file()}


async def test_process_says_no_secret_on_stderr(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A process and a game, hence the time.
    monkeypatch.setitem(ENVIRONMENT, "VENDUE_LOG", "debug")
    data = tmp_path / "data"
    with started(data, *FLAGS) as host:
        bots = [BotAtLine(host.port, person) for person in range(3)]
        await play_to_the_end(bots)
        rude = await trio.open_tcp_stream("127.0.0.1", host.port)
        await rude.send_all(b"\xff" * 8)
        while await rude.receive_some():
            pass  # until the host has hung up
        await rude.aclose()
        host.end()
        assert host.process.stderr is not None
        stderr = host.process.stderr.read().encode()

    secrets = [Canary("seed", seed_in(data)), Canary("host key", key_in(data))]
    assert b"peer ended" in stderr
    assert found_in(stderr, secrets) == []


def seed_in(data: Path) -> bytes:
    """The seed of the one game, as its log has it after the end."""
    (log,) = (data / "games").glob("*.vendue")
    event = decode_event(read_game_file(log.read_bytes()).events[-1].e)
    assert isinstance(event, Ended)
    return event.seed


def key_in(data: Path) -> bytes:
    """The host's private key, as its file has it."""
    return next(
        p.read_bytes() for p in data.iterdir() if p.is_file() and p.stat().st_size == 32
    )

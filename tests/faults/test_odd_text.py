"""Text of peers that a terminal would obey: on no way does it reach a reader raw."""

from __future__ import annotations

import io
import json
import random
import re
import sys
from pathlib import Path

import msgspec
import pytest
import structlog
from click.testing import CliRunner
from tests.client.conftest import FakeDesk, shown
from tests.faults.odd_host import (
    finished_game_of,
    hall_of_odd,
    last_words_of,
    lobby_of_odd,
    names_of,
    remarks_of,
)
from tests.faults.odd_text import HIDDEN, HIJACKS, ODD, obeyed_in
from tests.protocol.kept_games import drawn_events
from tests.server.game_by_hand import KEYS
from tests.server.served import ServedHost
from wcwidth import wcswidth

from vendue_client.commands.check import check
from vendue_client.commands.export import export
from vendue_client.commands.verify import verify
from vendue_client.participant import Participant
from vendue_client.presenter.cells import line_width, plain
from vendue_client.presenter.layout import draw
from vendue_client.presenter.state import ScreenState, Size
from vendue_protocol.client_messages import Say, Sit
from vendue_protocol.host_messages import Lobby, Refused, Said
from vendue_protocol.proved_game import ProvedGame, bids_of
from vendue_protocol.proved_setup import Seating, agree
from vendue_server.diagnostics import log
from vendue_shared.events import Ending
from vendue_shared.options import Options

CLIENT = Path(__file__).parents[2] / "client"

ALL = pytest.mark.parametrize("name", ODD)


# A full screen, as it is drawn.


def drawn(participant: Participant) -> list[str]:
    """The lines of a screen, having looked that each is as wide as the terminal."""
    size = Size(columns=80, rows=24)
    lines = draw(participant, size, ScreenState()).lines
    assert {line_width(line) for line in lines} == {size.columns}
    return [plain(line) for line in lines]


@ALL
def test_screen_shows_no_odd_text_and_keeps_its_columns(name: str) -> None:
    odd = ODD[name]
    homes = [hall_of_odd(odd), lobby_of_odd(odd), lobby_of_odd(odd).begin()]
    for home in homes:
        home.tell(*remarks_of(odd))

    text = "".join(line for home in homes for line in drawn(home.participant))
    assert obeyed_in(text) == set()


@pytest.mark.parametrize("name", ["a link", "right to left", "fifty marks", "emoji"])
def test_screen_of_a_finished_game_shows_no_odd_text(name: str) -> None:
    home = finished_game_of(ODD[name])

    assert obeyed_in("".join(drawn(home.participant))) == set()


# Plain lines.


@ALL
async def test_plain_lines_show_no_odd_text(name: str) -> None:
    odd, text = ODD[name], ""
    for home in (hall_of_odd(odd), lobby_of_odd(odd), lobby_of_odd(odd).begin()):
        home.tell(*remarks_of(odd), *last_words_of(odd)[1:])
        desk = FakeDesk(home, plays_on=False)
        desk.lose()
        text += (await shown(desk, []))[1]

    assert len(text.splitlines()) > 10
    assert obeyed_in(text) == set()


async def test_plain_lines_of_a_whole_game_show_no_odd_text() -> None:
    desk = FakeDesk(lobby_of_odd(HIDDEN["right to left"] + "\x1b]0;x\a").begin())

    _leaving, text = await shown(desk)

    assert "wins" in text or "won" in text
    assert obeyed_in(text) == set()


@pytest.mark.parametrize("name", ["line feed", "both", "next line", "line separator"])
async def test_chat_of_two_lines_is_one_line(name: str) -> None:
    home = lobby_of_odd("x")
    home.tell(Said(name="Bea", seat=None, text=HIJACKS[name]))
    desk = FakeDesk(home, plays_on=False)

    _leaving, text = await shown(desk, ["/quit"])

    assert [line for line in text.splitlines() if line.startswith("evil")] == []


# At the host.


@ALL
async def test_odd_name_is_refused_or_shown_clean(
    served: ServedHost, name: str
) -> None:
    peer = await served.stranger()

    await peer.says(Sit(table=1, name=ODD[name][:16], key=KEYS[0].public))

    answer = await peer.next()
    assert isinstance(answer, Refused) or name not in HIJACKS
    taken = served.table.lobby.chairs[0].name
    assert obeyed_in(taken) == set()
    assert wcswidth(taken) <= 20


@ALL
async def test_chat_is_told_clean_and_in_one_line(
    served: ServedHost, name: str
) -> None:
    peer = await served.stranger()
    await peer.sit(0)
    await peer.until(Lobby)

    await peer.says(Say(text=f"a{ODD[name]}"[:200]))

    said = await peer.until(Said)
    assert obeyed_in(said.text) == set()
    assert "\n" not in said.text


@pytest.mark.parametrize("way", ["structlog", "by hand"])
def test_diagnostics_write_nothing_that_a_terminal_obeys(
    monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    written = io.StringIO()
    monkeypatch.setattr(sys, "stderr", written)
    before = structlog.get_config()
    structlog.reset_defaults()
    if way == "by hand":
        monkeypatch.setitem(sys.modules, "structlog", None)

    for odd in ODD.values():
        log.warning("peer refused", peer=odd, detail=odd)
    structlog.configure(**before)

    lines = written.getvalue().splitlines()
    assert [json.loads(line)["event"] for line in lines] == ["peer refused"] * len(ODD)
    assert obeyed_in(written.getvalue()) == set()


# Files of others.


def log_of_odd(odd: str) -> ProvedGame:
    """A whole game, sound in every proof, of players with odd names."""
    chance = random.Random(3)
    seating = Seating(
        options=Options(), names=names_of(odd)[:3], bots=(), given_up=0, first=None
    )
    game = ProvedGame(agree(seating, chance.randbytes))
    events = drawn_events(game, 3)
    bids = bids_of(events)
    for index, event in enumerate(events):
        game.take(event, bids.get(index, 0))
    game.end(Ending.FINISHED)
    return game


@pytest.mark.parametrize("name", ["a link", "line feed", "isolates", "8-bit OSC"])
def test_verify_export_and_check_print_no_odd_text(name: str, tmp_path: Path) -> None:
    # A whole game with every proof, hence the time.
    path, record = tmp_path / "game.vendue", tmp_path / "game.jsonl"
    path.write_bytes(log_of_odd(ODD[name]).file_of(0))
    run = CliRunner().invoke

    said = [
        run(verify, [str(path)]),
        run(verify, ["--json", str(path)]),
        run(export, [str(path)]),
        run(export, [str(path), "-o", str(record)]),
        run(check, [str(record)]),
    ]

    assert [result.exit_code for result in said] == [0] * 5
    assert obeyed_in("".join(result.output for result in said)) == set()
    assert obeyed_in(record.read_text(encoding="utf-8")) == set()


@pytest.mark.parametrize("name", ["a link", "line feed", "isolates", "8-bit OSC"])
def test_what_cannot_be_read_is_told_without_odd_text(
    name: str, tmp_path: Path
) -> None:
    odd = ODD[name].replace("/", "")
    paths = [tmp_path / f"{odd}.vendue", tmp_path / f"{odd}.jsonl"]
    for path in paths:
        path.write_bytes(msgspec.json.encode({odd: odd}))
    run = CliRunner().invoke

    said = [run(verify, [str(paths[0])]), run(check, [str(paths[1])])]
    said.append(run(export, [str(paths[0])]))

    assert {result.exit_code for result in said} == {2}
    assert obeyed_in("".join(result.output for result in said)) == set()


# The two doors of prompt_toolkit that obey text.


def test_the_client_never_builds_html_or_ansi_of_text() -> None:
    # `HTML(...)` of a peer's text fails or injects, `ANSI(...)` passes OSC 52.
    doors = re.compile(r"\b(HTML|ANSI)\b")

    found = [
        f"{path.name}: {line.strip()}"
        for path in CLIENT.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if doors.search(line) and not line.lstrip().startswith(("#", '"'))
    ]
    assert found == []

"""The page says what the code does: the session, every word, every number."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from tests.protocol import samples, session_bytes
from tests.protocol.notation import bytes_of
from tests.protocol.samples import MESSAGES, shown, tag_of

from vendue_protocol.client_messages import FROM_CLIENT
from vendue_protocol.errors import Code, Farewell
from vendue_protocol.frames import frame
from vendue_protocol.hello import Hello
from vendue_protocol.host_messages import FROM_HOST, ChairLine, DealtCard, TableLine
from vendue_protocol.limits import DEFAULT
from vendue_protocol.message import Message
from vendue_protocol.proof import Check
from vendue_shared.choices import Decision
from vendue_shared.events import AnyEvent, Ending, Opening, Player
from vendue_shared.moves import AnyMove
from vendue_shared.options import Options
from vendue_shared.paintings import ARTIST_OF, ARTISTS, KIND_OF, PAINTINGS, Kind
from vendue_shared.refusals import Reason
from vendue_shared.terms import Chair, Clocks, Terms

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "PROTOCOL.md").read_text(encoding="utf-8")
FAIRPLAY = (DOCS / "FAIRPLAY.md").read_text(encoding="utf-8")
KINDS: list[type[Message]] = list(dict.fromkeys((*FROM_CLIENT, *FROM_HOST)))


def section(title: str, page: str = PAGE) -> str:
    """What stands under a heading, up to the next one as high."""
    found = re.search(rf"^(#+) {re.escape(title)}$", page, re.MULTILINE)
    assert found is not None, title
    rest = page[found.end() :]
    end = re.search(rf"^#{{1,{len(found[1])}}} ", rest, re.MULTILINE)
    return rest[: end.start()] if end else rest


def first_cells(text: str) -> list[str]:
    """The first cell of each row of the tables in a text, without backticks."""
    rows = re.findall(r"^\| *`([^`|]+)` *\|", text, re.MULTILINE)
    return [str(row) for row in rows]


def fields(kind: type[msgspec.Struct]) -> list[str]:
    return [field.encode_name for field in msgspec.structs.fields(kind)]


def tag(kind: type[msgspec.Struct]) -> str:
    return str(kind.__struct_config__.tag)


@cache
def transcript_frames() -> bytes:
    return b"".join(frame(noted.body) for noted in session_bytes.transcript())


# The session.


def test_the_session_on_the_page_is_the_hosts_byte_for_byte() -> None:
    block = PAGE.partition("```text\n")[2].partition("```")[0]

    assert bytes_of(block) == transcript_frames()


def test_the_session_on_the_page_is_commented_as_it_is_printed() -> None:
    assert PAGE.endswith(session_bytes.printed())


def test_the_session_goes_from_the_hello_to_the_second_sale() -> None:
    ada = session_bytes.play_session()

    assert ada.follower.position.auction == 2
    assert list(ada.follower.position.purses) == [100 + 7 - 12, 100 - 7 + 12, 100]
    assert [noted.sender for noted in ada.transcript[:3]] == ["client", "host", "host"]
    assert ada.transcript[-1].body == samples.body_of(samples.FROM_BOTH[2])


def test_every_fixed_value_of_the_session_stands_on_the_page() -> None:
    for name, raw in session_bytes.fixed_values():
        assert f"| {name} | `{raw.hex()}` |" in PAGE


# Messages.


@pytest.mark.parametrize("kind", KINDS, ids=tag)
def test_a_message_has_a_heading_and_all_its_fields(kind: type[Message]) -> None:
    text = section(f"`{tag(kind)}`")
    listed = first_cells(text)
    inside: dict[type[msgspec.Struct], str] = {
        TableLine: "tables",
        ChairLine: "lobby",
        DealtCard: "dealt",
    }
    more = [
        name for line, at in inside.items() if at == tag(kind) for name in fields(line)
    ]

    assert listed == [*fields(kind), *more]


def test_the_page_has_the_messages_in_the_order_of_the_code() -> None:
    headings = re.findall(r"^#### `(.+)`$", PAGE, re.MULTILINE)

    assert headings == [tag_of(sample) for sample in MESSAGES]


@pytest.mark.parametrize("message", MESSAGES, ids=tag_of)
def test_a_message_has_an_example(message: Message) -> None:
    assert f"- `{shown(message)}`\n" in section("Examples of all messages")


def test_what_may_be_left_out_is_said() -> None:
    for kind in KINDS:
        rows = section(f"`{tag(kind)}`").splitlines()
        for field in msgspec.structs.fields(kind):
            row = next(r for r in rows if r.startswith(f"| `{field.encode_name}` |"))
            assert ("may be left out" in row) is not field.required


def test_the_hello_stands_on_the_page() -> None:
    assert first_cells(section("Hello")) == fields(Hello)


# Values.


@pytest.mark.parametrize(
    ("title", "kinds"),
    [("Options", [Options]), ("Clocks", [Clocks]), ("Terms", [Terms, Chair])],
    ids=["options", "clocks", "terms"],
)
def test_a_value_has_all_its_keys_in_order(title: str, kinds: list[Any]) -> None:
    assert first_cells(section(title)) == [
        name for kind in kinds for name in fields(kind)
    ]


def test_the_clocks_have_their_usual_seconds() -> None:
    for name, seconds in msgspec.structs.asdict(Clocks()).items():
        assert f"| `{name}` | {seconds} |" in section("Clocks")


def test_the_words_of_the_options_stand_on_the_page() -> None:
    for field in msgspec.structs.fields(Options):
        values = get_args(field.type) or (
            list(field.type) if field.type is not bool else ()
        )
        assert all(f"`{value}`" in section("Options") for value in values)


def test_every_painting_stands_on_the_page() -> None:
    found = re.findall(
        r"^\| (\w+) ((?:\| \d+-\d+ )+)\|$", section("Paintings"), re.MULTILINE
    )
    numbers = {}
    for name, cells in found:
        for kind, cell in zip(Kind, re.findall(r"(\d+)-(\d+)", cells), strict=True):
            for number in range(int(cell[0]), int(cell[1]) + 1):
                numbers[number] = (name.upper(), kind)

    assert len(found) == len(ARTISTS)
    assert numbers == {p: (ARTIST_OF[p].name, KIND_OF[p]) for p in PAINTINGS}


# Moves and events.


def row_of(title: str, word: str) -> str:
    return next(
        row for row in section(title).splitlines() if row.startswith(f"| `{word}` |")
    )


@pytest.mark.parametrize("kind", get_args(AnyMove), ids=tag)
def test_a_move_has_a_row_with_its_keys(kind: type[msgspec.Struct]) -> None:
    keys = [name for name in fields(kind) if name != "auction"]

    cell = row_of("Moves", tag(kind)).split("|")[2]

    assert re.findall(r"`(\w+)`", cell) == keys


@pytest.mark.parametrize("kind", get_args(AnyEvent), ids=tag)
def test_an_event_has_a_row_with_its_keys_in_order(kind: type[msgspec.Struct]) -> None:
    _, _, keys, meaning, _ = row_of("Events", tag(kind)).split("|", 4)
    names = re.findall(r"`(\w+)`", keys)
    words = {str(word) for word in (*Player, *Ending)}

    assert meaning.strip()
    assert [name for name in names if name not in words] == fields(kind)


def test_the_keys_of_an_opening_stand_in_order() -> None:
    meaning = row_of("Events", "opened").split("|")[3]

    assert re.findall(r"`(\w+)`: (?:amount|hash|bin)", meaning) == fields(Opening)


def test_the_page_has_exactly_the_moves_and_events() -> None:
    moves, events = first_cells(section("Moves")), first_cells(section("Events"))

    assert moves == [tag(kind) for kind in get_args(AnyMove)]
    assert events == [tag(kind) for kind in get_args(AnyEvent)]


@pytest.mark.parametrize("decision", Decision)
def test_every_decision_is_named_and_has_an_answer(decision: Decision) -> None:
    assert f"`{decision}`" in section("`due`")
    if decision is not Decision.NONE:
        assert f'"decision": "{decision}"' in section("A client without rules")


# Refusals, farewells, limits, checks.


def test_every_refusal_has_a_meaning() -> None:
    listed = first_cells(section("Refusals"))

    assert len(listed) == len(set(listed))
    assert set(listed) == {str(code) for code in (*Code, *Reason)}


def test_every_code_that_the_page_names_is_one() -> None:
    named = set(re.findall(r"\bE_[A-Z_]+\b", PAGE))

    assert named <= {str(code) for code in (*Code, *Reason)}


def test_every_farewell_has_a_meaning() -> None:
    assert first_cells(section("Farewells")) == [str(why) for why in Farewell]


def test_every_limit_stands_on_the_page_with_its_value() -> None:
    found = dict(
        re.findall(r"^\| `(\w+)` \| (\d+) \|", section("Limits"), re.MULTILINE)
    )

    assert {name: float(value) for name, value in found.items()} == {
        name: float(value) for name, value in msgspec.structs.asdict(DEFAULT).items()
    }


def test_every_check_of_a_log_has_a_sentence() -> None:
    text = section("What a log can fail", FAIRPLAY)

    assert first_cells(text) == [str(check) for check in Check]
    assert all(
        len(row.split("|")[2].strip()) > 20 for row in text.splitlines() if "`" in row
    )


# How it is written.


@pytest.mark.parametrize("page", [PAGE, FAIRPLAY], ids=["PROTOCOL", "FAIRPLAY"])
def test_a_page_names_nothing_that_its_reader_does_not_have(page: str) -> None:
    for path in re.findall(r"\b(?:docs|tests)/[\w./-]+\w", page):
        assert (DOCS.parent / path).exists(), path
    assert not re.search(r"/work|design/|TODO|issue", page)

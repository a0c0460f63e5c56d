"""The table of what was tried, in docs/FAIRPLAY.md, is that of the tests."""

from __future__ import annotations

from pathlib import Path

from tests.hostile.cases import Case
from tests.hostile.client_cheats import CLIENT_CASES
from tests.hostile.quiet_cheats import QUIET_CASES
from tests.hostile.test_cheating_hosts import HOST_CASES

PAGE = Path(__file__).parents[2] / "docs" / "FAIRPLAY.md"
HEAD = "| case | who notices | at which message | check |"


def tables() -> list[list[str]]:
    """The rows of each table under "Tried", without its head."""
    found: list[list[str]] = []
    text = PAGE.read_text(encoding="utf-8").split("\n## Tried\n")[1]
    for line in text.splitlines():
        if line == HEAD:
            found.append([])
        elif line.startswith("| ") and found:
            found[-1].append(line)
    return found


def rows_of(cases: tuple[Case, ...]) -> list[str]:
    return [row for case in cases for row in case.rows]


def test_the_page_has_every_cheat_of_a_host() -> None:
    assert tables()[0] == rows_of(HOST_CASES)


def test_the_page_has_every_cheat_that_raises_no_alarm() -> None:
    assert tables()[1] == rows_of(QUIET_CASES)


def test_the_page_has_every_cheat_of_a_client() -> None:
    assert tables()[2] == rows_of(CLIENT_CASES)


def test_no_two_cases_have_one_name() -> None:
    names = [case.name for case in (*HOST_CASES, *QUIET_CASES, *CLIENT_CASES)]

    assert len(set(names)) == len(names)
    assert len(HOST_CASES) >= 20
    assert len(CLIENT_CASES) >= 8

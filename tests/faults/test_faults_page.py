"""The page of faults has every row, and each names tests that are there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "FAULTS.md").read_text(encoding="utf-8")

NUMBERS = {
    *range(1, 9), *range(10, 29), *range(30, 58), *range(59, 64), *range(66, 72),
    *range(73, 87), 88, *range(90, 95),
}  # fmt: skip
"""Every row there is; 9, 29 and their like were never given."""

NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
ROW = re.compile(r"^\| (\d+) \| (.+) \| (.+) \| (.+) \|$", re.MULTILINE)
ROWS = {int(row[1]): row[4] for row in ROW.finditer(PAGE)}


@cache
def names_in(path: str) -> frozenset[str]:
    """The names of the tests in a file."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    found = set()
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                found.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]):
                found.add(name)
            case _:
                pass
    return frozenset(name for name in found if name.startswith("test_"))


def test_the_page_has_every_row_once() -> None:
    assert set(ROWS) == NUMBERS
    assert len(ROW.findall(PAGE)) == len(NUMBERS)


@pytest.mark.parametrize("number", sorted(NUMBERS))
def test_a_row_names_a_test_or_says_why_there_is_none(number: int) -> None:
    cell = ROWS[number]

    assert NAMED.search(cell) or cell.startswith("none: ")


@pytest.mark.parametrize(("path", "name"), sorted(set(NAMED.findall(PAGE))))
def test_a_test_that_the_page_names_is_there(path: str, name: str) -> None:
    assert name in names_in(path)


def test_a_file_that_the_page_names_is_there() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)`", PAGE)

    assert [path for path in named if not (ROOT / path).is_file()] == []
    assert named

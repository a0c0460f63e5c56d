"""What the code cites of the pages stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("shared", "protocol", "server", "client")
CITATION = re.compile(r"docs/([A-Z]+)\.md([^.;)]*)")
TITLE = re.compile(r'"([^"\n]+)"')


def citations() -> set[tuple[str, str]]:
    """Every heading that a room cites: the page, and the heading."""
    found = set()
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            for page, sentence in CITATION.findall(text):
                found |= {(page, title) for title in TITLE.findall(sentence)}
    return found


def headings(page: str) -> set[str]:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    return {title.strip("`") for title in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}


CITED = sorted(citations())


def test_the_code_cites_the_pages_of_the_wire() -> None:
    assert {("FAIRPLAY", "The deal"), ("PROTOCOL", "Limits")} <= set(CITED)


@pytest.mark.parametrize(("page", "title"), CITED)
def test_a_cited_heading_stands_on_its_page(page: str, title: str) -> None:
    assert title in headings(page)

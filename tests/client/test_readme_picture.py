"""What README.md shows of the table looks as the table does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from vendue_client.presenter.cells import plain
from vendue_client.presenter.layout import COMPACT, draw
from vendue_client.presenter.state import ScreenState
from vendue_shared.phases.open_auction import OpenAuction

from .at_home import GameAtHome

ROOT: Final = Path(__file__).parents[2]
HEADS: Final = slice(6, 8)
"""The rows of the screen with the titles and columns of artists and players."""


@pytest.mark.parametrize("shown", ["docs/table.svg", "README.md"])
def test_the_shown_tables_have_the_heads_of_the_real_one(shown: str) -> None:
    game = GameAtHome(luck=3).begin().until(OpenAuction)
    rows = draw(game.participant, COMPACT, ScreenState()).lines[HEADS]
    heads = re.findall(r"[^\s├─┬┤│]+(?: [^\s├─┬┤│]+)*", " ".join(map(plain, rows)))

    text = (ROOT / shown).read_text(encoding="utf-8")

    assert "hand wall" in heads
    assert [head for head in heads if head not in text] == []

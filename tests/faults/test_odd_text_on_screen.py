"""A host that sends odd text to a full screen: the terminal obeys none of it."""

from __future__ import annotations

import pytest
from tests.client.sitting_at_home import sitting
from tests.client.terminal_at_home import Terminal
from tests.faults.odd_host import last_words_of, lobby_of_odd, remarks_of
from tests.faults.odd_text import OBEYED, ODD

pytestmark = pytest.mark.ui

DRAWN = [name for name in ODD if name != "hangul"]
"""The terminal of the tests drops what follows the end of a syllable; the pure
drawing is tested with it."""

SENT_BY_OURSELVES = set("\x1b\r\b\a\x00")
"""What the screen itself sends, for its own ends."""


@pytest.mark.parametrize("name", DRAWN)
async def test_terminal_gets_nothing_of_it_and_keeps_its_columns(name: str) -> None:
    odd = ODD[name]
    async with sitting(lobby_of_odd(odd).begin()) as sat:
        sat.game.tell(*remarks_of(odd))
        sat.desk.wake()
        sat.terminal.keys("/say here")
        await sat.terminal.shows("/say here")

        raw = sat.terminal.raw
        edges = edges_of(sat.terminal)
        sat.game.tell(*last_words_of(odd)[1:])

    assert set(raw) & (OBEYED - SENT_BY_OURSELVES) == set()
    assert not any(start in raw for start in ("\x1b]", "\x1bP", "\x1b[6n", "\x1b[c"))
    assert edges == {"│"}


def edges_of(terminal: Terminal) -> set[str]:
    """What stands in the last column of the rows that have a frame."""
    cells = terminal._screen.buffer
    rows = [row for row in range(terminal.size.rows) if cells[row][0].data == "│"]
    return {cells[row][terminal.size.columns - 1].data for row in rows}

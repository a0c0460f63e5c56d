"""The screen's rows: the same cells that prompt_toolkit itself would lay out."""

from __future__ import annotations

import pytest
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Screen, WritePosition

from vendue_client.presenter.cells import Line
from vendue_client.screen.sheet import Sheet


def laid_out(*lines: Line) -> Screen:
    screen = Screen()
    place = WritePosition(xpos=0, ypos=0, width=10, height=len(lines))
    sheet = Sheet(lambda: lines)
    sheet.write_to_screen(screen, MouseHandlers(), place, "", False, None)
    return screen


def test_each_piece_keeps_its_style() -> None:
    screen = laid_out((("class:title", "A"), ("class:head", "b")))

    row = screen.data_buffer[0]
    assert (row[0].char, row[0].style) == ("A", "class:title")
    assert (row[1].char, row[1].style) == ("b", "class:head")


def test_a_wide_character_covers_two_cells() -> None:
    row = laid_out((("", "画a"),)).data_buffer[0]

    assert [row[x].char for x in range(3)] == ["画", "", "a"]


def test_a_mark_sits_on_the_character_before() -> None:
    row = laid_out((("", "画e\u0301a"),)).data_buffer[0]

    assert [row[x].char for x in range(4)] == ["画", "", "e\u0301", "a"]


@pytest.mark.parametrize("style", ["", "class:asked"], ids=["plain", "styled"])
def test_only_a_plain_space_is_an_untouched_cell(style: str) -> None:
    screen = laid_out(((style, " "),))

    untouched = Screen().data_buffer[0][0]
    assert (screen.data_buffer[0][0] == untouched) == (not style)


def test_all_rows_are_counted() -> None:
    assert laid_out((("", "a"),), (), ()).height == 3

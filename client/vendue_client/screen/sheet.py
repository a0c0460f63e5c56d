"""Lines of the presenter laid into prompt_toolkit's screen, each made up only once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, starmap
from typing import Final

from prompt_toolkit.layout import Container, Dimension
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Char, Screen, WritePosition

from vendue_client.presenter.cells import Line

_COVERED: Final = Char("", "")
"""The second cell of a wide character."""
_EMPTY: Final = Char(" ", "[transparent]")
"""What prompt_toolkit takes an untouched cell for; it is not written to a terminal."""


class Sheet(Container):
    """Fills a whole terminal with lines; what floats is laid over it.

    A `Window` would go through all cells at each drawing. Most lines are the same as
    before, and their cells are at hand.

    Args:
        drawn: Gives all lines from the top, each as wide as the terminal.
    """

    def __init__(self, drawn: Callable[[], Sequence[Line]]) -> None:
        self._drawn = drawn

    def reset(self) -> None:
        """Nothing is kept from one run to the next."""

    def preferred_width(self, max_available_width: int) -> Dimension:
        """All there is."""
        return Dimension.exact(max_available_width)

    def preferred_height(self, width: int, max_available_height: int) -> Dimension:
        """All there is."""
        del width
        return Dimension.exact(max_available_height)

    def get_children(self) -> list[Container]:
        """None."""
        return []

    def write_to_screen(
        self,
        screen: Screen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,
        erase_bg: bool,  # noqa: FBT001 - prompt_toolkit says so
        z_index: int | None,
    ) -> None:
        """Lay the lines into the rows of the screen."""
        del mouse_handlers, parent_style, erase_bg, z_index
        for row, line in enumerate(self._drawn()):
            screen.data_buffer[row].update(_cells(line))
        screen.height = max(screen.height, write_position.height)


@lru_cache(maxsize=256)  # a few screens
def _cells(line: Line) -> Mapping[int, Char]:
    """What stands where in a row, as prompt_toolkit itself would lay it out."""
    return dict(enumerate(chain.from_iterable(starmap(_chars, line))))


@lru_cache(maxsize=4096)  # the pieces of a few screens
def _chars(style: str, text: str) -> tuple[Char, ...]:
    """One piece of a line, an entry a cell."""
    chars: list[Char] = []
    last = 0
    for character in text:
        is_empty = character == " " and not style
        char = _EMPTY if is_empty else Char(character, style)
        if char.width:
            last = len(chars)
            chars += (char, *[_COVERED] * (char.width - 1))
        elif chars:  # it combines with the one before
            chars[last] = Char(chars[last].char + character, style)
    return tuple(chars)

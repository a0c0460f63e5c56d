"""Words beside pictures in exactly so many rows, whatever the names are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from vendue_shared.paintings import Painting

from .cells import Line, fit, line_width
from .pictures import beside
from .state import Size
from .view import LEAST_NAME, View

NAME_WIDTHS: Final = (12, 8, LEAST_NAME)
"""Cells to which all names are shortened, one step after the other."""
Versions = Callable[[View, int, int], Iterable[list[Line]]]
"""The words for a view, in so many cells a row and so many rows: all of them, then
with less and less; at least one version."""


class Fitted(NamedTuple):
    """Words beside pictures."""

    version: int
    """Which of the versions it is, from 0."""
    lines: list[Line]
    """As many rows as asked for, each as wide as asked for."""


def best_beside(
    view: View, paintings: Sequence[Painting], size: Size, versions: Versions
) -> Fitted:
    """The best words that fit beside pictures, from the top.

    Names are shortened before anything is left out, and pictures go last. What fits
    in no way is cut at the end.

    Args:
        view: Who sees it.
        paintings: Those drawn at the left.
        size: Of all of it.
        versions: The words.
    """
    pictures: list[Line] = []
    words: list[Line] = []
    version, room = 0, size.columns
    for shown in dict.fromkeys((tuple(paintings), tuple(paintings[-1:]), ())):
        pictures = beside(view, shown, *size)
        room = size.columns - line_width(pictures[0]) - 1
        for version, words in _tried(view, Size(room, size.rows), versions):
            if len(words) <= size.rows:
                return Fitted(version, _joined(view, pictures, words, room))
    return Fitted(version, _joined(view, pictures, words, room))


def _tried(
    view: View, size: Size, versions: Versions
) -> Iterator[tuple[int, list[Line]]]:
    """All versions, each with names shorter and shorter, the best first."""
    told = [list(versions(view, *size))]
    for at in range(len(told[0])):
        yield at, told[0][at]
        if len(told) == 1:
            views = map(view.with_names, NAME_WIDTHS)
            told += [list(versions(seen, *size)) for seen in views]
        yield from ((at, each[at]) for each in told[1:])


def _joined(
    view: View, pictures: Sequence[Line], words: Sequence[Line], width: int
) -> list[Line]:
    words = [*words, *[()] * (len(pictures) - len(words))]
    return [
        (*art, *fit(word, width, view.glyphs))
        for art, word in zip(pictures, words, strict=False)
    ]

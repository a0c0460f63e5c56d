"""Paintings drawn beside the words about them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vendue_shared.paintings import Painting

from .cells import Fragment, Line
from .view import View

_SLIM: Final = 6
"""Cells of the narrowest picture worth drawing."""
_EDGE: Final = ("", " ")
_GAP: Final = ("", "  ")


def beside(
    view: View, paintings: Sequence[Painting], width: int, rows: int
) -> list[Line]:
    """Draw paintings at the left of a pane, as large as it lets them be.

    Args:
        view: Says with how many colours.
        paintings: None, one or two.
        width: Of the pane, in cells; a third of it is for the pictures.
        rows: Of the pane.

    Returns:
        As many rows, all of one width, with an empty edge and a gap after.
    """
    columns = min(rows * 5 // 2, (width // 3) // max(1, len(paintings)))
    if not paintings or columns < _SLIM or not view.state.shows_pictures:
        return [(_EDGE,)] * rows
    # A lobby needs no painters; the first lot fetches them.
    from vendue_client.art.picture import picture  # noqa: PLC0415

    drawn = [picture(p, columns, rows, view.state.picture_depth) for p in paintings]
    lines = []
    for pieces in zip(*drawn, strict=True):
        line: list[Fragment] = []
        for piece in pieces:
            line += [_EDGE, *piece]
        lines.append((*line, _GAP))
    return lines

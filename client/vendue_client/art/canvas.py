"""A painting on pixels: which style is whose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from vendue_shared.paintings import ARTIST_OF, Painting

from .colour import Colour
from .easel import Easel, Grid
from .exact import Dice
from .kiri import kiri
from .lumen import lumen
from .onda import onda
from .sora import sora
from .vetro import vetro

_STYLES: Final[tuple[Callable[[Dice, Easel, int], Grid], ...]] = (
    lumen,
    sora,
    vetro,
    onda,
    kiri,
)


def canvas(painting: Painting, width_px: int, height_px: int) -> list[list[Colour]]:
    """Paint a painting on square pixels.

    Args:
        painting: Which of the seventy.
        width_px: Pixels in a row, at least 1.
        height_px: Rows, at least 1.

    Returns:
        Rows from top to bottom, of colours from left to right.

    Raises:
        ValueError: There is no pixel to paint.
    """
    if width_px < 1 or height_px < 1:
        raise ValueError(f"no canvas of {width_px} x {height_px} pixels")
    artist, pixel = ARTIST_OF[painting], 1 / height_px
    easel = Easel(
        [(column + 0.5) * pixel for column in range(width_px)],
        [(row + 0.5) * pixel for row in range(height_px)],
        width_px * pixel,
        pixel,
    )
    number = painting - ARTIST_OF.index(artist)
    return _STYLES[artist](Dice(artist << 8 | painting), easel, number)

"""Ordered dither: how few colours look like many."""

from __future__ import annotations

from typing import Final

from .easel import Grid

_BAYER: Final = tuple(
    tuple((level + 0.5) / 16 - 0.5 for level in row)
    for row in ((0, 8, 2, 10), (12, 4, 14, 6), (3, 11, 1, 9), (15, 7, 13, 5))
)
"""Offsets from -0.5 to 0.5 that neighbours share out."""


def dithered(grid: Grid, spread: int, grain: int) -> Grid:
    """Shift colours by place, so that few colours together look like more.

    Args:
        grid: What to dither.
        spread: How far apart two shifts of one colour may be, in parts of 255.
        grain: What the parts come out as multiples of, so that few colours
            differ; a divisor of 255.

    Returns:
        A grid of the same size.
    """
    shifts = [[int(spread * share) + grain // 2 for share in row] for row in _BAYER]
    return [
        [
            (
                min(255, max(0, red + across[x % 4])) // grain * grain,
                min(255, max(0, green + across[x % 4])) // grain * grain,
                min(255, max(0, blue + across[x % 4])) // grain * grain,
            )
            for x, (red, green, blue) in enumerate(row)
        ]
        for row, across in zip(grid, shifts * (len(grid) // 4 + 1), strict=False)
    ]

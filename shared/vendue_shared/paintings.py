"""The seventy paintings: artists, auction kinds, and the number of each."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NewType

Painting = NewType("Painting", int)
"""A painting's number, 0 to 69: by artist in board order, inside an artist by kind."""


class Artist(IntEnum):
    """The five artists in board order; of two that tie, the earlier ranks higher."""

    LUMEN = 0
    SORA = 1
    VETRO = 2
    ONDA = 3
    KIRI = 4

    @property
    def code(self) -> str:
        """The artist's letter, one of L S V O K."""
        return self.name[0]


class Kind(IntEnum):
    """How a painting is sold, in the order of painting numbers."""

    OPEN = 0
    ONCE = 1
    SEALED = 2
    FIXED = 3
    DOUBLE = 4


ARTISTS: Final = tuple(Artist)
"""All five, in board order."""

COUNTS: Final[tuple[tuple[int, ...], ...]] = (
    (3, 3, 2, 2, 2),
    (3, 2, 3, 3, 2),
    (3, 3, 3, 3, 2),
    (3, 3, 3, 3, 3),
    (4, 3, 3, 3, 3),
)
"""How many paintings exist of each artist (row) and kind (column): 70 in all."""

_FACES: Final = tuple(
    (artist, kind)
    for artist in Artist
    for kind in Kind
    for _ in range(COUNTS[artist][kind])
)

ARTIST_OF: Final[tuple[Artist, ...]] = tuple(artist for artist, _ in _FACES)
"""The artist of each painting, by number."""

KIND_OF: Final[tuple[Kind, ...]] = tuple(kind for _, kind in _FACES)
"""The auction kind of each painting, by number."""

PAINTINGS: Final[tuple[Painting, ...]] = tuple(map(Painting, range(len(_FACES))))
"""All seventy, in order."""


def is_double(painting: Painting) -> bool:
    """Tell whether a painting may bring a second one into its lot."""
    return KIND_OF[painting] is Kind.DOUBLE

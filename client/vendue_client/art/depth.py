"""How many colours a terminal shows; known long before anything is painted."""

from __future__ import annotations

from enum import Enum


class Depth(Enum):
    """How many colours a terminal shows."""

    TRUE = "24-bit"
    """Any colour, in half blocks."""
    INDEXED = "256"
    """The 240 fixed colours of the 256, in half blocks."""
    BASIC = "16"
    """The sixteen named colours, in half blocks."""
    MONO = "none"
    """No style at all, in braille."""

"""Keys that do something by themselves while the line is empty."""

from __future__ import annotations

from typing import Final

ORDERS: Final = {"P": "/pass lot"}
"""Keys that stand for a whole line."""
LONE_KEYS: Final = frozenset("+pynP")
"""Keys that make a move while the line is empty, and in a game never begin a line."""

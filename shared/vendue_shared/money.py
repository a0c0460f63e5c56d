"""Money: whole thousands of dollars, everywhere."""

from __future__ import annotations

from typing import Final, NewType

Money = NewType("Money", int)
"""An amount in thousands of dollars, never negative, never a fraction."""

START_PURSE: Final = Money(100)
"""What every seat starts with: 100,000 dollars (docs/RULES.md, "Setting up")."""

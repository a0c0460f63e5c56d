"""What a side of a row is: a thing set up once and asked for a figure many times."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass


class NotMeasuredError(Exception):
    """Why a side has no figure here; the words go into the table."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Effort:
    """How much work a run may do."""

    repeats: int | None = None
    """Samples of each side; None leaves it to the row."""

    share: float = 1.0
    """Part of the usual work that a sample does, above 0."""

    def of(self, usual: int) -> int:
        """The usual count of something, scaled, at least 1."""
        return max(1, round(usual * self.share))


Sampler = Callable[[], float]
"""Measures once; the figure is in the unit of the row."""

Side = Callable[[Effort], AbstractContextManager[Sampler]]
"""Sets a side up; leaving the context takes everything down again."""


def find_side(place: str) -> Side:
    """Import the side of a row, only when the row is measured.

    Args:
        place: `module:name`.

    Raises:
        NotMeasuredError: The module or what it needs is not there.
    """
    module, _, name = place.partition(":")
    try:
        side: Side = getattr(importlib.import_module(module), name)
    except ImportError as error:
        if error.name == module:
            raise NotMeasuredError(f"there is no {module} yet") from error
        raise NotMeasuredError(str(error)) from error
    except AttributeError as error:
        raise NotMeasuredError(str(error)) from error
    return side

"""The program's own version, as the hello tells it."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Final


def _installed() -> str:
    try:
        return version("vendue")
    except PackageNotFoundError:
        return "0+unknown"


VERSION: Final = _installed()
"""As installed; `0+unknown` where the package was never installed."""

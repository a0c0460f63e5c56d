"""What most tests of the rules begin with."""

from __future__ import annotations

import pytest
from tests.shared.table import Table


@pytest.fixture
def double_of_sora() -> Table:
    """Four players with 100 each; seat 0 offered a S double, seats 0 and 1 declined."""
    table = Table(hands={0: "S double", 2: "S sealed, S fixed, S open"})
    table.offer(0, "S double")
    table.decline(0, 1)
    return table

"""What all tests share: the loop that screens run on."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from vendue_client.screen import bridge


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Run the tests marked `ui` as guests of asyncio's loop.

    The mark goes before that of `trio_mode`, which would win otherwise.
    """
    for item in items:
        if item.get_closest_marker("ui") is not None:
            item.add_marker(pytest.mark.trio(run=bridge.run), append=False)

"""What lies over the table: which of the overlays, and where in it one is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from vendue_client.orders.order import LocalKind
from vendue_client.presenter.state import Overlay, ScreenState
from vendue_client.wording.rulebook import TOPICS

from .pointing import Arrow

OVERLAYS: Final[Mapping[LocalKind, Overlay]] = {
    LocalKind.HELP: Overlay.HELP,
    LocalKind.RULES: Overlay.RULES,
    LocalKind.LOG: Overlay.LOG,
    LocalKind.HINT: Overlay.HINT,
    LocalKind.WHO: Overlay.WHO,
    LocalKind.CODE: Overlay.CODE,
    LocalKind.HAND: Overlay.NONE,
    LocalKind.TABLE: Overlay.NONE,
}
"""What lies over the table after a local order."""


def shown(state: ScreenState, overlay: Overlay, topic: str) -> ScreenState:
    """Lay something over the table; the same again takes it away."""
    is_same = overlay is state.overlay and topic == state.topic
    shown = Overlay.NONE if is_same else overlay
    return replace(state, overlay=shown, topic=topic, scroll=0)


def scrolled(state: ScreenState, rows: int) -> ScreenState:
    """Go down by so many rows in what lies over the table; up opens the log."""
    if state.overlay is Overlay.NONE:
        return shown(state, Overlay.LOG, "") if rows < 0 else state
    if state.overlay is Overlay.LOG:
        rows = -rows
    return replace(state, scroll=max(0, state.scroll + rows))


def turned(state: ScreenState, arrow: Arrow) -> ScreenState:
    """Go to the next topic of the rules, or back to the one before."""
    topic = state.topic
    place = TOPICS.index(topic) if topic in TOPICS else -(arrow is Arrow.ON)
    topic = TOPICS[(place + arrow.value) % len(TOPICS)]
    return replace(state, topic=topic, scroll=0)

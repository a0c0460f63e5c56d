"""How the host says no to one message, and goes on."""

from __future__ import annotations

from vendue_protocol.errors import Code
from vendue_shared.refusals import Reason

LOST_RACES = frozenset(
    {Code.STALE, Code.STORAGE, Reason.STALE, Reason.TOO_LOW, Reason.PHASE}
)
"""What an honest client is told when another was faster, or the host has no room;
never counted against it."""


class Refusal(Exception):
    """What was asked for is not done, and nothing has changed.

    Args:
        code: What the peer is told.
        detail: The values that broke the rule, for diagnostics; never a secret.
    """

    def __init__(self, code: Code, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else str(code))
        self.code, self.detail = code, detail


class StorageFailed(Refusal):
    """The host cannot write: nothing was done, and nothing has changed.

    Args:
        detail: What the system says.
    """

    def __init__(self, detail: str) -> None:
        super().__init__(Code.STORAGE, detail)

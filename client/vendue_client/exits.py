"""How a command ends: its exit code, and the one line that says why."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """Exit codes of `vendue`; docs/ARCHITECTURE.md, "Exit codes", lists them."""

    WELL = 0
    BAD = 1
    """Checked, and found bad."""
    USAGE = 2
    """Wrong flags, or input that cannot be read."""
    CONNECTION = 3
    """Cannot connect, or the connection was lost."""
    VERSION = 4
    """The host speaks another version of the protocol."""
    REFUSED = 5
    """The host said no."""
    DATA = 6
    """A directory cannot be used."""
    ADDRESS = 7
    """The address cannot be listened at."""
    BUG = 70
    INTERRUPTED = 130
    TERMINATED = 143


class Stop(Exception):
    """Ends the command.

    Args:
        code: The exit code.
        sentence: What the player is told, already in the player's language.
        may_heal: Whether the same may go well a little later.
    """

    def __init__(
        self, code: Exit, sentence: str, *, may_heal: bool | None = None
    ) -> None:
        super().__init__(sentence)
        self.may_heal = code is Exit.CONNECTION if may_heal is None else may_heal
        self.code = code
        self.sentence = sentence

"""What plain mode writes on: lines in order, and a prompt that lines may interrupt."""

from __future__ import annotations

from collections.abc import Callable

from vendue_protocol.text import clean_line


class Paper:
    """Whole lines, never moved or overwritten; at most one empty line in a row.

    Args:
        write: Takes text as it stands, line ends and all, and shows it at once.
    """

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self.is_prompted = False
        """Whether the last line is a prompt, and no answer was typed yet."""
        self._ends_empty = True

    def line(self, text: str) -> None:
        """Write a line, on a line of its own; an empty one only after a full one."""
        if self.is_prompted:
            self._write("\n")
            self.is_prompted = False
        if text or not self._ends_empty:
            self._write(clean_line(text) + "\n")
        self._ends_empty = not text

    def lines(self, texts: list[str]) -> None:
        """Write lines."""
        for text in texts:
            self.line(text)

    def prompt(self, text: str) -> None:
        """Ask for an answer, unless that is done already."""
        if not self.is_prompted:
            self._write(f"{clean_line(text)} ")
            self.is_prompted, self._ends_empty = True, False

    def ring(self) -> None:
        """Ring the terminal's bell."""
        self._write("\a")

    def answered(self) -> None:
        """A line was typed: the terminal has ended the prompt's line."""
        self.is_prompted = False

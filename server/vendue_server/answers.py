"""Numbered moves: a move that is sent twice is done once."""

from __future__ import annotations

from vendue_protocol.errors import Code
from vendue_protocol.host_messages import Accepted
from vendue_shared.moves import AnyMove

from .refusal import Refusal


class Answers:
    """One seat's accepted moves, in order; refused ones use up no number."""

    __slots__ = ("_accepted",)

    def __init__(self) -> None:
        self._accepted: list[tuple[AnyMove, int]] = []

    @property
    def last(self) -> int:
        """The number of the last accepted move, 0 before the first."""
        return len(self._accepted)

    def repeated(self, n: int, move: AnyMove) -> Accepted | None:
        """The stored answer, if a move of this number was accepted before.

        Raises:
            Refusal: The number was another move, or is not the next.
        """
        last = len(self._accepted)
        if n == last + 1:
            return None
        if 0 < n <= last:
            stored, s = self._accepted[n - 1]
            if stored != move:
                raise Refusal(Code.NUMBER, f"{n} was another move")
            return Accepted(n=n, s=s)
        raise Refusal(Code.NUMBER, f"{n}, next is {last + 1}")

    def store(self, move: AnyMove, s: int) -> Accepted:
        """Remember an accepted move and the event it became."""
        self._accepted.append((move, s))
        return Accepted(n=len(self._accepted), s=s)

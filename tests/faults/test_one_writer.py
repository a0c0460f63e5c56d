"""What a socket takes in pieces: frames stay whole and in order, whoever sends them."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st
from tests.server.game_by_hand import messages_in
from tests.server.table_by_hand import RecordedConnection

from vendue_protocol.codec import encode
from vendue_protocol.host_messages import Logged, Said
from vendue_protocol.message import Message

LOG = "log"
"""What comes from the log; all else is a message beside it."""


class Trickle(RecordedConnection):
    """A connection whose socket takes so many bytes at a time, as drawn."""

    __slots__ = ("room",)

    def __init__(self) -> None:
        super().__init__()
        self.room = 0

    def _try(self, chunk: bytes) -> int:
        taken = min(self.room, len(chunk))
        self.room -= taken
        self.sent += chunk[:taken]
        return taken

    def let(self, room: int) -> None:
        """Let the socket take more, as its writer notices."""
        self.room = room
        taken = self._try(self._rest)
        self._rest = self._rest[taken:]
        if not self._rest:
            self.flush()


class Log:
    """A log that events are added to, and one reader's place in it."""

    def __init__(self) -> None:
        self.events: list[bytes] = []
        self._place = 0

    def add(self) -> None:
        s = len(self.events) + 1
        self.events.append(encode(Logged(s=s, e=b"\x81" * (s % 90))))

    def next(self, room: int) -> bytes:
        frames = []
        while self._place < len(self.events) and room > 0:
            frames.append(self.events[self._place])
            room -= len(frames[-1])
            self._place += 1
        return b"".join(frames)


STEPS = st.lists(
    st.one_of(
        st.just(LOG),
        st.integers(1, 200).map(lambda size: "x" * size),
        st.integers(0, 700),
    ),
    max_size=60,
)
"""An event, a message beside the log, or room for so many bytes."""


@settings(max_examples=150, deadline=None, derandomize=True)
@given(STEPS)
def test_frames_are_whole_and_each_kind_is_in_order(steps: list[str | int]) -> None:
    line, log, beside = Trickle(), Log(), list[Message]()
    line.turn_to(log.next)
    for step in steps:
        if step == LOG:
            log.add()
            line.flush()
        elif isinstance(step, str):
            beside.append(Said(name="", seat=None, text=step))
            line.send(beside[-1])
        else:
            line.let(step)
    line.let(10**9)
    line.let(10**9)

    told = messages_in(line.sent)
    assert [m for m in told if isinstance(m, Said)] == beside
    events = [m.s for m in told if isinstance(m, Logged)]
    assert events == list(range(1, len(log.events) + 1))
